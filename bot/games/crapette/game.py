"""Crapette's implementation of the game contract."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from bot.engine.chance import Chance, Seat
from bot.engine.contract import DailySettings, Game
from bot.engine.draft import Draft, Step, Stop
from bot.engine.events import Event
from bot.games.crapette.clock import advance_clock
from bot.games.crapette.lifting import PutDown
from bot.games.crapette.moving import Moved
from bot.games.crapette.notes import CrapetteNotes
from bot.games.crapette.options import CrapetteOptions
from bot.games.crapette.state import PLAYERS, State
from bot.games.crapette.undoing import TakenBack


class Crapette(Game[State], package=__package__):
    """The game of Crapette. The first player without cards wins."""

    id = "crapette"
    name = "Crapette"
    letter = "P"
    seats = range(2, 3)
    options = CrapetteOptions
    scores = (Moved, PutDown, TakenBack)
    checks = ("game-over", "not-a-player", "not-your-turn", "wrong-phase")
    looks = ("hand", "table", "clock")
    measures_time = True
    moves_at_once = 3
    notes = CrapetteNotes

    daily = DailySettings({"turns": 6, "undo": False}, computers=1)

    def is_scored(self, event: Event) -> bool:
        """Whether the event is a load or a move from a crapaud. Other moves are too many to remember."""
        is_load = isinstance(event, self.scores) and event.target.startswith("their-")
        return is_load or (isinstance(event, Moved) and event.source == "my-crapaud")

    def has_whole_round(self, state: State, scored: Sequence[Event]) -> bool:
        """Whether both players have had a turn. From then on, the game counts."""
        return state.turn_number > len(PLAYERS)

    def on_turn(self, state: State) -> tuple[Seat, ...]:
        """Return the seat on turn. A player who may answer a draw offer decides, but isn't on turn."""
        return (state.turn,)

    def view(self, state: State, viewer: Seat | None) -> dict[str, Any]:
        """Return the view without the history, which nobody needs to see."""
        return {name: part for name, part in super().view(state, viewer).items() if name != "history"}

    def wait(self, state: State, seconds: int, chance: Chance) -> Step[State]:
        draft = Draft(state, chance)
        with suppress(Stop):
            advance_clock(draft, seconds)
        return draft.step()

    def points(self, state: State) -> tuple[int, ...]:
        return tuple(-sum(map(len, state.own(seat))) for seat in PLAYERS)

    def moves_in(self, events: Sequence[Event]) -> int:
        """Return the number of card moves. A line counts as all those it made."""
        return max(1, sum(isinstance(event, Moved) for event in events))
