"""Faults that operators meet, each with a way to plant it and the words that must name it."""

import os
import socket
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bot.games import GAMES
from bot.storage import backup, facts
from bot.storage.file import FileLock
from tests.discord_http.answers import ANSWERS, Answer
from tests.operators.machine import AS_NOBODY, GUILD, Machine, server
from tests.storage.games import running
from tests.storage.versions import NEXT

DAY_SECONDS: Final = 23 * 3600
Plant = Callable[[Machine], AbstractAsyncContextManager[object]]


@dataclass(frozen=True)
class Naming:
    """A command that names a fault: its exit code, and parts of its line from the cause to the cure."""

    command: str
    code: int
    words: tuple[str, ...]
    word: str = ""
    """Text in the log to wait for, if the bot keeps running."""
    meanwhile: str = ""
    """The command that names the fault while the bot runs. Empty if the bot's log does."""


@dataclass(frozen=True)
class Fault:
    """A fault, the way to plant it, and the commands that name it."""

    name: str
    plant: Plant
    namings: tuple[Naming, ...]


FAULTS: Final[dict[str, Fault]] = {}


def fault(name: str, *namings: Naming) -> Callable[[Callable[[Machine], AsyncIterator[None]]], None]:
    """Register a fault, which the decorated function plants until it's closed."""

    def register(plant: Callable[[Machine], AsyncIterator[None]]) -> None:
        FAULTS[name] = Fault(name, asynccontextmanager(plant), namings)

    return register


def start(code: int, *words: str) -> Naming:
    """Return the naming by a start that ends with this exit code."""
    return Naming("run", code, words)


def log(event: str, *words: str) -> Naming:
    """Return the naming by the log of a bot that keeps running."""
    return Naming("run", 0, words, word=event)


def health(event: str, *words: str) -> Naming:
    """Return the naming by a health check, once the bot has logged this event."""
    return Naming("health", 1, words, word=event, meanwhile="health")


def doctor(*words: str, code: int = 1, server: bool = False) -> Naming:
    """Return the naming by the doctor."""
    return Naming(f"doctor --server {GUILD}" if server else "doctor", code, words)


# The machine.

ON_NFS = ("is on a network drive (nfs4)", "can damage the database", "name a local file in DATABASE")


@fault("network drive", start(3, *ON_NFS), doctor(*ON_NFS))
async def network_drive(machine: Machine) -> AsyncIterator[None]:
    mounts = machine.folder / "mountinfo"
    mounts.write_text(f"41 27 0:38 / {machine.folder} rw,relatime - nfs4 nas.example:/volume1 rw\n")
    machine.plant = f"import pathlib, bot.storage.file as d; d.MOUNTS = pathlib.Path({str(mounts)!r})"
    yield


CLOSED = "/state can't be written to: it belongs to "


@fault("wrong owner", start(3, CLOSED, "sudo chown -R "), doctor(CLOSED, "sudo chown -R "))
async def wrong_owner(machine: Machine) -> AsyncIterator[None]:
    machine.plant = AS_NOBODY
    machine.state.mkdir(mode=0o700)
    with _shut_to_us(machine.state):
        yield


@fault("read-only folder", start(3, CLOSED, "chmod u+rwX "), doctor(CLOSED, "chmod u+rwX "))
async def read_only_folder(machine: Machine) -> AsyncIterator[None]:
    machine.plant = AS_NOBODY
    machine.state.mkdir(mode=0o700)
    if os.getuid() == 0:
        os.chown(machine.state, 65534, 65534)
    machine.state.chmod(0o500)
    yield
    machine.state.chmod(0o700)


@fault(
    "full disk",
    start(3, "can't write ", "No space left on device", "make room"),
    doctor("only 1 MB free in ", "make room"),
)
async def full_disk(machine: Machine) -> AsyncIterator[None]:
    machine.plant = """
import errno, os, shutil, collections
def full(*_): raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
os.write = full
shutil.disk_usage = lambda _: collections.namedtuple("usage", "total used free")(10**9, 10**9 - 10**6, 10**6)
"""
    yield


