"""Skrap under the contract all games obey; the rules are in the modules beside this one."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.chance import Chance, Seat
from bot.engine.contract import Clock, Game, Outcome
from bot.engine.draft import Refusal, Step
from bot.engine.moves import Move
from bot.games.skrap import (
    battle,
    commands,
    dealing,
    ending,
    leaving,
    opener,
    positions,
    scavenging,
    sheets,
    surging,
    table,
    throwing,
    timing,
)
from bot.games.skrap import faults as invariants
from bot.games.skrap.sheets import SkrapSheet
from bot.games.skrap.table import Course, SkrapOptions, State


class Skrap(Game[State]):
    """Bots destroy bots; who built the round's last one collects the heads of all the others."""

    id = "skrap"
    name = "Skrap"
    seats = range(2, 6)
    options = SkrapOptions
    moves = commands.MOVES
    events = (
        dealing.Dealt,
        dealing.Holding,
        surging.SurgePlaced,
        surging.SurgeKept,
        surging.SurgeRevealed,
        throwing.ThrowAwaited,
        throwing.Thrown,
        throwing.ThrowKept,
        throwing.ThrowShown,
        opener.Called,
        opener.Unable,
        opener.Opens,
        opener.RoundVoid,
        battle.BotPlayed,
        battle.Passed,
        battle.PassedByRule,
        battle.Asked,
        battle.Champion,
        scavenging.ScavengersAwaited,
        scavenging.Scavenged,
        scavenging.NoScavengers,
        timing.TimedOut,
        leaving.PlayerLeft,
        ending.GameEnded,
    )
    scores = (battle.Champion, opener.RoundVoid)

    def deal(self, seats: int, options: SkrapOptions, chance: Chance) -> Step[State]:
        course = Course(chance)
        state = dealing.new_game(seats, options, course)
        return Step(state, tuple(course.told))

    def phase(self, state: State) -> str:
        return state.phase

    def deciders(self, state: State) -> tuple[Seat, ...]:
        return table.deciders(state)

    def active(self, state: State) -> tuple[Seat, ...]:
        return table.active(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        return commands.legal(state, seat)

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State] | Refusal:
        course = Course(chance)
        return _step(commands.carry_out(state, seat, move, course), course)

    def timeout(self, state: State, chance: Chance) -> Step[State] | Refusal:
        course = Course(chance)
        return _step(timing.time_out(state, course), course)

    def clock(self, state: State) -> Clock | None:
        return timing.clock(state)

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state)

    def sheet(self, state: State, viewer: Seat | None) -> SkrapSheet:
        return sheets.sheet(state, viewer)

    def dump(self, state: State) -> dict[str, Any]:
        return positions.dump(state)

    def load(self, position: Mapping[str, Any], seats: int, options: SkrapOptions) -> State:
        return positions.load(position, seats, options)

    def faults(self, state: State) -> list[str]:
        return invariants.faults(state)

    def complete(
        self, state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]
    ) -> list[str]:
        return commands.complete(state, seat, verb, option, given)


def _step(done: State | Refusal, course: Course) -> Step[State] | Refusal:
    return done if isinstance(done, Refusal) else Step(done, tuple(course.told))
