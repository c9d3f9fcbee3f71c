"""The real program as a process of its own, on a Discord of this machine."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

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


@asynccontextmanager
async def running(address: str, database: Path, **settings: Any) -> AsyncIterator[Process]:
    """`python -m bot run` beside the database, away from anybody's `.env`."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"),
        cwd=database.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE": str(database), "DISCORD_API": address}
        | SETTINGS
        | settings,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def ended(process: Process) -> tuple[int | None, str]:
    """The exit code of a program that is ending, and what it has written to standard error."""
    _, told = await process.communicate()
    return process.returncode, told.decode()
