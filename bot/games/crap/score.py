"""Laying sets: which cards, what they are worth, and the marker across aces (chapter 5.1)."""

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from bot.engine.cards import (
    JOKER,
    RANK_OF,
    Card,
    NotACard,
    Rank,
    in_order,
    missing,
    parse_cards,
    without,
)
from bot.engine.chance import Seat, seat_letter
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import CardsText, Move
from bot.games.crap.state import (
    Cards,
    LaidSet,
    Play,
    Record,
    State,
    holding,
    letter_or_none,
    put,
    rank_number,
)
from bot.games.crap.turn import finish

SINGLE: Final = 4
DOUBLE: Final = 8
MOST_JOKERS: Final = 4


class Score(Move, frozen=True):
    """Lay a set: either so many jokers and naturals of the rank, or exactly the cards named."""

    rank: Rank
    double: bool | None = None
    jokers: Annotated[int, Meta(ge=0, le=MOST_JOKERS)] | None = None
    cards: CardsText | None = None


class SetLaid(Event, frozen=True):
    """A set lies on the table, perhaps with a card that another set lent across it."""

    seat: Seat
    rank: Rank
    cards: Cards
    double: bool
    value: int
    borrowed: Card | None = None
    lender: Seat | None = None


class ScoreRecord(Record, frozen=True, tag="score"):
    """A set was laid; `lender` is whose set lent the marker."""

    lender: str | None = msgspec.field(name="from")


def score(play: Play, seat: Seat, move: Score) -> Refusal | None:
    """Lay a set."""
    cards = _chosen(play.state, seat, move)
    if isinstance(cards, Refusal):
        return cards
    _lay_down(play, seat, cards)
    double = len(cards) == DOUBLE
    value = value_of(play.state, move.rank, double=double)
    donor = _donor(play.state) if move.rank == "A" else None
    borrowed, lender = _borrow(play, donor) if donor is not None else (None, None)
    laid = LaidSet(seat, move.rank, cards, double, value, borrowed)
    play.change(sets=(*play.state.sets, laid))
    play.tell(
        SetLaid(
            seat=seat,
            rank=move.rank,
            cards=cards,
            double=double,
            value=value,
            borrowed=borrowed,
            lender=lender,
        )
    )
    finish(play, ScoreRecord(seat_letter(seat), letter_or_none(lender)))
    return None


def value_of(state: State, rank: Rank, *, double: bool) -> int:
    """What each set of such cards would record now: aces go by the highest set on the table."""
    base = _highest(state) + 10 if rank == "A" else 10 * rank_number(rank)
    return base + (10 if double else 0)


def offers(state: State, seat: Seat, held: Mapping[Rank, int]) -> list[Score]:
    """Every form of set that can be laid, most points first; sets named card by card are left out."""
    jokers = holding(state, seat).count(JOKER)
    forms = [
        form
        for rank, naturals in held.items()
        if naturals and naturals + jokers >= SINGLE
        for form in _forms(rank, naturals, jokers)
    ]
    return sorted(forms, key=lambda form: -_points_of(state, form))


def _forms(rank: Rank, naturals: int, jokers: int) -> list[Score]:
    """Single and double sets of a rank with every number of jokers that they allow."""
    return [
        Score(rank, double or None, number or None)
        for double, size in ((False, SINGLE), (True, DOUBLE))
        for number in range(min(jokers, size - 1) + 1)
        if size - number <= naturals
    ]


def _points_of(state: State, form: Score) -> int:
    """What the set would score."""
    double = bool(form.double)
    return value_of(state, form.rank, double=double) * (2 if double else 1) - (form.jokers or 0)


def _chosen(state: State, seat: Seat, move: Score) -> Cards | Refusal:
    """The cards of the set, or why they are none."""
    if move.cards is None:
        return _counted(state, seat, move)
    if move.double is not None or move.jokers is not None:
        return Refusal("bad-options")
    return _named(state, seat, move.rank, move.cards)


def _counted(state: State, seat: Seat, move: Score) -> Cards | Refusal:
    """So many jokers and naturals of the rank, unprotected ones first, then C D H S."""
    size, jokers = DOUBLE if move.double else SINGLE, move.jokers or 0
    naturals = in_pick_order(state, seat, move.rank)
    held_jokers = holding(state, seat).count(JOKER)
    wanted = size - jokers
    if not 0 < wanted <= len(naturals) or jokers > held_jokers:
        return Refusal(
            "not-a-set",
            {"rank": move.rank, "naturals": len(naturals), "jokers": held_jokers, "needed": size},
        )
    return naturals[:wanted] + (JOKER,) * jokers


def _named(state: State, seat: Seat, rank: Rank, text: str) -> Cards | Refusal:
    """Exactly the cards typed, one natural at least (R5)."""
    try:
        cards = parse_cards(text)
    except NotACard as bad:
        return Refusal("bad-card", {"text": bad.text})
    if len(cards) not in (SINGLE, DOUBLE):
        return Refusal("bad-count", {"needed": (SINGLE, DOUBLE), "given": len(cards)})
    lacking = missing(holding(state, seat), cards)
    if lacking:
        return Refusal("not-in-hand", {"cards": lacking, "protected": False})
    ranks = {RANK_OF.get(card) for card in cards}
    if not {rank} <= ranks <= {rank, None}:
        return Refusal("not-a-set", {"rank": rank, "cards": cards})
    return cards


def in_pick_order(state: State, seat: Seat, rank: Rank) -> Cards:
    """A player's naturals of a rank: unprotected before protected, within each C D H S."""
    return _suited(state.hands[seat], rank) + _suited(state.protected[seat], rank)


def _suited(cards: Cards, rank: Rank) -> Cards:
    return in_order([card for card in cards if RANK_OF.get(card) == rank])


def _lay_down(play: Play, seat: Seat, cards: Cards) -> None:
    """Take the cards from hand and protected, of identical ones the unprotected first."""
    state = play.state
    protected = missing(state.hands[seat], cards)
    play.change(
        hands=put(state.hands, seat, without(state.hands[seat], without(cards, protected))),
        protected=put(state.protected, seat, without(state.protected[seat], protected)),
    )


def _highest(state: State) -> int:
    return max((laid.value for laid in state.sets), default=0)


def _donor(state: State) -> int | None:
    """The place of the highest set, the first laid if several: it lends to new aces (R13)."""
    highest = _highest(state)
    return next((place for place, laid in enumerate(state.sets) if laid.value == highest), None)


def _borrow(play: Play, place: int) -> tuple[Card, Seat] | tuple[None, None]:
    """Take the donor's first natural as a marker; the card and whose it was.

    A set lends once at most: the aces on it are worth more (R13). Only a made-up position
    can have a donor without a natural.
    """
    sets = play.state.sets
    donor = sets[place]
    marker = next((card for card in in_order(donor.cards) if card != JOKER), None)
    if marker is None:
        return None, None
    lent = msgspec.structs.replace(donor, cards=without(donor.cards, (marker,)))
    play.change(sets=(*sets[:place], lent, *sets[place + 1 :]))
    return marker, donor.owner
