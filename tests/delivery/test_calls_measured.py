"""The calls for many decisions at slow tables, counted through nights, silence, outages and restarts.

`--walks 84` counts more than 10,000 decisions.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.config import DATA
from bot.delivery.errors import Unknown
from bot.delivery.wanted import MAX_EARLY_SECONDS
from bot.engine.moves import Leave
from bot.games import GAMES
from bot.rendering.page import Page
from bot.sessions.lobby import Join, Pace, Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.times import QuietHours
from bot.storage import shown
from bot.storage.store import Store
from tests.delivery.rings import DAY, RecordingTransport, SlowTables
from tests.helpers.figures import Figure
from tests.sessions.rig import PLAYERS, Rig, no_fault

NIGHTS = {PLAYERS[0]: QuietHours(22, 8, "Europe/Berlin"), PLAYERS[1]: QuietHours(1, 6, "America/New_York")}
OPTIONS = {
    "crap": {"turn-timeout": int(DAY), "response-timeout": int(DAY / 4)},
    "crapette": {"clock-minutes": 0, "turn-hours": 24},
}
TABLE = re.compile(r"\btable (\d+)\b", re.IGNORECASE)
DELAYS = (20.0, 50.0, 400.0, 3 * 3600.0, 0.5 * DAY, 0.85 * DAY, 0.97 * DAY, 2 * DAY)
"""Seconds after which players act. Before two days are over, the clock has played for them."""
DECISIONS = 120
MAX_CALLS = 2
LAST_SHARE = 0.2
"""The last part of a player's time, in which they get their last call."""


class Listener(RecordingTransport):
    """A transport that compares every call, when it's sent, with the decisions that its player owes."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: dict[int, Session] = {}
        self.counted: Counter[tuple[int, int, int]] = Counter()
        """The number of calls by table, player and the revision at which the decision began."""
        self.last: dict[tuple[int, int, int], float] = {}
        """The time of the newest call for each decision."""
        self.untrue = 0
        self.at_night = 0
        self.total = 0

    def notify_hook(self, user: int, page: Page) -> Callable[[], None]:
        tables = [self.tables[number] for number in dict.fromkeys(map(int, TABLE.findall(page.text)))]
        seats = [table.record.players.index(user) for table in tables]
        asked = [decision(*at) for at in zip(tables, seats, strict=True)]
        untrue = sum(seat not in deciding(table) for table, seat in zip(tables, seats, strict=True))

        def count() -> None:
            self.total += 1
            self.at_night += user in NIGHTS and NIGHTS[user].left(self.now) > 0
            self.untrue += untrue
            self.counted.update(asked)
            self.last.update(dict.fromkeys(asked, self.now))

        return count


def decision(session: Session, seat: int) -> tuple[int, int, int]:
    """Return the key of a player's decision. A new decision begins whenever they act."""
    record = session.record
    return record.id, record.players[seat], max(record.since, record.acted[seat])


