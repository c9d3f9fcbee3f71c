"""The bot's heartbeat, which measures the event loop and reports the bot's health to systemd and a file."""

import asyncio
import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
import structlog

from bot.config import BadSettings, folder_problem, read_settings
from bot.process.health import HealthReport, is_ready, read, verdict

log = structlog.get_logger(__name__)

TICK_SECONDS: Final = 0.5
REPORT_SECONDS: Final = 10.0


class LoopLag:
    """The delay of the event loop, measured by how late the end of each tick comes."""

    def __init__(self) -> None:
        self._worst = 0.0
        self.delay = 0.0
        """The longest delay between the last two reports, in seconds."""

    async def tick(self) -> None:
        """Wait for one tick, and note how late it ends."""
        clock = asyncio.get_running_loop().time
        due = clock() + TICK_SECONDS
        await asyncio.sleep(TICK_SECONDS)
        self._worst = max(self._worst, clock() - due)

    def report(self) -> None:
        """Set `delay`, and restart the measurement."""
        self.delay, self._worst = self._worst, 0.0


class Systemd:
    """The socket of systemd, which is told that the bot is up, alive or stopping. Empty without systemd."""

    def __init__(self, address: str) -> None:
        self._address = f"\0{address[1:]}" if address.startswith("@") else address

    def notify(self, state: str) -> None:
        """Send lines such as `READY=1` to systemd. Failures are ignored."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
            to.setblocking(False)
            to.sendto(state.encode(), self._address)


async def beat(
    file: Path, loop: LoopLag, report: Callable[[], HealthReport], manager: Systemd, now: Callable[[], float]
) -> None:
    """Report until cancelled, every ten seconds and when the connection changes. `report` must be quick."""
    while True:
        before = False, False, ""
        try:
            health = report()
            before = _urgent_facts(health)
            manager.notify(f"WATCHDOG=1\nSTATUS={verdict(health, now())[1]}")
            await _write_in_thread(file, health)
        except OSError as error:  # If the disk is full, the health check says that reports are missing.
            log.warning("pulse_not_written", error=error.strerror)
        except Exception:  # A bug in reporting must not end the bot.
            log.exception("pulse_failed")
            manager.notify("WATCHDOG=1")
        for _ in range(round(REPORT_SECONDS / TICK_SECONDS)):
            await loop.tick()
            if _urgent_facts(report()) != before:
                break
        loop.report()


async def _write_in_thread(file: Path, health: HealthReport) -> None:
    """Write a report in a thread. A cancelled task still waits for it, so that nothing is written later."""
    writing = asyncio.ensure_future(asyncio.to_thread(write, file, health))
    try:
        await asyncio.shield(writing)
    except asyncio.CancelledError:
        await asyncio.wait((writing,))
        raise


def _urgent_facts(health: HealthReport) -> tuple[bool, bool, str]:
    """Return the facts that are reported at once when they change."""
    return health.is_connected, is_ready(health), health.waits


def write(file: Path, health: HealthReport) -> None:
    """Replace the last report with this one, whole or not at all."""
    part = file.with_name(f"{file.name}.part")
    part.touch(mode=0o600)
    part.write_bytes(msgspec.json.encode(health))
    part.replace(file)


def remove(file: Path) -> None:
    """Delete the report of a bot that was stopped properly."""
    with suppress(OSError):
        file.unlink(missing_ok=True)


def is_running(process: int) -> bool:
    """Whether a process with this id exists."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def health(now: Callable[[], float] = time.time) -> tuple[int, str]:
    """Return an exit code, 0 if all is well, and one line about the bot that runs on our database.

    A health check runs this every minute in a new process, so this module loads only what it needs.
    """
    try:
        file = read_settings().heartbeat
    except BadSettings as error:
        return 1, f"NOT healthy: settings: {error}"
    try:
        health = read(file)
    except OSError as error:
        return 1, f"NOT healthy: {folder_problem(file.parent) or f'{file}: {error.strerror}'}"
    if health is None or not is_running(health.process):
        return 1, "NOT healthy: no bot runs on this database"
    is_well, words = verdict(health, now())
    return (0 if is_well else 1), words
