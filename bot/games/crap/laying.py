"""Laying sets, and borrowing a marker for aces (section 5.1)."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta

from bot.engine.cards import JOKER, RANK_OF, Card, Cards, Rank, in_order, missing, without
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import SeatEvent
from bot.engine.held import named_cards, not_held
from bot.engine.moves import CardsText, Move
from bot.games.crap.cards import DOUBLE, MAX_JOKERS, SINGLE, LaidSet, highest_value, set_value
from bot.games.crap.last_action import LastScore
from bot.games.crap.state import State
from bot.games.crap.turns import finish


class Score(Move, frozen=True):
    """Lay a set, either of `jokers` jokers and otherwise cards of the rank, or of exactly the cards named."""

    rank: Rank
    double: bool | None = None
    jokers: Annotated[int, Meta(ge=0, le=MAX_JOKERS)] | None = None
    cards: CardsText | None = None


class SetLaid(SeatEvent, frozen=True):
    """A player laid a set. `borrowed` is the marker taken from a set of `lender`, if any."""

    rank: Rank
    cards: Cards
    double: bool
    value: int
    borrowed: Card | None = None
    lender: Seat | None = None


def score_refusal(form: Score, naturals: int, jokers: int) -> Refusal | None:
    """Return why a player with this many naturals of the rank and jokers can't lay this form of set (R5)."""
    size, joker_count = DOUBLE if form.double else SINGLE, form.jokers or 0
    if 0 < size - joker_count <= naturals and joker_count <= jokers:
        return None
    facts = {"rank": form.rank, "naturals": naturals, "jokers": jokers, "needed": size}
    return Refusal("not-a-set", facts)


def named_refusal(state: State, seat: Seat, rank: Rank, cards: Cards) -> Refusal | None:
    """Return why these exact cards aren't a set of the rank that the player can lay (R5)."""
    if len(cards) not in (SINGLE, DOUBLE):
        return Refusal("bad-count", {"needed": (SINGLE, DOUBLE), "given": len(cards)})
    if refusal := not_held(state.holding(seat), cards):
        return refusal
    ranks = {RANK_OF.get(card) for card in cards}
    is_set = {rank} <= ranks <= {rank, None}
    return None if is_set else Refusal("not-a-set", {"rank": rank, "cards": cards})


def score_moves(state: State, seat: Seat, held: Mapping[Rank, int]) -> list[Score]:
    """Return every form of set that can be laid, most points first. None of them names its cards."""
    jokers = state.holding(seat).count(JOKER)
    if max(held.values()) + jokers < SINGLE:
        return []
    forms = [
        form
        for rank, naturals in held.items()
        if naturals + jokers >= SINGLE
        for form in _forms(rank, jokers)
        if score_refusal(form, naturals, jokers) is None
    ]
    return sorted(forms, key=lambda form: -points_of(form, state.sets))


@cache
def _forms(rank: Rank, jokers: int) -> tuple[Score, ...]:
    """Return the single and double sets of a rank, with up to this many jokers."""
    return tuple(
        Score(rank, double or None, number or None)
        for double in (False, True)
        for number in range(jokers + 1)
    )


def points_of(form: Score, laid: Sequence[LaidSet]) -> int:
    """Return the points that a set of this form would score if it were laid next."""
    double = bool(form.double)
    value = set_value(form.rank, double=double, laid=laid)
    return value * (2 if double else 1) - (form.jokers or 0)


def laid_set(event: SetLaid) -> LaidSet:
    """Return the set of this event as it was when laid."""
    return LaidSet(event.seat, event.rank, event.cards, event.double, event.value, event.borrowed)


def score(draft: Draft[State], seat: Seat, move: Score) -> Refusal | None:
    """Lay a set. Of identical cards, unprotected ones are used first."""
    state, hand = draft.state, draft.state.hands[seat]
    cards = _cards_to_lay(state, seat, move)
    if isinstance(cards, Refusal):
        return cards
    double = len(cards) == DOUBLE
    value = set_value(move.rank, double=double, laid=state.sets)
    sets, marker, lender = _borrow(state.sets) if move.rank == "A" else (state.sets, None, None)
    protected = missing(hand, cards)
    event = SetLaid(
        seat=seat, rank=move.rank, cards=cards, double=double, value=value,
        borrowed=marker, lender=lender,
    )  # fmt: skip
    draft.change(
        hands=put(state.hands, seat, without(hand, without(cards, protected))),
        protected=put(state.protected, seat, without(state.protected[seat], protected)),
        sets=(*sets, laid_set(event)),
    )
    draft.tell(event)
    finish(draft, LastScore(seat, lender))
    return None


def _cards_to_lay(state: State, seat: Seat, move: Score) -> Cards | Refusal:
    """Return the cards of the set, or why they don't make one."""
    if move.cards is None:
        return _cards_by_count(state, seat, move)
    if move.double is not None or move.jokers is not None:
        return Refusal("bad-options")
    cards = named_cards(move.cards)
    if isinstance(cards, Refusal):
        return cards
    return named_refusal(state, seat, move.rank, cards) or cards


def _cards_by_count(state: State, seat: Seat, move: Score) -> Cards | Refusal:
    """Return the jokers and naturals of the move's set, unprotected naturals first, in the order C D H S."""
    naturals, jokers = state.naturals(seat, move.rank), state.holding(seat).count(JOKER)
    if refusal := score_refusal(move, len(naturals), jokers):
        return refusal
    joker_count = move.jokers or 0
    size = DOUBLE if move.double else SINGLE
    return naturals[: size - joker_count] + (JOKER,) * joker_count


Loan = tuple[tuple[LaidSet, ...], Card | None, Seat | None]
"""The sets after a loan, the marker, and its owner. The last two are None if no set can lend."""


def _borrow(sets: tuple[LaidSet, ...]) -> Loan:
    """Take the first natural of the highest set as a marker, from the first laid of several (R13).

    No set lends twice, because the aces above it are worth more. Only a made-up position can have a
    highest set without naturals.
    """
    if not sets:
        return sets, None, None
    highest = highest_value(sets)
    place, lender = next((place, laid) for place, laid in enumerate(sets) if laid.value == highest)
    marker = next((card for card in in_order(lender.cards) if card != JOKER), None)
    if marker is None:
        return sets, None, None
    lent = msgspec.structs.replace(lender, cards=without(lender.cards, (marker,)))
    return (*sets[:place], lent, *sets[place + 1 :]), marker, lender.owner
