"""A seat's memory of a hand: cards below the top, and the clues in others' plays."""

from collections.abc import Iterable
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.engine.cards import ORDER, PACK, RANK_OF, SUIT_OF, Card, Cards, Rank, Suit
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
"""Different cards as one number: the bit of a card is its place in canonical order."""


class Group(msgspec.Struct, frozen=True, array_like=True):
    """Some cards of a hand that have come to it together, as far as one can tell."""

    cards: int
    lacks: CardSet = 0
    """Cards that aren't among them: their player drew for want of one of these."""
    stocked: CardSet = 0
    """Cards that lay on the discard pile when these were held already."""
    spared: CardSet = 0
    """Cards that most players would have played instead of those that were."""


Groups: TypeAlias = tuple[Group, ...]


class CraitsNotes(Notes, frozen=True, kw_only=True):
    """Observations of this hand. The next deal voids them all."""

    size: int = 0
    """How many cards each hand began with. 0 before a deal was seen."""
    top: Card | None = None
    suit: Suit | None = None
    under: Cards = ()
    """The cards known to lie below the top, oldest first: none of them before the last reshuffle."""
    asked: Seat | None = None
    """The player who is to decide. None as soon as they have."""
    phase: Phase = "between-hands"
    undeclared: tuple[Seat, ...] = ()
    """The players who haven't called their single card. Everyone could notice."""
    hands: tuple[Groups, ...] = ()
    """The facts about each hand, by seat, as far as anyone there has played or drawn."""


def card_set(cards: Iterable[Card]) -> CardSet:
    """These cards as a set."""
    found = 0
    for card in cards:
        found |= 1 << ORDER[card]
    return found


_FITTING: Final = {key: card_set(cards) for key, cards in FITTING.items()}
_COUNTING: Final = card_set(COUNT_CARDS)
_KEPT_BACK: Final = 0.2
"""How likely a player has kept a card that they would rather have played, where 1 is any other card."""
_EAGERNESS: Final[dict[Rank, int]] = {
    "5": 36, "6": 32, "10": 25, "7": 20, "4": 13, "K": 10, "Q": 10, "J": 10, "2": 8,
    "9": 0, "A": -1, "3": -13, "8": -30,
}  # fmt: skip
"""How much players want to be rid of a rank: expensive cards first, wild ones and threes last."""
_RATHER: Final = {
    card: card_set(other for other in PACK if _EAGERNESS[RANK_OF[other]] > _EAGERNESS[RANK_OF[card]])
    for card in PACK
}
"""For each card those that a player would rather have played."""


def groups_of(notes: CraitsNotes, seat: Seat) -> Groups:
    """Return what is known of a hand."""
    return notes.hands[seat] if seat < len(notes.hands) else (Group(notes.size),)


def _played(notes: CraitsNotes, event: Played) -> CraitsNotes:
    """The old top is covered. Other cards that fitted better are probably not held."""
    card, seat = event.card, event.seat
    spared = _fitting(notes) & _RATHER[card]
    kept = tuple(
        replace(group, spared=group.spared | spared) for group in _taken(groups_of(notes, seat), card)
    )
    single = event.hand == 1 and not event.declared
    return replace(
        _with(notes, seat, kept),
        top=card,
        suit=event.suit or SUIT_OF[card],
        under=(*notes.under, notes.top) if notes.top else notes.under,
        asked=None,
        undeclared=(*_without(notes, seat), seat) if single else _without(notes, seat),
    )


def _drew(notes: CraitsNotes, event: Drew) -> CraitsNotes:
    """A player who draws when asked for a card doesn't have one that fits. The drawn card may be any."""
    seat, groups = event.seat, groups_of(notes, event.seat)
    was_asked = notes.asked == seat and event.why in ("unable", "count")
    if was_asked:
        fitting = _fitting(notes)
        groups = tuple(replace(group, lacks=group.lacks | fitting) for group in groups)
    return replace(
        _with(notes, seat, (*groups, Group(event.count))),
        asked=None if was_asked else notes.asked,
        undeclared=_without(notes, seat),
    )


def _reshuffled(notes: CraitsNotes, _: Reshuffled) -> CraitsNotes:
    """Return what lay on the pile is the stock now. Nobody held any of it."""
    stocked = card_set(notes.under)
    hands = tuple(
        tuple(replace(group, stocked=group.stocked | stocked) for group in groups_of(notes, seat))
        for seat in range(len(notes.hands))
    )
    return replace(notes, under=(), hands=hands)


def _caught(notes: CraitsNotes, event: Caught) -> CraitsNotes:
    """A player who pays at once has nothing to decide now, and the cards they draw tell nothing."""
    asked = None if event.at_once else notes.asked
    return replace(notes, undeclared=_without(notes, event.seat), asked=asked)


def _left(notes: CraitsNotes, event: PlayerLeft) -> CraitsNotes:
    """The cards of a leaver lie below the top, unseen."""
    return replace(_with(notes, event.seat, ()), undeclared=_without(notes, event.seat))


HEARD: Final[Heard[CraitsNotes]] = {
    Dealt: lambda notes, event: CraitsNotes(seat=notes.seat, size=event.size),
    TurnedUp: lambda notes, event: replace(notes, top=event.card, suit=SUIT_OF[event.card]),
    SuitNamed: lambda notes, event: replace(notes, suit=event.suit),
    TurnStarted: lambda notes, event: replace(notes, asked=event.seat, phase=event.phase),
    Played: _played,
    Drew: _drew,
    Reshuffled: _reshuffled,
    Declared: lambda notes, event: replace(notes, undeclared=_without(notes, event.seat)),
    Caught: _caught,
    PlayerLeft: _left,
    HandEnded: lambda notes, _: CraitsNotes(seat=notes.seat),
}


def _fitting(notes: CraitsNotes) -> CardSet:
    """Return what could be played when the decider was asked. Nothing where the notes don't say."""
    if notes.phase == "count":
        return _COUNTING
    return _FITTING.get((notes.suit, notes.top), 0)


def _taken(groups: Groups, card: Card) -> Groups:
    """Return the groups after this card was played from one of them, the likeliest.

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
    """Return how likely a card has come from these: the fewer others they can be, the likelier.

    One more than there are, because the notes may be wrong about all of them.
    """
    others = len(PACK) + 1 - (group.lacks | group.stocked | group.spared).bit_count()
    return group.cards * (_KEPT_BACK if group.spared & bit else 1) / others


def _with(notes: CraitsNotes, seat: Seat, groups: Groups) -> CraitsNotes:
    """Return the notes with other groups for a hand."""
    known = [*notes.hands, *((Group(notes.size),) for _ in range(len(notes.hands), seat + 1))]
    known[seat] = groups
    return replace(notes, hands=tuple(known))


def _without(notes: CraitsNotes, seat: Seat) -> tuple[Seat, ...]:
    """Return those who haven't called, but for this seat."""
    return tuple(other for other in notes.undeclared if other != seat)
