"""Crapette under the contract that all games obey."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from bot.engine.chance import Chance, Seat
from bot.engine.contract import Form, Game
from bot.engine.draft import Draft, Step, Stop
from bot.engine.events import Event
from bot.games.crapette.clock import let_pass
from bot.games.crapette.lifting import PutDown
from bot.games.crapette.moving import Moved
from bot.games.crapette.notes import CrapetteNotes
from bot.games.crapette.options import CrapetteOptions
from bot.games.crapette.state import PLAYERS, State
from bot.games.crapette.undoing import TakenBack


class Crapette(Game[State], package=__package__):
    """Build, load the opponent, and be the first to have played everything out."""

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

    daily = Form({"turns": 6, "undo": False}, computers=1)

    def is_scored(self, event: Event) -> bool:
        """Loads, and what left a crapaud: all other moves are too many to be remembered."""
        is_load = isinstance(event, self.scores) and event.target.startswith("their-")
        return is_load or (isinstance(event, Moved) and event.source == "my-crapaud")

    def has_whole_round(self, state: State, scored: Sequence[Event]) -> bool:
        """The one deal is a game: it counts as soon as both have had a turn."""
        return state.turn_number > len(PLAYERS)

    def on_turn(self, state: State) -> tuple[Seat, ...]:
        """A player who may answer a draw offer decides, but isn't on turn."""
        return (state.turn,)

    def view(self, state: State, viewer: Seat | None) -> dict[str, Any]:
        """The notation of a view doesn't have the history, which nobody needs to look at."""
        return {name: part for name, part in super().view(state, viewer).items() if name != "history"}

    def wait(self, state: State, seconds: int, chance: Chance) -> Step[State]:
        draft = Draft(state, chance)
        with suppress(Stop):
            let_pass(draft, seconds)
        return draft.step()

    def points(self, state: State) -> tuple[int, ...]:
        return tuple(-sum(map(len, state.own(seat))) for seat in PLAYERS)

    def moves_in(self, events: Sequence[Event]) -> int:
        """A line of moves counts as all that were made."""
        return max(1, sum(isinstance(event, Moved) for event in events))
