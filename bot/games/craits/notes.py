"""A seat's memory of a hand: cards below the top, and clues from the others' plays."""

from collections.abc import Iterable
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.engine.cards import DECK, ORDER, RANK_OF, SUIT_OF, Card, Cards, Rank, Suit
from bot.engine.chance import Seat
from bot.engine.contract import Heard, Notes
from bot.games.craits.cards import COUNT_CARDS, FITTING
from bot.games.craits.dealing import Dealt, SuitNamed, TurnedUp
from bot.games.craits.drawing import Drew, Reshuffled
from bot.games.craits.ending import HandEnded
from bot.games.craits.leaving import PlayerLeft
from bot.games.craits.one_card import Caught, Declared
from bot.games.craits.playing import Played
from bot.games.craits.state import Phase
from bot.games.craits.turns import TurnStarted

CardSet: TypeAlias = int
"""A set of cards as one number. A card's bit is its place in canonical order."""


class Group(msgspec.Struct, frozen=True, array_like=True):
    """Cards that came into a hand together, as far as one can tell, and the clues about them."""

    cards: int
    lacks: CardSet = 0
    """Cards that aren't among them, because their player had to draw when one of these would have fitted."""
    stocked: CardSet = 0
    """Cards that were in the discard pile at a reshuffle while these were already held."""
    spared: CardSet = 0
    """Cards that most players would have played rather than the ones they did play."""


Groups: TypeAlias = tuple[Group, ...]


class CraitsNotes(Notes, frozen=True, kw_only=True):
    """Observations of this hand. The next deal clears them."""

    size: int = 0
    """Cards dealt to each player in this hand. 0 if the seat hasn't seen a deal."""
    top: Card | None = None
    suit: Suit | None = None
    under: Cards = ()
    """The cards known to lie below the top, oldest first, since the last reshuffle."""
    asked: Seat | None = None
    """The player who has to decide. None once they have."""
    phase: Phase = "between-hands"
    undeclared: tuple[Seat, ...] = ()
    """The players who haven't called their single card, which everyone could have noticed."""
    hands: tuple[Groups, ...] = ()
    """The groups of each hand, by seat, up to the last seat that has played or drawn."""


def card_set(cards: Iterable[Card]) -> CardSet:
    """Return these cards as a set."""
    found = 0
    for card in cards:
        found |= 1 << ORDER[card]
    return found


_FITTING: Final = {key: card_set(cards) for key, cards in FITTING.items()}
_COUNT_SET: Final = card_set(COUNT_CARDS)
_KEPT_WEIGHT: Final = 0.2
"""The relative likelihood that a player kept a card they'd rather have played. Any other card has 1."""
_EAGERNESS: Final[dict[Rank, int]] = {
    "5": 36, "6": 32, "10": 25, "7": 20, "4": 13, "K": 10, "Q": 10, "J": 10, "2": 8,
    "9": 0, "A": -1, "3": -13, "8": -30,
}  # fmt: skip
"""The eagerness to get rid of each rank: expensive cards first, wild ones and threes last."""
_PREFERRED: Final = {
    card: card_set(other for other in DECK if _EAGERNESS[RANK_OF[other]] > _EAGERNESS[RANK_OF[card]])
    for card in DECK
}
"""For each card, the cards that a player would rather have played."""


def groups_of(notes: CraitsNotes, seat: Seat) -> Groups:
    """Return the groups of a hand."""
    return notes.hands[seat] if seat < len(notes.hands) else (Group(notes.size),)


def _on_played(notes: CraitsNotes, event: Played) -> CraitsNotes:
    """Note a play. It covers the old top, and shows which cards the player probably doesn't hold."""
    card, seat = event.card, event.seat
    spared = _fitting_set(notes) & _PREFERRED[card]
    kept = tuple(
        replace(group, spared=group.spared | spared) for group in _without_card(groups_of(notes, seat), card)
    )
    single = event.hand == 1 and not event.declared
    return replace(
        _with_groups(notes, seat, kept),
        top=card,
        suit=event.suit or SUIT_OF[card],
        under=(*notes.under, notes.top) if notes.top else notes.under,
        asked=None,
        undeclared=(*_undeclared_but(notes, seat), seat) if single else _undeclared_but(notes, seat),
    )


