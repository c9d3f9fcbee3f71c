"""A seat's memory of a hand: the discard pile, known holders of cards, and ranks others seem to lack."""

from collections.abc import Iterable
from typing import Final, TypeAlias

import msgspec

from bot.engine.cards import RANK_OF, Card, Cards
from bot.engine.chance import Seat
from bot.engine.contract import Heard, Notes
from bot.games.crazy_rummy.dealing import Dealt
from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.drawing import Drew, TookDiscard
from bot.games.crazy_rummy.laying import CardsFed, SetLaid
from bot.games.crazy_rummy.turns import Reshuffled

Held: TypeAlias = tuple[tuple[Seat, Card], ...]
Ranks: TypeAlias = tuple[tuple[Seat, str], ...]


class CrazyRummyNotes(Notes, frozen=True, kw_only=True):
    """A seat's knowledge of the current hand that its view doesn't show."""

    pile: Cards = ()
    """The discard pile. Its last card is the top."""
    recycled: Cards = ()
    """The cards that became the stock at the last reshuffle."""
    held: Held = ()
    """Cards that others picked up openly and still hold, or held when they left."""
    opened: tuple[str, ...] = ()
    """The ranks of the sets laid, in order."""
    lacks: Ranks = ()
    """Ranks of which a sensible player kept no card when they discarded: open ones, and the discarded one."""
    declined: Ranks = ()
    """Ranks on top of the discard pile when a player drew from the stock instead."""


def _on_drew(notes: CrazyRummyNotes, event: Drew) -> CrazyRummyNotes:
    if not notes.pile:
        return notes
    return _with(notes, declined=_add(notes.declined, event.seat, [RANK_OF[notes.pile[-1]]]))


def _on_set_laid(notes: CrazyRummyNotes, event: SetLaid) -> CrazyRummyNotes:
    held = _drop_cards(notes.held, event.seat, event.cards)
    return _with(notes, held=held, opened=tuple(dict.fromkeys((*notes.opened, event.rank))))


def _on_dealt(notes: CrazyRummyNotes, event: Dealt) -> CrazyRummyNotes:
    up_cards = [up for up in event.up_cards if event.marker is None or up[0] != event.dealer]
    held = tuple(up for up in up_cards if up[0] != notes.seat)
    return CrazyRummyNotes(seat=notes.seat, pile=(event.discard,), held=held)


def _on_took(notes: CrazyRummyNotes, event: TookDiscard) -> CrazyRummyNotes:
    is_own = event.seat == notes.seat
    held = notes.held if is_own else (*notes.held, (event.seat, event.card))
    rank = RANK_OF[event.card]
    return _with(
        notes, pile=notes.pile[:-1], held=held,
        lacks=_remove(notes.lacks, event.seat, rank), declined=_remove(notes.declined, event.seat, rank),
    )  # fmt: skip


def _on_discarded(notes: CrazyRummyNotes, event: Discarded) -> CrazyRummyNotes:
    held = _drop_cards(notes.held, event.seat, (event.card,))
    lacks = _add(notes.lacks, event.seat, [*notes.opened, RANK_OF[event.card]])
    return _with(notes, pile=(*notes.pile, event.card), held=held, lacks=lacks)


def _with(notes: CrazyRummyNotes, **fields: object) -> CrazyRummyNotes:
    return msgspec.structs.replace(notes, **fields)


def _drop_cards(held: Held, seat: Seat, cards: Iterable[Card]) -> Held:
    """Return the known cards less those a player has put down, some of which may not have been known."""
    left = list(held)
    for card in cards:
        if (seat, card) in left:
            left.remove((seat, card))
    return tuple(left)


def _add(ranks: Ranks, seat: Seat, more: Iterable[str]) -> Ranks:
    return tuple(dict.fromkeys((*ranks, *((seat, rank) for rank in more))))


def _remove(ranks: Ranks, seat: Seat, rank: str) -> Ranks:
    return tuple(one for one in ranks if one != (seat, rank))


HEARD: Final[Heard[CrazyRummyNotes]] = {
    Dealt: _on_dealt,
    Drew: _on_drew,
    TookDiscard: _on_took,
    SetLaid: _on_set_laid,
    CardsFed: lambda notes, event: _with(notes, held=_drop_cards(notes.held, event.seat, event.cards)),
    Discarded: _on_discarded,
    Reshuffled: lambda notes, event: _with(notes, pile=(event.discard,), recycled=notes.pile[:-1]),
}
