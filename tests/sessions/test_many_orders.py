"""Slow tables at which people give orders, while the process dies now and then. `--walks 1000` plays 10,000.

The test notes all orders, apart from the records, and compares them with every move not made by hand.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import pytest

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.moves import Leave
from bot.games import GAMES
from bot.sessions import computers, fault_points, orders
from bot.sessions.absence import Choose, ComeBack, SitIn
from bot.sessions.clocks import Instant
from bot.sessions.frame import End
from bot.sessions.lobby import Pace, Start
from bot.sessions.orders import Decide, TakeBack
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.sessions import Request, Sessions
from bot.sessions.view import Change, Click, View
from bot.storage.records import Played, Record
from bot.storage.store import Store
from tests.helpers.figures import Figure
from tests.helpers.stores import MIGRATIONS
from tests.sabotage.planting import Planted, sabotaged
from tests.simulation.sabotage import let_orders_act_at_once, let_orders_outlive_the_time_of_their_owners

pytestmark = pytest.mark.no_cover  # random tables: tracing them would double their time

PLANNING: Final = ("crap", "craits", "skrap")
TABLES: Final = 10
STEPS: Final = 30
BEGAN: Final = 1_800_000_000.0
DEATHS: Final = 0.15
"""The chance that a step makes the process die at one of `POINTS`, if it gets there."""
POINTS: Final = ("before-commit", "after-commit", "after-adopt", "before-deadline")
EARLY_SECONDS: Final = 1.0
KEY: Final = b"key"


class Crash(Exception):
    """The death of the process at this point."""


class OrderSimulation:
    """Tables on one database, one after the other, and the orders that their players have given."""

    def __init__(self, path: Path, seed: int) -> None:
        self.dice = Random(f"orders {seed}")
        self.now = BEGAN
        self.store = Store(path, MIGRATIONS)
        self.sessions = self._sessions()
        self.given: dict[tuple[Seat, str], str] = {}
        self.counted: Counter[str] = Counter()
        self.broken: list[str] = []
        self._dies_at = ""
        self._tried: tuple[Seat, str] | None = None
        """The move that someone makes by hand in this step."""
        self._unsure: dict[tuple[Seat, str], str] = {}
        """The orders that may have been given, or taken back, before the process died."""
        self._asked: tuple[int, float] = 0, BEGAN
        """The revision and the time at which the present decision began."""

    def _sessions(self) -> Sessions:
        usual = {"pace": Pace(600, 120), "new_key": lambda: bytes(32), "key": KEY}
        return Sessions(self.store, GAMES, clock=lambda: self.now, **usual)  # type: ignore[arg-type]

    def pass_point(self, name: str) -> None:
        """Make the process die if this is the chosen point."""
        if name == self._dies_at:
            self._dies_at = ""
            raise Crash

    async def play(self, number: int) -> None:
        """Play some steps of one table, and end it if it isn't over."""
        game = GAMES[PLANNING[number % len(PLANNING)]]
        people = range(100, 100 + self.dice.choice([seats for seats in game.seats if seats <= 4]))
        opened = await self.sessions.open(
            game.id, {}, guild_id=1, channel_id=number + 1, host_id=100, others=people[1:], pace="slow-1"
        )
        assert isinstance(opened, Session)
        self.session, self.given = opened, {}
        assert await self.sessions.act(opened, 100, Start()) is None
        self.seen = self.session.record.revision
        self._asked = self.session.record.since, self.now
        for _ in range(STEPS):
            if self.record.status != "playing":
                break
            await self.step()
        if self.record.status == "playing":
            assert await self.sessions.act(self.session, 100, End()) is None or await self.abandon()
        self.counted["tables"] += 1
        self.check_end()

    async def abandon(self) -> bool:
        """End a table that its host can no longer end, by making everyone leave."""
        for user in self.record.players:
            if self.record.status == "playing":
                await self.sessions.act(self.session, user, MakeMove(Leave()))
        return self.record.status != "playing"

    @property
    def record(self) -> Record:
        """Return the table's record in memory."""
        return self.session.record

    async def step(self) -> None:
        """Do something at random, during which the process may die, and check the table."""
        is_due = orders.first_due(self.session, KEY) is not None
        ways = (self.wait,) * 6 if is_due else (self.move,) * 3 + (self.wait,)
        before, state, self._tried = self.record, self.session.state, None
        self._unsure.clear()
        if self.dice.random() < DEATHS:
            self._dies_at = self.dice.choice(POINTS)
        try:
            await self.dice.choice((*ways, self.decide, self.decide, self.take_back, self.sit))()
        except Crash:
            await self.restart()
        self._dies_at = ""
        while self.sessions.agenda.is_doing():
            await asyncio.sleep(0)
        await self.check(before, state)

    async def restart(self) -> None:
        """Start another process with the stored data."""
        self.counted["crashes"] += 1
        await self.sessions.close()
        await self.store.close()
        await self.store.open()
        self.sessions = self._sessions()
        await self.sessions.start()
        found = await self.sessions.get(self.record.id)
        assert found is not None
        self.session = found

    async def act(self, seat: Seat, request: Request) -> bool:
        """Make a request for a seat. Return whether it was accepted."""
        refused = await self.sessions.act(self.session, self.record.players[seat], request)
        return not isinstance(refused, Refusal)

    async def decide(self) -> None:
        """Give one of the orders that a seat is offered."""
        seat = self.dice.choice(self.session.active)
        if plans := orders.plans(self.session, seat):
            kind = self.dice.choice(sorted(plans))
            value = self.dice.choice(plans[kind])
            self._unsure = {(seat, kind): value}
            if await self.act(seat, Decide(kind, value)):
                self.given[seat, kind] = value
                self._unsure.clear()

    async def take_back(self) -> None:
        """Take back one order of a seat, or all of them."""
        if self.given:
            seat, kind = self.dice.choice(sorted(self.given))
            one = self.dice.choice((kind, None))
            self._unsure = {
                given: value
                for given, value in self.given.items()
                if given[0] == seat and one in (given[1], None)
            }
            if await self.act(seat, TakeBack(one)):
                self.given = {
                    given: value for given, value in self.given.items() if given not in self._unsure
                }
                self._unsure = {}

    async def move(self) -> None:
        """Make a move by hand, or choose for players who are late."""
        question = self.record.attendance.open_question
        there = [seat for seat in self.session.active if self.record.at_play[seat] > 0]
        if question is not None:
            others = [seat for seat in there if seat not in question.seats]
            what = self.dice.choice((Choose("wait"), Choose("default"), Choose("computer")))
            if others:
                await self.act(self.dice.choice(others), what)
        elif seats := [seat for seat in self.session.deciders if seat in there]:
            seat = self.dice.choice(seats)
            moves = self.session.game.legal(self.session.state, seat)
            move = self.dice.choice([one for one in moves if not isinstance(one, Leave)])
            self._tried = seat, str(move)
            await self.act(seat, MakeMove(move))

    async def sit(self) -> None:
        """Let a computer sit in for a seat, or bring its player back."""
        seat = self.dice.choice(self.session.active)
        if self.record.attendance.stand_in(seat) is not None:
            await self.act(seat, ComeBack())
        elif self.dice.random() < 0.2:
            await self.act(seat, SitIn())

    async def wait(self) -> None:
        """Let time pass until a computer or an order acts, or a clock runs out."""
        session, number = self.session, self.record.id
        if computers._next_movers(session):
            await self.sessions.computers._act(session)
            return
        first, version, deadline = orders.first_due(session, KEY), self.record.version, self.record.deadline
        if first is not None:
            due, seat = first
            if self.dice.random() < 0.3:  # it mustn't act too early or for another version
                self.now = max(self.now, due - EARLY_SECONDS)
                await self.sessions.computers.carry_out(number, version, seat)
                self.now = max(self.now, due + 0.1)
                await self.sessions.computers.carry_out(number, version - 1, seat)
                if session.record.version != version:
                    self.broken.append(f"an order acted out of time at {session.record.revision}")
            self.now = max(self.now, due + 0.1)
            await self.sessions.computers.carry_out(number, version, seat)
        elif deadline is not None:
            self.now = max(self.now, deadline + 1)
            await self.sessions._on_deadline(number)

    async def check(self, before: Record, state: Any) -> None:
        """Check all moves that were stored in this step, and all orders that are left."""
        history = await self.store.history(self.record.id)
        for played in history:
            if played.revision > self.seen and played.seat is not None:
                self.check_move(before, state, played)
        self.seen = self.record.revision
        self.check_orders(before, state)
        if self.record.since != self._asked[0]:
            self._asked = self.record.since, self.now

    def check_move(self, before: Record, state: Any, played: Played) -> None:
        """Check that an order has made this move if no player, computer or rule did."""
        seat, game = played.seat, self.session.game
        assert seat is not None
        forced = game.forced(state, seat) if before.at_play[seat] > 0 else None
        if before.at_play[seat] < 0 or (seat, played.move) == self._tried or str(forced) == played.move:
            if self._tried is not None and seat == self._tried[0]:
                self._done_by_hand(state, seat)
            return
        acted = [
            kind
            for (owner, kind), value in (*self.given.items(), *self._unsure.items())
            if owner == seat and self._is_made(state, seat, kind, value, played.move)
        ]
        if not acted:
            self.broken.append(f"nobody has made the move of seat {seat} at {played.revision}")
        elif self.now - self._asked[1] < orders.QUICKEST - 0.01:
            self.broken.append(f"an order acted at once at {played.revision}")
        else:
            self.counted["acts"] += 1
            if acted[0] == orders.NEXT:
                self.given.pop((seat, orders.NEXT), None)

    def _is_made(self, state: Any, seat: Seat, kind: str, value: str, move: str) -> bool:
        moves = self.session.game.ordered(state, seat, kind, value)
        return isinstance(moves, tuple) and move in map(str, moves)

    def _done_by_hand(self, state: Any, seat: Seat) -> None:
        """Drop a seat's plan for this turn after a move by hand."""
        value = self.given.get((seat, orders.NEXT))
        if value is not None and self.session.game.ordered(state, seat, orders.NEXT, value) is not None:
            del self.given[seat, orders.NEXT]

    def check_orders(self, before: Record, state: Any) -> None:
        """Check that each order is kept until it has acted, was taken back, or ended for a true reason."""
        kept = {(one.seat, one.kind): one for one in self.record.attendance.orders}
        for given in self._unsure:
            self.given.pop(given, None)
            if given in kept and kept[given].ended is None:
                self.given[given] = kept[given].value
        for given, one in kept.items():
            if one.ended is None and self.given.get(given) != one.value:
                self.broken.append(f"nobody has decided {one} at {self.record.revision}")
            late = self.record.attendance.silences_of(one.seat) > before.attendance.silences_of(one.seat)
            if one.ended is None and (late or self.record.at_play[one.seat] < 0):
                self.broken.append(f"{one} outlives its owner's time at {self.record.revision}")
        for given in list(self.given):
            order = kept.get(given)
            if order is not None and order.ended is None:
                continue
            if not self._is_over(given, None if order is None else order.ended, before, state):
                self.broken.append(f"{given} is gone at {self.record.revision}: {order}")
            del self.given[given]

    def _is_over(self, given: tuple[Seat, str], why: str | None, before: Record, state: Any) -> bool:
        """Whether an order may have ended for this reason."""
        seat, kind = given
        game, now, attendance = self.session.game, self.session.state, self.record.attendance
        match why:
            case None:
                return (
                    self.record.status != "playing"
                    or self.record.at_play[seat] < 0
                    or seat not in game.active(now)
                )
            case "time":
                question = before.attendance.open_question
                was_late = question is not None and seat in question.seats  # and decided only then
                return was_late or attendance.silences_of(seat) > before.attendance.silences_of(seat)
            case "touched":
                return kind == orders.NEXT and game.basis(state, seat) != game.basis(now, seat)
            case "round":
                return not game.outlasts(now, seat, kind)
            case "idle":
                return self.record.is_idle
        return why == "impossible" and kind == orders.NEXT

    def check_end(self) -> None:
        """Check that an ended table doesn't keep any order."""
        if self.record.attendance.orders or self.record.attendance.pressed:
            self.broken.append("decisions stay after the end")


