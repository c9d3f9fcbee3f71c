"""Users who ask for their data get all of it, and forgotten users are in no byte of the file."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot.engine.moves import Leave
from bot.games import GAMES
from bot.players.computers import Computer
from bot.sessions.alone import PlayAlone
from bot.sessions.clocks import Instant
from bot.sessions.frame import End
from bot.sessions.lobby import Pace, Start
from bot.sessions.play import MakeMove
from bot.sessions.preferences import Choices
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.sessions.view import NO_CLICK
from bot.storage import analysis, people, privacy, shown
from bot.storage.errors import Stale, StillSeated
from bot.storage.records import Commit, Delivered, Hinted, ShownMessage
from bot.storage.store import Store
from tests.helpers.figures import Figure
from tests.helpers.records import LOBBY, following
from tests.helpers.stores import damage_in
from tests.sabotage.planting import sabotaged
from tests.sabotage.storage import forget_all_but_whose_dms_are_closed, leave_the_log_as_it_is
from tests.storage.columns import IMPERSONAL, PERSONAL
from tests.storage.games import FIRST_USER, START, finish, keep, lobby_of, running

pytestmark = pytest.mark.every_database
ANN, BEN = FIRST_USER, FIRST_USER + 1
MAGPIE = Computer("magpie", "medium").id
STRANGER = FIRST_USER + 70
DM = 800_000_000_000_000_007
GAMES_OF_ANN = 30


async def played(store: Store, game: str = "skrap", channel_id: int = 10) -> Session:
    """Finish a game of Ann and Ben, with a trace of Ann in every place that can have one."""
    session = await running(store, GAMES[game], channel_id, moves=3)
    await keep(store, session, End().change(session, BEN, Instant.at(START), NO_CLICK))
    for place, channel in (("table", channel_id), ("hand:0", DM), ("call:0", channel_id)):
        page = ShownMessage(place, channel, message_id=DM + 1, revision=3, digest="d", posted_at=START)
        await store.write(shown.write_all, [Delivered(session.record.id, 1, message=page)])
    await store.write(people.keep_dm_closed, ANN, START)
    await store.write(people.request_mention, channel_id, ANN, START, 20)
    await store.write(people.block, ANN, STRANGER, START, 50)
    await store.write(people.block, STRANGER, ANN, START, 50)
    await store.write(people.keep_look, ANN, START)
    await store.write(analysis.keep_hint, session.record.id, Hinted(seat=0, decision=2, move="pass"))
    await store.write(
        analysis.keep_hint, session.record.id, Hinted(seat=1, decision=2, move="throw shape:rock")
    )
    await store.write(people.change_preferences, "user", ANN, lambda _: {"hand": "button"})
    await store.write(people.change_preferences, "server", 1, lambda _: {"turn_seconds": 300})
    if session.record.status == "playing":
        await finish(store, session)
    return session


def traces(path: Path, number: int) -> list[str]:
    """Return the files in a folder that contain a number, as SQLite writes it or as text."""
    forms = (number.to_bytes(8, "big"), as_key(number), str(number).encode())
    files = [file for file in path.parent.iterdir() if file.is_file()]
    return [file.name for file in files if any(form in file.read_bytes() for form in forms)]


def as_key(number: int) -> bytes:
    """Return a number of more than 56 bits as SQLite writes it as a row's key."""
    sevens = [0x80 | number >> shift & 0x7F for shift in range(57, 7, -7)]
    return bytes([*sevens, number & 0xFF])


def columns(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            f"{table}.{row[1]}"
            for (table,) in tables
            if not table.startswith("sqlite_")
            for row in connection.execute(f"PRAGMA table_info({table})")
        }


async def left_of(store: Store, session: Session) -> list[str]:
    """Return the places of a session's messages."""
    return [one.place for one in (await store.read(shown.read, session.record.id))[0]]


def places_of(path: Path, number: int) -> set[str]:
    """Return the columns that contain a number."""
    with closing(sqlite3.connect(path)) as connection:
        found = set()
        for name in columns(path):
            table, column = name.split(".")
            values = connection.execute(f"SELECT {column} FROM {table}").fetchall()
            found |= {name for (value,) in values if str(number) in str(value)}
        return found


@pytest.mark.file
async def test_inventory_lists_every_column_once(store: Store, figure: Figure) -> None:
    assert columns(store.path) == set(PERSONAL) | IMPERSONAL
    assert not set(PERSONAL) & IMPERSONAL
    figure("P26", columns=len(columns(store.path)), of_these_personal=len(PERSONAL), not_in_the_list=0)


@pytest.mark.file
async def test_users_appear_only_in_inventoried_columns(store: Store) -> None:
    await played(store)

    everywhere = places_of(store.path, ANN) | places_of(store.path, BEN) | places_of(store.path, DM)

    assert everywhere <= set(PERSONAL)
    assert {"sessions.host_id", "sessions.players", "sessions.end_votes", "shown.channel_id"} <= everywhere
    assert {
        "session_users.user_id",
        "people.user_id",
        "preferences.id",
        "wishes.user_id",
        "blocks.user_id",
        "blocks.other_id",
    } <= everywhere


