"""Craits's implementation of the game contract."""

from typing import Any

from bot.engine.chance import Seat
from bot.engine.contract import DailySettings, Game
from bot.games.craits.count import CountRaised
from bot.games.craits.ending import PlayerScored
from bot.games.craits.notes import CraitsNotes
from bot.games.craits.one_card import Caught
from bot.games.craits.options import CraitsOptions
from bot.games.craits.playing import forced_draw
from bot.games.craits.state import State


class Craits(Game[State], package=__package__):
    """The game of Craits. Players match suit or rank, and the lowest total after all hands wins."""

    id = "craits"
    name = "Craits"
    letter = "T"
    seats = range(2, 8)
    options = CraitsOptions
    scores = (PlayerScored, CountRaised, Caught)
    rounds = (PlayerScored,)
    checks = ("not-a-player", "game-over", "wrong-phase", "not-your-turn")
    notes = CraitsNotes
    forced_verbs = frozenset(("draw",))

    daily = DailySettings({"hands": 3}, computers=1)

    forced = staticmethod(forced_draw)

    def view(self, state: State, viewer: Seat | None) -> dict[str, Any]:
        """Return the view, with `undeclared` as null, because nobody is told these seats."""
        return {**super().view(state, viewer), "undeclared": None}

    def points(self, state: State) -> tuple[int, ...]:
        return tuple(-total for total in state.scores.totals)