@asynccontextmanager
async def order_simulation(path: Path, seed: int) -> AsyncIterator[OrderSimulation]:
    """Yield a simulation whose process may die at fault points."""
    simulation = OrderSimulation(path, seed)
    await simulation.store.open()
    try:
        with patch.object(fault_points, "reach", simulation.pass_point):
            yield simulation
    finally:
        await simulation.sessions.close()
        await simulation.store.close()


def let_orders_act_after_they_were_taken_back() -> Planted:
    def deaf(asked: TakeBack, table: View, user_id: int, moment: Instant, click: Click) -> Change:
        return orders.secret_change(table, table.record.attendance.orders)

    return patch.object(TakeBack, "change", deaf)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one test for each walk."""
    if "walk_number" in metafunc.fixturenames:
        metafunc.parametrize("walk_number", range(metafunc.config.getoption("--walks")))


@pytest.mark.slow
@sabotaged("P3", let_orders_act_at_once)
@sabotaged("P3", let_orders_outlive_the_time_of_their_owners)
@sabotaged("P3", let_orders_act_after_they_were_taken_back)
async def test_orders_act_once_while_they_are_given(tmp_path: Path, walk_number: int, figure: Figure) -> None:
    async with order_simulation(tmp_path / "orders.sqlite3", walk_number) as simulation:
        for number in range(TABLES):
            await simulation.play(number)

    assert simulation.broken == []
    found = simulation.counted
    figure("P3", tables_with_orders=found["tables"], acts=found["acts"], crashes_between=found["crashes"])