class CallSimulation:
    """Several tables of the same people, who act after random delays."""

    def __init__(self, slow: SlowTables, chance: Random) -> None:
        self.slow, self.chance = slow, chance
        self.acts: dict[tuple[int, int, int], float] = {}
        """The time at which someone will act, by decision."""
        self.reminder = 0.0
        """The time to remind a player who may not have noticed that it's their turn."""
        self.last_trouble = 0.0
        """The last time at which Discord or the process was away."""
        self.told: list[bool] = []
        """For each time-out without any trouble before it, whether its player had been called."""
        assert isinstance(slow.transport, Listener)
        self.listener = slow.transport

    async def begin(self, channel: int, game: str) -> None:
        """Open and deal another table."""
        sessions, seats = self.slow.rig.sessions, PLAYERS[: 2 if game == "crapette" else 3]
        sessions.pace = Pace(int(DAY), int(DAY / 4))
        options = OPTIONS.get(game, {})
        opened = await sessions.open(game, options, guild_id=1, channel_id=channel, host_id=seats[0])
        assert isinstance(opened, Session)
        self.slow.tables.append(opened)
        self.listener.tables[opened.record.id] = opened
        for player in seats[1:]:
            assert await sessions.act(opened, player, Join()) is None
        assert await sessions.act(opened, seats[0], Start()) is None
        await self.slow.rig.quiet()

    async def step(self) -> None:
        """Let time pass until someone acts, a clock runs out, or a call may be due."""
        now = self.slow.rig.time
        self.plan(now)
        ends = [table.record.deadline or now + DAY for table in self.slow.tables]
        due = [at for _, at in await self.slow.rig.store.read(shown.scheduled_looks)]
        hour = (now // 3600 + 1) * 3600
        times = [hour, self.reminder, *self.acts.values(), *ends, *due]
        self.slow.set_time(min(at for at in times if at > now) + 0.5)
        for table in list(self.slow.tables):
            await self.at(table)
        await self.slow.look()

    def plan(self, now: float) -> None:
        """Choose a time to act for every player who has to decide."""
        open_now = [decision(table, seat) for table in self.slow.tables for seat in deciding(table)]
        self.acts = {one: self.acts.get(one, now + self.chance.choice(DELAYS)) for one in open_now}

    async def at(self, table: Session) -> None:
        """Make the moves that are due at a table, and let its clock act if it has run out."""
        now, sessions = self.slow.rig.time, self.slow.rig.sessions
        for seat in deciding(table):
            if self.acts.get(decision(table, seat), now + 1) > now or seat not in deciding(table):
                continue
            moves = [move for move in table.game.legal(table.state, seat) if not isinstance(move, Leave)]
            self.reminder = now + 80
            await sessions.act(table, table.record.players[seat], MakeMove(self.chance.choice(moves)))
        if table.record.deadline is not None and table.record.deadline <= now:
            self.told += [self.is_told(table, seat) for seat in deciding(table) if self.was_calm(table, seat)]
            await sessions._on_deadline(table.record.id)
        await self.slow.rig.quiet()

    def was_calm(self, table: Session, seat: int) -> bool:
        """Whether nothing kept a player from being called shortly before the end of their time."""
        night, end = NIGHTS.get(table.record.players[seat]), table.record.deadline or 0.0
        hours = [end - LAST_SHARE * DAY + hour * 3600.0 for hour in range(6)]
        is_awake = night is None or not any(night.left(at) for at in hours)
        acted = max((told.at for told in table.recent), default=float("-inf"))
        return is_awake and max(self.last_trouble, acted) < hours[0]

    def is_told(self, table: Session, seat: int) -> bool:
        """Whether a player was called in the last part of their time."""
        due = (table.record.deadline or 0.0) - LAST_SHARE * DAY - MAX_EARLY_SECONDS
        return self.listener.last.get(decision(table, seat), 0.0) >= due

    async def trouble(self) -> None:
        """At random, cut Discord off or bring it back, and restart the process."""
        is_down = self.listener.fault is not no_fault
        if is_down:
            self.last_trouble = self.slow.rig.time
        if self.chance.random() < (0.3 if is_down else 0.02):
            self.listener.fault = no_fault if is_down else lambda _what, _channel: Unknown("no answer")
        if self.chance.random() < 0.01:
            self.last_trouble = self.slow.rig.time
            await self.slow.restart()
            self.slow.rig.sessions.pace = Pace(int(DAY), int(DAY / 4))
            self.listener.tables = {table.record.id: table for table in self.slow.tables}


def deciding(table: Session) -> list[int]:
    """Return the seats that owe a decision."""
    if table.state is None or table.record.status != "playing":
        return []
    return list(table.game.deciders(table.state))


@pytest.mark.slow
@pytest.mark.no_cover
async def test_calls_are_few_timely_and_true(tmp_path: Path, times: int, figure: Figure) -> None:
    store = Store(tmp_path / "house.sqlite3", DATA / "migrations")
    await store.open()
    listener = Listener()
    listener.fault = no_fault
    sim = CallSimulation(SlowTables(Rig(store, listener)), Random("house"))
    sim.slow.set_time(1_800_000_000.0)
    for user, night in NIGHTS.items():
        hours = {"start": night.start, "end": night.end, "zone": night.zone}
        await sim.slow.rig.sessions.choices.set_user(user, quiet=hours)
    seen: set[tuple[int, int, int]] = set()
    channel = 0
    while len(seen) < DECISIONS * times:
        sim.slow.tables = [table for table in sim.slow.tables if deciding(table)]
        while len(sim.slow.tables) < len(GAMES):
            channel += 10
            await sim.begin(channel, [*GAMES][channel // 10 % len(GAMES)])
        await sim.trouble()
        await sim.step()
        seen.update(sim.acts)
        await asyncio.sleep(0)

    untold = sim.told.count(False)
    figure(
        "P6",
        decisions=len(seen),
        calls=listener.total,
        calls_at_night=listener.at_night,
        calls_in_vain=listener.untrue,
        untold=untold,
    )
    assert {call: number for call, number in listener.counted.items() if number > MAX_CALLS} == {}
    assert (listener.at_night, listener.untrue) == (0, 0)
    assert max(listener.counted.values()) == MAX_CALLS, "somebody was called twice"
    assert len(listener.counted) > len(seen) / 4, "and many once"
    assert sim.told
    assert all(sim.told), "nobody's time runs out untold"
    await sim.slow.rig.close()
    await sim.slow.rig.store.close()
