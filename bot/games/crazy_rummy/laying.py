"""Laying sets and feeding cards to open ranks (sections 4 and 5)."""

from collections.abc import Iterator, Sequence
from functools import cache

from bot.engine.cards import RANK_OF, Card, without
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import Event
from bot.engine.held import named_cards, not_held
from bot.engine.moves import CardsText, Move
from bot.games.crazy_rummy.cards import PLAYED_CARDS, Cards, points, set_rank
from bot.games.crazy_rummy.ending import end_hand
from bot.games.crazy_rummy.state import State

SMALLEST_SET = 3


class Meld(Move, frozen=True):
    """Lay one set of at least three cards."""

    cards: CardsText


class Feed(Move, frozen=True):
    """Lay single cards of ranks that lie on the table as a set."""

    cards: CardsText


class SetLaid(Event, frozen=True):
    """A player laid a set, which opens its rank; so many cards are left in the hand."""

    seat: Seat
    cards: Cards
    rank: str
    points: int
    hand: int


class CardsFed(Event, frozen=True):
    """A player fed cards to open ranks; so many cards are left in the hand."""

    seat: Seat
    cards: Cards
    points: int
    hand: int


def most_wilds(state: State) -> int:
    """How many wilds the player on turn may put beside naturals: any number in the first play (R7, R8)."""
    return 1 if state.turn in state.first_play_done else len(state.hands[state.mover])


def meld_refusal(state: State, cards: Cards) -> Refusal | None:
    """Why these cards from the hand of the player on turn are no legal set."""
    if len(cards) < SMALLEST_SET:
        return Refusal("set-too-small", {"cards": len(cards), "needed": SMALLEST_SET})
    naturals = [RANK_OF[card] for card in cards if RANK_OF[card] != state.wild]
    if len(set(naturals)) > 1:
        return Refusal("mixed-ranks", {"ranks": list(dict.fromkeys(naturals))})
    most, wilds = most_wilds(state), len(cards) - len(naturals)
    if naturals and wilds > most:
        return Refusal("too-many-wilds", {"wilds": wilds, "most": most, "wild": state.wild})
    return None


def feed_refusal(state: State, cards: Cards) -> Refusal | None:
    """Why these cards cannot all be fed; a wild is fed as its own rank only."""
    closed = [card for card in cards if RANK_OF[card] not in state.opened]
    for card in closed:
        if RANK_OF[card] != state.wild:
            return Refusal("rank-not-open", {"card": card, "rank": RANK_OF[card]})
    return Refusal("wild-cannot-feed", {"card": closed[0], "wild": state.wild}) if closed else None


def meld(draft: Draft[State], seat: Seat, move: Meld) -> Refusal | None:
    """Lay the cards of this text as one set in front of the player on turn."""
    state, held = draft.state, draft.state.hands[seat]
    cards = named_cards(move.cards, pack=PLAYED_CARDS)
    if isinstance(cards, Refusal):
        return cards
    if refusal := not_held(held, cards) or meld_refusal(state, cards):
        return refusal
    rank, hand = set_rank(cards, state.wild), without(held, cards)
    draft.change(sets=put(state.sets, seat, (*state.sets[seat], cards)), opened=state.opened | {rank})
    draft.tell(SetLaid(seat, cards, rank, points(cards, state.wild), len(hand)))
    _leave_hand(draft, cards, hand)
    return None


def feed(draft: Draft[State], seat: Seat, move: Feed) -> Refusal | None:
    """Lay the cards of this text singly in front of the player on turn, all or none."""
    state, held = draft.state, draft.state.hands[seat]
    cards = named_cards(move.cards, pack=PLAYED_CARDS)
    if isinstance(cards, Refusal):
        return cards
    if refusal := not_held(held, cards) or feed_refusal(state, cards):
        return refusal
    hand = without(held, cards)
    draft.change(fed=put(state.fed, seat, state.fed[seat] + cards))
    draft.tell(CardsFed(seat, cards, points(cards, state.wild), len(hand)))
    _leave_hand(draft, cards, hand)
    return None


def _leave_hand(draft: Draft[State], laid: Cards, hand: Cards) -> None:
    """The laid cards are out of the hand; an empty hand ends the hand of the game at once."""
    state, seat = draft.state, draft.state.mover
    # Laying the face that was taken lifts the ban on discarding it (R11).
    taken = None if state.taken in laid else state.taken
    draft.change(hands=put(state.hands, seat, hand), laid=True, taken=taken)
    if not hand:
        end_hand(draft, seat)


def sets_within(groups: dict[str, list[Card]], wild: str, most: int) -> Iterator[Cards]:
    """The sets that can be made of these cards, whole ranks with few wilds first.

    One set for each number of naturals of a rank and of wilds: suits make no difference, so the first
    cards of each group stand for all. At most `most` wilds stand beside naturals.
    """
    wilds = groups.get(wild, [])
    usable = min(most, len(wilds))
    naturals = [
        group for rank, group in groups.items() if rank != wild and len(group) + usable >= SMALLEST_SET
    ]
    for kept in range(max(map(len, naturals), default=0)):
        for group in naturals:
            count = len(group) - kept
            if count > 0:
                for joined in range(max(0, SMALLEST_SET - count), usable + 1):
                    yield (*group[:count], *wilds[:joined])
    for count in range(len(wilds), SMALLEST_SET - 1, -1):
        yield tuple(wilds[:count])


def melds(state: State, groups: dict[str, list[Card]]) -> list[Move]:
    """The sets open to the player on turn, `groups` being the hand by ranks."""
    return [Meld(",".join(cards)) for cards in sets_within(groups, state.wild, most_wilds(state))]


def feeds(state: State) -> list[Move]:
    """All cards that can be fed together, then each distinct one."""
    cards = feedable(state, state.hands[state.mover])
    together = [Feed(",".join(cards))] if len(cards) > 1 else []
    return [*together, *map(_fed_alone, dict.fromkeys(cards))]


def feedable(state: State, cards: Sequence[Card]) -> list[Card]:
    """Those of these cards whose rank is open."""
    return [card for card in cards if RANK_OF[card] in state.opened]


@cache
def _fed_alone(card: Card) -> Move:
    return Feed(card)