@fault("clock an hour off", doctor(" s ahead of Discord's", "turn on NTP"))
async def clock(machine: Machine) -> AsyncIterator[None]:
    machine.plant = "import time; real = time.time; time.time = lambda: real() + 3600.2"
    yield


@fault(
    "no zone data",
    log('"connected"', "quiet hours in a city's time don't work", "apt install tzdata"),
    doctor("quiet hours in a city's time don't work", "apt install tzdata"),
)
async def zones(machine: Machine) -> AsyncIterator[None]:
    machine.plant = "import sys, zoneinfo; zoneinfo.reset_tzpath(to=[]); sys.modules['tzdata'] = None"
    yield


@fault("half a processor", doctor("only 0.5 of one", "allow the bot a whole one", code=0))
async def half_a_processor(machine: Machine) -> AsyncIterator[None]:
    (machine.folder / "cpu.max").write_text("50000 100000\n")
    place = str(machine.folder)
    machine.plant = f"import pathlib, bot.process.findings as s; s.CGROUPS = pathlib.Path({place!r})"
    yield


@fault(
    "port in use",
    start(2, "STATUS_PORT ", "Address already in use", "name another port"),
    doctor("Address already in use", "name another port"),
)
async def port(machine: Machine) -> AsyncIterator[None]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        machine.settings["STATUS_PORT"] = str(taken.getsockname()[1])
        yield


# Discord.

NETWORK: Final = "check network, DNS, proxy and firewall"


@fault(
    "no network",
    start(5, "Discord can't be reached (Connection refused)", NETWORK),
    doctor("Discord can't be reached", NETWORK),
)
async def network(machine: Machine) -> AsyncIterator[None]:
    machine.settings["DISCORD_API"] = "http://127.0.0.1:9"
    yield


@fault(
    "no DNS",
    log(
        "name_unknown",
        "discord.com can't be found (Temporary failure in name resolution)",
        "DNS of this machine",
    ),
    doctor("Discord can't be reached (Temporary failure in name resolution)", NETWORK),
)
async def names(machine: Machine) -> AsyncIterator[None]:
    machine.settings["DISCORD_API"] = "https://discord.com/api/v10"
    machine.plant = """
import socket
def unknown(*_, **__): raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
socket.getaddrinfo = unknown
"""
    yield


@fault(
    "wrong token",
    start(4, "Discord doesn't accept the token", "copy it again"),
    doctor("Discord doesn't accept the token", "copy it again"),
)
async def token(machine: Machine) -> AsyncIterator[None]:
    machine.discord.token_is_known = False
    yield


@fault(
    "token of another application",
    doctor("the games in the database are of another one", "copy the token of application 42"),
    log(
        "another_application",
        "the games in the database are of another one",
        "copy the token of application 42",
    ),
)
async def application(machine: Machine) -> AsyncIterator[None]:
    store = await machine.store()
    await store.write(facts.keep_note, "commands:42:global", "{}")
    await store.close()
    yield


@fault("privileged intents", doctor("Message Content on, though the bot never uses that", "turn off", code=0))
async def privileged(machine: Machine) -> AsyncIterator[None]:
    machine.discord.application["flags"] = 1 << 18
    yield


@fault(
    "wrong GUILD_ID",
    start(2, "GUILD_ID: the bot isn't in server 8", "correct it, or invite the bot"),
    doctor("the bot isn't in server 8", "invite it: https://discord.com/oauth2/authorize?client_id="),
)
async def guild_id(machine: Machine) -> AsyncIterator[None]:
    machine.settings["GUILD_ID"] = "8"
    machine.discord.start_faults["commands"] = ANSWERS["may not see"]
    yield


@fault(
    "no shared server",
    health("connected", "it isn't in any server", "`cardcrate doctor` prints the invitation"),
    doctor("the bot isn't in any server yet", "invite it: https://"),
)
async def nowhere(machine: Machine) -> AsyncIterator[None]:
    machine.discord.gateway.set_guilds()
    yield


