"""Finished games packed into few bytes, and read as if they weren't."""

import zlib
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.engine.contract import AnyGame
from bot.games import GAMES
from bot.rendering import pages
from bot.sessions import frame
from bot.sessions.lobby import Pace
from bot.sessions.sessions import Sessions
from bot.storage import archive, facts, packing, privacy, queries, rows, shown
from bot.storage.archive import BEFORE_ALL
from bot.storage.driver import connect
from bot.storage.errors import Damaged, NotSaved, Stale
from bot.storage.facts import troubles_of
from bot.storage.records import Attendance, Commit, Delivered, Played, Record, ShownMessage
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.behind import change, rows_in, rows_of
from tests.helpers.records import LOBBY, following
from tests.helpers.stores import MIGRATIONS, damage_in
from tests.storage.games import FIRST_USER, START, finish, keep, lobby_of, running
from tests.storage.test_statements import FAILURES, plant

MAX_BYTES_A_MOVE = 9
LONG = 100
"""The number of moves after which the start of a game adds little."""

Everything = dict[int, tuple[Record | None, list[Played]]]


async def everything(store: Store) -> Everything:
    numbers = [number for (number,) in await rows_in(store, "SELECT id FROM sessions")]
    return {number: (await told(store, number), await store.history(number)) for number in numbers}


async def told(store: Store, number: int) -> Record | None:
    """Return a session without its version."""
    record = await store.load(number)
    return record and msgspec.structs.replace(record, version=0)


async def pack_all(store: Store) -> None:
    last = BEFORE_ALL
    while (found := await store.pack_next(last, float("inf"))) is not None:
        last = found


def is_packed(path: Path, number: int) -> bool:
    return bool(rows_of(path, f"SELECT 1 FROM packed WHERE session_id = {number}"))


async def finished(store: Store, game: AnyGame, channel_id: int = 10) -> int:
    session = await running(store, game, channel_id, moves=0)
    await finish(store, session)
    return session.record.id


@pytest.mark.every_database
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_packed_game_reads_as_stored(store: Store, game: AnyGame, times: int) -> None:
    for channel_id in range(10, 10 + 2 * times):
        await finished(store, game, channel_id)
    before = await everything(store)

    await pack_all(store)

    assert len(await rows_in(store, "SELECT session_id FROM packed")) == len(before)
    assert await everything(store) == before
    for number, (_, history) in before.items():
        assert await store.history(number, 3) == history[-3:]
        assert await store.history(number, 10_000) == history
    assert await damage_in(store) == []


async def test_packed_move_takes_few_bytes(store: Store) -> None:
    numbers = [await finished(store, game, 10 + place) for place, game in enumerate(GAMES.values())]

    await pack_all(store)

    for number, size, moves in rows_of(store.path, "SELECT session_id, length(body), moves FROM packed"):
        assert number in numbers
        assert moves < LONG or size / moves < MAX_BYTES_A_MOVE


def test_packed_moves_keep_times_and_revisions() -> None:
    moves = [
        Played(
            revision=3 + 2 * place, seat=place % 3 or None, move=f"pass {place}", events=b"", at=START + at
        )
        for place, at in enumerate((0, 1, 300, 299, 5_000_001))
    ]

    body = packing.pack(5, packing.EMPTY, moves)

    assert packing.unpack(5, body).moves == moves


def test_fractions_of_seconds_are_not_packed() -> None:
    move = Played(revision=1, seat=0, move="pass", events=b"", at=0.5)

    with pytest.raises(ValueError, match="at a whole second"):
        packing.pack(5, packing.EMPTY, [move])


async def test_every_player_can_replay_a_packed_game(store: Store) -> None:
    number = await finished(store, GAMES["crap"])
    sessions = Sessions(store, GAMES, pace=Pace(60, 60), clock=lambda: START)
    await pack_all(store)

    seen = [await sessions.latest_at(10), await sessions.latest_of(FIRST_USER), await sessions.get(number)]

    assert [one.record.id for one in seen if one is not None] == [number] * 3
    session = seen[0]
    assert session is not None
    told = session.recall(await store.history(number), 0)
    assert pages.log_lines(session.scene(0), told)
    assert await store.read(queries.had_finished, FIRST_USER, "crap", session.record.updated_at)
    assert await store.read(queries.ended_since, FIRST_USER, 0.0, 9) == [number]


