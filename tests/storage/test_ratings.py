"""Ratings in the database, which follow from rows that outlive everything else."""

from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from bot.storage import commands, people, privacy, ratings
from bot.storage.records import Commit, Finish
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.behind import change
from tests.helpers.rated import change_row, play, play_round_robin, store_game
from tests.helpers.records import following
from tests.helpers.stores import MIGRATIONS

NAMES = {"ann": 101, "ben": 102, "cyd": 103, "dan": 104, "eve": 105}
USERS = tuple(NAMES.values())
DAY = 86400.0


async def season(store: Store, rounds: int = 4) -> None:
    """Let everyone play everyone, a week apart, so that all ratings are shown."""
    await play_round_robin(store, USERS, DAY, rounds)


async def rows_of(store: Store, table: str) -> list[tuple[Any, ...]]:
    query = f"SELECT * FROM {table} ORDER BY 1"
    rows: list[tuple[Any, ...]] = await store.read(lambda c: c.execute(query).fetchall())
    return rows


async def test_rated_game_records_its_changes(store: Store) -> None:
    await season(store)

    session = await play(store, (102, 101), 60 * DAY)

    rated = await store.read(ratings.rated_game, session)
    assert rated is not None
    ben, ann = rated.shifts
    _, table = await store.read(ratings.present_season, (1, "crap"))
    assert (table[102].shown, table[101].shown) == (ben.after, ann.after)
    assert ben.before is not None
    assert ben.after is not None
    assert ben.after >= ben.before
    assert ben.games == ann.games == 17


async def test_export_has_only_ones_own_rated_games(store: Store) -> None:
    first = await play(store, (101, 102), DAY)
    await play(store, (102, 103), 2 * DAY)

    [own] = (await store.read_long(privacy.known_of, 101))["ratings"]

    one = {"table": first, "game": "crap", "season": 1, "ended_at": DAY, "rank": 1}
    assert own["rated_games"] == [{**one, "games": 1, "before": None, "after": None}]
    assert [
        one["rank"] for one in (await store.read_long(privacy.known_of, 102))["ratings"][0]["rated_games"]
    ] == [2, 1]


async def test_game_without_a_whole_round_changes_nothing(store: Store) -> None:
    record = await store_game(store, (101, 102), DAY)

    await store.commit(Commit(record=following(record, status="over"), finish=Finish((0,))))

    assert await rows_of(store, "ratings") == []


async def test_sixth_meeting_in_a_week_is_not_rated(store: Store) -> None:
    started = [await store_game(store, (101, 102), DAY + number) for number in range(6)]

    for number, record in enumerate(started):
        over = following(record, status="over", updated_at=2 * DAY + number)
        await store.commit(Commit(record=over, finish=Finish((0,), (1, 2))))

    rated = [await store.read(ratings.rated_game, record.id) is not None for record in started]
    assert rated == [True] * 5 + [False]
    assert await store.read(ratings.frequent_pair, (1, "crap"), (103, 102, 101), 2 * DAY) == (1, 2)
    assert await store.read(ratings.frequent_pair, (1, "skrap"), (103, 102, 101), 2 * DAY) == ()
    assert await store.read(ratings.frequent_pair, (1, "crap"), (103, 102, 101), 10 * DAY) == ()


async def test_servers_and_games_have_separate_ratings(store: Store) -> None:
    await play(store, (101, 102), DAY)

    assert await store.read(ratings.games_in, 1) == ["crap"]
    assert (await store.read(ratings.present_season, (1, "skrap")))[1] == {}
    assert (await store.read(ratings.present_season, (2, "crap")))[1] == {}


async def test_rebuilding_sound_ratings_changes_nothing(store: Store) -> None:
    await season(store)
    before = [await rows_of(store, table) for table in ("ratings", "rated_games")]

    games, count, differences = await store.write(ratings.rebuild)

    assert (games, count, differences) == (40, 5, [])
    assert [await rows_of(store, table) for table in ("ratings", "rated_games")] == before


async def test_damaged_rating_never_stops_a_game(store: Store) -> None:
    await season(store, rounds=1)
    await change_row(store, "UPDATE ratings SET mean = mean + 1")

    session = await play(store, (101, 102), 20 * DAY)

    assert await store.read(ratings.rated_game, session) is not None
    await change_row(store, "DELETE FROM ratings WHERE last_at < ?", 20 * DAY)
    assert len(await rows_of(store, "ratings")) == 2
    _, _, differences = await store.write(ratings.rebuild)
    assert all("participant" in line for line in differences)


