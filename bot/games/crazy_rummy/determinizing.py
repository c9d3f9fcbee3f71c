"""Sampling a state that one seat can't tell from the real one, by dealing the hidden cards."""

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
"""The number of copies of each card that may still be dealt, in canonical order."""


class Hidden(NamedTuple):
    """A sample of the cards a seat can't see. `under` is the discard pile below its top."""

    hands: list[Cards]
    under: Cards
    stock: Cards
    aside: Cards


def determinize(seen: State, notes: CrazyRummyNotes, chance: Chance) -> State:
    """Return a random state that the seat of the notes can't tell from the real one.

    Known cards keep their places. The rest is dealt as if the others played sensibly: if possible, they
    hold nothing that they could have laid, or would have discarded or taken, in the turns they ended.
    """
    top, marker = seen.discard[-1:], () if seen.marker is None else (seen.marker,)
    open_hands = [() if is_covered(hand) else hand for hand in seen.hands]
    known = (*top, *chain(*open_hands), *chain(*chain(*seen.sets)), *chain(*seen.fed), *marker)
    hidden = _deal_hidden(seen, notes, _unseen(seen.packs, known), chance)
    return replace(
        seen,
        pack=_whole_pack(seen.packs, known, hidden),
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


def _whole_pack(packs: int, seen: Cards, hidden: Hidden) -> Cards:
    """Return all cards of the hand: full packs, or fewer if the game continued from such a position."""
    dealt = (*chain(*hidden.hands), *hidden.under, *hidden.stock, *hidden.aside)
    full = full_packs(packs)
    return full if len(seen) + len(dealt) == len(full) else in_order((*seen, *dealt))


def _deal_hidden(seen: State, notes: CrazyRummyNotes, unseen: Unseen, chance: Chance) -> Hidden:
    """Deal the unseen cards to all hidden places."""
    sizes = [len(hand) if is_covered(hand) else 0 for hand in seen.hands]
    buried = len(seen.discard[:-1])
    under = _take_out(unseen, notes.pile[:-1] if len(notes.pile) == buried + 1 else ())
    known, aside = _known_cards(seen, notes, sizes, unseen)
    stock = _sample_stock(notes, unseen, len(seen.stock), chance)
    deck = list(chance.shuffle(_as_list(unseen)))
    hands = [
        _deal_hand(deck, cards, size, _SensiblePlayer(notes, seat, seen.wild)) if size else ()
        for seat, (cards, size) in enumerate(zip(known, sizes, strict=True))
    ]
    return Hidden(
        hands,
        under or _take(deck, buried),
        stock or _take(deck, len(seen.stock)),
        (*aside, *_take(deck, len(seen.aside) - len(aside))),
    )


def _as_list(unseen: Unseen) -> list[Card]:
    return [card for card, copies in unseen.items() for _ in range(copies)]


def _take_out(unseen: Unseen, cards: Cards) -> Cards:
    """Remove these cards from the unseen ones and return them. Return no cards if some aren't there."""
    left = unseen.copy()
    for card in cards:
        left[card] -= 1
    if cards and min(left.values()) < 0:
        return ()
    unseen.update(left)
    return cards


def _known_cards(
    seen: State, notes: CrazyRummyNotes, sizes: Sequence[int], unseen: Unseen
) -> tuple[list[list[Card]], list[Card]]:
    """Return the known cards of each seat's hand, and the known ones among those set aside by leavers."""
    known: list[list[Card]] = [[] for _ in sizes]
    aside: list[Card] = []
    for seat, card in notes.held:
        place, size = (aside, len(seen.aside)) if seat in seen.left else (known[seat], sizes[seat])
        if len(place) < size and unseen[card] > 0:
            unseen[card] -= 1
            place.append(card)
    return known, aside


def _sample_stock(notes: CrazyRummyNotes, unseen: Unseen, size: int, chance: Chance) -> Cards:
    """Return the stock, sampled from the cards it was made of. Empty if they aren't known."""
    if not notes.recycled:
        return ()
    old = in_order((Counter(unseen) & Counter(notes.recycled)).elements())
    return _take_out(unseen, chance.shuffle(old)[:size]) if len(old) >= size else ()


def _take(deck: list[Card], number: int) -> Cards:
    """Take the next cards off the deck."""
    cards = tuple(deck[:number])
    del deck[:number]
    return cards


class _SensiblePlayer:
    """The ranks that a sensible player would hold at the end of a turn. Any ranks before their first."""

    def __init__(self, notes: CrazyRummyNotes, seat: Seat, wild: str) -> None:
        self._lacks = {rank for other, rank in notes.lacks if other == seat}
        self._declined = {rank for other, rank in notes.declined if other == seat}
        self._wild = wild

    def keeps(self, ranks: Sequence[str], rank: str) -> bool:
        """Whether the player would keep a card of this rank along with the given ones."""
        if not self._lacks:
            return True
        if rank in self._lacks:
            return False
        if rank == self._wild:
            return rank not in ranks and len(set(ranks)) == len(ranks)
        most = 1 if rank in self._declined or self._wild in ranks else MIN_SET_CARDS - 1
        return ranks.count(rank) < most


def _deal_hand(deck: list[Card], known: list[Card], size: int, player: _SensiblePlayer) -> Cards:
    """Return a hand of the known cards and others off the deck, sensible ones first."""
    hand, skipped = list(known), list[Card]()
    ranks = [RANK_OF[card] for card in known]
    for place, card in enumerate(deck):
        if len(hand) == size:
            deck[:place] = skipped
            return tuple(hand)
        rank = RANK_OF[card]
        if player.keeps(ranks, rank):
            hand.append(card)
            ranks.append(rank)
        else:
            skipped.append(card)
    deck[:] = skipped
    return (*hand, *_take(deck, size - len(hand)))
