"""The interface of a game's computer play: a quick sensible move, and the worth of a position."""

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple

import msgspec

from bot.engine.chance import Chance, Seat
from bot.engine.contract import AnyGame, Notes
from bot.engine.draft import State
from bot.engine.moves import Move


class PlayStyle(msgspec.Struct, frozen=True):
    """The leanings of a character, from -1 to 1. With all at 0 the policy plays plainly."""

    bold: float = 0
    """Bluffs, calls bluffs and takes risks more often."""
    hoard: float = 0
    """Keeps cards and gives nothing away."""
    spite: float = 0
    """Goes for the player who leads."""
    haste: float = 0
    """Takes small gains at once. Below 0 it waits for large ones."""


PLAIN = PlayStyle()
EDITION: Final = 3
"""The edition of computer play. A release that changes computers' moves or dailies' form raises it."""


class Depth(NamedTuple):
    """The number of games a review samples, fixed so that its result is the same on every machine."""

    worlds: int = 72
    """Worlds in which each move of a decision is played."""
    second_looks: int = 10
    """The number of decisions that get a second look, those that seem most costly."""
    fresh_worlds: int = 1200
    """The most worlds of a second look."""


class View(msgspec.Struct, frozen=True):
    """The seat that decides, with its play style, its notes, and dice of its own.

    Without notes the seat remembers nothing, like all seats in sampled games.
    """

    seat: Seat
    rng: random.Random
    play_style: PlayStyle = PLAIN
    notes: Notes | None = None
    is_stand_in: bool = False
    """Whether it plays for an absent person. Then it accepts no draw, and votes no."""


class Policy(ABC, Generic[State]):
    """A way to play one game. It only looks at the seat's own hand and at public cards."""

    game: ClassVar[AnyGame]
    search_effort: ClassVar[int]
    """The number of games *hard* samples for one decision."""
    interrupts: ClassVar[bool] = False
    """Whether a seat can call something while others decide."""
    tells_luck: ClassVar[bool] = False
    """Whether a review may tell luck from skill. Only for games where measurements showed luck to be fair."""
    depth: ClassVar[Depth] = Depth()
    """The number of games a review samples for a decision."""
    max_moves: ClassVar[int] = 400
    """The most moves of a sampled game."""

    @abstractmethod
    def choose(self, state: State, view: View) -> Move:
        """Return the sensible move of a seat that has to decide, quickly, because sampled games need many."""

    def expert_move(self, state: State, view: View) -> Move:
        """Return the move that *hard* makes unless its search finds a better one."""
        return self.choose(state, view)

    def rollout_move(self, state: State, view: View, searcher: Seat) -> Move:
        """Return a seat's move in a game sampled for `searcher`, who may play better than the others."""
        return self.choose(state, view)

    @abstractmethod
    def evaluate(self, state: State, seat: Seat) -> float:
        """Return the worth of a state to a seat at the end of a sampled game: more is better, in any unit."""

    def candidates(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return the legal moves that a computer may consider."""
        return self.game.legal(state, seat)

    def shortlist(self, state: State, view: View) -> Sequence[Move]:
        """Return the moves to compare with the policy's own. None if a search doesn't help."""
        return self.candidates(state, view.seat)

    def may_advise(self, state: State, seat: Seat, move: Move) -> bool:
        """Whether a review may advise this move."""
        return True

    def win_chance(self, worth: float) -> float:
        """Return the chance to win for a worth."""
        return worth

    def is_cutoff(self, start: State, state: State, moves: int) -> bool:
        """Whether a sampled game that began at `start` may stop here after this many moves."""
        return moves >= self.max_moves

    def shortcut(self, start: State, state: State, seat: Seat, chance: Chance) -> float | None:
        """Return the worth to a seat of playing on from `state` by this policy. None: play every move.

        For a game that can work out the result without carrying out every move by its rules.
        """
        return None

    def interrupt(self, state: State, seat: Seat) -> Move | None:
        """Return a call that a seat may make while others decide. None if there's none."""
        return None

    def blunder(self, state: State, view: View) -> Move:
        """Return a move that a beginner might make: any candidate."""
        moves: Sequence[Move] = self.candidates(state, view.seat)
        return view.rng.choice(moves)

    def beginner_notes(self, notes: Any) -> Any:
        """Return the notes as far as a beginner remembers them, by default nothing."""
        return type(notes)(seat=notes.seat)
