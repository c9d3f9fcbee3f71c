"""One run: a seed plays whole tables through storms and calms, with checks of everything."""

import asyncio
import gc
import traceback
from random import Random
from unittest.mock import patch

import msgspec

from bot.delivery.wanted import Paces
from bot.games import GAMES
from bot.sessions import fault_points, memory
from bot.storage.records import LIVE, PaceName, Record
from tests.helpers.walks import varied
from tests.simulation import judge, shown
from tests.simulation.calls import Table
from tests.simulation.database import Database
from tests.simulation.discord import Discord
from tests.simulation.logbook import listening
from tests.simulation.loop import Crash
from tests.simulation.people import People
from tests.simulation.quiet import quiet_hours
from tests.simulation.rig import LOOK_SECONDS, Rig
from tests.simulation.storms import Storms
from tests.simulation.tally import Tally
from tests.simulation.weather import Weather, mixed
from tests.simulation.world import BEGIN, Breach, World

MAX_SIMULATED_SECONDS = 300 * 86400.0
"""The limit for a run that never ends. Three days per turn and outages take half of it."""
MAX_STEPS = 30_000_000
"""The limit for a run in an endless loop. Months of outages take many steps to request names in vain."""


class Report(msgspec.Struct, frozen=True):
    """The results of a run."""

    seed: int
    game: str
    weather: Weather
    breaches: list[Breach]
    fingerprint: str
    commits: int
    steps: int
    visited: dict[str, int]
    fired: dict[str, int]
    tally: Tally
    lines: list[str]