@fault("endpoint set", doctor("commands and clicks go to a web address", "empty Interactions Endpoint URL"))
async def endpoint(machine: Machine) -> AsyncIterator[None]:
    machine.discord.application["interactions_endpoint_url"] = "https://old.example/interactions"
    yield


@fault(
    "missing scope", doctor("the bot lacks the scope applications.commands", "invite it again", server=True)
)
async def scope(machine: Machine) -> AsyncIterator[None]:
    machine.discord.start_faults["commands"] = ANSWERS["may not see"]
    yield


@fault(
    "missing permission",
    doctor("the bot lacks Attach Files in server 7", "give these to its role", server=True),
)
async def permission(machine: Machine) -> AsyncIterator[None]:
    attach_files = 1 << 15
    machine.discord.gateway.set_guilds(server(str(274878024704 & ~attach_files)))
    yield


@fault(
    "daily command limit",
    log("commands_not_synced", "no more new commands from the bot today", "restart the bot tomorrow"),
)
async def daily_limit(machine: Machine) -> AsyncIterator[None]:
    machine.discord.start_faults["commands"] = Answer(
        "today", ANSWERS["overloaded"].error, 400, {"code": 30034, "message": "Max"}, {"Via": "1.1 google"}
    )
    yield


SHUT_OUT: Final = "Discord blocks this machine's address, not your bot"


@fault(
    "23 h Retry-After",
    log("discord_waits", SHUT_OUT, "leave the bot running", " UTC"),
    health("discord_waits", SHUT_OUT, "leave the bot running, it tries again at 20"),
    doctor(SHUT_OUT, "wait, because each try makes it longer, and try again at 20"),
)
async def shut_out(machine: Machine) -> AsyncIterator[None]:
    page = "<html>error code: 1015</html>"
    answer = Answer("shut out", ANSWERS["overloaded"].error, 429, page, {"Retry-After": str(DAY_SECONDS)})
    machine.discord.start_faults["gateway"] = answer
    yield


# The database in a file.


@fault(
    "backup folder full",
    Naming("backup", 3, ("no room in ", "a backup needs ")),
    doctor("another copy doesn't fit", "make room"),
)
async def backups_full(machine: Machine) -> AsyncIterator[None]:
    store = await machine.store()
    await running(store, GAMES["crap"], 10, moves=0)
    await store.close()
    _back_up(machine, timedelta(0))
    machine.settings["BACKUPS_FREE_GB"] = "1000000"
    yield


@fault(
    "backup too old",
    doctor("it's over a day older than the database", "look for `housekeeping_failed` in the log"),
)
async def backup_too_old(machine: Machine) -> AsyncIterator[None]:
    await (await machine.store()).close()
    _back_up(machine, timedelta(days=3))
    yield


@fault(
    "database of a newer release",
    start(3, f"the database is at schema {NEXT}", "run the newer version, or restore a backup"),
    doctor(f"the database is at schema {NEXT}", "run the newer version"),
)
async def newer(machine: Machine) -> AsyncIterator[None]:
    await (await machine.store()).close()
    with closing(sqlite3.connect(machine.database)) as connection, connection:
        connection.execute(f"PRAGMA user_version = {NEXT}")
    yield


@fault(
    "second process", start(6, "the database is in use by another Cardcrate (process ", "stop that one first")
)
async def second_process(machine: Machine) -> AsyncIterator[None]:
    await (await machine.store()).close()
    with FileLock(machine.database):
        yield


def _back_up(machine: Machine, age: timedelta) -> None:
    """Leave a backup that's this old."""
    folder = machine.state / "backups"
    folder.mkdir(mode=0o700)
    backup.copy(machine.database, folder / backup.name_of(datetime.now(UTC) - age))


@contextmanager
def _shut_to_us(folder: Path) -> Iterator[None]:
    """Keep the program's user out of a folder, even if the tests don't run as root."""
    if os.getuid():
        folder.chmod(0)
    yield
    folder.chmod(0o700)
