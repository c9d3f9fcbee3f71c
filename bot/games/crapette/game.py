"""Crapette as a game of the house: the contract, answered by the chapters of the rules."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bot.engine.chance import Chance, Seat
from bot.engine.contract import Clock, Game, Malformed, Outcome, Sheet
from bot.engine.draft import Refusal, Step
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.games.crapette import carrying, choices, clocks, dealing, lifting, lines, offers, turns, undoing
from bot.games.crapette.faults import faults
from bot.games.crapette.options import CrapetteOptions
from bot.games.crapette.position import load
from bot.games.crapette.printing import dump, sheet
from bot.games.crapette.table import PLAYERS, Table
from bot.games.crapette.turns import Log


class Crapette(Game[Table]):
    """The competitive patience for two, also called Crapaud or Russian Bank."""

    id = "crapette"
    name = "Crapette"
    seats = range(2, 3)
    options = CrapetteOptions
    moves: ClassVar[tuple[type[Move], ...]] = (
        carrying.MoveCards,
        lines.Line,
        lifting.Flip,
        lifting.TurnOver,
        lifting.Put,
        lifting.Pass,
        undoing.Undo,
        offers.OfferDraw,
        offers.AcceptDraw,
        offers.DeclineDraw,
        offers.Resign,
    )
    events: ClassVar[tuple[type[Event], ...]] = (
        dealing.Dealt,
        dealing.Compared,
        turns.TurnStarted,
        turns.TurnEnded,
        carrying.Moved,
        carrying.Shown,
        lines.LineStopped,
        lifting.Lifted,
        lifting.TurnedOver,
        lifting.PutDown,
        undoing.TakenBack,
        offers.DrawOffered,
        offers.DrawDeclined,
        offers.DrawAgreed,
        offers.OfferLapsed,
        offers.Resigned,
        clocks.TimedOut,
        turns.PositionRepeated,
        turns.NoProgress,
        turns.Remains,
        turns.GameEnded,
    )
    looks = ("hand", "table", "clock")
    measures_time = True

    def deal(self, seats: int, options: CrapetteOptions, chance: Chance) -> Step[Table]:
        return dealing.deal(options, chance)

    def problem(self, seats: int, options: CrapetteOptions) -> str | None:
        if 0 < options.clock_minutes < 5:
            return "clock-minutes must be 0, for no chess clock, or from 5 to 120"
        return None

    def phase(self, state: Table) -> str:
        return state.phase

    def deciders(self, state: Table) -> tuple[Seat, ...]:
        if state.end is not None:
            return ()
        return tuple(s for s in PLAYERS if s == state.turn or offers.may_answer(state, s))

    def active(self, state: Table) -> tuple[Seat, ...]:
        return state.winners if state.end == "resign" else PLAYERS

    def legal(self, state: Table, seat: Seat) -> list[Move]:
        """Every move but lines; several steps of undo are left to repetition."""
        return choices.legal_moves(state, seat) if seat in PLAYERS else []

    def apply(self, state: Table, seat: Seat, move: Move, chance: Chance) -> Step[Table] | Refusal:
        log: Log = []
        after = _barred(state, seat, move) or _act(state, seat, move, log)
        return after if isinstance(after, Refusal) else Step(after, tuple(log))

    def timeout(self, state: Table, chance: Chance) -> Step[Table] | Refusal:
        if state.end is not None:
            return Refusal("game-over")
        log: Log = []
        after = clocks.run_out(state, log)
        return Step(after, tuple(log))

    def wait(self, state: Table, seconds: int, chance: Chance) -> Step[Table]:
        log: Log = []
        after = clocks.wait(state, seconds, log)
        return Step(after, tuple(log))

    def clock(self, state: Table) -> Clock | None:
        return clocks.running_clock(state)

    def outcome(self, state: Table) -> Outcome | None:
        return None if state.end is None else Outcome(state.winners, state.end)

    def sheet(self, state: Table, viewer: Seat | None) -> Sheet:
        return sheet(state)

    def dump(self, state: Table) -> dict[str, Any]:
        return dump(state)

    def load(self, position: Mapping[str, Any], seats: int, options: CrapetteOptions) -> Table:
        if seats not in self.seats:
            raise Malformed(f"crapette is for 2 players, not {seats}")
        if problem := self.problem(seats, options):
            raise Malformed(problem)
        return load(position, options)

    def faults(self, state: Table) -> list[str]:
        return list(faults(state))

    def complete(
        self, state: Table, seat: Seat, verb: str, option: str, given: Mapping[str, Any]
    ) -> list[str]:
        return choices.static_choices(verb, option, str(given.get(option, "")))


def _barred(table: Table, seat: Seat, move: Move) -> Refusal | None:
    """Why this seat may not do such a thing now, whatever the cards."""
    if table.end is not None:
        return Refusal("game-over")
    if seat not in PLAYERS:
        return Refusal("not-a-player")
    if isinstance(move, offers.AnyTime):
        return None
    if seat != table.turn:
        return Refusal("not-your-turn", {"turn": table.turn})
    if isinstance(move, lifting.Put) != (table.lifted is not None):
        return Refusal("wrong-phase", {"phase": table.phase, "lifted": table.lifted})
    return None


def _act(table: Table, seat: Seat, move: Move, log: Log) -> Table | Refusal:
    """Carry out a move by its kind, or say why not."""
    if isinstance(move, offers.AnyTime):
        return offers.say(table, seat, move, log)
    match move:
        case carrying.MoveCards():
            return carrying.move_cards(table, move, log)
        case lifting.Flip():
            return lifting.flip(table, log)
        case lifting.Put():
            return lifting.put(table, move, log)
        case lifting.TurnOver():
            return lifting.turn_over(table, log)
        case lifting.Pass():
            return lifting.pass_turn(table, log)
        case lines.Line():
            return lines.play_line(table, move, log)
        case undoing.Undo():
            return undoing.undo(table, move, log)
    raise TypeError(f"Crapette has no move {move.verb!r}")
