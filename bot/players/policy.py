"""A game's part in computer play: a quick sensible move, and the worth of a position."""

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
    """How a character leans, from -1 to 1 each. 0 is the plain policy."""

    bold: float = 0
    """Bluffs, doubts and takes risks more often."""
    hoard: float = 0
    """Keeps cards and gives nothing away."""
    spite: float = 0
    """Goes for the player who leads."""
    haste: float = 0
    """Takes small gains at once. Below 0 it waits for large ones."""


PLAIN = PlayStyle()
EDITION: Final = 3
"""Counted up by a release whose computers move differently, or whose dailies have another form."""


class Depth(NamedTuple):
    """How many games a review samples, so that it comes to the same on every machine."""

    worlds: int = 72
    """For each move of a decision."""
    again: int = 10
    """How many decisions are looked at once more, those that seem most expensive."""
    fresh: int = 1200
    """Worlds of that second look at most."""


class View(msgspec.Struct, frozen=True):
    """Who decides, and by what: how they lean, what they remember, and dice of their own.

    Without notes the seat remembers nothing: so the others play in games that are only sampled.
    """

    seat: Seat
    rng: random.Random
    play_style: PlayStyle = PLAIN
    notes: Notes | None = None
    is_stand_in: bool = False
    """Whether they play for someone who is absent: then they agree to no draw, and vote for nothing."""


class Policy(ABC, Generic[State]):
    """How computers play one game. A policy looks at its own hand and at what lies open, at nothing else."""

    game: ClassVar[AnyGame]
    search_effort: ClassVar[int]
    """How many games *hard* samples for one decision."""
    interjects: ClassVar[bool] = False
    """Whether there's anything to be called while others decide."""
    tells_luck: ClassVar[bool] = False
    """Whether a review may tell luck from skill: only where luck was measured to be fair."""
    depth: ClassVar[Depth] = Depth()
    """How closely a review looks at a decision of this game."""
    most_moves: ClassVar[int] = 400
    """A sampled game stops after this many moves."""

    @abstractmethod
    def pick(self, state: State, view: View) -> Move:
        """The sensible move of a seat that has to decide. Quick, because sampled games are full of them."""

    def expert_move(self, state: State, view: View) -> Move:
        """Return the move that *hard* makes unless its search finds a better one."""
        return self.pick(state, view)

    def rollout_move(self, state: State, view: View, searcher: Seat) -> Move:
        """Return what a seat does in a game that `searcher` samples, who may know better how to go on."""
        return self.pick(state, view)

    @abstractmethod
    def worth(self, state: State, seat: Seat) -> float:
        """Return how well this seat stands where a sampled game stops: more is better, in any unit."""

    def candidates(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return the moves to think about. Those that a computer never makes are left out."""
        return self.game.legal(state, seat)

    def considered(self, state: State, view: View) -> Sequence[Move]:
        """Return the moves worth comparing with the policy's own. None if thinking doesn't help."""
        return self.candidates(state, view.seat)

    def may_advise(self, state: State, seat: Seat, move: Move) -> bool:
        """Whether a review may call this move the better one."""
        return True

    def chance(self, worth: float) -> float:
        """Return the chance to win that a worth represents."""
        return worth

    def is_cutoff(self, start: State, state: State, moves: int) -> bool:
        """Whether a sampled game that began at `start` may stop here, after this many moves."""
        return moves >= self.most_moves

    def shortcut(self, start: State, state: State, seat: Seat, chance: Chance) -> float | None:
        """What playing on from `state` by this policy comes to for a seat. None: play it out move by move.

        For a game that can tell without its rules' every step what they would lead to.
        """
        return None

    def interrupt(self, state: State, seat: Seat) -> Move | None:
        """Return what a seat may call while others decide. None where there's nothing."""
        return None

    def blunder(self, state: State, view: View) -> Move:
        """Return what a beginner might do instead: any move that isn't absurd."""
        moves: Sequence[Move] = self.candidates(state, view.seat)
        return view.rng.choice(moves)

    def forgetful(self, notes: Any) -> Any:
        """Return what a beginner remembers of the notes."""
        return type(notes)(seat=notes.seat)
