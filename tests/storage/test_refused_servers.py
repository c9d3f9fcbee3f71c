"""What an operator reads who names a PostgreSQL server on which no games can be kept."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.config import DATA, Server
from bot.storage import facts
from bot.storage.errors import StoreError, Unreachable, Unusable
from bot.storage.postgres_tools import standing
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.servers import carry_out

pytestmark = pytest.mark.server
MIGRATIONS = DATA / "migrations"
ASCII = "TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'"


@pytest_asyncio.fixture
async def visitor(postgresql: str, empty_server: Server) -> AsyncIterator[Server]:
    """The same database, for a user who was given no rights there."""
    name = f"visitor_{secrets.token_hex(4)}"
    await carry_out(postgresql, f"CREATE ROLE {name} LOGIN")
    yield Server(re.sub("//[^@/]*@", f"//{name}@", empty_server.address))
    await carry_out(postgresql, f"DROP OWNED BY {name}; DROP ROLE {name}")


async def told(server: Server, *, is_shared: bool = False) -> StoreError:
    """Why a bot does not start there."""
    with pytest.raises(StoreError) as found:
        await Store(server, MIGRATIONS, is_shared=is_shared, patience=0.2).open()
    return found.value


async def test_a_server_that_is_too_old_is_refused(
    empty_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.postgres_line.OLDEST", 99)

    refused = await told(empty_server)

    assert type(refused) is Unusable
    assert re.fullmatch(r".* is on PostgreSQL \d+.*, which is too old: it must be 99 or newer", str(refused))


async def test_a_database_that_does_not_hold_all_letters_is_refused(postgresql: str) -> None:
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
async def test_a_user_without_any_rights_hears_which_one_is_missing(visitor: Server, is_shared: bool) -> None:
    refused = await told(visitor, is_shared=is_shared)

    assert type(refused) is Unusable
    assert str(refused).endswith("let the database belong to that user: createdb --owner=USER NAME")


async def test_a_user_who_may_make_no_tables_hears_which_right_is_missing(
    postgresql: str, empty_server: Server, visitor: Server
) -> None:
    schema = empty_server.address.rpartition("search_path=")[2]
    [name] = re.findall("//(.*)@", visitor.address)
    await carry_out(postgresql, f"GRANT USAGE ON SCHEMA {schema} TO {name}")

    refused = await told(visitor)
    may = [(await asyncio.to_thread(standing, server)).may_make_tables for server in (visitor, empty_server)]

    assert may == [False, True]
    assert f"permission denied for schema {schema}; let the database belong to that user" in str(refused)


async def test_tables_of_another_program_are_seen_where_they_may_not_be_read(
    postgresql: str, empty_server: Server, visitor: Server
) -> None:
    schema = empty_server.address.rpartition("search_path=")[2]
    [name] = re.findall("//(.*)@", visitor.address)
    await carry_out(empty_server.address, "CREATE TABLE bookmarks (id INTEGER)")
    await carry_out(postgresql, f"GRANT ALL ON SCHEMA {schema} TO {name}")

    assert "there are tables of another program" in str(await told(visitor))


async def test_a_view_beside_our_tables_is_left_alone(empty_server: Server) -> None:
    await carry_out(empty_server.address, "CREATE VIEW statistics AS SELECT 1 AS number")
    store = Store(empty_server, MIGRATIONS)

    await store.open()

    assert await store.read(facts.live_tables) == {}
    await store.close()


@pytest.mark.parametrize("asked", ["colour=red", "statement_timeout=soon", "block_size=1"])
async def test_an_address_that_asks_for_what_the_server_does_not_know_is_not_tried_again(
    empty_server: Server, asked: str
) -> None:
    refused = await told(Server(f"{empty_server.address}&{asked}"))

    assert type(refused) is Unusable
    assert str(refused).startswith(f"PostgreSQL refuses {empty_server}: ")


async def test_a_database_without_any_game_has_nothing_to_check(empty_server: Server) -> None:
    with pytest.raises(Unusable, match="the database is empty"):
        await asyncio.to_thread(verify, empty_server, MIGRATIONS, {})


async def test_a_server_that_only_reads_is_tried_again(empty_server: Server) -> None:
    only_reads = Server(f"{empty_server.address}&default_transaction_read_only=on")

    assert type(await told(only_reads)) is Unreachable


async def test_a_bot_goes_on_with_a_new_connection_where_a_server_only_reads(
    empty_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.postgres.LINES", 1)
    store = Store(empty_server, MIGRATIONS)
    await store.open()
    await store.engine.write(lambda connection: connection.execute("SET default_transaction_read_only = on"))

    await store.write(facts.keep_note, "key", "value")

    assert await store.read(facts.note, "key") == "value"
    await store.close()