class Run:
    """The run of a seed."""

    def __init__(
        self,
        seed: int,
        game_id: str,
        weather: Weather | None = None,
        dies_at: dict[str, int] | None = None,
        *,
        pace: PaceName | None = None,
    ) -> None:
        chance = Random(f"plan {seed} {game_id}")
        weather = mixed(chance) if weather is None else weather
        weather = weather if pace is None else msgspec.structs.replace(weather, pace=pace)
        self.seed, self.game_id = seed, game_id
        self.world = World(seed, weather, dies_at)
        self.database = Database(self.world)
        self.discord = Discord(self.world, self.database)
        number = 2 if self.world.weather.hasty else 1
        self.tables = [table(chance, game_id, 10 + n, self.world.weather) for n in range(number)]
        if self.world.weather.quiet:
            users = sorted({user for one in self.tables for user in one.users})
            self.database.set_quiet_hours({user: quiet_hours(self.world) for user in users})
        self.people = People(self.world, self.tables)
        self.storms = Storms(self.world, self.discord, self.tables)
        self.storm = 40.0
        self.steps = 0

    def play(self) -> Report:
        """Play to the end and return the report."""
        gc.disable()  # Earlier runs mustn't decide when objects are freed.
        try:
            return self._play()
        finally:
            gc.enable()

    def _play(self) -> Report:
        kept = 1 if self.world.weather.hasty else memory.MAX_SESSIONS
        world = self.world
        points = patch.object(fault_points, "reach", world.pass_point)
        with (
            patch.object(memory, "MAX_SESSIONS", kept),
            points,
            self.discord.recording_held(),
            listening(world),
        ):
            while not self.world.breaches and not self._live():
                continue
            if not self.world.breaches:
                judge.check(self.world, self.database, self.people)
                for what in self.discord.calling.check(self.discord.vanished):
                    self.world.fail("P6", what)
        return self._report()

    def _live(self) -> bool:
        """Run one life of the bot. Returns whether the run is over."""
        loop = self.world.begin_life()
        pause = 0.0
        try:
            loop.run_until_complete(self._life())
        except Crash:
            pause = self.world.chance.choice((1.0, 1.0, 3600.0, 3 * 86400.0))
            self.discord.bot_died()
            return False
        except Exception as error:  # noqa: BLE001 - any error fails this run
            self.world.fail("P17", f"unhandled {error!r} in {traceback.extract_tb(error.__traceback__)[-1]}")
            return False
        else:
            return True
        finally:
            self.steps += loop.steps
            self.world.breaches += [Breach("P17", text, loop.time()) for text in loop.complaints]
            self.world.end_life(pause)

    async def _life(self) -> None:
        rig = Rig(self.world, self.database, self.discord)
        await rig.start()
        rig.spawn(self.people.act(rig))
        self.storms.begin(rig)
        while not self.world.breaches:
            ended = await self._storm(rig)
            await self._calm(rig)
            if ended:
                return

    async def _storm(self, rig: Rig) -> bool:
        """Cause trouble for a while. Returns whether all games have ended."""
        self.world.stormy = True
        until = self.world.now + self.storm
        while self.world.now < until and not self.world.breaches:
            await asyncio.sleep(1 + (until - self.world.now) / 20)
            if self.world.weather.only_drags:
                await shown.check_prompt(rig, self.people)
            if all(self._is_over(t) for t in self.tables):
                return True
            if self.world.now - BEGIN > MAX_SIMULATED_SECONDS or self._steps_so_far() > MAX_STEPS:
                self.world.fail("P15", "the game does not end")
        self.storm *= 4
        return False

    def _steps_so_far(self) -> int:
        return self.steps + (0 if self.world.loop is None else self.world.loop.steps)

    async def _calm(self, rig: Rig) -> None:
        """End the trouble, and check that soon everything is shown."""
        self.world.stormy = False
        self.storms.end(rig)
        self.world.note("calm")
        await rig.beat()
        while rig.publisher.transport.is_banned or rig.is_cut_off:  # These troubles must end first.
            await asyncio.sleep(LOOK_SECONDS)
        await asyncio.sleep(Paces().hand + 10)
        for _ in range(10):  # A clock or a reminder may have just fallen due.
            if rig.publisher.is_busy or self.world.now - self._saved_at() < Paces().choice + 4:
                await asyncio.sleep(4)
        if not self.world.breaches:
            await shown.check(rig, self.people)

    def _saved_at(self) -> float:
        saved = self.database.saved
        return saved[-1].at if saved else BEGIN

    def _is_over(self, table: Table) -> bool:
        status = self.database.status(table.session_id)
        return status is not None and status not in LIVE

    def _count_events(self) -> Tally:
        """Return the events of this run, including the faults."""
        tally, saved = self.world.tally, [one.change for one in self.database.saved]
        tally.done["runs"] = 1
        tally.done["moves"] = sum(one.played is not None and one.played.seat is not None for one in saved)
        tally.done["fallbacks"] = sum(
            one.played is not None and one.played.move == "timeout" for one in saved
        )
        tally.done["seats back"] = sum(
            map(_seats_back, {one.record.id: one.record for one in saved}.values())
        )
        tally.done["crashes"] = self.world.fired.total()
        tally.done["messages"] = len(self.discord.messages)
        tally.done.update(f"{breach.promise} broken" for breach in self.world.breaches)
        return tally

    def _report(self) -> Report:
        world = self.world
        return Report(
            seed=self.seed,
            game=self.game_id,
            weather=world.weather,
            breaches=world.breaches,
            fingerprint=world.trace.fingerprint,
            commits=len(self.database.saved),
            steps=self.steps,
            visited=dict(world.visited),
            fired=dict(world.fired),
            tally=self._count_events(),
            lines=list(world.trace.lines),
        )


def table(chance: Random, game_id: str, channel_id: int, weather: Weather) -> Table:
    """Return a table for a game, with short options that suit its players."""
    game = GAMES[game_id]
    seats = min(chance.choice(game.seats), 6)
    options = msgspec.to_builtins(varied(game, seats, chance.randrange(1000)))
    computers = min(weather.computers, seats - 1)
    users = tuple(range(101, 101 + seats - computers))
    pace = None if game.measures_time else weather.pace
    return Table(channel_id, game, options, users, computers=computers, pace=pace)


def _seats_back(record: Record) -> int:
    """Return how often players have come back to seats with a stand-in."""
    return sum(one.until is not None for one in record.attendance.stand_ins)
