"""An old primary that returns after a failover. Games continue on one server only."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.config import Server
from bot.process.doctor import examine
from bot.process.findings import Finding
from bot.storage.errors import InUse, Unreachable
from bot.storage.postgres import PostgresEngine
from bot.storage.postgres_tools import connection_to
from bot.storage.store import Store
from tests.helpers.guild import settings_for
from tests.helpers.servers import MISSING, carry_out, make_standby, programs, serving, started
from tests.helpers.stores import BUSY_SECONDS, MIGRATIONS
from tests.test_doctor import TOKEN, known

HUMBLE = "CREATE ROLE humble LOGIN; REVOKE EXECUTE ON FUNCTION pg_walfile_name FROM PUBLIC"
"""Statements that make a user who may not read the server's timeline."""
pytestmark = pytest.mark.skipif(programs() is None, reason=MISSING)


class Servers(NamedTuple):
    """The folder of each server."""

    old: str
    new: str
    standby: str


def at(*folders: str, asked: str = "&target_session_attrs=read-write") -> Server:
    """Return the database on these servers."""
    return Server(f"postgresql://postgres@/postgres?host={','.join(folders)}{asked}")


def store_at(*folders: str, patience: float = BUSY_SECONDS) -> Store:
    """Return a store on these servers."""
    return Store(at(*folders), MIGRATIONS, patience=patience)


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    """Yield an old primary, the server that replaced it, and that one's standby."""
    with (
        tempfile.TemporaryDirectory(prefix="old") as old,
        tempfile.TemporaryDirectory(prefix="new") as new,
        tempfile.TemporaryDirectory(prefix="standby") as standby,
        serving(Path(old)),
    ):
        make_standby(Path(old), Path(new))
        with started(Path(new)):
            asyncio.run(carry_out(at(new, asked="").address, "SELECT pg_promote()"))
            asyncio.run(carry_out(at(new).address, HUMBLE))
            make_standby(Path(new), Path(standby))
            with started(Path(standby)):
                yield Servers(old, new, standby)


async def hosts_of(database: Server) -> Finding:
    """Return the doctor's finding about the servers of an address."""
    found = await examine(settings_for(database, discord_token=TOKEN, guild_id=7), known)
    return next(one for one in found if one.subject == "hosts")


async def test_old_primary_named_first_gets_nothing(servers: Servers) -> None:
    one, other = store_at(*servers), store_at(servers.new, patience=2.0)

    await one.open()

    with pytest.raises(InUse):
        await other.open()
    await one.close()


async def test_server_with_older_timeline_is_refused(servers: Servers) -> None:
    before, after = store_at(servers.new), store_at(servers.old)
    await before.open()
    await before.close()

    with pytest.raises(
        Unreachable, match=r"lacks games that went on elsewhere .* make that server a standby"
    ):
        await after.open()


async def test_two_rivals_are_both_refused(servers: Servers, postgresql: str) -> None:
    rival = postgresql.rpartition("=")[2]

    with pytest.raises(Unreachable, match=f"{servers.new} and {rival} both take moves"):
        await store_at(servers.new, rival).open()


async def test_two_names_of_one_server_are_accepted(servers: Servers) -> None:
    store = store_at(servers.new, servers.new)

    await store.open()
    await store.close()


async def test_listening_leaves_the_old_primary_alone(servers: Servers) -> None:
    engine = PostgresEngine(at(*servers), MIGRATIONS, patience=BUSY_SECONDS, is_shared=True)
    heard: asyncio.Queue[None] = asyncio.Queue()
    listening = asyncio.ensure_future(engine.listen(lambda: heard.put_nowait(None)))
    await heard.get()

    await carry_out(at(servers.new).address, "NOTIFY cardcrate_tables")

    await heard.get()
    listening.cancel()


async def test_doctor_names_the_old_primary(servers: Servers, tmp_path: Path) -> None:
    old, new, standby = servers

    finding = await hosts_of(at(*servers, str(tmp_path)))

    assert finding.words == (
        f"{old}: old primary (timeline 1); {new}: primary (timeline 2); {standby}: standby; "
        f"{tmp_path}: away (No such file or directory)"
    )
    assert finding.verdict == "ERROR"
    assert "make that server a standby" in finding.advice


async def test_doctor_warns_of_a_server_away(servers: Servers, tmp_path: Path) -> None:
    finding = await hosts_of(at(servers.new, servers.standby, str(tmp_path)))

    assert (finding.verdict, finding.advice) == (
        "WARN",
        "start the missing server, or remove it from DATABASE",
    )


async def test_user_without_rights_still_avoids_standbys(servers: Servers) -> None:
    humble = Server(f"postgresql://humble@/postgres?host={servers.standby},{servers.new}")

    def is_standby() -> bool:
        with connection_to(humble) as connection:
            [(answer,)] = connection.execute("SELECT pg_is_in_recovery()")
        return bool(answer)

    assert not await asyncio.to_thread(is_standby)
