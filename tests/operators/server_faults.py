"""Faults of an operator whose database is on a PostgreSQL server."""

import asyncio
import os
import re
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from tests.helpers.servers import MISSING, carry_out, make_cluster, program, programs
from tests.helpers.servers import serving as served_by
from tests.operators.faults import doctor, fault, log, start
from tests.operators.machine import Machine
from tests.storage.test_encryption import certificate

AWAY: Final = ("PostgreSQL can't be reached: ", "start PostgreSQL, or correct DATABASE")


@fault("PostgreSQL gone", log("database_unreachable", *AWAY), doctor(*AWAY))
async def gone(machine: Machine) -> AsyncIterator[None]:
    machine.settings["DATABASE"] = "postgresql://cardcrate@127.0.0.1:1/cardcrate"
    yield


@fault(
    "PostgreSQL too old",
    start(3, "which is too old", "it must be 99 or newer"),
    doctor("which is too old", "must be 99 or newer"),
)
async def too_old(machine: Machine) -> AsyncIterator[None]:
    async with server_of(machine) as (_, address):
        machine.settings["DATABASE"] = address
        machine.plant = "import bot.storage.postgres_connection as c; c.OLDEST = 99"
        yield


@fault(
    "wrong password",
    start(3, "password authentication failed", "correct DATABASE"),
    doctor("password authentication failed", "correct DATABASE"),
)
async def wrong_password(machine: Machine) -> AsyncIterator[None]:
    async with server_of(machine) as (folder, address):
        await carry_out(address, "CREATE ROLE cardcrate LOGIN PASSWORD 'right'")
        rules = folder / "data" / "pg_hba.conf"
        rules.write_text(f"local all cardcrate scram-sha-256\n{rules.read_text()}")
        await carry_out(address, "SELECT pg_reload_conf()")
        machine.settings["DATABASE"] = re.sub("//postgres@", "//cardcrate:wrong@", address)
        yield


@fault(
    "wrong TLS",
    start(3, "can't be trusted (self-signed certificate)", "renew it on the server"),
    doctor("can't be trusted (self-signed", "renew it"),
)
async def wrong_tls(machine: Machine) -> AsyncIterator[None]:
    (machine.folder / "other").mkdir()
    pem, other = certificate(machine.folder), certificate(machine.folder / "other")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            await reader.readexactly(8)
            writer.write(b"S")
            await writer.start_tls(context)
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1") as greeting:
        port = greeting.sockets[0].getsockname()[1]
        machine.settings["DATABASE"] = (
            f"postgresql://bot@127.0.0.1:{port}/cards?sslmode=verify-ca&sslrootcert={other}"
        )
        yield


POOLER: Final = ("is behind a pooler (", "name the PostgreSQL server itself in DATABASE")


@fault("behind a pooler", start(3, *POOLER), doctor(*POOLER))
async def pooler(machine: Machine) -> AsyncIterator[None]:
    said = b"SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: lock_timeout\0\0"
    async with await asyncio.start_server(_saying(said), "127.0.0.1") as pooling:
        port = pooling.sockets[0].getsockname()[1]
        machine.settings["DATABASE"] = f"postgresql://bot@127.0.0.1:{port}/cards?sslmode=disable"
        yield


@fault("new PostgreSQL on old files", doctor(*AWAY, "a new major version can't read the files of an old one"))
async def on_the_old_path(machine: Machine) -> AsyncIterator[None]:
    folder = _folder(machine)
    make_cluster(folder)
    (folder / "data" / "PG_VERSION").write_text("99\n")
    started = await asyncio.to_thread(_started, folder)
    assert "incompatible" in started
    machine.settings["DATABASE"] = f"postgresql://postgres@/postgres?host={folder}"
    yield


@asynccontextmanager
async def server_of(machine: Machine) -> AsyncIterator[tuple[Path, str]]:
    """Yield the folder and address of a PostgreSQL server that only this machine uses."""
    folder = _folder(machine)
    server = served_by(folder)
    address = await asyncio.to_thread(server.__enter__)
    try:
        yield folder, address
    finally:
        await asyncio.to_thread(server.__exit__, None, None, None)


def _started(folder: Path) -> str:
    """Return the output of a server that can't read its files."""
    command = [*program("postgres"), "-D", str(folder / "data"), "-k", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder).stderr


def _folder(machine: Machine) -> Path:
    if programs() is None:
        (pytest.fail if os.environ.get("REQUIRE_POSTGRESQL") else pytest.skip)(MISSING)
    folder = machine.folder / "postgresql"
    folder.mkdir()
    return folder


def _saying(said: bytes) -> "asyncio.streams._ClientConnectedCallback":
    """Return the handler of a server that refuses everyone with an error in PostgreSQL's own form."""

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        writer.write(b"E" + (len(said) + 4).to_bytes(4) + said)
        await writer.drain()
        writer.close()

    return refuse
