"""The policy of Craits: moves, candidates for a search, and the worth of a position."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar, Final

from bot.engine.cards import DECK, SUIT_OF, SUITS
from bot.engine.chance import Chance, Seat
from bot.engine.moves import Move
from bot.games.craits import GAME
from bot.games.craits.cards import NAMEABLE, hand_points
from bot.games.craits.dealing import Deal, NameSuit, suit_moves
from bot.games.craits.one_card import Idiot, OneCard
from bot.games.craits.playing import Draw, Play
from bot.games.craits.state import State
from bot.players.craits.playing_on import RestOfHand, can_play_out
from bot.players.craits.sense import IN_COUNT, best_play, bits, fit_index, leaning
from bot.players.craits.standing import prospect
from bot.players.policy import Policy, View

NOTICE_CHANCE: Final = 0.8
"""The probability that a computer calls out a player who hasn't called "one card", on its own turn."""
FORGET_CHANCE: Final = 0.3
"""The probability that a blundering beginner forgets to call a single card."""


class CraitsPolicy(Policy[State]):
    """A policy that gets rid of cards that are expensive or hit others, and keeps wild ones."""

    game = GAME
    search_effort: ClassVar[int] = 450
    tells_luck = True
    interrupts: ClassVar[bool] = True
    max_moves: ClassVar[int] = 25

    def choose(self, state: State, view: View) -> Move:
        seat = view.seat
        if state.turn != seat:
            return Deal()
        if state.phase == "opening-suit":
            return _naming(state)
        if state.undeclared and (call := _call(state, view)):
            return call
        return _play(state, view)

    def evaluate(self, state: State, seat: Seat) -> float:
        """Return the chance to win. Of an unfinished hand, the cards held now count."""
        is_running = state.phase not in ("between-hands", "over")
        return prospect(state, _standing(state), seat, state.hand_number - is_running)

    def shortcut(self, start: State, state: State, seat: Seat, chance: Chance) -> float | None:
        if self.is_cutoff(start, state, 0) or not can_play_out(state):
            return None
        return prospect(state, RestOfHand(state).play_out(chance), seat, state.hand_number)

    def candidates(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return only the calls if there are any, else the plays that declare if possible, else all moves."""
        moves = self.game.legal(state, seat)
        calls = [move for move in moves if isinstance(move, OneCard | Idiot)]
        declared = [move for move in moves if isinstance(move, Play) and move.declare]
        return calls or declared or moves

    def is_cutoff(self, start: State, state: State, moves: int) -> bool:
        """Whether the hand is over. The next one tells nothing about this move."""
        return state.turn is None or moves >= self.max_moves

    def interrupt(self, state: State, seat: Seat) -> Move | None:
        """Return a call on a player who hasn't called "one card"."""
        guilty = state.undeclared - {seat}
        return Idiot(min(guilty)) if guilty else None

    def blunder(self, state: State, view: View) -> Move:
        """Return any card that fits, wild ones last. It may forget "one card", and never guesses a call."""
        moves = [move for move in self.game.legal(state, view.seat) if not isinstance(move, OneCard | Idiot)]
        cards = list(dict.fromkeys(move.card for move in moves if isinstance(move, Play)))
        if not cards:
            return view.rng.choice(moves)
        card = view.rng.choice([card for card in cards if card not in NAMEABLE] or cards)
        ways = [move for move in moves if isinstance(move, Play) and move.card == card]
        forgets = view.rng.random() < FORGET_CHANCE
        return view.rng.choice([move for move in ways if move.declare is not forgets] or ways)


def _standing(state: State) -> tuple[int, ...]:
    """Return the totals, including the points now held in a hand that isn't over."""
    totals = state.scores.totals
    if state.revealed:
        return totals
    return tuple(total + hand_points(hand) for total, hand in zip(totals, state.hands, strict=True))


def _call(state: State, view: View) -> Move | None:
    """Return the seat's forgotten "one card", or mostly a call on another player, if the game is real."""
    if view.seat in state.undeclared:
        return OneCard()
    if view.notes is None or view.rng.random() >= NOTICE_CHANCE:
        return None
    return Idiot(min(state.undeclared))


def _naming(state: State) -> Move:
    """Return the printed suit for a blind dealer, else the longest suit of the dealer's hand."""
    moves = [move for move in suit_moves(state) if isinstance(move, NameSuit)]
    if state.is_blind(state.dealer):
        return moves[0]
    lengths = Counter(SUIT_OF[card] for card in state.hands[state.dealer] if card not in NAMEABLE)
    return max(moves, key=lambda move: lengths[move.suit])


def _play(state: State, view: View) -> Move:
    """Return the play that gains most, or the draw."""
    seat, hand = view.seat, state.hands[view.seat]
    leans = leaning(
        view.play_style,
        two_players=len(state.active) == 2,
        in_danger=_is_in_danger(state, seat),
        at_leader=view.play_style.spite != 0 and _hits_leader(state, seat),
    )
    fit_at = IN_COUNT if state.phase == "count" else fit_index(state.suit, state.top)
    play = best_play(bits(hand), fit_at, leans)
    if play is None:
        return Draw()
    card = DECK[play[0]]
    return Play(card, SUITS[play[1]] if card in NAMEABLE else None, len(hand) == 2)


def _is_in_danger(state: State, seat: Seat) -> bool:
    """Whether another player holds a single card, or none."""
    hands = state.hands
    return any(other != seat and len(hands[other]) < 2 for other in state.active)


def _hits_leader(state: State, seat: Seat) -> bool:
    """Whether the next player has the lowest total of the others."""
    totals = state.scores.totals
    others = [other for other in state.active if other != seat]
    return min(others, key=totals.__getitem__) == state.next_seat(seat)
