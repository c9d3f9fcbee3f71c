"""Two installations, each a process with a database, that share a chain of keys or ask the same beacon.

`python -m benchmarks.dailies.installations DATABASE FIRST_DAY DAYS [BEACON]` is one of them. It prints a line
for each day and game: the day, the game, and a hash of the deal, a play, its line and its par.
"""

import asyncio
import hashlib
import http.server
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchmarks.dailies.figures import Figure, share
from benchmarks.dailies.plays import FIRST, play_day
from bot.config import DATA
from bot.games import GAMES
from bot.players.daily import Daily, line_of, par
from bot.process.beacon import PublicBeacon
from bot.sessions.lobby import Pace
from bot.sessions.sessions import Sessions
from bot.storage import dailies
from bot.storage.dailies import Chain
from bot.storage.store import Store

PAR_EVERY: Final = 10
"""The par of one day in this many is compared, because it takes 32 plays."""
SLIPS: Final = 0.1
PERIOD: Final = 30


def compare(days: int, *, is_world: bool) -> Figure:
    """Compare two installations over `days` days of all games."""
    with TemporaryDirectory() as folder, _beacon() as address:
        files = [Path(folder, f"{name}.sqlite3") for name in ("one", "other")]
        if not is_world:
            for file in files:
                asyncio.run(_share_chain(file))
        running = [_start(file, days, address if is_world else "") for file in files]
        one, other = (process.communicate()[0].splitlines() for process in running)
    same = sum(a == b for a, b in zip(one, other, strict=True))
    expected = days * len(GAMES)
    name = "days and games alike, by a beacon" if is_world else "days and games alike, by a chain"
    return Figure(name, "all", share(same, expected), same == expected == len({*one}))


def _start(file: Path, days: int, address: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", __name__, str(file), str(FIRST), str(days), *filter(None, [address])]
    environment = {**os.environ, "PYTHONHASHSEED": str(len(file.name))}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)  # noqa: S603


async def _share_chain(file: Path) -> None:
    """Begin the same chain in a new database."""
    store = Store(file, DATA / "migrations")
    await store.open()
    await store.write(dailies.begin_chain, Chain(str(FIRST), bytes(range(32))))
    await store.close()


@contextmanager
def _beacon() -> Iterator[str]:
    """Run a beacon in drand's form. Yields its address."""

    class Answer(http.server.BaseHTTPRequestHandler):
        """A handler that gives each round the hash of its number."""

        def do_GET(self) -> None:
            """Answer with the round in the path, or with facts about the chain."""
            body: dict[str, Any] = {"period": PERIOD, "genesis_time": 1000}
            last = self.path.rpartition("/")[2]
            if last.isdecimal():
                body = {"round": int(last), "randomness": hashlib.sha256(last.encode()).hexdigest()}
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/chain/public/latest"
    server.shutdown()
    server.server_close()


async def _installation(file: Path, first: date, days: int, address: str) -> None:
    """Print an installation's line for each of these days and games."""
    store = Store(file, DATA / "migrations", GAMES)
    await store.open()
    world = PublicBeacon(address).first_since if address else None
    now = datetime(first.year, first.month, first.day, tzinfo=UTC).timestamp() + 86400 * days
    sessions = Sessions(store, GAMES, pace=Pace(turn=600, response=120), clock=lambda: now, world=world)
    for number in range(days):
        day = str(first + timedelta(days=number))
        for game in GAMES:
            of_day = await sessions.dailies.today(game, day)
            assert of_day is not None, f"no cards for {day}"
            print(day, game, _digest(of_day, number), flush=True)
    await store.close()


def _digest(of_day: Daily, number: int) -> str:
    """Return a hash of a day: its deal, a play with slips and its line, and on some days the par."""
    play = play_day(of_day, number, SLIPS)
    line = line_of(of_day, play.moves)
    price = par(of_day) if number % PAR_EVERY == 0 else None
    whole = [of_day.deal.transcript, of_day.key.hex(), play.moves, play.lead, str(line), price]
    return hashlib.sha256(json.dumps(whole).encode()).hexdigest()


if __name__ == "__main__":
    place, begin, number, *rest = sys.argv[1:]
    asyncio.run(_installation(Path(place), date.fromisoformat(begin), int(number), rest[0] if rest else ""))
