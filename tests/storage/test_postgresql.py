"""A PostgreSQL server works like a file, and no failure of a server or its connection costs a move."""

import asyncio
import logging
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import asyncpg
import msgspec
import pytest
import pytest_asyncio

from bot.cluster.member import Member
from bot.config import Server, read_settings
from bot.games import GAMES
from bot.storage import commands, facts, groups, postgres, queries, rows, shown
from bot.storage.engine import Connection
from bot.storage.errors import NotSaved, Stale, TooNew, Unusable
from bot.storage.postgres import PostgresEngine
from bot.storage.postgres_connection import PgConnection
from bot.storage.postgres_hosts import Lost
from bot.storage.postgres_tools import columns, connection_to
from bot.storage.records import Commit, Played
from bot.storage.store import Store
from tests.helpers.records import LOBBY, following
from tests.helpers.servers import carry_out, serving, started
from tests.helpers.stores import BUSY_SECONDS, MIGRATIONS, opened
from tests.helpers.wire import Break, Wire, frail_line
from tests.sabotage.planting import Planted, sabotaged
from tests.storage.games import finish, running

PLAYING = msgspec.structs.replace(LOBBY, status="playing", deadline=100.0)
END_CONNECTIONS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = 'cardcrate' AND pid <> pg_backend_pid()"
)


@pytest_asyncio.fixture
async def store(empty_server: Server) -> AsyncIterator[Store]:
    """Open a store on an empty server."""
    async with opened(empty_server) as store:
        yield store


@pytest.fixture
def other(empty_server: Server) -> Iterator[PgConnection]:
    """Yield another process's connection with little patience."""
    line = PgConnection(empty_server, patience=0.2)
    yield line
    line.close()


@pytest_asyncio.fixture
async def frail(empty_server: Server, postgresql: str) -> AsyncIterator[tuple[Wire, Store]]:
    """Open a store whose connection to the server may break."""
    async with frail_line(empty_server, postgresql) as frail:
        yield frail


def tables_of(server: Server) -> dict[str, list[str]]:
    with connection_to(server) as connection:
        return columns(connection)


def never_ask_whether_it_was_stored() -> Planted:
    return patch.object(PgConnection, "has_committed", lambda _: False)


def try_only_once() -> Planted:
    def once(engine: PostgresEngine, attempt: Callable[[PgConnection, int], Any], how: str) -> Any:
        try:
            return engine._run_once(engine._connection(), attempt, 0)
        except Lost as error:
            raise NotSaved(f"the database couldn't be {how}: {error}") from error

    return patch.object(PostgresEngine, "_retry", once)


def never_keep_others_waiting() -> Planted:
    return patch("bot.storage.postgres.MAX_CLASHES", 1_000_000)


@pytest.mark.parametrize("breaks", ["before", "after"])
@sabotaged("P1", never_ask_whether_it_was_stored, case="after")
@sabotaged("P29", try_only_once, case="after", raises=(NotSaved,))
async def test_unanswered_commit_is_stored_once(frail: tuple[Wire, Store], breaks: Break) -> None:
    wire, store = frail
    record = await store.new(PLAYING)

    wire.breaks = breaks
    await store.extend_deadlines(30.0, ("heartbeat", "1"))

    assert wire.broken == 1
    assert (await store.read(queries.scan))[0].deadlines == [(record.id, 130.0)]


@pytest.mark.parametrize("breaks", ["before", "after"])
async def test_move_with_unanswered_commit_counts(frail: tuple[Wire, Store], breaks: Break) -> None:
    wire, store = frail
    wire.breaks = breaks
    record = await store.new(LOBBY, interaction_id=6)
    played = Played(revision=2, seat=0, move="recycle", events=b"[]", at=1001.0)

    wire.breaks = breaks
    await store.commit(Commit(record=following(record), played=played, interaction_id=7))

    assert wire.broken == 2
    assert await store.load(record.id) == following(record)
    assert await store.history(record.id) == [played]
    assert list(dict(await store.read(shown.due))) == [record.id]