async def test_packing_deletes_rows_of_running_games(store: Store) -> None:
    number = await finished(store, GAMES["skrap"])
    page = ShownMessage("table", 10, message_id=5, revision=3, digest="d", posted_at=1.0)
    await store.write(shown.write_all, [Delivered(number, 1, message=page)])

    await pack_all(store)

    assert await store.read(shown.read, number) == ([], True)
    assert rows_of(store.path, "SELECT * FROM moves") == []


async def test_packed_game_keeps_attendance(store: Store) -> None:
    session = await running(store, GAMES["skrap"], 10, moves=0)
    slow = following(session.record, attendance=Attendance(pace="slow-1", silences=(1, 0)))
    await store.commit(Commit(record=slow))
    session.record = slow
    await finish(store, session)
    before = await everything(store)

    await pack_all(store)

    assert is_packed(store.path, session.record.id)
    assert await everything(store) == before


async def test_live_frozen_and_young_games_stay_unpacked(store: Store) -> None:
    await lobby_of(store, GAMES["crap"], 10)
    playing = await running(store, GAMES["crap"], 11)
    frozen = await running(store, GAMES["crap"], 12)
    await keep(store, frozen, frame.frozen(frozen, START))
    young = await finished(store, GAMES["skrap"], 13)
    record = await store.load(young)
    assert record is not None

    assert await store.pack_next(BEFORE_ALL, record.updated_at) is None

    assert rows_of(store.path, "SELECT * FROM packed") == []
    assert await store.load(playing.record.id) == playing.record


async def test_closed_lobby_is_packed(store: Store) -> None:
    record = await store.new(LOBBY)
    await store.commit(Commit(record=following(record, status="cancelled", clock_key="ended host")))
    before = await everything(store)

    await pack_all(store)

    assert is_packed(store.path, record.id)
    assert await everything(store) == before
    assert before[record.id][0] is not None


def test_body_that_unpacks_too_large_is_damaged() -> None:
    columns = dict.fromkeys(packing.EMPTY, "") | {"options": "A" * 2**23, "chance_key": b""}

    with pytest.raises(Damaged, match="holds more than"):
        packing.unpack(1, packing.pack(1, columns, []))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc1",
        zlib.compress(b"["),
        zlib.compress(b"[[],1]"),
        zlib.compress(b'[[],"",[],[],[],[],[],null]'),
    ],
)
def test_senseless_sealed_body_is_damaged(body: bytes) -> None:
    with pytest.raises(Damaged, match="can't be read"):
        packing.unpack(1, packing.checksum_of(1, body) + body)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE moves SET events = '[]' WHERE revision = 4",
        "UPDATE moves SET at = at + 1 WHERE revision = 4",
        "DELETE FROM moves WHERE revision = 4",
        "UPDATE sessions SET position = '{}'",
    ],
)
async def test_damaged_game_stays_unpacked_and_is_logged(store: Store, damage: str) -> None:
    number = await finished(store, GAMES["skrap"])
    change(store.path, damage)

    with capture_logs() as lines:
        await pack_all(store)

    assert [(line["event"], line["session"]) for line in lines] == [("not_packed", number)]
    assert not is_packed(store.path, number)


async def test_irreproducible_game_stays_unpacked(store: Store) -> None:
    number = await finished(store, GAMES["skrap"])
    game = await store.read(archive.game_to_pack, number)
    assert game is not None
    retold = [msgspec.structs.replace(played, events=b"[]") for played in game.history]
    chain = ""
    with closing(connect(store.path)) as connection:
        for played in retold:
            chain = rows.extend_chain(chain, number, played)
            values = (chain, number, played.revision)
            query = "UPDATE moves SET events = '[]', chain = ? WHERE session_id = ? AND revision = ?"
            connection.execute(query, values)
        rows.alter(connection, number, chain=chain)

    with capture_logs() as lines:
        await pack_all(store)

    [line] = lines
    assert "tells them differently" in line["error"]
    assert not is_packed(store.path, number)


async def test_damaged_packed_game_is_never_read(store: Store) -> None:
    number = await finished(store, GAMES["skrap"])
    await pack_all(store)
    [(body,)] = rows_of(store.path, "SELECT body FROM packed")

    for place in range(0, len(body), 7):
        spoilt = body[:place] + bytes((body[place] ^ 1,)) + body[place + 1 :]
        change(store.path, f"UPDATE packed SET body = x'{spoilt.hex()}'")
        store._unpacked.clear()
        with pytest.raises(Damaged):
            await store.load(number)
        with pytest.raises(Damaged):
            await store.history(number)

    assert verify(store.path, MIGRATIONS, GAMES) == [
        f"the packed moves of session {number} don't match their checksum"
    ]


