"""The challenge under way: its phases, who must act in them, and what a guess earns (section 5.4)."""

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


def needed(state: State, seat: Seat) -> int:
    """Return how many cards a player must place who has placed none."""
    return cards_to_place(state.duel.die, len(state.hands[seat]))


def rivals(state: State) -> tuple[Seat, Seat]:
    """Challenger and challenged."""
    return state.turn, state.duel.target


def phases_from(state: State) -> tuple[DuelPhase, ...]:
    """Return the present phase of the challenge and those that may follow."""
    return PHASES[PHASES.index(state.phase) :]


def who_must_act(state: State) -> tuple[Seat, ...]:
    """Return who must place or guess now, in seat order."""
    return tuple(sorted(must_act_in(state, phases_from(state)[0])))


def must_act_in(state: State, phase: DuelPhase) -> tuple[Seat, ...]:
    """Return who must place or guess in a phase, challenger first."""
    if phase == "challenge-place":
        return still_to_place(state)
    challenger, challenged = rivals(state)
    if phase == "challenge-guess-1":
        return _still_to_guess(state, challenger, challenged)
    return _still_to_guess(state, challenged, challenger)


def still_to_place(state: State) -> tuple[Seat, ...]:
    """Return who has cards and has placed none, challenger first."""
    return tuple(seat for seat in rivals(state) if state.hands[seat] and not state.placed[seat])


def have_chosen(state: State) -> tuple[Seat, ...]:
    """Return who has chosen what to place. A player who placed the whole hand had nothing to choose."""
    return tuple(seat for seat in rivals(state) if state.placed[seat] and state.hands[seat])


def _still_to_guess(state: State, guesser: Seat, opponent: Seat) -> tuple[Seat, ...]:
    """The guesser, unless there's nothing to guess (R26), or they have guessed or left."""
    is_asked = state.placed[opponent] and guesser not in state.leaving
    return (guesser,) if is_asked and state.duel.guesses[guesser] is None else ()


def reward(guessed: GuessedCard | None, placed: Cards) -> int:
    """Return one for each card of the rank and one for each of the suit. Jokers match nothing (R27)."""
    if guessed is None:
        return 0
    ranks = [RANK_OF.get(card) for card in placed]
    suits = [SUIT_OF.get(card) for card in placed]
    return ranks.count(guessed.rank) + suits.count(guessed.suit)