@pytest.mark.parametrize("breaks", ["before", "after"])
async def test_unanswered_claim_is_recognised(frail: tuple[Wire, Store], breaks: Break) -> None:
    wire, store = frail
    wire.at, number = b"PRESSED!", int.from_bytes(b"PRESSED!")

    async def claimed() -> bool:
        wire.breaks = breaks
        return await store.engine.change(lambda connection: groups.claim(connection, number))

    assert [await claimed(), await claimed()] == [True, False]
    assert wire.broken == 2


async def test_connections_closed_by_the_server_cost_nothing(store: Store, empty_server: Server) -> None:
    record = await store.new(LOBBY)

    await carry_out(empty_server.address, END_CONNECTIONS)
    await store.commit(Commit(record=following(record)))

    assert await store.load(record.id) == following(record)


async def test_server_reports_its_size_and_needs_no_sweep(store: Store) -> None:
    assert await store.engine.size() > 1_000_000
    assert await store.forget(5)
    assert not store.engine.is_sweep_owed


async def test_command_packs_games_on_a_server(store: Store, empty_server: Server) -> None:
    await finish(store, await running(store, GAMES["skrap"], 10, moves=0))
    await store.close()
    lines: list[str] = []

    assert await commands.pack(Store(empty_server, MIGRATIONS, GAMES), 9e9, lines.append) == 0
    await store.open()

    assert lines == ["Packed: 1."]


async def test_unreachable_server_is_reported_without_the_password(tmp_path: Path) -> None:
    server = Server(f"postgresql://bot:s3cret@/cards?host={tmp_path}")

    with pytest.raises(Unusable, match=r"^PostgreSQL can't be reached: .* \(cards on this machine\)") as told:
        await Store(server, MIGRATIONS).open()

    assert "s3cret" not in f"{told.value} {server} {server!r} {told.value.__cause__}"


async def test_missing_database_is_reported(postgresql: str) -> None:
    server = Server(postgresql.replace("/postgres?", "/nowhere?"))

    with pytest.raises(Unusable, match=r'refuses nowhere on .* \(database "nowhere" does not exist\)'):
        await Store(server, MIGRATIONS).open()


async def test_foreign_database_is_left_alone(empty_server: Server) -> None:
    await carry_out(empty_server.address, "CREATE TABLE bookmarks (id INTEGER)")

    with pytest.raises(Unusable, match="tables of another program"):
        await Store(empty_server, MIGRATIONS).open()

    assert set(await asyncio.to_thread(tables_of, empty_server)) == {"bookmarks"}


async def test_newer_database_is_refused(store: Store) -> None:
    await store.write(lambda one: one.execute("INSERT INTO schema_version (number) VALUES (9999)"))
    await store.close()

    with pytest.raises(TooNew, match="run the newer version"):
        await store.open()


async def test_schema_unlike_the_migrations_is_refused(store: Store) -> None:
    await store.write(lambda one: one.execute("ALTER TABLE notes ADD COLUMN more TEXT"))
    await store.close()

    with pytest.raises(Unusable, match="n't the one that the migrations make"):
        await store.open()


async def test_simultaneous_changes_of_a_row_all_count(store: Store) -> None:
    record = await store.new(PLAYING)

    moving = [store.extend_deadlines(1.0, ("heartbeat", str(number))) for number in range(20)]

    async def move() -> None:
        while (present := await store.load(record.id)) is not None:
            with suppress(Stale):
                await store.commit(Commit(record=following(present)))
                return

    await asyncio.gather(*moving, move())

    kept = await store.load(record.id)
    assert kept is not None
    assert (kept.revision, kept.version, kept.deadline) == (2, 22, 120.0)


