"""The real program as a process of its own, on a Discord of this machine."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import WeakSet

ROOT = Path(__file__).parents[2]
SETTINGS = {
    "DISCORD_TOKEN": "token",
    "BACKUPS": "",
    "PICTURES": "false",
    "TABLE_PACE": "0",
    "REQUESTS_PER_SECOND": "0",
    "LOG_FORMAT": "json",
}

Process = asyncio.subprocess.Process
_waited_for: WeakSet[Process] = WeakSet()
"""The programs whose end a test waits for."""


@asynccontextmanager
async def running(address: str, database: Path, **settings: Any) -> AsyncIterator[Process]:
    """Run `python -m bot run` next to the database, without any other `.env`."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"),
        cwd=database.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE": str(database), "DISCORD_API": address}
        | SETTINGS
        | settings,
        stderr=asyncio.subprocess.PIPE,
    )
    test = asyncio.current_task()
    assert test is not None
    watching = asyncio.ensure_future(_failed(process, test))
    try:
        yield process
    except asyncio.CancelledError:
        if not watching.done():
            raise
        raise AssertionError(f"the program has ended with {watching.result()}") from None
    finally:
        watching.cancel()
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def _failed(process: Process, test: "asyncio.Task[Any]") -> str:
    """Interrupt a test whose program ends unexpectedly with an error, and return the error."""
    code = await process.wait()
    if code <= 0 or process in _waited_for:
        await asyncio.Event().wait()
    _, told = await process.communicate()
    test.cancel()
    return f"{code}:\n{told.decode()}"


async def ended(process: Process) -> tuple[int | None, str]:
    """Return the exit code and the standard error of a program that's ending."""
    _waited_for.add(process)
    _, told = await process.communicate()
    return process.returncode, told.decode()
