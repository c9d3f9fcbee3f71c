"""The store keeps what it's given, completely or not at all."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial

import msgspec
import pytest

from bot.games import GAMES
from bot.sessions.frame import End
from bot.sessions.lobby import Join, Pace, Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.storage import analysis, archive, deals, people, privacy, queries, ratings, rows, shown
from bot.storage.archive import BEFORE_ALL
from bot.storage.driver import connect
from bot.storage.engine import Connection
from bot.storage.errors import Damaged, InUse, NotSaved, SeenBefore, Stale
from bot.storage.records import IDLE, Calm, Commit, Delivered, Played, Record, ShownMessage
from bot.storage.store import Store
from tests.helpers.behind import change_in, file_of, rows_in
from tests.helpers.records import LOBBY, following
from tests.helpers.stores import MIGRATIONS
from tests.sabotage.planting import sabotaged
from tests.sabotage.storage import send_statements_one_by_one, trust_every_move, trust_every_position
from tests.simulation.sabotage import drop_the_compare_and_set

pytestmark = pytest.mark.every_database
GROWING = (
    *("sessions", "moves", "session_users", "packed", "seen", "people", "preferences", "shown"),
    *("deals", "rated_games", "participants", "ratings"),
)
OF_LIVE_TABLES = ("one_live_session_per_channel", "live_sessions_by_server")


async def test_session_loads_as_stored(store: Store) -> None:
    position = {"hands": {"A": ["KH"]}, "totals": {"A": 2**80}}
    record = msgspec.structs.replace(
        LOBBY, status="playing", position=position, deadline=5.5, clock_key="1 turn"
    )

    stored = await store.new(record)

    assert await store.load(stored.id) == stored
    assert msgspec.structs.replace(stored, id=0) == record


async def test_commit_writes_record_move_and_look_together(store: Store) -> None:
    record = await store.new(LOBBY)
    await store.write(shown.write_all, [Delivered(record.id, 1, calm=Calm(record.version, None))])
    played = Played(revision=2, seat=0, move="recycle", events=b'[{"event":"recycled"}]', at=1001.0)

    await store.commit(Commit(record=following(record), played=played, interaction_id=7))

    assert (await store.load(record.id)) == following(record)
    assert await store.history(record.id) == [played]
    assert list(dict(await store.read(shown.due))) == [record.id]


async def test_search_effort_is_stored_when_it_changes(store: Store) -> None:
    record = await store.new(LOBBY)

    for determinized in (300, 300, None, 0, 300):
        record = following(record)
        await store.commit(Commit(record=record, search_effort=determinized))

    assert await store.read(analysis.search_effort_of, record.id) == {2: 300, 5: 0, 6: 300}


@sabotaged("P3", drop_the_compare_and_set)
async def test_one_change_wins_a_revision(store: Store) -> None:
    record = await store.new(LOBBY)
    await store.commit(Commit(record=following(record, host_id=5)))

    with pytest.raises(Stale):
        await store.commit(Commit(record=following(record, host_id=6)))

    kept = await store.load(record.id)
    assert kept is not None
    assert kept.host_id == 5


async def test_interaction_takes_effect_once(store: Store) -> None:
    record = await store.new(LOBBY)
    first = following(record)
    await store.commit(Commit(record=first, interaction_id=7))

    with pytest.raises(SeenBefore):
        await store.commit(Commit(record=following(first), interaction_id=7))

    assert await store.load(record.id) == first


async def test_channel_has_one_live_session(store: Store) -> None:
    first = await store.new(LOBBY)
    with pytest.raises(Stale):
        await store.new(LOBBY)
    await store.commit(Commit(record=following(first, status="over")))

    second = await store.new(LOBBY)

    assert await store.read(queries.live_in, 10) == second.id


async def test_failed_statement_leaves_nothing(store: Store) -> None:
    record = await store.new(LOBBY)
    same_revision_twice = Played(revision=2, seat=0, move="x", events=b"[]", at=1.0)
    first = following(record)
    await store.commit(Commit(record=first, played=same_revision_twice))

    with pytest.raises(NotSaved):
        await store.commit(Commit(record=following(first, host_id=9), played=same_revision_twice))

    assert await store.load(record.id) == first
    await store.commit(Commit(record=following(first)))


@sabotaged("P5", send_statements_one_by_one, raises=(sqlite3.OperationalError,))
async def test_cancelled_commit_is_complete_or_absent(store: Store) -> None:
    record = await store.new(LOBBY)
    await store.write(shown.write_all, [Delivered(record.id, 1, calm=Calm(record.version, None))])
    task = asyncio.create_task(store.commit(Commit(record=following(record, host_id=5))))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    kept = await store.load(record.id)
    assert kept is not None
    changed = kept.host_id == 5
    assert bool(await store.read(shown.due)) is changed
    await store.commit(Commit(record=following(kept)))


@sabotaged("P9", trust_every_position)
async def test_damaged_position_is_noticed(store: Store) -> None:
    record = await store.new(msgspec.structs.replace(LOBBY, position={"stock": ["KH"]}))
    await change_in(store, "UPDATE sessions SET position = replace(position, 'KH', 'KS')")

    with pytest.raises(Damaged):
        await store.load(record.id)


@sabotaged("P9", trust_every_move)
async def test_damaged_move_breaks_the_chain(store: Store) -> None:
    record: Record = await store.new(LOBBY)
    for revision in (2, 3):
        record = following(record)
        played = Played(revision=revision, seat=0, move="recycle", events=b"[]", at=1.0)
        await store.commit(Commit(record=record, played=played))
    await change_in(store, "UPDATE moves SET move = 'protect card:KH' WHERE revision = 2")

    with pytest.raises(Damaged, match="revision 2"):
        await store.history(record.id)


async def test_message_is_remembered_and_forgotten(store: Store) -> None:
    record = await store.new(LOBBY)
    page = ShownMessage(place="table", channel_id=1, message_id=2, revision=1, digest="d", posted_at=3.0)
    calm = Calm(record.version, None)

    await store.write(
        shown.write_all, [Delivered(record.id, 1, message=page), Delivered(record.id, 1, calm=calm)]
    )
    assert await store.read(shown.read, record.id) == ([page], True)
    assert await store.read(shown.due) == []
    await store.write(shown.forget_place, record.id, "table")

    assert await store.read(shown.read, record.id) == ([], True)


async def test_startup_scan_finds_latest_forced_moves(store: Store) -> None:
    long_ago = msgspec.structs.replace(LOBBY, game="craits", status="playing", updated_at=1000.0)
    just_now = msgspec.structs.replace(long_ago, channel_id=11, updated_at=9000.0)
    other = msgspec.structs.replace(just_now, game="skrap", channel_id=12, updated_at=9010.0)
    idle = msgspec.structs.replace(just_now, channel_id=13, clock_key=IDLE)
    with_computer = msgspec.structs.replace(long_ago, channel_id=14, players=(1, -2))
    kept = [await store.new(one) for one in (long_ago, just_now, other, idle, with_computer)]

    assert sorted((await store.read(queries.scan, games=["craits"]))[0].acting) == [kept[1].id, kept[4].id]


async def test_shifting_moves_only_running_deadlines(store: Store) -> None:
    running = await store.new(msgspec.structs.replace(LOBBY, status="playing", deadline=100.0))
    ended = await store.new(msgspec.structs.replace(LOBBY, channel_id=11, status="over", deadline=100.0))

    await store.extend_deadlines(30.0, ("heartbeat", "1"))

    assert (await store.read(queries.scan))[0].deadlines == [(running.id, 130.0)]
    kept = await store.load(ended.id)
    assert kept is not None
    assert kept.deadline == 100.0


async def test_second_process_is_refused(store: Store) -> None:
    second = Store(store.where, MIGRATIONS)

    with pytest.raises(InUse, match="in use by another"):
        await second.open()


async def test_closed_store_can_be_reopened(store: Store) -> None:
    record = await store.new(LOBBY)
    await store.close()

    assert await store.open() == []
    assert await store.load(record.id) == record


@pytest.mark.file
@pytest.mark.parametrize(
    ("find", "index"),
    [
        (partial(queries.ended_in, channel_id=1), ""),
        (partial(queries.ended_of, user_id=1), ""),
        (partial(queries.ended_since, user_id=1, at=0.0, most=9), ""),
        (partial(queries.lobbies_of, user_id=1), ""),
        (partial(queries.lobbies_in, guild_id=1), "live_sessions_by_server (guild_id=?)"),
        (
            partial(queries.results_in_server, guild_id=1, game="crapette"),
            "results_by_game (guild_id=? AND game=?)",
        ),
    ],
    ids=["last in a channel", "last of a user", "since a time", "lobbies", "lobbies in a server", "results"],
)
async def test_rare_rows_are_found_by_index(
    store: Store, find: Callable[[Connection], object], index: str
) -> None:
    with closing(connect(store.path)) as connection:
        asked: list[str] = []
        connection.set_trace_callback(asked.append)
        find(connection)
        connection.set_trace_callback(None)
        steps = [row[-1] for row in connection.execute(f"EXPLAIN QUERY PLAN {asked[-1]}")]

    assert steps[0].endswith(index)
    assert not [step for step in steps if step.startswith("SCAN")]
    assert not index or not [step for step in steps if "TEMP B-TREE" in step], "already in their order"


async def test_ended_games_are_found_latest_first(store: Store) -> None:
    dealt = {"status": "playing", "position": {}}
    made = [
        await store.new(msgspec.structs.replace(LOBBY, channel_id=channel, **dealt))
        for channel in (10, 20, 30)
    ]
    for record, at in zip(made, (1000.0, 2000.0, 3000.0), strict=True):
        await store.commit(Commit(record=following(record, status="over", updated_at=at)))

    found = await store.read(queries.ended_since, LOBBY.host_id, 1000.0, 9)

    assert found == [made[2].id, made[1].id]
    assert await store.read(queries.ended_since, LOBBY.host_id, 1000.0, 1) == [made[2].id]
    assert await store.read(queries.ended_since, 5, 0.0, 9) == []


async def test_last_ended_game_may_have_begun_first(store: Store) -> None:
    dealt = {"status": "playing", "position": {}}
    first, second = [
        await store.new(msgspec.structs.replace(LOBBY, channel_id=channel, **dealt)) for channel in (10, 20)
    ]
    await store.commit(Commit(record=following(second, status="over", updated_at=2000.0)))
    await store.commit(Commit(record=following(first, status="over", channel_id=20, updated_at=3000.0)))

    assert await store.read(queries.ended_in, 20) == first.id
    assert await store.read(queries.ended_of, LOBBY.host_id) == second.id
    assert await store.read(queries.ended_in, 10) is None


async def test_many_old_interactions_are_forgotten(store: Store) -> None:
    old, new = [(number, 5.0) for number in range(1, 1203)], [(1203, 7.0), (1204, 6.0)]
    insert = "INSERT INTO seen VALUES (?, ?)"
    await store.write(lambda connection: connection.executemany(insert, [*old, *new]))

    await store.write(rows.forget_seen, 6.0)

    assert await rows_in(store, "SELECT * FROM seen ORDER BY interaction_id") == new


@pytest.mark.file
async def test_no_query_during_play_scans_growing_tables(store: Store) -> None:
    asked: set[str] = set()
    await file_of(store).read(lambda connection: connection.set_trace_callback(asked.add))
    sessions = Sessions(store, GAMES, pace=Pace(60, 60), clock=lambda: 1000.0)

    opened = await sessions.open("skrap", {}, guild_id=1, channel_id=10, host_id=1)
    assert isinstance(opened, Session)
    await sessions.act(opened, 2, Join())
    await sessions.act(opened, 1, Start())
    seat = opened.game.deciders(opened.state)[0]
    await sessions.act(opened, seat + 1, MakeMove(opened.game.legal(opened.state, seat)[0]))
    await sessions.act(opened, 1, End())
    for reading in (store.read(rows.in_guild, 1), store.read(queries.live_guilds), store.read(queries.scan)):
        await reading
    await sessions.latest_at(10)
    await sessions.latest_of(1)
    await store.read(shown.due)
    await store.write(rows.forget_seen, 1.0)
    await store.extend_deadlines(1000.0, ("heartbeat", "1"))
    await store.pack_next(BEFORE_ALL, 9e9)
    await store.write(people.change_preferences, "user", 1, lambda _: {"keep": True})
    await store.anonymise(9e9)
    for ask in (privacy.tables_of, privacy.known_of):
        await store.read(partial(ask, user_id=1))
    for won in (
        store.read(queries.results_in_server, 1),
        store.read(queries.results_in_server, 1, "crap"),
        store.read(queries.results_of_user, 1, "crap"),
    ):
        await won
    await store.read(ratings.frequent_pair, (1, "crap"), (1, 2), 1000.0)
    await store.read(ratings.present_season, (1, "crap"))
    await store.read(ratings.games_in, 1)
    await store.read(deals.sealed_for_long, 9e9)
    await store.read(queries.live_tables)
    await store.forget(1)
    await store.write(archive.delete_ended, 9e9, 10)
    await file_of(store).read(lambda connection: connection.set_trace_callback(None))
    await sessions.close()

    assert len(asked) > 30
    assert [step for statement in asked for step in await scans(store, statement)] == []


async def scans(store: Store, statement: str) -> list[str]:
    """Return the steps of a statement that scan a growing table."""
    if statement.split(maxsplit=1)[0] not in ("SELECT", "UPDATE", "DELETE", "INSERT"):
        return []
    plan = await store.read(lambda one: one.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall())
    steps = [step for *_, step in plan if step.startswith(tuple(f"SCAN {table}" for table in GROWING))]
    return [step for step in steps if not step.endswith(OF_LIVE_TABLES)]
