"""Sampling a state that one seat can't tell from the real one."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from msgspec.structs import replace

from bot.engine.cards import DECK, ORDER, Card, Cards, in_order
from bot.engine.chance import Chance, Seat
from bot.engine.view import is_covered, visible
from bot.games.craits.notes import CardSet, CraitsNotes, Group, Groups, groups_of
from bot.games.craits.options import packs_for
from bot.games.craits.state import State

_BIT: Final = {card: 1 << ORDER[card] for card in DECK}
_SURPRISE: Final = 1
"""On this roll of a die, a player may hold a card that they would rather have played."""


class _Share(NamedTuple):
    """Hidden cards of a hand that have to be dealt."""

    seat: Seat
    cards: int
    lacks: CardSet
    spared: CardSet


class _BaseFacts(NamedTuple):
    """The common facts of all samples for the same view and notes."""

    base: State
    """The state without the cards that have to be dealt."""
    unseen: Cards
    """The cards the seat can't see, in canonical order."""
    shares: Sequence[_Share]
    """The shares to deal, the most restricted first."""


def determinize(seen: State, notes: CraitsNotes, chance: Chance) -> State:
    """Return a random state with this view, whose hidden cards agree with the notes."""
    base, unseen, shares = _base_facts(seen, notes)
    pool, hands = list(chance.shuffle(unseen)), list(base.hands)
    for share in shares:
        hands[share.seat] += _deal_share(share, pool, chance)
    for share in shares:
        hands[share.seat] = in_order(hands[share.seat])
    covered = len(seen.under) - len(base.under)
    face_down = covered + len(seen.stock)
    world = replace(
        base, hands=tuple(hands), under=(*base.under, *pool[:covered]), stock=tuple(pool[covered:face_down])
    )
    return world if face_down == len(pool) else replace(world, pack=world.all_cards)


@lru_cache(maxsize=8)  # A search samples hundreds of states from the same view.
def _base_facts(seen: State, notes: CraitsNotes) -> _BaseFacts:
    """Return the common facts of all samples for this view and these notes."""
    packs = packs_for(len(seen.hands), seen.options)
    under = notes.under if len(notes.under) <= len(seen.under) else ()
    undeclared = frozenset(seat for seat in notes.undeclared if len(seen.hands[seat]) == 1)
    base = replace(
        seen,
        pack=in_order(DECK * packs),
        hands=tuple(map(visible, seen.hands)),
        under=under,
        undeclared=undeclared - seen.declared,
    )
    return _BaseFacts(base, _unseen(base, packs), _shares(seen, notes, packs))


def _unseen(base: State, packs: int) -> Cards:
    """Return the cards the seat can't see."""
    top = () if base.top is None else (base.top,)
    unseen = Counter(dict.fromkeys(DECK, packs))
    unseen.subtract((*base.under, *chain(*base.hands), *top))
    return tuple(unseen.elements())


def _shares(seen: State, notes: CraitsNotes, packs: int) -> list[_Share]:
    shares = [
        _Share(seat, group.cards, group.lacks | (group.stocked if packs == 1 else 0), group.spared)
        for seat, hand in enumerate(seen.hands)
        if is_covered(hand)
        for group in _likely_groups(notes, seat, len(hand))
    ]
    return sorted(shares, key=lambda share: -share.lacks.bit_count())


def _likely_groups(notes: CraitsNotes, seat: Seat, number: int) -> Groups:
    """Return the groups of a hand, or a single unknown group if the notes disagree with its size."""
    groups = groups_of(notes, seat)
    return groups if sum(group.cards for group in groups) == number else (Group(number),)


def _deal_share(share: _Share, pool: list[Card], chance: Chance) -> Cards:
    """Take the cards of a share from the pool. If too few fit, drop the weakest clues first."""
    dealt: list[Card] = []
    for lacks, spared in ((share.lacks, share.spared), (share.lacks, 0), (0, 0)):
        place = 0
        while place < len(pool) and len(dealt) < share.cards:
            bit = _BIT[pool[place]]
            if bit & lacks or (bit & spared and chance.die() != _SURPRISE):
                place += 1
            else:
                dealt.append(pool.pop(place))
    return tuple(dealt)
