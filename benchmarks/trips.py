"""The calls behind one event at a table: `python -m benchmarks.trips` counts files and functions.

The real bot on SimCord plays C.R.A.P. with four people. Every call on the main thread counts, from the
command until the table is calm. A coroutine that resumes counts again, comprehensions don't count. "Hosting"
leaves out rules, pages, lessons and computers. `--list acquire` prints the functions of one trip, most called
first.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import simcord

from bot.config import Settings
from bot.logs import set_up_logs
from tests.helpers.guild import SimGuild, close, open_bot, settings_for
from tests.helpers.tables import started

ROOT: Final = Path(__file__).resolve().parent.parent
OTHER_HALF: Final = (
    *("engine", "fair", "games", "lessons", "pictures", "players", "ratings", "rendering"),
    "playground",  # its repairs of SimCord, which the measured bot needs
)
"""The packages of `bot` that don't host games."""
COMPREHENSIONS: Final = ("<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")
PLAYERS: Final = 4
REMINDED_SECONDS: Final = 80
TIMED_OUT_SECONDS: Final = 700


class Trip:
    """The calls of our own functions while something happens."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.calls: Counter[CodeType] = Counter()

    def note(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Count one call, as `sys.setprofile` reports it."""
        if event == "call" and frame.f_code.co_name not in COMPREHENSIONS:
            self.calls[frame.f_code] += 1

    def functions(self, *, hosting: bool) -> dict[str, int]:
        """Return how often each of our functions was entered, by file and line."""
        return {
            f"{file}:{code.co_firstlineno} {code.co_qualname}": count
            for code, count in self.calls.most_common()
            if (file := own(code)) and (is_hosting(file) or not hosting)
        }

    def row(self) -> str:
        """Return the trip's counts as one line of a table."""
        every, hosting = self.functions(hosting=False), self.functions(hosting=True)
        counts = (sum(every.values()), files(every), len(every), files(hosting), len(hosting))
        return f"{self.name:<10}" + "".join(f"{count:>12,}" for count in counts)


def own(code: CodeType) -> str:
    """Return the path of a function's file below the project, or "" if it isn't the bot's."""
    file = Path(code.co_filename)
    if not file.is_relative_to(ROOT):
        return ""
    path = file.relative_to(ROOT)
    return str(path) if path.parts[0] in ("bot", "cogs") else ""


def is_hosting(file: str) -> bool:
    """Whether a file belongs to the half that hosts games."""
    return Path(file).parts[1] not in OTHER_HALF


def files(functions: dict[str, int]) -> int:
    """Return how many files these functions are in."""
    return len({name.partition(":")[0] for name in functions})


async def measured(name: str, happening: Awaitable[Any]) -> Trip:
    """Run something, and count calls until the table is calm."""
    trip = Trip(name)
    sys.setprofile(trip.note)
    try:
        await happening
    finally:
        sys.setprofile(None)
    return trip


async def trips(settings: Settings) -> list[Trip]:
    """Measure every trip, at one table."""
    bot = await open_bot(settings)
    async with simcord.run(bot) as env:
        guild = SimGuild(env, bot, settings, PLAYERS)
        session = await started(guild)
        asker = guild.players[session.state.turn]
        held = session.state.hands[session.state.turn][0][:-1]
        results = [await measured("acquire", asker.slash("acquire", rank=held))]
        answerer = next(player for player in guild.players if player is not asker)
        results.append(await measured("press", answerer.press(answerer.dm, "Believe")))
        results.append(await measured("reminder", guild.pass_time(REMINDED_SECONDS)))
        results.append(await measured("time-out", guild.pass_time(TIMED_OUT_SECONDS)))
        results.append(await measured("restart", guild.restart()))
    await close(guild.bot)
    return results


def main(arguments: list[str] | None = None) -> int:
    """Print the counts of every trip."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trips", description=__doc__)
    parser.add_argument("--list", metavar="TRIP", help="print the functions of one trip")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_for(Path(folder) / "trips.sqlite3", log_level="ERROR")
        set_up_logs(settings)
        results = asyncio.run(trips(settings))
    heads = ("calls", "files", "functions", "hosting", "functions")
    print(" " * 10 + "".join(f"{head:>12}" for head in heads))
    for trip in results:
        print(trip.row())
        if trip.name == given.list:
            for name, count in trip.functions(hosting=True).items():
                print(f"  {count:>6,}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
