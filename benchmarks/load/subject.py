"""The process under load: our bot, or one without a game. SIGTERM stops it.

On request it watches its event loop, and prints when that stalled and for how long.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

import discord

from benchmarks.load import floor
from benchmarks.load.sample import read_sample
from bot.config import Settings
from bot.logs import set_up_logs
from bot.serving import serve

TICK = 0.01
MIN_STALL_SECONDS = 0.02
"""Shorter stalls aren't kept."""


class Probe:
    """A watcher that wakes up every few milliseconds and records how late it was."""

    def __init__(self) -> None:
        self.stalls: list[tuple[float, float]] = []

    async def watch(self) -> None:
        """Watch until cancelled."""
        while True:
            due = time.monotonic() + TICK
            await asyncio.sleep(TICK)
            late = time.monotonic() - due
            if late > MIN_STALL_SECONDS:
                self.stalls.append((due, late))


def ours(database: Path, pace: float, granted: float) -> Coroutine[Any, Any, None]:
    """Run our bot as in production."""
    settings = Settings(
        _env_file=None,
        database=database,
        backups=None,
        pictures=True,
        table_pace=pace,
        requests_per_second=granted,
        log_level="ERROR",
    )  # type: ignore[call-arg]
    set_up_logs(settings)
    return serve(settings, "token")


def die_with_parent() -> None:
    """End together with the parent process, because nobody else would stop us. It holds our input open."""
    while os.read(0, 1):
        continue
    os._exit(1)


async def serve_with_probe(serving: Coroutine[Any, Any, None], *, watches: bool) -> list[tuple[float, float]]:
    """Serve to the end, and return the stalls if it `watches`."""
    probe = Probe()
    running = asyncio.ensure_future(serving)
    watching = asyncio.ensure_future(probe.watch()) if watches else None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    await asyncio.wait((running,))
    if watching is not None:
        watching.cancel()
    if not running.cancelled():
        running.result()
    return probe.stalls


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load.subject", description=__doc__)
    parser.add_argument("address", help="of the Discord to talk to")
    parser.add_argument("--database", type=Path, help="of our bot")
    parser.add_argument("--sample", type=Path, help="what a bot without a game sends")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between edits of a table")
    parser.add_argument("--granted", type=float, default=50.0, help="requests a second, 0: without limit")
    parser.add_argument(
        "--watch", action="store_true", help="print stalls, which takes a little time of its own"
    )
    given = parser.parse_args(arguments)
    discord.http.Route.BASE = given.address
    threading.Thread(target=die_with_parent, daemon=True).start()
    if given.sample is not None:
        serving = floor.serve(read_sample(given.sample.read_bytes()), given.granted)
    else:
        serving = ours(given.database, given.pace, given.granted)
    json.dump(asyncio.run(serve_with_probe(serving, watches=given.watch)), sys.stdout)


if __name__ == "__main__":
    main()