async def test_export_contains_everything_about_a_user(store: Store) -> None:
    session = await played(store)
    moves = [move for move in await store.history(session.record.id) if move.seat == 0]

    known = await store.read_long(privacy.known_of, ANN)

    assert json.loads(await store.export_of(ANN)) == known
    assert (known["user_id"], known["dm_closed_at"], known["preferences"]) == (ANN, START, {"hand": "button"})
    assert known["mention_requests"] == [{"channel_id": 10, "at": START}]
    assert known["blocks"] == [{"user_id": STRANGER, "at": START, "warned_at_table": None}]
    [table] = known["tables"]
    assert table.pop("moves") == [{"move": move.move, "at": move.at} for move in moves]
    assert table.pop("messages") == [
        {"channel_id": DM, "message_id": DM + 1, "posted_at": START},
        {"channel_id": 10, "message_id": DM + 1, "posted_at": START},
    ]
    assert table.pop("hints") == ["pass"]
    assert table == {
        "table": session.record.id,
        "game": "skrap",
        "guild_id": 1,
        "channel_id": 10,
        "status": "over",
        "created_at": START,
        "updated_at": session.record.updated_at,
        "starts_at": None,
        "is_host": True,
        "has_voted_to_end": False,
        "seats": [0],
        "stand_ins": [],
        "orders": [],
        "last_pressed_at": [],
        "silences": 0,
        "share_of_deal": None,
        "has_won": None,
        "reviews": [],
    }


async def test_export_contains_nothing_about_other_users(store: Store) -> None:
    session = await running(store, GAMES["crazy-rummy"], 10)
    hands = [json.dumps(session.game.dump(session.state)["hands"][seat]) for seat in "AB"]

    known = json.dumps(await store.read_long(privacy.known_of, BEN))

    assert str(ANN) not in known
    assert not any(hand in known for hand in hands)
    assert session.record.chance_key.hex() not in known


async def test_export_of_a_stranger_is_empty(store: Store) -> None:
    await played(store)

    known = await store.read_long(privacy.known_of, 5)

    assert known == {
        "user_id": 5,
        "dm_closed_at": None,
        "dm_channel_id": None,
        "looked_at": None,
        "preferences": {},
        "mention_requests": [],
        "blocks": [],
        "dailies": [],
        "ratings": [],
        "tables": [],
    }


@pytest.mark.file
async def test_forgotten_user_is_in_no_byte_of_files(
    store: Store, tmp_path: Path, times: int, figure: Figure
) -> None:
    for channel_id in range(10, 10 + GAMES_OF_ANN * times):
        await played(store, channel_id=channel_id)
    assert traces(store.path, ANN)
    assert traces(store.path, DM)

    await store.forget(ANN)

    assert traces(store.path, ANN) == []
    assert traces(store.path, DM) == []
    await store.backup(tmp_path / "backup.sqlite3")
    assert traces(store.path, ANN) == []
    assert traces(store.path, BEN) != []
    figure("P26", finished_games=GAMES_OF_ANN * times, bytes_naming_the_user=0, also_in_backup=0)
    assert (await store.read_long(privacy.known_of, ANN))["tables"] == []
    assert await damage_in(store) == []


@pytest.mark.server
async def test_forgotten_user_is_in_no_server_row(store: Store, tmp_path: Path) -> None:
    await played(store, channel_id=10)
    await store.backup(tmp_path / "before.sqlite3")

    await store.forget(ANN)

    await store.backup(tmp_path / "after.sqlite3")
    assert places_of(tmp_path / "before.sqlite3", ANN)
    assert places_of(tmp_path / "after.sqlite3", ANN) | places_of(tmp_path / "after.sqlite3", DM) == set()
    assert places_of(tmp_path / "after.sqlite3", BEN)


async def test_forgetting_a_user_keeps_the_others(store: Store) -> None:
    session = await played(store)

    await store.forget(ANN)

    kept = await store.load(session.record.id)
    assert kept is not None
    assert kept.players == (0, BEN)
    assert kept.host_id == 0
    assert kept.end_votes == (BEN,)
    assert kept.position == session.record.position
    assert await store.read(people.preferences, "server", 1) == {"turn_seconds": 300}
    assert await left_of(store, session) == ["table"]


async def test_user_at_live_tables_is_not_forgotten(store: Store) -> None:
    over = await played(store)
    waiting = await lobby_of(store, GAMES["crap"], 11)
    playing = await running(store, GAMES["crap"], 12)

    with pytest.raises(StillSeated) as refused:
        await store.forget(ANN)

    assert refused.value.sessions == [waiting.record.id, playing.record.id]
    assert await store.load(over.record.id) == over.record
    assert await store.read(people.dm_closed_at, ANN) == START


async def test_votes_of_former_players_are_forgotten(store: Store) -> None:
    record = await store.new(msgspec.structs.replace(LOBBY, players=(5, 6), end_votes=(ANN,)))
    await store.commit(Commit(record=following(record, status="cancelled")))

    await store.forget(ANN)

    kept = await store.load(record.id)
    assert kept is not None
    assert kept.end_votes == (0,)


