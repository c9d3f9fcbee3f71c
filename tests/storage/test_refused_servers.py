"""Messages to an operator who names a PostgreSQL server that can't hold games."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.config import Server
from bot.storage import facts, queries
from bot.storage.errors import StoreError, Unreachable, Unusable
from bot.storage.postgres_tools import setup_of
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.servers import carry_out
from tests.helpers.stores import MIGRATIONS, opened

pytestmark = pytest.mark.server
ASCII = "TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'"


@pytest_asyncio.fixture
async def visitor(postgresql: str, empty_server: Server) -> AsyncIterator[Server]:
    """Yield the same database for a user without any rights in it."""
    name = f"visitor_{secrets.token_hex(4)}"
    await carry_out(postgresql, f"CREATE ROLE {name} LOGIN")
    yield Server(re.sub("//[^@/]*@", f"//{name}@", empty_server.address))
    await carry_out(postgresql, f"DROP OWNED BY {name}; DROP ROLE {name}")


async def told(server: Server, *, is_shared: bool = False) -> StoreError:
    """Return the error that keeps a bot from starting there."""
    with pytest.raises(StoreError) as found:
        await Store(server, MIGRATIONS, is_shared=is_shared, patience=1.0).open()
    return found.value


async def test_old_server_is_refused(empty_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.postgres_connection.OLDEST", 99)

    refused = await told(empty_server)

    assert type(refused) is Unusable
    assert re.fullmatch(r".* is on PostgreSQL \d+.*, which is too old: it must be 99 or newer", str(refused))


async def test_wrong_encoding_is_refused(postgresql: str) -> None:
    name = f"ascii_{secrets.token_hex(4)}"
    await carry_out(postgresql, f"CREATE DATABASE {name} {ASCII}")
    try:
        refused = await told(Server(postgresql.replace("/postgres?", f"/{name}?")))
    finally:
        await carry_out(postgresql, f"DROP DATABASE {name}")

    assert str(refused).startswith(f"{name} on ")
    assert "has the encoding SQL_ASCII" in str(refused)
    assert str(refused).endswith("createdb --template=template0 --encoding=UTF8")


@pytest.mark.parametrize("is_shared", [False, True])
async def test_user_without_rights_learns_the_missing_one(visitor: Server, is_shared: bool) -> None:
    refused = await told(visitor, is_shared=is_shared)

    assert type(refused) is Unusable
    assert str(refused).endswith("give the database to that user: createdb --owner=USER NAME")


async def test_user_who_cannot_create_tables_learns_why(
    postgresql: str, empty_server: Server, visitor: Server
) -> None:
    schema = empty_server.address.rpartition("search_path=")[2]
    [name] = re.findall("//(.*)@", visitor.address)
    await carry_out(postgresql, f"GRANT USAGE ON SCHEMA {schema} TO {name}")

    refused = await told(visitor)
    may = [(await asyncio.to_thread(setup_of, server)).may_make_tables for server in (visitor, empty_server)]

    assert may == [False, True]
    assert f"permission denied for schema {schema}): give the database to that user" in str(refused)


async def test_unreadable_foreign_tables_are_noticed(
    postgresql: str, empty_server: Server, visitor: Server
) -> None:
    schema = empty_server.address.rpartition("search_path=")[2]
    [name] = re.findall("//(.*)@", visitor.address)
    await carry_out(empty_server.address, "CREATE TABLE bookmarks (id INTEGER)")
    await carry_out(postgresql, f"GRANT ALL ON SCHEMA {schema} TO {name}")

    assert "there are tables of another program" in str(await told(visitor))


async def test_foreign_view_is_left_alone(empty_server: Server) -> None:
    await carry_out(empty_server.address, "CREATE VIEW statistics AS SELECT 1 AS number")
    store = Store(empty_server, MIGRATIONS)

    await store.open()

    assert await store.read(queries.live_tables) == {}
    await store.close()


@pytest.mark.parametrize("asked", ["colour=red", "statement_timeout=soon", "block_size=1"])
async def test_unknown_server_setting_is_not_retried(empty_server: Server, asked: str) -> None:
    refused = await told(Server(f"{empty_server.address}&{asked}"))

    assert type(refused) is Unusable
    assert str(refused).startswith(f"PostgreSQL refuses {empty_server} (")


async def test_empty_database_has_nothing_to_check(empty_server: Server) -> None:
    with pytest.raises(Unusable, match="the database is empty"):
        await asyncio.to_thread(verify, empty_server, MIGRATIONS, {})


async def test_readonly_server_is_retried(empty_server: Server) -> None:
    only_reads = Server(f"{empty_server.address}&default_transaction_read_only=on")

    assert type(await told(only_reads)) is Unreachable


async def test_bot_reconnects_when_a_server_becomes_readonly(
    empty_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.postgres.MAX_CONNECTIONS", 1)
    async with opened(empty_server) as store:
        await store.engine.write(
            lambda connection: connection.execute("SET default_transaction_read_only = on")
        )

        await store.write(facts.keep_note, "key", "value")

        assert await store.read(facts.note, "key") == "value"