async def test_body_of_another_session_is_refused(store: Store) -> None:
    first, second = [await finished(store, GAMES["skrap"], channel) for channel in (10, 11)]
    await pack_all(store)
    change(
        store.path,
        f"UPDATE packed SET body = (SELECT body FROM packed WHERE session_id = {first}) "
        f"WHERE session_id = {second}",
    )

    with pytest.raises(Damaged):
        await store.load(second)


@pytest.mark.parametrize("code", FAILURES.values(), ids=FAILURES)
async def test_failed_packing_changes_nothing(store: Store, code: int) -> None:
    number = await finished(store, GAMES["skrap"])
    before = await everything(store)
    failing, refused = plant(store, code), 0

    for statement in range(1, 40):
        failing.left = statement
        try:
            await store.pack_next(BEFORE_ALL, float("inf"))
        except (NotSaved, Damaged):
            refused += 1
        failing.left = 0
        assert await everything(store) == before
        if is_packed(store.path, number):
            break

    assert refused > 8
    assert is_packed(store.path, number)


async def test_old_copy_cannot_overwrite_a_packed_game(store: Store) -> None:
    number = await finished(store, GAMES["skrap"])
    record = await store.load(number)
    assert record is not None
    await pack_all(store)

    with pytest.raises(Stale):
        await store.commit(Commit(record=following(record)))

    assert await told(store, number) == msgspec.structs.replace(record, version=0)


async def test_game_changed_during_packing_stays_unpacked(store: Store) -> None:
    number = await finished(store, GAMES["skrap"])
    game = await store.read(archive.game_to_pack, number)
    assert game is not None
    row = archive.pack(GAMES, game)
    await store.anonymise(float("inf"))

    assert not await store.write(archive.put, game, row)

    assert not is_packed(store.path, number)


@pytest.mark.every_database
async def test_packed_games_are_anonymised_and_forgotten(store: Store) -> None:
    number = await finished(store, GAMES["skrap"])
    await pack_all(store)
    moves = [one for one in await store.history(number) if one.seat == 0]

    [table] = (await store.read_long(privacy.known_of, FIRST_USER))["tables"]
    await store.forget(FIRST_USER)
    first = await store.load(number)
    assert await store.anonymise(float("inf")) == 1
    second = await store.load(number)

    assert table["moves"] == [{"move": one.move, "at": one.at} for one in moves]
    assert first is not None
    assert second is not None
    assert (first.players, second.players) == ((0, FIRST_USER + 1), (0, 0))
    assert await store.tables_of(FIRST_USER) == 0
    assert await damage_in(store) == []


@pytest.mark.every_database
async def test_deletion_takes_the_oldest_games_completely(store: Store) -> None:
    old = [await finished(store, GAMES["skrap"], channel) for channel in (10, 11)]
    await pack_all(store)
    playing = await running(store, GAMES["crap"], 12)

    assert await store.write(archive.delete_ended, float("inf"), 1) == 1
    assert len(await rows_in(store, "SELECT * FROM packed")) == 1
    assert await store.write(archive.delete_ended, float("inf"), 9) == 1

    assert [await store.load(number) for number in old] == [None, None]
    assert await store.load(playing.record.id) == playing.record
    assert await damage_in(store) == []


@pytest.mark.every_database
@pytest.mark.parametrize("tidies", ["packs", "deletes"])
async def test_host_notes_go_with_the_game(store: Store, tidies: str) -> None:
    ended = await finished(store, GAMES["skrap"], 10)
    playing = await running(store, GAMES["crap"], 11)
    names = [f"{troubles_of(number)}View Channel" for number in (ended, playing.record.id, 10 * ended)]
    for name in names:
        await store.write(facts.keep_note, name, "told")

    await (pack_all(store) if tidies == "packs" else store.write(archive.delete_ended, float("inf"), 9))

    assert [await store.read(facts.note, name) for name in names] == [None, "told", "told"]


@pytest.mark.every_database
async def test_numbers_of_deleted_games_are_not_reused(store: Store) -> None:
    last = await finished(store, GAMES["skrap"], 10)

    assert await store.write(archive.delete_ended, float("inf"), 9) == 0

    assert (await store.new(LOBBY)).id == last + 1
