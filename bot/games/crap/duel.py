"""Phases of a challenge, the players who must act in each, and the reward of a guess (section 5.4)."""

from typing import Final, Literal

from bot.engine.cards import RANK_OF, SUIT_OF, Cards
from bot.engine.chance import Seat
from bot.games.crap.cards import GuessedCard
from bot.games.crap.state import State

DuelPhase = Literal["challenge-place", "challenge-guess-1", "challenge-guess-2"]

PHASES: Final[tuple[DuelPhase, ...]] = ("challenge-place", "challenge-guess-1", "challenge-guess-2")


def cards_to_place(die: int, hand: int) -> int:
    """Return how many cards a player with this many in hand must place."""
    return min(die, hand)


def number_to_place(state: State, seat: Seat) -> int:
    """Return the number of cards a player must place, if they haven't placed any yet."""
    return cards_to_place(state.duel.die, len(state.hands[seat]))


def rivals(state: State) -> tuple[Seat, Seat]:
    """Return the challenger and the challenged player."""
    return state.turn, state.duel.target


def phases_from(state: State) -> tuple[DuelPhase, ...]:
    """Return the current phase of the challenge and those that may follow."""
    return PHASES[PHASES.index(state.phase) :]


def who_must_act(state: State) -> tuple[Seat, ...]:
    """Return the seats that must place or guess now, in seat order."""
    return tuple(sorted(must_act_in(state, phases_from(state)[0])))


def must_act_in(state: State, phase: DuelPhase) -> tuple[Seat, ...]:
    """Return the seats that must place or guess in a phase, challenger first."""
    if phase == "challenge-place":
        return still_to_place(state)
    challenger, challenged = rivals(state)
    if phase == "challenge-guess-1":
        return _still_to_guess(state, challenger, challenged)
    return _still_to_guess(state, challenged, challenger)


def still_to_place(state: State) -> tuple[Seat, ...]:
    """Return the rivals who have cards and haven't placed any, challenger first."""
    return tuple(seat for seat in rivals(state) if state.hands[seat] and not state.placed[seat])


def who_chose(state: State) -> tuple[Seat, ...]:
    """Return the rivals who chose their cards. A player who placed their whole hand had no choice."""
    return tuple(seat for seat in rivals(state) if state.placed[seat] and state.hands[seat])


def _still_to_guess(state: State, guesser: Seat, opponent: Seat) -> tuple[Seat, ...]:
    """Return the guesser, or nobody if there's nothing to guess (R26) or they have guessed or are leaving."""
    is_asked = state.placed[opponent] and guesser not in state.leaving
    return (guesser,) if is_asked and state.duel.guesses[guesser] is None else ()


def reward(guessed: GuessedCard | None, placed: Cards) -> int:
    """Return a guess's reward: one for each card of the rank and one for each of the suit (R27)."""
    if guessed is None:
        return 0
    ranks = [RANK_OF.get(card) for card in placed]
    suits = [SUIT_OF.get(card) for card in placed]
    return ranks.count(guessed.rank) + suits.count(guessed.suit)
