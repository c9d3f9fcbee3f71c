"""A state as one seat may imagine it: what its sheet shows, and hidden cards dealt as they may lie."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from bot.engine.cards import RANK_OF, Card, in_order
from bot.engine.chance import Chance, Seat
from bot.engine.notation import seat_of
from bot.games.crazy_rummy.cards import Cards, full_packs, open_ranks
from bot.games.crazy_rummy.laying import MIN_SET_CARDS
from bot.games.crazy_rummy.notes import CrazyRummyNotes
from bot.games.crazy_rummy.options import CrazyRummyOptions
from bot.games.crazy_rummy.state import State


class Hidden(NamedTuple):
    """The cards that a seat cannot see, as they may lie; `under` are the discards under the top one."""

    hands: list[Cards]
    under: Cards
    stock: Cards
    aside: Cards


def imagine(
    sheet: Mapping[str, Any], notes: CrazyRummyNotes, options: CrazyRummyOptions, chance: Chance
) -> State:
    """A state that looks to the seat of the notes as its sheet does.

    Cards that are known to lie somewhere lie there. The rest is dealt as if the others played sensibly:
    five worlds in six give nobody what a sensible player would have laid, thrown away or taken.
    """
    seats, marker, wild = len(sheet["hands"]), sheet["marker"], sheet["wild"]
    sets = tuple(tuple(map(tuple, board)) for board in sheet["sets"].values())
    fed = tuple(map(tuple, sheet["fed"].values()))
    top = tuple(sheet["discard"][-1:])
    shown = [() if isinstance(hand, int) else tuple(hand) for hand in sheet["hands"].values()]
    seen = (*top, *chain(*shown), *chain(*chain(*sets)), *chain(*fed), *([marker] if marker else ()))
    hidden = _deal(sheet, notes, Counter(full_packs(sheet["packs"])) - Counter(seen), chance)
    dealt = (*chain(*hidden.hands), *hidden.under, *hidden.stock, *hidden.aside)
    return State(
        options=options, phase=sheet["phase"], hand_number=sheet["hand_number"],
        dealer=seat_of(sheet["dealer"], seats),
        turn=None if sheet["turn"] is None else seat_of(sheet["turn"], seats),
        packs=sheet["packs"], pack=in_order((*seen, *dealt)), wild=wild, marker=marker,
        stock=hidden.stock, discard=hidden.under + top,
        hands=tuple(own + others for own, others in zip(shown, hidden.hands, strict=True)),
        sets=sets, fed=fed, opened=open_ranks(chain(*sets), wild),
        first_play_done=_seats(sheet["first_play_done"], seats), laid=sheet["laid"], taken=sheet["taken"],
        lock_count=sheet["lock_count"], rebuilds=sheet["rebuilds"], totals=tuple(sheet["totals"].values()),
        last_hand=sheet["last_hand"], aside=hidden.aside, left=_seats(sheet["left"], seats),
        winners=_seats(sheet["winners"], seats),
    )  # fmt: skip


def _seats(given: Iterable[str], seats: int) -> tuple[Seat, ...]:
    return tuple(seat_of(letter, seats) for letter in given)


def _deal(sheet: Mapping[str, Any], notes: CrazyRummyNotes, unseen: Counter[Card], chance: Chance) -> Hidden:
    """Deal the unseen cards, which come in canonical order, to all places that the sheet counts."""
    sizes = [hand if isinstance(hand, int) else 0 for hand in sheet["hands"].values()]
    buried = sheet["discard"][0] if len(sheet["discard"]) > 1 else 0
    under = _taken_out(unseen, notes.pile[:-1] if len(notes.pile) == buried + 1 else ())
    known, aside = _known(sheet, notes, sizes, unseen)
    stock = _recycled(notes, unseen, sheet["stock"], chance)
    deck = list(chance.shuffle(tuple(unseen.elements())))
    is_sensible = chance.die() > 1
    hands = [
        _hand(deck, cards, size, _Sense(notes, seat, sheet["wild"]) if is_sensible else None)
        for seat, (cards, size) in enumerate(zip(known, sizes, strict=True))
    ]
    return Hidden(
        hands,
        under or _off(deck, buried),
        stock or _off(deck, sheet["stock"]),
        (*aside, *_off(deck, sheet["aside"] - len(aside))),
    )


def _taken_out(unseen: Counter[Card], cards: Cards) -> Cards:
    """These cards, which are no longer unseen; none when they cannot all be."""
    if not Counter(cards) <= unseen:
        return ()
    unseen.subtract(cards)
    return cards


def _known(
    sheet: Mapping[str, Any], notes: CrazyRummyNotes, sizes: list[int], unseen: Counter[Card]
) -> tuple[list[list[Card]], list[Card]]:
    """The cards that others are known to hold, by seat, and those that players who left had."""
    known: list[list[Card]] = [[] for _ in sizes]
    aside: list[Card] = []
    left = _seats(sheet["left"], len(sizes))
    for seat, card in notes.held:
        place, size = (aside, sheet["aside"]) if seat in left else (known[seat], sizes[seat])
        if len(place) < size and unseen[card] > 0:
            unseen[card] -= 1
            place.append(card)
    return known, aside


def _recycled(notes: CrazyRummyNotes, unseen: Counter[Card], size: int, chance: Chance) -> Cards:
    """The stock when it was made of known discards, some of which may have been drawn; else none."""
    old = unseen & Counter(notes.recycled)
    if size == 0 or old.total() < size:
        return ()
    return _taken_out(unseen, chance.shuffle(in_order(old.elements()))[:size])


def _off(deck: list[Card], number: int) -> Cards:
    """So many cards off the deck."""
    cards = tuple(deck[:number])
    del deck[:number]
    return cards


class _Sense:
    """What a sensible player still holds at the end of a turn; anything before the first one."""

    def __init__(self, notes: CrazyRummyNotes, seat: Seat, wild: str) -> None:
        self._lacks = {rank for other, rank in notes.lacks if other == seat}
        self._declined = {rank for other, rank in notes.declined if other == seat}
        self._wild = wild

    def keeps(self, ranks: Sequence[str], rank: str) -> bool:
        """Whether a card of this rank may be held beside these."""
        if not self._lacks:
            return True
        if rank in self._lacks:
            return False
        if rank == self._wild:
            return rank not in ranks and len(set(ranks)) == len(ranks)
        most = 1 if rank in self._declined or self._wild in ranks else MIN_SET_CARDS - 1
        return ranks.count(rank) < most


def _hand(deck: list[Card], known: list[Card], size: int, sense: _Sense | None) -> Cards:
    """A hand with the known cards, the others off the deck: those that make sense, then any."""
    hand = list(known)
    if sense is not None:
        ranks = [RANK_OF[card] for card in known]
        for card in deck[:]:
            if len(hand) == size:
                break
            if sense.keeps(ranks, RANK_OF[card]):
                deck.remove(card)
                hand.append(card)
                ranks.append(RANK_OF[card])
    return (*hand, *_off(deck, size - len(hand)))
