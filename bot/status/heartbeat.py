"""The heartbeat: measures the event loop, and tells systemd, a file and other processes how the bot is."""

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

from bot.config import BadSettings, read_settings, unwritable_folder
from bot.process.health import HealthReport, is_ready, line, read

log = structlog.get_logger(__name__)

TICK_SECONDS: Final = 0.5
REPORT_SECONDS: Final = 10.0


class LoopLag:
    """How late the event loop is: what was to happen after a tick comes later when something holds it up."""

    def __init__(self) -> None:
        self._worst = 0.0
        self.delay = 0.0
        """The worst of the last whole report, in seconds."""

    async def tick(self) -> None:
        """Wait for a tick, and see how late it comes."""
        clock = asyncio.get_running_loop().time
        due = clock() + TICK_SECONDS
        await asyncio.sleep(TICK_SECONDS)
        self._worst = max(self._worst, clock() - due)

    def report(self) -> None:
        """Restart the measurement."""
        self.delay, self._worst = self._worst, 0.0


class Manager:
    """systemd behind a socket, told that the service is up, alive, about to stop. Nobody if it's empty."""

    def __init__(self, address: str) -> None:
        self._address = f"\0{address[1:]}" if address.startswith("@") else address

    def tell(self, state: str) -> None:
        """Send lines such as `READY=1`. Whether they arrive changes nothing for us."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
            to.setblocking(False)
            to.sendto(state.encode(), self._address)


async def beat(
    file: Path, loop: LoopLag, look: Callable[[], HealthReport], manager: Manager, now: Callable[[], float]
) -> None:
    """Report until cancelled, every ten seconds and when Discord comes or goes. `look` mustn't take long."""
    while True:
        before = False, False, ""
        try:
            health = look()
            before = _changing(health)
            manager.tell(f"WATCHDOG=1\nSTATUS={line(health, now())[1]}")
            await _written(file, health)
        except OSError as error:  # a full disk: then the health check says that nothing was reported
            log.warning("pulse_not_written", error=error.strerror)
        except Exception:  # a fault in telling how the bot is mustn't end it
            log.exception("pulse_failed")
            manager.tell("WATCHDOG=1")
        for _ in range(round(REPORT_SECONDS / TICK_SECONDS)):
            await loop.tick()
            if _changing(look()) != before:
                break
        loop.report()


async def _written(file: Path, health: HealthReport) -> None:
    """Write a report in a thread. One that has begun ends before its task does, so nothing comes after it."""
    writing = asyncio.ensure_future(asyncio.to_thread(write, file, health))
    try:
        await asyncio.shield(writing)
    except asyncio.CancelledError:
        await asyncio.wait((writing,))
        raise


def _changing(health: HealthReport) -> tuple[bool, bool, str]:
    """Return what is reported at once when it changes."""
    return health.is_connected, is_ready(health), health.waits


def write(file: Path, health: HealthReport) -> None:
    """Put the report in the place of the last one, whole or not at all."""
    part = file.with_name(f"{file.name}.part")
    part.touch(mode=0o600)
    part.write_bytes(msgspec.json.encode(health))
    part.replace(file)


def remove(file: Path) -> None:
    """The bot has stopped in order: nothing is known of it any more."""
    with suppress(OSError):
        file.unlink(missing_ok=True)


def is_running(process: int) -> bool:
    """Whether there's such a process."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def health(now: Callable[[], float] = time.time) -> tuple[int, str]:
    """Return the exit code, 0 when all is well, and one line about the bot that runs on our database.

    Another process asks every minute, so this module loads no more than it needs.
    """
    try:
        file = read_settings().heartbeat
    except BadSettings as error:
        return 1, f"NOT healthy: settings: {error}"
    try:
        health = read(file)
    except OSError as error:
        return 1, f"NOT healthy: {unwritable_folder(file.parent) or f'{file}: {error.strerror}'}"
    if health is None or not is_running(health.process):
        return 1, "NOT healthy: no bot runs on this database"
    is_well, words = line(health, now())
    return (0 if is_well else 1), words