def _on_drew(notes: CraitsNotes, event: Drew) -> CraitsNotes:
    """Note a draw. A player who had to draw didn't have a card that fitted. The drawn ones may be any."""
    seat, groups = event.seat, groups_of(notes, event.seat)
    was_asked = notes.asked == seat and event.why in ("unable", "count")
    if was_asked:
        fitting = _fitting_set(notes)
        groups = tuple(replace(group, lacks=group.lacks | fitting) for group in groups)
    return replace(
        _with_groups(notes, seat, (*groups, Group(event.count))),
        asked=None if was_asked else notes.asked,
        undeclared=_undeclared_but(notes, seat),
    )


def _on_reshuffled(notes: CraitsNotes, _: Reshuffled) -> CraitsNotes:
    """Note a reshuffle. The cards known to lie below the top are in the stock now, not in a hand."""
    stocked = card_set(notes.under)
    hands = tuple(
        tuple(replace(group, stocked=group.stocked | stocked) for group in groups_of(notes, seat))
        for seat in range(len(notes.hands))
    )
    return replace(notes, under=(), hands=hands)


def _on_caught(notes: CraitsNotes, event: Caught) -> CraitsNotes:
    """Note a caught player. If they pay at once they don't decide, and their draw isn't a clue."""
    asked = None if event.at_once else notes.asked
    return replace(notes, undeclared=_undeclared_but(notes, event.seat), asked=asked)


def _on_left(notes: CraitsNotes, event: PlayerLeft) -> CraitsNotes:
    """Note that a player left and holds no more cards."""
    return replace(_with_groups(notes, event.seat, ()), undeclared=_undeclared_but(notes, event.seat))


HEARD: Final[Heard[CraitsNotes]] = {
    Dealt: lambda notes, event: CraitsNotes(seat=notes.seat, size=event.size),
    TurnedUp: lambda notes, event: replace(notes, top=event.card, suit=SUIT_OF[event.card]),
    SuitNamed: lambda notes, event: replace(notes, suit=event.suit),
    TurnStarted: lambda notes, event: replace(notes, asked=event.seat, phase=event.phase),
    Played: _on_played,
    Drew: _on_drew,
    Reshuffled: _on_reshuffled,
    Declared: lambda notes, event: replace(notes, undeclared=_undeclared_but(notes, event.seat)),
    Caught: _on_caught,
    PlayerLeft: _on_left,
    HandEnded: lambda notes, _: CraitsNotes(seat=notes.seat),
}


def _fitting_set(notes: CraitsNotes) -> CardSet:
    """Return the cards that fitted when the decider was asked, none if the notes don't tell."""
    if notes.phase == "count":
        return _COUNT_SET
    return _FITTING.get((notes.suit, notes.top), 0)


def _without_card(groups: Groups, card: Card) -> Groups:
    """Return the groups after this card was played from the likeliest of them.

    If it can't have come from any, earlier guesses were wrong, and only the number is known.
    """
    bit = 1 << ORDER[card]
    able = [place for place, group in enumerate(groups) if not (group.lacks | group.stocked) & bit]
    if not able:
        cards = sum(group.cards for group in groups) - 1
        return (Group(cards),) if cards > 0 else ()
    place = max(able, key=lambda place: _likelihood(groups[place], bit))
    rest = groups[place].cards - 1
    left = (replace(groups[place], cards=rest),) if rest > 0 else ()
    return (*groups[:place], *left, *groups[place + 1 :])


def _likelihood(group: Group, bit: CardSet) -> float:
    """Return the relative likelihood that a card came from this group.

    The fewer other cards a group may hold, the likelier. They count as one more than there are, because
    the notes may be wrong about all of them.
    """
    others = len(DECK) + 1 - (group.lacks | group.stocked | group.spared).bit_count()
    return group.cards * (_KEPT_WEIGHT if group.spared & bit else 1) / others


def _with_groups(notes: CraitsNotes, seat: Seat, groups: Groups) -> CraitsNotes:
    """Return the notes with other groups for a hand."""
    known = [*notes.hands, *((Group(notes.size),) for _ in range(len(notes.hands), seat + 1))]
    known[seat] = groups
    return replace(notes, hands=tuple(known))


def _undeclared_but(notes: CraitsNotes, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that haven't called "one card", except this one."""
    return tuple(other for other in notes.undeclared if other != seat)
