"""Crapette under the contract that all games obey."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from bot.engine.chance import Chance, Seat
from bot.engine.contract import Form, Game
from bot.engine.draft import Draft, Step, Stop
from bot.engine.events import Event, TimedOut
from bot.games.crapette import dealing, ending, leaving, lifting, lines, moving, offers, turns, undoing
from bot.games.crapette.clock import TimeoutCounted, let_pass, running_clock, time_out
from bot.games.crapette.completion import complete
from bot.games.crapette.dealing import blank_table, deal_game
from bot.games.crapette.determinizing import determinize
from bot.games.crapette.ending import how_it_ended
from bot.games.crapette.faults import broken_invariants
from bot.games.crapette.legal import ACTIONS, legal_moves, who_decides
from bot.games.crapette.notes import CrapetteNotes, noted
from bot.games.crapette.options import ALONE, LENGTHS, LENGTHS_ALONE, CrapetteOptions, unplayable
from bot.games.crapette.position import from_position, to_position
from bot.games.crapette.state import PLAYERS, State
from bot.games.crapette.veil import veiled


class Crapette(Game[State]):
    """Build, load the opponent, and be the first to have played everything out."""

    id = "crapette"
    name = "Crapette"
    letter = "P"
    seats = range(2, 3)
    options = CrapetteOptions
    state = State
    lengths = LENGTHS
    lengths_alone = LENGTHS_ALONE
    alone = ALONE
    actions = ACTIONS
    events = (
        dealing.Dealt, dealing.Compared, turns.TurnStarted, turns.TurnEnded,
        moving.Moved, moving.Shown, lines.LineStopped,
        lifting.Lifted, lifting.TurnedOver, lifting.PutDown, undoing.TakenBack,
        offers.DrawOffered, offers.DrawDeclined, offers.DrawAgreed, offers.OfferLapsed, leaving.Resigned,
        TimedOut, TimeoutCounted, turns.PositionRepeated, turns.NoProgress,
        ending.Remains, ending.GameEnded,
    )  # fmt: skip
    scores = (moving.Moved, lifting.PutDown, undoing.TakenBack)
    checks = ("game-over", "not-a-player", "not-your-turn", "wrong-phase")
    looks = ("hand", "table", "clock")
    measures_time = True
    moves_at_once = 3
    notes = CrapetteNotes

    daily = Form({"turns": 6, "undo": False}, computers=1)

    problem = staticmethod(unplayable)
    blank = staticmethod(blank_table)
    set_up = staticmethod(deal_game)
    deciders = staticmethod(who_decides)
    typed = staticmethod(complete)
    legal = staticmethod(legal_moves)
    clock = staticmethod(running_clock)
    run_out = staticmethod(time_out)
    outcome = staticmethod(how_it_ended)
    veil = staticmethod(veiled)
    dump = staticmethod(to_position)
    read = staticmethod(from_position)
    faults = staticmethod(broken_invariants)
    noted = staticmethod(noted)
    determinize = staticmethod(determinize)

    def is_scored(self, event: Event) -> bool:
        """Loads, and what left a crapaud: all other moves are too many to be remembered."""
        is_load = isinstance(event, self.scores) and event.target.startswith("their-")
        return is_load or (isinstance(event, moving.Moved) and event.source == "my-crapaud")

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
        return max(1, sum(isinstance(event, moving.Moved) for event in events))