async def test_one_of_many_simultaneous_changes_wins(store: Store) -> None:
    record = await store.new(LOBBY)

    made = [store.commit(Commit(record=following(record, host_id=host))) for host in range(5, 25)]
    came = await asyncio.gather(*made, return_exceptions=True)

    assert [came.count(None), sum(isinstance(one, Stale) for one in came)] == [1, 19]


@sabotaged("P2", never_keep_others_waiting, raises=(NotSaved,))
async def test_repeatedly_clashing_change_gets_its_turn(
    store: Store, other: PgConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.write(facts.keep_note, "heartbeat", "0")
    monkeypatch.setattr(store.engine, "patience", 5.0)
    change, met = "UPDATE notes SET value = ? WHERE name = 'heartbeat'", []

    def write(connection: Connection) -> None:
        connection.execute("SELECT value FROM notes").fetchall()
        met.append(wrote(other, change))
        connection.execute(change, ("2",))

    await store.write(write)

    assert met == [True, True, False]


def wrote(line: PgConnection, change: str) -> bool:
    """Write with another connection. Returns False if that has to wait for long."""
    try:
        line.begin()
        line.execute(change, ("1",))
        line.commit()
    except asyncpg.LockNotAvailableError:
        line.rollback()
        return False
    return True


async def test_hanging_transaction_blocks_others_briefly(store: Store, other: PgConnection) -> None:
    await store.write(groups.arrange, 2, 2)

    def hang() -> None:
        other.begin()
        other.execute("UPDATE shard_groups SET fence = fence")

    await asyncio.to_thread(hang)

    assert await Member(store, "another").take(1) is not None


async def test_move_stored_by_another_meanwhile_is_stale(store: Store, other: PgConnection) -> None:
    record = await store.new(PLAYING)
    move = Played(revision=2, seat=0, move="recycle", events=b"[]", at=1001.0)
    change, met = Commit(record=following(record), played=move), list[bool]()

    def write(connection: Connection) -> None:
        connection.execute("SELECT 1 FROM sessions").fetchall()
        if not met:
            met.append(True)
            other.begin()
            rows.commit(other, change)
            other.commit()
        rows.commit(connection, change)

    with pytest.raises(Stale):
        await store.write(write)


async def test_session_numbers_are_unique(store: Store) -> None:
    lobbies = [msgspec.structs.replace(LOBBY, channel_id=channel) for channel in range(10)]

    records = await asyncio.gather(*map(store.new, lobbies))

    assert len({record.id for record in records}) == 10


async def test_change_refused_after_waiting_works_later(empty_server: Server) -> None:
    async with opened(empty_server, patience=1.0) as store:
        record = await store.new(LOBBY)

        other = await asyncpg.connect(empty_server.address)
        async with other.transaction():
            await other.execute(f"SELECT id FROM sessions WHERE id = {record.id} FOR UPDATE")
            with pytest.raises(NotSaved, match="couldn't be written"):
                await store.commit(Commit(record=following(record)))
        await other.close()

        await store.commit(Commit(record=following(record)))


async def test_bot_without_the_lock_saves_nothing(
    store: Store, empty_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.postgres.LOCK_CHECK_SECONDS", 0.0)
    record = await store.new(LOBBY)
    monkeypatch.setattr(store.engine, "patience", 2.0)
    await carry_out(empty_server.address, END_CONNECTIONS)
    async with opened(empty_server, patience=1.0) as other:
        with pytest.raises(NotSaved, match="in use by another Cardcrate"):
            await store.commit(Commit(record=following(record)))

        await other.commit(Commit(record=following(record)))

    assert await store.load(record.id) == following(record)


async def test_lease_overtakes_older_jobs(empty_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.postgres.MAX_CONNECTIONS", 1)
    store, ends = Store(empty_server, MIGRATIONS, is_shared=True), threading.Event()
    await store.open()
    await store.write(groups.arrange, 1, 1)
    waiting = [asyncio.ensure_future(store.engine.read(lambda _: ends.wait(30))) for _ in range(3)]
    await asyncio.sleep(0)

    member = Member(store, "one")
    lease = await member.take(0)
    assert lease is not None
    await member.renew(lease)
    await member.give_back(lease)
    [group] = await member.groups()

    assert not group.is_held
    assert [one.done() for one in waiting] == [False] * 3, "all of that was ahead of them"
    ends.set()
    await asyncio.gather(*waiting)
    await store.close()


@pytest.mark.slow
@pytest.mark.usefixtures("postgresql")
def test_killed_server_keeps_every_answered_change() -> None:
    with tempfile.TemporaryDirectory(prefix="killed") as folder, asyncio.Runner() as runner:
        home = Path(folder)
        with serving(home, crash=True) as address:
            store = Store(Server(address), MIGRATIONS, patience=1.0)
            runner.run(store.open())
            record = runner.run(store.new(LOBBY))
        with pytest.raises(NotSaved, match=r"couldn't be written: .*PostgreSQL"):
            runner.run(store.commit(Commit(record=following(record))))
        with started(home):
            assert runner.run(store.load(record.id)) == record
            runner.run(store.commit(Commit(record=following(record))))
            runner.run(store.close())


async def test_closed_store_refuses_work(store: Store) -> None:
    await store.close()

    with pytest.raises(NotSaved, match="closed"):
        await store.load(1)


def test_setting_hides_the_password() -> None:
    address = "postgresql://bot:s3cret@db.example:5433/cards"

    settings = read_settings(database=address, _env_file=None)

    assert settings.database == Server(address)
    assert isinstance(settings.database, Server)
    assert settings.database.address == address
    assert str(settings.database) == "cards on db.example:5433"
    assert "s3cret" not in f"{settings!r}{settings}"


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://bot:s3cret@/cards?host=/run/postgresql", "cards on this machine"),
        ("postgres://db.example", "the database on db.example"),
        ("postgresql://bot@[::1]:5433/cards?password=s3cret", "cards on [::1]:5433"),
        ("postgresql://bot:s3/cret@db.example/cards", "cards on db.example"),
        ("postgresql://bot:s3?cr@et@db.example/cards", "the PostgreSQL server"),
        ("postgresql://bot@db.example/cards?password=s3@cret", "the PostgreSQL server"),
        ("postgresql://bot:s3cret/cards", "the PostgreSQL server"),
    ],
)
def test_shown_address_has_no_password(address: str, shown: str) -> None:
    assert str(Server(address)) == shown


async def test_malformed_address_gets_an_example() -> None:
    with pytest.raises(Unusable, match="it looks like postgresql://user@host:5432/name") as told:
        await Store(Server("postgresql://bot:s3cret@db.example:x/cards"), MIGRATIONS).open()

    assert "s3cret" not in str(told.value)


async def test_log_never_contains_the_address(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        await store.close()
        await store.open()

    assert "postgresql://" not in caplog.text


async def test_queued_job_is_refused_after_one_try(
    empty_server: Server, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.postgres.MAX_CONNECTIONS", 1)
    now, pauses, has_begun, may_end = [0.0], list[float](), threading.Event(), threading.Event()

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        now[0] += 1.0

    def hold_up(_line: Connection) -> None:
        has_begun.set()
        may_end.wait(30)

    async with frail_line(empty_server, postgresql) as (wire, store):
        record = await store.new(LOBBY)
        monkeypatch.setattr(postgres, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=pause))
        before = asyncio.ensure_future(store.engine.read(hold_up))
        await asyncio.to_thread(has_begun.wait)
        asked = asyncio.ensure_future(store.commit(Commit(record=following(record))))
        await asyncio.sleep(0)
        await wire.cut()
        now[0] += BUSY_SECONDS + 1
        may_end.set()
        outcomes = await asyncio.gather(before, asked, return_exceptions=True)

    assert [type(one) for one in outcomes] == [NotSaved] * 2
    assert pauses == []
