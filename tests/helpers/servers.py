"""Databases for tests: a file, and where it is installed a PostgreSQL server of this run's own.

`TEST_POSTGRESQL` names a server that is to be used instead. A test that asks for `database` gets a new one: a
file, for each kind one where it has the mark `every_database` (tests of sessions have it by night), but for those with
the mark `file`.
"""

import asyncio
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import asyncpg
import pytest

from bot.config import Server, Where

MISSING: Final = "PostgreSQL is not here: apt-get install postgresql"
SETTINGS: Final = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "32MB",
}
FOLDERS: Final = "/usr/lib/postgresql"


def pytest_configure(config: pytest.Config) -> None:
    """Make the marks known."""
    config.addinivalue_line("markers", "every_database: runs on PostgreSQL, too")
    config.addinivalue_line("markers", "server: runs on PostgreSQL only")
    config.addinivalue_line("markers", "file: is about the file of SQLite")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Once for each kind of database, where that is asked for."""
    if "database" in metafunc.fixturenames:
        mark = metafunc.definition.get_closest_marker
        kinds = [pytest.param("sqlite", id=pytest.HIDDEN_PARAM)]
        is_night = metafunc.config.getoption("--walks") > 1 and "sessions" in metafunc.definition.path.parts
        if (mark("every_database") or is_night) and not mark("file"):
            kinds.append(pytest.param("postgresql", id="postgresql"))
        if mark("server"):
            kinds = [pytest.param("postgresql", id=pytest.HIDDEN_PARAM)]
        metafunc.parametrize("database", kinds, indirect=True)


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Where]:
    """Where a new database can be made."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield tmp_path / "cards.sqlite3"
    else:
        with schema_on(request.getfixturevalue("postgresql")) as server:
            yield server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a server on which tests may do what they want."""
    given = os.environ.get("TEST_POSTGRESQL")
    if given:
        yield given
        return
    if programs() is None:
        if os.environ.get("REQUIRE_POSTGRESQL"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with (
        tempfile.TemporaryDirectory(prefix="cardcrate-postgresql-") as folder,
        serving(Path(folder)) as address,
    ):
        yield address


@pytest.fixture
def empty_server(postgresql: str) -> Iterator[Server]:
    """An empty database on a server."""
    with schema_on(postgresql) as server:
        yield server


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, the newest where there are several."""
    found = sorted(Path(FOLDERS).glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    here = shutil.which("initdb")
    return found[-1].parent if found else Path(here).resolve().parent if here else None


@contextmanager
def serving(folder: Path, *, crash: bool = False) -> Iterator[str]:
    """A new server with its files in a folder, as long as this process lives."""
    if os.geteuid() == 0:  # the server refuses to be run by root
        shutil.chown(folder, "postgres")
    make = [*program("initdb"), "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8"]
    subprocess.run(
        [*make, "--no-sync"], check=True, stdin=subprocess.DEVNULL, capture_output=True, cwd=folder
    )
    with started(folder, crash=crash):
        yield f"postgresql://postgres@/postgres?host={folder}"


@contextmanager
def started(folder: Path, *, crash: bool = False) -> Iterator[None]:
    """A server that was made in this folder; it ends in order, or by a crash that costs nothing it has confirmed."""
    settings, signal = (SETTINGS | {"synchronous_commit": "on"}, "QUIT") if crash else (SETTINGS, "INT")
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    # The shell reads until this process ends, however it ends, and takes the server with it.
    script = f'"$@" >"$0" 2>&1 </dev/null & read -r _; kill -{signal} $!; wait'
    server = [*program("postgres")[-1:], "-D", str(folder / "data"), "-k", str(folder), *options]
    shell = [*program("postgres")[:-1], "sh", "-c", script, str(folder / "log"), *server]
    with subprocess.Popen(shell, stdin=subprocess.PIPE, cwd=folder) as running:
        try:
            asyncio.run(answers(f"postgresql://postgres@/postgres?host={folder}"))
            yield
        finally:
            running.communicate()


def make_standby(primary: Path, folder: Path) -> None:
    """The files of a standby of the server in another folder."""
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    address = ["-h", str(primary), "-U", "postgres"]
    subprocess.run(
        [*program("pg_basebackup"), *address, "-D", str(folder / "data"), "-R", "--no-sync", "-c", "fast"],
        check=True,
        capture_output=True,
        cwd=folder,
    )


def program(name: str) -> list[str]:
    """How one of PostgreSQL's programs is started, by the user who may."""
    home = programs()
    assert home is not None
    as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    return [*(as_user if os.geteuid() == 0 else ()), str(home / name)]


async def answers(address: str) -> None:
    """Wait until the server takes connections."""
    async with asyncio.timeout(60):
        while True:
            try:
                connection = await asyncpg.connect(address)
            except (OSError, asyncpg.CannotConnectNowError):
                await asyncio.sleep(0.02)
            else:
                return await connection.close()


@contextmanager
def schema_on(address: str) -> Iterator[Server]:
    """A database as good as new: a schema of its own."""
    name = f"test_{secrets.token_hex(6)}"
    asyncio.run(carry_out(address, f"CREATE SCHEMA {name}"))
    yield Server(f"{address}{'&' if '?' in address else '?'}search_path={name}")
    asyncio.run(carry_out(address, f"DROP SCHEMA {name} CASCADE"))


async def carry_out(address: str, statement: str) -> None:
    """Carry out a statement behind the store's back."""
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
