"""A state as one seat may sample it: what it sees, and hidden cards dealt as they may lie."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from bot.engine.cards import RANK_OF, Card, Cards, in_order
from bot.engine.chance import Chance, Seat
from bot.engine.view import is_covered
from bot.games.crazy_rummy.cards import full_packs
from bot.games.crazy_rummy.laying import MIN_SET_CARDS
from bot.games.crazy_rummy.notes import CrazyRummyNotes
from bot.games.crazy_rummy.state import State

Unseen: TypeAlias = dict[Card, int]
"""How many copies of each card may still be dealt, in canonical order."""


class Hidden(NamedTuple):
    """The cards that a seat can't see, as they may lie. `under` are the discards under the top one."""

    hands: list[Cards]
    under: Cards
    stock: Cards
    aside: Cards


def determinize(seen: State, notes: CrazyRummyNotes, chance: Chance) -> State:
    """Return a state that looks to the seat of the notes just like the real one.

    Cards whose place is known are put there. The rest is dealt as if the others played sensibly: who
    has ended a turn gets nothing that a sensible player would have laid, thrown away or taken, if possible.
    """
    top, marked = seen.discard[-1:], () if seen.marker is None else (seen.marker,)
    open_hands = [() if is_covered(hand) else hand for hand in seen.hands]
    known = (*top, *chain(*open_hands), *chain(*chain(*seen.sets)), *chain(*seen.fed), *marked)
    hidden = _deal(seen, notes, _unseen(seen.packs, known), chance)
    return replace(
        seen,
        pack=_pack(seen.packs, known, hidden),
        stock=hidden.stock,
        discard=hidden.under + top,
        hands=tuple(own + others for own, others in zip(open_hands, hidden.hands, strict=True)),
        aside=hidden.aside,
    )


@cache
def _copies(packs: int) -> Unseen:
    return dict(Counter(full_packs(packs)))


def _unseen(packs: int, seen: Iterable[Card]) -> Unseen:
    unseen = _copies(packs).copy()
    for card in seen:
        unseen[card] -= 1
    return unseen


def _pack(packs: int, seen: Cards, hidden: Hidden) -> Cards:
    """Return all cards that there are: full packs, unless the game went on from a position that had fewer."""
    dealt = (*chain(*hidden.hands), *hidden.under, *hidden.stock, *hidden.aside)
    full = full_packs(packs)
    return full if len(seen) + len(dealt) == len(full) else in_order((*seen, *dealt))


def _deal(seen: State, notes: CrazyRummyNotes, unseen: Unseen, chance: Chance) -> Hidden:
    """Deal the unseen cards to all covered places."""
    sizes = [len(hand) if is_covered(hand) else 0 for hand in seen.hands]
    buried = len(seen.discard[:-1])
    under = _taken_out(unseen, notes.pile[:-1] if len(notes.pile) == buried + 1 else ())
    known, aside = _known(seen, notes, sizes, unseen)
    stock = _recycled(notes, unseen, len(seen.stock), chance)
    deck = list(chance.shuffle(_listed(unseen)))
    hands = [
        _hand(deck, cards, size, _Sense(notes, seat, seen.wild)) if size else ()
        for seat, (cards, size) in enumerate(zip(known, sizes, strict=True))
    ]
    return Hidden(
        hands,
        under or _off(deck, buried),
        stock or _off(deck, len(seen.stock)),
        (*aside, *_off(deck, len(seen.aside) - len(aside))),
    )


def _listed(unseen: Unseen) -> list[Card]:
    return [card for card, copies in unseen.items() for _ in range(copies)]


def _taken_out(unseen: Unseen, cards: Cards) -> Cards:
    """These cards, which are no longer unseen. None when they can't all be."""
    left = unseen.copy()
    for card in cards:
        left[card] -= 1
    if cards and min(left.values()) < 0:
        return ()
    unseen.update(left)
    return cards


def _known(
    seen: State, notes: CrazyRummyNotes, sizes: Sequence[int], unseen: Unseen
) -> tuple[list[list[Card]], list[Card]]:
    """Return the cards that others are known to hold, by seat, and those that players who left had."""
    known: list[list[Card]] = [[] for _ in sizes]
    aside: list[Card] = []
    for seat, card in notes.held:
        place, size = (aside, len(seen.aside)) if seat in seen.left else (known[seat], sizes[seat])
        if len(place) < size and unseen[card] > 0:
            unseen[card] -= 1
            place.append(card)
    return known, aside


def _recycled(notes: CrazyRummyNotes, unseen: Unseen, size: int, chance: Chance) -> Cards:
    """Return the stock when it was made of known discards, some of which may have been drawn. Else none."""
    if not notes.recycled:
        return ()
    old = in_order((Counter(unseen) & Counter(notes.recycled)).elements())
    return _taken_out(unseen, chance.shuffle(old)[:size]) if len(old) >= size else ()


def _off(deck: list[Card], number: int) -> Cards:
    """Return the next cards off the deck."""
    cards = tuple(deck[:number])
    del deck[:number]
    return cards


class _Sense:
    """A sensible player's cards at the end of a turn. Any cards before the first one."""

    def __init__(self, notes: CrazyRummyNotes, seat: Seat, wild: str) -> None:
        self._lacks = {rank for other, rank in notes.lacks if other == seat}
        self._declined = {rank for other, rank in notes.declined if other == seat}
        self._wild = wild

    def keeps(self, ranks: Sequence[str], rank: str) -> bool:
        """Whether a card of this rank may be held next to these."""
        if not self._lacks:
            return True
        if rank in self._lacks:
            return False
        if rank == self._wild:
            return rank not in ranks and len(set(ranks)) == len(ranks)
        most = 1 if rank in self._declined or self._wild in ranks else MIN_SET_CARDS - 1
        return ranks.count(rank) < most


def _hand(deck: list[Card], known: list[Card], size: int, sense: _Sense) -> Cards:
    """Return a hand with the known cards, the others off the deck: those that make sense, then any."""
    hand, passed = list(known), list[Card]()
    ranks = [RANK_OF[card] for card in known]
    for place, card in enumerate(deck):
        if len(hand) == size:
            deck[:place] = passed
            return tuple(hand)
        rank = RANK_OF[card]
        if sense.keeps(ranks, rank):
            hand.append(card)
            ranks.append(rank)
        else:
            passed.append(card)
    deck[:] = passed
    return (*hand, *_off(deck, size - len(hand)))
