"""Databases for tests: a file, and if it's installed, a PostgreSQL server for this run.

`TEST_POSTGRESQL` names a server to use instead. A test that asks for `database` gets a new one: a file, or
one of each kind if it has the mark `every_database` (as tests of sessions do at night), except with the mark
`file`.
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

from bot.config import Location, Server

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
    """Register the marks."""
    config.addinivalue_line("markers", "every_database: runs on PostgreSQL, too")
    config.addinivalue_line("markers", "server: runs on PostgreSQL only")
    config.addinivalue_line("markers", "file: is about the file of SQLite")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test for each kind of database if it asks for that."""
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
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Location]:
    """Yield a place for a new database."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield tmp_path / "cards.sqlite3"
    else:
        with schema_on(request.getfixturevalue("postgresql")) as server:
            yield server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """Yield the address of a server that tests may use freely."""
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
    """Yield an empty database on a server."""
    with schema_on(postgresql) as server:
        yield server


def programs() -> Path | None:
    """Return the folder with PostgreSQL's programs, of the newest version if there are several."""
    found = sorted(Path(FOLDERS).glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    here = shutil.which("initdb")
    return found[-1].parent if found else Path(here).resolve().parent if here else None


@contextmanager
def serving(folder: Path, *, crash: bool = False) -> Iterator[str]:
    """Yield the address of a new server with its files in a folder, which lives as long as this process."""
    make_cluster(folder)
    with started(folder, crash=crash):
        yield f"postgresql://postgres@/postgres?host={folder}"


def make_cluster(folder: Path) -> None:
    """Make the files of a new server in a folder."""
    if os.geteuid() == 0:  # PostgreSQL refuses to be run by root.
        shutil.chown(folder, "postgres")
    make = [*program("initdb"), "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8"]
    subprocess.run(
        [*make, "--no-sync"], check=True, stdin=subprocess.DEVNULL, capture_output=True, cwd=folder
    )


@contextmanager
def started(folder: Path, *, crash: bool = False) -> Iterator[None]:
    """Run a server made in this folder. It ends normally, or by a crash without losing confirmed writes."""
    settings, signal = (SETTINGS | {"synchronous_commit": "on"}, "QUIT") if crash else (SETTINGS, "INT")
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    # The shell reads until this process ends, however it ends, and takes the server with it.
    script = f'"$@" >"$0" 2>&1 </dev/null & read -r _; kill -{signal} $!; wait'
    server = [*program("postgres")[-1:], "-D", str(folder / "data"), "-k", str(folder), *options]
    shell = [*program("postgres")[:-1], "sh", "-c", script, str(folder / "log"), *server]
    with subprocess.Popen(shell, stdin=subprocess.PIPE, cwd=folder) as running:
        try:
            asyncio.run(wait_for_server(f"postgresql://postgres@/postgres?host={folder}"))
            yield
        finally:
            running.communicate()


def make_standby(primary: Path, folder: Path) -> None:
    """Make the files of a standby of the server in another folder."""
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
    """Return the command line of one of PostgreSQL's programs, run by a permitted user."""
    home = programs()
    assert home is not None
    as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    return [*(as_user if os.geteuid() == 0 else ()), str(home / name)]


async def wait_for_server(address: str) -> None:
    """Wait until the server accepts connections."""
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
    """Yield a schema of its own, which works like a new database."""
    name = f"test_{secrets.token_hex(6)}"
    asyncio.run(carry_out(address, f"CREATE SCHEMA {name}"))
    yield Server(f"{address}{'&' if '?' in address else '?'}search_path={name}")
    asyncio.run(carry_out(address, f"DROP SCHEMA {name} CASCADE"))


async def carry_out(address: str, statement: str) -> None:
    """Execute a statement without the store."""
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