async def test_forgetting_a_person_keeps_other_ratings(store: Store) -> None:
    await season(store)
    number = (await store.read_long(privacy.known_of, 101))["ratings"][0]["number"]
    others = [row for row in await rows_of(store, "ratings") if row[2] != number]
    games = await rows_of(store, "rated_games")

    await store.forget(101)

    assert (await store.read_long(privacy.known_of, 101))["ratings"] == []
    assert await rows_of(store, "rated_games") == games
    assert await rows_of(store, "ratings") == others
    _, _, differences = await store.write(ratings.rebuild)
    assert differences == []
    assert await rows_of(store, "ratings") == others


async def test_forgotten_user_returns_as_newcomer(store: Store) -> None:
    await season(store)
    await store.forget(101)

    session = await play(store, (101, 102), 60 * DAY)

    rated = await store.read(ratings.rated_game, session)
    assert rated is not None
    assert rated.shifts[0].games == 1
    assert (await store.write(ratings.rebuild))[2] == []


async def test_anonymised_games_keep_their_ranks(store: Store) -> None:
    old = await play(store, (101, 102, 103), DAY)
    await store.write(people.change_preferences, "user", 103, lambda _: {"keep": True})
    await play(store, (102, 104), 100 * DAY)

    await store.anonymise(50 * DAY)

    _, table = await store.read(ratings.present_season, (1, "crap"))
    assert set(table) == {102, 103, 104}  # 101 hasn't played since.
    assert await store.read(ratings.rated_game, old) is None
    assert len(await rows_of(store, "rated_games")) == 2
    assert (await store.write(ratings.rebuild))[2] == []


async def test_ratings_outlive_their_sessions(store: Store) -> None:
    await season(store)
    before = await rows_of(store, "ratings")

    await change_row(store, "DELETE FROM sessions")

    assert (await store.write(ratings.rebuild))[2] == []
    assert await rows_of(store, "ratings") == before


async def test_season_begins_empty_and_only_once(store: Store) -> None:
    await season(store, rounds=1)

    assert await store.write(ratings.new_season, (1, "crap"), 1, 30 * DAY)
    assert not await store.write(ratings.new_season, (1, "crap"), 1, 30 * DAY)

    assert await store.read(ratings.present_season, (1, "crap")) == (2, {})
    session = await play(store, (101, 102), 40 * DAY)
    rated = await store.read(ratings.rated_game, session)
    assert rated is not None
    assert [one.games for one in rated.shifts] == [1, 1]
    assert (await store.write(ratings.rebuild))[2] == []


async def test_anonymous_seat_counts_without_a_rating(store: Store) -> None:
    record = await store_game(store, (101, 102), DAY)
    vacated = following(record, status="over", players=(101, 0), updated_at=DAY)

    await store.commit(Commit(record=vacated, finish=Finish((0,), (1, 2))))

    assert set((await store.read(ratings.present_season, (1, "crap")))[1]) == {101}
    assert (await store.write(ratings.rebuild))[2] == []


@pytest.mark.parametrize("fault", ["ratings", "rated_games"])
async def test_game_and_ratings_are_stored_together(store: Store, fault: str) -> None:
    record = await store_game(store, (101, 102), DAY)
    over = Commit(record=following(record, status="over", updated_at=DAY), finish=Finish((0,), (1, 2)))
    await change_row(
        store, f"CREATE TEMP TRIGGER full BEFORE INSERT ON {fault} BEGIN SELECT RAISE(ABORT, 'full'); END"
    )

    with pytest.raises(Exception, match="full"):
        await store.commit(over)

    stored = await store.load(record.id)
    assert stored is not None
    assert stored.status == "playing"
    assert await rows_of(store, "ratings") == await rows_of(store, "rated_games") == []
    await change_row(store, "DROP TRIGGER full")
    await store.commit(over)
    assert len(await rows_of(store, "ratings")) == 2


def rebuilt(path: Path) -> list[str]:
    said: list[str] = []
    assert commands.rebuild_ratings(path, MIGRATIONS, said.append) == 0
    return said


def test_command_corrects_differences_found_by_verify(full: Path) -> None:
    change(full, "DELETE FROM ratings WHERE games = 1")
    found = verify(full, MIGRATIONS, GAMES)
    assert [line for line in found if line.startswith("the rating of participant ")] == found != []

    assert rebuilt(full) == [*found, "Rated games: 1. Ratings: 2. Put right: 2."]
    assert rebuilt(full) == ["Rated games: 1. Ratings: 2. Nothing differed."]
    assert verify(full, MIGRATIONS, GAMES) == []
