"""How computers play Craits: dear cards first, hitting others, wild cards kept for need.

The weights are points of the score sheet; each was kept because whole games with it were won more often.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import ClassVar, Final, NamedTuple

from bot.engine.cards import PACK, RANK_OF, RANKS, SUIT_OF, SUITS, Card, Rank, Suit
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.craits import GAME
from bot.games.craits.cards import COUNT_CARDS, FITTING, NAMEABLE, POINTS, Cards, hand_points
from bot.games.craits.dealing import Deal, NameSuit, namings
from bot.games.craits.one_card import Idiot, OneCard
from bot.games.craits.playing import Draw, Play
from bot.games.craits.state import State
from bot.players.policy import Policy, Temper, View

NOTICES: Final = 0.8
"""How often a computer that remembers who has not called "one card" says so."""
FORGETS: Final = 0.3
"""How often a beginner who blunders does not call a single card."""

_THREE: Final = -16
_FIVE: Final = 6
"""What it is worth to be rid of a rank, beyond its points: threes cancel cards."""
_BACKED: Final = 4
"""By how much a two is better that starts a count with a card to answer it."""
_SIX_FOLLOWED: Final = 10
_FOUR_ALONE: Final = 26
_FOUR: Final = -4
"""A four gives another turn at a table of two, and is worth little elsewhere."""
_SUIT_LEFT: Final = 2
_NAMED_LEFT: Final = 3
"""For each card of the suit to come, printed or named; wild ones do not count."""
_RANK_LEFT: Final = -4
"""For each card of the rank."""
_HITTING: Final = frozenset[Rank](("2", "4", "7"))
"""Ranks that hit the next player, or the one after."""

_NO_SUITS: Final = dict.fromkeys(SUITS, 0)
_NO_RANKS: Final = dict.fromkeys(RANKS, 0)
_WAYS: Final[dict[Card, tuple[tuple[Card, Suit], ...]]] = {
    card: tuple((card, suit) for suit in NAMEABLE.get(card, (SUIT_OF[card],))) for card in PACK
}


class Weights(NamedTuple):
    """What differs between characters."""

    points: float
    eight: float
    eight_in_danger: float
    """What it is worth to be rid of an eight beyond its points, and once somebody is about to go out."""
    nine: float
    two: float
    """The same for nines, and for a two that starts a count without another card to answer it."""
    leader: float
    """What it is worth to hit the player who leads."""


class Setting(NamedTuple):
    """What a play depends on beside the hand and the card it goes on."""

    weights: Weights
    two_players: bool
    in_danger: bool
    at_leader: bool


@cache
def weights_of(temper: Temper) -> Weights:
    """The weights of a character; the lean of none costs it many games."""
    return Weights(
        points=1 + 0.25 * temper.haste,
        eight=-80 - 15 * temper.hoard,
        eight_in_danger=-30 - 15 * temper.hoard - 15 * temper.bold,
        nine=-30 - 5 * temper.hoard,
        two=-14 + 10 * temper.bold,
        leader=12 * temper.spite,
    )


class CraitsPolicy(Policy[State]):
    """Gets rid of the dearest cards, but for wild ones, and of cards that hit others."""

    game = GAME
    thoughts: ClassVar[int] = 300
    interjects: ClassVar[bool] = True
    most_moves: ClassVar[int] = 25

    def pick(self, state: State, view: View) -> Move:
        seat = view.seat
        if state.turn != seat:
            return Deal()
        if state.phase == "opening-suit":
            return _naming(state)
        if state.undeclared and (call := _call(state, view)):
            return call
        weights = weights_of(view.temper)
        in_danger = _is_in_danger(state, seat)
        at_leader = weights.leader != 0 and _hits_leader(state, seat)
        setting = Setting(weights, len(state.active) == 2, in_danger, at_leader)
        goes_on = None if state.phase == "count" else (state.suit, state.top)
        return _play(state.hands[seat], goes_on, setting)

    def worth(self, state: State, seat: Seat) -> float:
        """Points that the others are behind, on average; an unfinished hand counts as it stands."""
        standing = _standing(state)
        others = [standing[other] for other in state.active if other != seat]
        return sum(others) / max(1, len(others)) - standing[seat]

    def candidates(self, state: State, seat: Seat) -> Sequence[Move]:
        """All plays, always with the declaration; where somebody can be called, the call alone."""
        moves = self.game.legal(state, seat)
        calls = [move for move in moves if isinstance(move, OneCard | Idiot)]
        declared = [move for move in moves if isinstance(move, Play) and move.declare]
        return calls or declared or moves

    def is_far_enough(self, start: State, state: State, moves: int) -> bool:
        """The end of the hand: another one says nothing about this move."""
        return state.turn is None or moves >= self.most_moves

    def interjection(self, state: State, seat: Seat) -> Move | None:
        """Somebody who has not said "one card"."""
        guilty = state.undeclared - {seat}
        return Idiot(min(guilty)) if guilty else None

    def blunder(self, state: State, view: View) -> Move:
        """Any card that goes, wild ones last; "one card" is forgotten now and then, a call never guessed."""
        moves = [move for move in self.game.legal(state, view.seat) if not isinstance(move, OneCard | Idiot)]
        cards = list(dict.fromkeys(move.card for move in moves if isinstance(move, Play)))
        if not cards:
            return view.rng.choice(moves)
        card = view.rng.choice([card for card in cards if card not in NAMEABLE] or cards)
        ways = [move for move in moves if isinstance(move, Play) and move.card == card]
        forgets = view.rng.random() < FORGETS
        return view.rng.choice([move for move in ways if move.declare is not forgets] or ways)


def _standing(state: State) -> tuple[int, ...]:
    """The totals, with the cards of a hand that is not over."""
    totals = state.scores.totals
    if state.revealed:
        return totals
    return tuple(total + hand_points(hand) for total, hand in zip(totals, state.hands, strict=True))


def _call(state: State, view: View) -> Move | None:
    """One's own card made good, or somebody's who forgot it; in imagined games nobody is called."""
    if view.seat in state.undeclared:
        return OneCard()
    if view.notes is None or view.rng.random() >= NOTICES:
        return None
    return Idiot(min(state.undeclared))


def _naming(state: State) -> Move:
    """The printed suit for a dealer who has seen no card, else the longest suit of the hand."""
    moves = [move for move in namings(state) if isinstance(move, NameSuit)]
    if state.is_blind(state.dealer):
        return moves[0]
    lengths = Counter(SUIT_OF[card] for card in state.hands[state.dealer] if card not in NAMEABLE)
    return max(moves, key=lambda move: lengths[move.suit])


@lru_cache(maxsize=20_000)  # imagined games come to the same hands again and again
def _play(hand: Cards, goes_on: tuple[Suit | None, Card | None] | None, setting: Setting) -> Move:
    """The play that gains most from a hand on this suit and card, on None in the count; or the draw."""
    fits = COUNT_CARDS if goes_on is None else FITTING[goes_on]
    ways = [way for card in hand if card in fits for way in _WAYS[card]]
    if not ways:
        return Draw()
    if len(ways) == 1:
        best = ways[0]
    elif goes_on is None:
        best = max(ways, key=lambda way: POINTS[way[0]])
    else:
        backed = len(COUNT_CARDS.intersection(hand)) > 1
        rests = _rests(setting, backed=backed)
        best = _best(hand, ways, rests)
    card, named = best
    return Play(card, named if card in NAMEABLE else None, len(hand) == 2)


def _best(hand: Cards, ways: Sequence[tuple[Card, Suit]], rests: Mapping[Rank, float]) -> tuple[Card, Suit]:
    """The way to play that gains most: a card, and the suit that it leads to."""
    suits, ranks = _lengths(hand)
    best, most = ways[0], -1000.0
    for way in ways:
        card, suit = way
        rank = RANK_OF[card]
        gain = rests[rank] + _RANK_LEFT * ranks[rank]
        gain += (_NAMED_LEFT if card in NAMEABLE else _SUIT_LEFT) * suits[suit]
        if rank == "6" and _is_followed(hand, card, suit):
            gain += _SIX_FOLLOWED
        if gain > most:
            best, most = way, gain
    return best


def _lengths(hand: Cards) -> tuple[dict[Suit, int], dict[Rank, int]]:
    """How many cards of each suit, the wild ones left out, and of each rank a hand has."""
    suits, ranks = _NO_SUITS.copy(), _NO_RANKS.copy()
    for card in hand:
        ranks[RANK_OF[card]] += 1
        if card not in NAMEABLE:
            suits[SUIT_OF[card]] += 1
    return suits, ranks


@cache
def _rests(setting: Setting, *, backed: bool) -> Mapping[Rank, float]:
    """What it is worth to be rid of each rank."""
    weights = setting.weights
    leaning: dict[Rank, float] = {
        "2": weights.two + (_BACKED if backed else 0),
        "3": _THREE,
        "4": _FOUR_ALONE if setting.two_players else _FOUR,
        "5": _FIVE,
        "8": weights.eight_in_danger if setting.in_danger else weights.eight,
        "9": weights.nine,
    }
    if setting.at_leader:
        for rank in _HITTING:
            leaning[rank] = leaning.get(rank, 0) + weights.leader
    return {rank: weights.points * POINTS[card] + leaning.get(rank, 0) for card, rank in RANK_OF.items()}


def _is_followed(hand: Cards, card: Card, suit: Suit) -> bool:
    """Whether another card of the hand goes on this one."""
    fits = FITTING[suit, card]
    return any(other in fits for other in hand if other != card)


def _is_in_danger(state: State, seat: Seat) -> bool:
    """Whether another player holds a single card, or none."""
    hands = state.hands
    return any(other != seat and len(hands[other]) < 2 for other in state.active)


def _hits_leader(state: State, seat: Seat) -> bool:
    """Whether the next player stands best of the others."""
    totals = state.scores.totals
    others = [other for other in state.active if other != seat]
    return min(others, key=totals.__getitem__) == state.next_seat(seat)
