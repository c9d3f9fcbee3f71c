"""Laying sets and feeding cards to open ranks (sections 4 and 5)."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from bot.engine.cards import RANK_OF, Card, Cards, without
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import SeatEvent
from bot.engine.held import named_cards, not_held
from bot.engine.moves import CardsText, Move
from bot.games.crazy_rummy.cards import PLAYED_CARDS, feedable, points, set_rank
from bot.games.crazy_rummy.ending import end_hand
from bot.games.crazy_rummy.state import State

MIN_SET_CARDS: Final = 3
MAX_WILDS: Final = 1
"""The most wilds in a set with naturals, once its player's first play is over (R8)."""


class Meld(Move, frozen=True):
    """Lay one set of at least three cards."""

    cards: CardsText


class Feed(Move, frozen=True):
    """Feed single cards to open ranks."""

    cards: CardsText


class SetLaid(SeatEvent, frozen=True):
    """A player laid a set, which opens its rank. `hand` cards are left."""

    cards: Cards
    rank: str
    points: int
    hand: int


class CardsFed(SeatEvent, frozen=True):
    """A player fed cards to open ranks. `hand` cards are left."""

    cards: Cards
    points: int
    hand: int


def completes_set(hand: Cards, card: Card) -> bool:
    """Whether this card completes the smallest set of its rank in a hand, without wilds."""
    return sum(RANK_OF[one] == RANK_OF[card] for one in hand) == MIN_SET_CARDS - 1


def max_wilds(state: State) -> int:
    """Return the most wilds the player on turn may lay with naturals. A first play isn't limited (R7, R8)."""
    return MAX_WILDS if state.turn in state.first_play_done else len(state.hands[state.mover])


def meld_refusal(state: State, cards: Cards) -> Refusal | None:
    """Return why these cards from the hand of the player on turn aren't a legal set. None when they are.

    The error codes `set-too-small` (`cards`, `needed`: how many), `mixed-ranks` (`ranks`) and
    `too-many-wilds` (`wilds`, `most`: how many, `wild`: the rank), in the order of section 5.
    """
    if len(cards) < MIN_SET_CARDS:
        return Refusal("set-too-small", {"cards": len(cards), "needed": MIN_SET_CARDS})
    naturals = [RANK_OF[card] for card in cards if RANK_OF[card] != state.wild]
    if len(set(naturals)) > 1:
        return Refusal("mixed-ranks", {"ranks": list(dict.fromkeys(naturals))})
    most, wilds = max_wilds(state), len(cards) - len(naturals)
    if naturals and wilds > most:
        return Refusal("too-many-wilds", {"wilds": wilds, "most": most, "wild": state.wild})
    return None


def feed_refusal(state: State, cards: Cards) -> Refusal | None:
    """Return why these cards can't all be fed. None when they can.

    The error codes `rank-not-open` (`card`, `rank`) for a natural, else `wild-cannot-feed` (`card`, `wild`).
    """
    closed = without(cards, feedable(cards, state.opened))
    for card in closed:
        if RANK_OF[card] != state.wild:
            return Refusal("rank-not-open", {"card": card, "rank": RANK_OF[card]})
    return Refusal("wild-cannot-feed", {"card": closed[0], "wild": state.wild}) if closed else None


def meld(draft: Draft[State], seat: Seat, move: Meld) -> Refusal | None:
    """Lay the named cards as one set. If that was the last card, the hand of the game ends (R16)."""
    state = draft.state
    cards = _from_hand(state.hands[seat], move.cards)
    if isinstance(cards, Refusal):
        return cards
    if refusal := meld_refusal(state, cards):
        return refusal
    rank = set_rank(cards, state.wild)
    left = _lay(
        draft, cards, sets=put(state.sets, seat, (*state.sets[seat], cards)), opened=state.opened | {rank}
    )
    draft.tell(SetLaid(seat, cards, rank, points(cards, state.wild), left))
    if not left:
        end_hand(draft, seat)
    return None


def feed(draft: Draft[State], seat: Seat, move: Feed) -> Refusal | None:
    """Feed all the named cards or none. If that was the last card, the hand of the game ends (R16)."""
    state = draft.state
    cards = _from_hand(state.hands[seat], move.cards)
    if isinstance(cards, Refusal):
        return cards
    if refusal := feed_refusal(state, cards):
        return refusal
    left = _lay(draft, cards, fed=put(state.fed, seat, state.fed[seat] + cards))
    draft.tell(CardsFed(seat, cards, points(cards, state.wild), left))
    if not left:
        end_hand(draft, seat)
    return None


def _from_hand(hand: Cards, text: str) -> Cards | Refusal:
    """Return the named cards, or a refusal unless the hand has them all."""
    cards = named_cards(text, deck=PLAYED_CARDS)
    return cards if isinstance(cards, Refusal) else not_held(hand, cards) or cards


def _lay(draft: Draft[State], cards: Cards, **board: Any) -> int:
    """Move cards from the hand of the player on turn to the board. Return the number left in the hand."""
    state, seat = draft.state, draft.state.mover
    hand = without(state.hands[seat], cards)
    # Once a card equal to the one taken is laid, the other may be discarded (R11).
    taken = None if state.taken in cards else state.taken
    draft.change(hands=put(state.hands, seat, hand), laid=True, taken=taken, **board)
    return len(hand)


def meld_moves(state: State, groups: dict[str, list[Card]]) -> list[Move]:
    """Return the sets open to the player on turn, whose hand by rank is `groups`."""
    return [Meld(",".join(cards)) for cards in sets_within(groups, state.wild, max_wilds(state))]


def sets_within(groups: dict[str, list[Card]], wild: str, most: int) -> Iterator[Cards]:
    """Yield the sets that these cards can make, whole ranks with few wilds first.

    There's one set for each count of naturals and wilds of a rank: suits don't matter, so the first
    cards of each group represent all. At most `most` wilds go with naturals.
    """
    # A hand of 20 cards has a million subsets, too many to filter by `meld_refusal`. A test compares both.
    wilds = groups.get(wild, [])
    usable = min(most, len(wilds))
    naturals = [
        group for rank, group in groups.items() if rank != wild and len(group) + usable >= MIN_SET_CARDS
    ]
    for kept in range(max(map(len, naturals), default=0)):
        for group in naturals:
            count = len(group) - kept
            if count > 0:
                for joined in range(max(0, MIN_SET_CARDS - count), usable + 1):
                    yield (*group[:count], *wilds[:joined])
    for count in range(len(wilds), MIN_SET_CARDS - 1, -1):
        yield tuple(wilds[:count])


def feed_moves(state: State) -> list[Move]:
    """Return a feed of all possible cards together, then of each different one."""
    cards = feedable(state.hands[state.mover], state.opened)
    together = [Feed(",".join(cards))] if len(cards) > 1 else []
    return [*together, *map(_single_feed, dict.fromkeys(cards))]


@cache
def _single_feed(card: Card) -> Move:
    return Feed(card)
