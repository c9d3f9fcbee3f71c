"""Playing out a hand of Craits by sensible moves, with cards as bits.

The results equal those of the game itself, in a fraction of the time, because no events are made. A
test plays both side by side. Tables with two packs or with face-card powers are left to the game.
"""

from contextlib import suppress
from typing import Final

from bot.engine.cards import DECK, ORDER, RANKS, SUITS
from bot.engine.chance import Chance, Seat
from bot.games.craits.cards import POINTS, pressure_points
from bot.games.craits.functions import seven_distance
from bot.games.craits.state import ANTICLOCKWISE, CLOCKWISE, PLAYING, State, seat_after
from bot.games.craits.turns import PENALTY_CARDS
from bot.players.craits.sense import IN_COUNT, SUIT_SIZE, Hand, best_play, bits, places, plain_leanings

_POINTS: Final = tuple(POINTS[card] for card in DECK)
_THREES: Final = bits(card for card in DECK if card[:-1] == "3")
_EIGHTS: Final = bits(card for card in DECK if card[:-1] == "8")
_MOST_EXPENSIVE: Final = tuple(
    sum(1 << place for place in range(len(DECK)) if _POINTS[place] == points) & ~(_THREES | _EIGHTS)
    for points in sorted(set(_POINTS), reverse=True)
)
"""The cards that threes cancel, as one set for each number of points, the most expensive first."""
_TWO, _FOUR, _FIVE, _SIX, _SEVEN, _TEN = (RANKS.index(rank) for rank in ("2", "4", "5", "6", "7", "10"))


class HandIsOver(Exception):
    """The hand has ended, perhaps while a card's function was carried out."""


def can_play_out(state: State) -> bool:
    """Whether a hand can be played out here from this state."""
    return state.phase in PLAYING and not state.options.faces and len(state.pack) <= len(DECK)


def points_of(hand: Hand) -> int:
    """Return the points of a hand, as `hand_points` does."""
    threes = (hand & _THREES).bit_count()
    if threes and hand == hand & _THREES:
        return -50 * threes
    total = sum([_POINTS[card] for card in places(hand)])
    for group in _MOST_EXPENSIVE if threes else ():
        if found := hand & group:
            cancelled = min(threes, found.bit_count())
            total -= cancelled * _POINTS[found.bit_length() - 1]
            threes -= cancelled
    return total


class RestOfHand:
    """The rest of a hand. Playing changes it."""

    def __init__(self, state: State) -> None:
        self.hands = list(map(bits, state.hands))
        self.stock = [ORDER[card] for card in state.stock[::-1]]
        self.under = bits(state.under)
        self.top, self.suit = ORDER[state.top or "AC"], SUITS.index(state.suit or "C")
        self.active, self.owes = state.active, set(state.owes)
        self.count, self.turn = state.count, state.turn or 0
        self.totals, self.pressures = list(state.scores.totals), list(state.scores.pressures)
        self.left = state.options.hand_cap - state.actions
        seats = len(state.hands)
        one, other = (
            [seat_after(seat, self.active, way, seats) for seat in range(seats)]
            for way in (CLOCKWISE, ANTICLOCKWISE)
        )
        self.after, self.before = (one, other) if state.direction == CLOCKWISE else (other, one)

    def play_out(self, chance: Chance) -> list[int]:
        """Play the hand to its end, and return the totals."""
        self.chance = chance
        with suppress(HandIsOver):
            self._play()
        totals = self.totals
        for seat in self.active:
            totals[seat] += points_of(self.hands[seat])
        return totals

    def _play(self) -> None:
        hands, active = self.hands, self.active
        calm, danger = plain_leanings(two_players=len(active) == 2)
        while self.left > 0:
            seat = self.turn
            hand = hands[seat]
            leaning = calm
            for other in active:
                held = hands[other]
                if not held & (held - 1) and other != seat:
                    leaning = danger
                    break
            fit_index = IN_COUNT if self.count else self.suit * SUIT_SIZE + self.top % SUIT_SIZE
            play = best_play(hand, fit_index, leaning)
            self.left -= 1
            if play is not None:
                self._lay(seat, *play)
            elif self.count:
                self._fail(seat)
            else:
                self._draw(seat, 1)
                self._pass(seat)

    def _lay(self, seat: Seat, card: int, suit: int) -> None:
        """Play a card and carry out its function."""
        hand = self.hands[seat] = self.hands[seat] ^ 1 << card
        self.under |= 1 << self.top
        self.top, self.suit = card, suit
        rank = card % SUIT_SIZE
        if rank == _TWO or self.count:
            self.count += 2 if rank == _TWO else 1
            self._pass_count(seat)
            return
        if rank == _SIX:
            if not hand:
                self._draw(seat, 1)
                self._pass(seat)
            return
        if rank == _FIVE:
            other = self.after[seat]
            while other != seat:
                self._draw(other, 1)
                other = self.after[other]
        elif rank == _SEVEN:
            drawer = seat
            for _ in range(seven_distance(len(self.active))):
                drawer = self.after[drawer]
            self._draw(drawer, 1)
        elif rank == _TEN:
            self.after, self.before = self.before, self.after
        if not hand:
            raise HandIsOver
        self._pass(self.after[seat] if rank == _FOUR else seat)

    def _pass(self, seat: Seat) -> None:
        """Pass the turn to the next player who owes no penalty."""
        turn = self.after[seat]
        while turn in self.owes:
            self._pay(turn)
            turn = self.after[turn]
        self.turn = turn

    def _pay(self, seat: Seat) -> None:
        self.owes.discard(seat)
        self._draw(seat, PENALTY_CARDS)

    def _pass_count(self, seat: Seat) -> None:
        """Ask the next player to answer the count."""
        self.turn = turn = self.after[seat]
        if turn in self.owes:
            self._pay(turn)
            self._fail(turn)
        elif not self.hands[turn]:
            self._fail(turn)

    def _fail(self, seat: Seat) -> None:
        """Make a player draw the count, which ends it and maybe the hand."""
        self._draw(seat, self.count)
        self.count = 0
        for other in self.active:
            if not self.hands[other]:
                raise HandIsOver
        self._pass(seat)

    def _draw(self, seat: Seat, number: int) -> None:
        stock = self.stock
        for _ in range(number):
            if not stock:
                self.pressures[seat] += 1
                self.totals[seat] += pressure_points(self.pressures[seat])
                cards = self.chance.shuffle([DECK[card] for card in places(self.under)])
                if not cards:
                    raise HandIsOver
                stock = self.stock = [ORDER[card] for card in cards[::-1]]
                self.under = 0
            self.hands[seat] |= 1 << stock.pop()