@sabotaged("P26", forget_all_but_whose_dms_are_closed)
@sabotaged("P26", leave_the_log_as_it_is)
@pytest.mark.file
async def test_old_copy_cannot_overwrite_an_anonymised_game(store: Store) -> None:
    session = await played(store)
    await store.forget(ANN)

    with pytest.raises(Stale):
        await store.commit(Commit(record=following(session.record)))

    assert traces(store.path, ANN) == []


@pytest.mark.file
async def test_user_is_forgotten_in_damaged_lists(store: Store) -> None:
    await played(store)
    with closing(sqlite3.connect(store.path)) as other, other:
        other.execute("UPDATE sessions SET players = '[' || ? || ',7}'", (ANN,))

    await store.forget(ANN)

    assert traces(store.path, ANN) == []


async def test_anonymised_old_games_can_be_replayed(store: Store) -> None:
    old, young = await played(store), await played(store, channel_id=11)
    await store.commit(Commit(record=following(young.record, updated_at=START + 9_999_999)))

    assert await store.anonymise(START + 9_000_000) == 1
    assert await store.anonymise(START + 9_000_000) == 0

    kept = await store.load(old.record.id)
    assert kept is not None
    assert (kept.players, kept.host_id, kept.end_votes) == ((0, 0), 0, (0,))
    assert await left_of(store, old) == ["table"]
    assert (await store.read_long(privacy.known_of, ANN))["tables"][0]["table"] == young.record.id
    assert await damage_in(store) == []


async def test_computers_keep_their_seats_in_anonymised_games(store: Store) -> None:
    sessions = Sessions(store, GAMES, pace=Pace(60, 60), clock=lambda: START)
    session = await sessions.open("skrap", {}, guild_id=1, channel_id=10, host_id=ANN)
    assert isinstance(session, Session)
    await sessions.act(session, ANN, PlayAlone())
    await sessions.act(session, ANN, End())
    computers = session.record.players[1:]

    await store.forget(ANN)

    record = await store.load(session.record.id)
    assert record is not None
    assert record.players == (0, *computers)
    assert await damage_in(store) == []
    assert await store.anonymise(START + 1) == 0
    await sessions.close()


async def test_users_can_stay_in_old_games(store: Store) -> None:
    old = await played(store)
    await Choices(store).set_user(ANN, keep=True)

    assert await store.anonymise(START + 9_000_000) == 1
    assert await store.anonymise(START + 9_000_000) == 0

    kept = await store.load(old.record.id)
    assert kept is not None
    assert kept.players == (ANN, 0)
    assert await damage_in(store) == []


async def test_old_live_games_keep_their_users(store: Store) -> None:
    session = await running(store, GAMES["crap"], 10)

    assert await store.anonymise(START + 9_999_999) == 0

    assert await store.load(session.record.id) == session.record


def sessions_on(store: Store) -> Sessions:
    return Sessions(store, GAMES, pace=Pace(600, 120), clock=lambda: START)


@pytest.mark.slow
@pytest.mark.file
async def test_former_player_is_forgotten_during_the_game(store: Store) -> None:
    sessions = sessions_on(store)
    session = await sessions.open(
        "crap", {"threshold": 50}, guild_id=1, channel_id=10, host_id=ANN, others=[BEN, 5, 6]
    )
    assert isinstance(session, Session)
    assert await sessions.act(session, ANN, Start()) is None
    page = ShownMessage("hand:0", DM, message_id=5, revision=3, digest="d", posted_at=START)
    await store.write(shown.write_all, [Delivered(1, 1, message=page)])
    assert await sessions.act(session, ANN, MakeMove(Leave())) is None
    assert session.record.status == "playing"

    await sessions.forget(ANN)

    assert traces(store.path, ANN) + traces(store.path, DM) == []
    assert (session.record.players, session.record.host_id) == ((0, BEN, 5, 6), BEN)
    assert session.scene(None).mention(0) == "Seat 1"
    await finish(store, session)
    await sessions.agenda.close()


async def test_two_players_of_a_game_are_forgotten(store: Store) -> None:
    sessions = sessions_on(store)
    session = await sessions.open(
        "crap", {"threshold": 50}, guild_id=1, channel_id=10, host_id=ANN, others=[BEN, 5, 6, 7]
    )
    assert isinstance(session, Session)
    assert await sessions.act(session, ANN, Start()) is None
    for user in (BEN, ANN):
        assert await sessions.act(session, user, MakeMove(Leave())) is None
        await sessions.forget(user)

    assert session.record.players == (0, 0, 5, 6, 7)
    assert await sessions.of(5) == [session]
    assert await damage_in(store) == []
    await sessions.agenda.close()


@pytest.mark.file
async def test_forgotten_user_gets_default_preferences(store: Store) -> None:
    sessions = sessions_on(store)
    await sessions.choices.set_user(ANN, hand="button")

    await sessions.forget(ANN)

    assert (await sessions.choices.of_user(ANN)).hand == "dm"
    assert traces(store.path, ANN) == []
