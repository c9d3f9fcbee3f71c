"""A machine for the real program: a home, settings, and a stand-in for Discord."""

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from bot.storage.store import Store
from tests.conventions.source import ROOT
from tests.discord_http import payloads
from tests.discord_http.stand_in import StandIn
from tests.helpers.stores import MIGRATIONS

GUILD: Final = 7
EVERYONE: Final = {
    "id": str(GUILD),
    "name": "@everyone",
    "permissions": "274878024704",
    "color": 0,
    "hoist": False,
    "position": 0,
    "managed": False,
    "mentionable": False,
}
"""The role of everyone in the server, with the permissions that the bot's invitation asks for."""
PATIENCE_SECONDS: Final = 60.0
"""The longest that a command may take to name a fault."""
AS_NOBODY: Final = """
import os
import bot.__main__, bot.playground, bot.rendering.art.pictures, cogs, encodings.idna, asyncio.selector_events
if os.getuid() == 0:
    os.setgid(65534), os.setuid(65534)
"""
"""Code that makes the program give up root's rights, once it's loaded."""


class Answer(NamedTuple):
    """A command's exit code, and the lines it printed."""

    code: int
    lines: list[str]

    @property
    def alarms(self) -> list[str]:
        """Return the lines that name a fault."""
        return [line for line in self.lines if is_alarm(line)]


def is_alarm(line: str) -> bool:
    """Whether a line of the doctor, the log, the health check or a failed command names a fault."""
    if line.startswith("{"):
        return '"level": "warning"' in line or '"level": "error"' in line
    return line.startswith(("ERROR ", "WARN ", "cardcrate: ", "NOT healthy: ", "Traceback"))


def server(permissions: str = EVERYONE["permissions"]) -> payloads.Json:  # type: ignore[assignment] # it's a text
    """Return a server with one channel, in which everyone has these permissions."""
    return {
        **payloads.guild(GUILD, [10]),
        "owner_id": "1",
        "roles": [{**EVERYONE, "permissions": permissions}],
    }


class Machine:
    """A folder in which the program runs, with settings that a test can change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state = folder / "state"
        self.discord = StandIn(guilds=[server()])
        self.settings: dict[str, str] = {}
        """Settings in addition to the usual ones."""
        self.plant = ""
        """Python code that the program runs before it starts, to change its machine."""

    @property
    def database(self) -> Path:
        """Return the path of the database file."""
        return self.state / "cardcrate.sqlite3"

    async def store(self) -> Store:
        """Return the open database, made if it's missing."""
        self.state.mkdir(mode=0o700, exist_ok=True)
        store = Store(self.database, MIGRATIONS)
        await store.open()
        return store

    async def ask(self, *command: str) -> Answer:
        """Run a command to its end."""
        process = await self._begin(command)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                said, _ = await process.communicate()
        finally:
            await _end(process)
        return _told(process, said)

    async def run_until(
        self, word: str, meanwhile: Sequence[str] = (), words: Sequence[str] = ()
    ) -> tuple[Answer, Answer | None]:
        """Run the bot until its log has a word or it ends, and stop it as an operator does.

        Before the stop, repeat the command `meanwhile` until its first line has these words.
        """
        process = await self._begin(("run",))
        assert process.stdout is not None
        said, answer = b"", None
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while line := await process.stdout.readline():
                    said += line
                    if word in line.decode():
                        break
                while meanwhile and not (answer and all(one in answer.lines[0] for one in words)):
                    answer = await self.ask(*meanwhile)
                if process.returncode is None and line:
                    process.terminate()
                said += (await process.communicate())[0]
        finally:
            await _end(process)
        return _told(process, said), answer

    async def _begin(self, command: Sequence[str]) -> asyncio.subprocess.Process:
        program = f"{self.plant}\nfrom bot.__main__ import main; main()"
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", program, *command),
            cwd=self.folder,
            env=self._environment(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )

    def _environment(self) -> dict[str, Any]:
        usual = {
            "HOME": str(self.folder),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "STATE_DIRECTORY": str(self.state),
            "DISCORD_TOKEN": "token",
            "DISCORD_API": self.discord.address,
            "PICTURES": "false",
            "LOG_FORMAT": "json",
            "BACKUPS_FREE_GB": "0",
        }
        return {**usual, **self.settings}


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill a process that still runs."""
    if process.returncode is None:
        process.kill()
        await process.wait()


def _told(process: asyncio.subprocess.Process, said: bytes) -> Answer:
    assert process.returncode is not None
    return Answer(process.returncode, said.decode().splitlines())
