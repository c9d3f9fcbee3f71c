"""The load bench reports answers, display and cost of each move, by game and number of seats."""

import asyncio
import math
import os
import random
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.load import answers, columns, languages, process, stretch, tables, trouble, visible, work
from benchmarks.load.answers import Answers
from benchmarks.load.columns import Column
from benchmarks.load.languages import Languages
from benchmarks.load.people import PATIENCE, MadeMove
from benchmarks.load.process import Used, commits
from benchmarks.load.server import Call, Server, ShownRevision
from benchmarks.load.stage import staged
from benchmarks.load.stretch import Group, Move, Stretch
from benchmarks.load.tables import Table
from benchmarks.load.wire import CHANNELS, USERS, Control, control_of
from bot.delivery.layouts import layout
from bot.games import GAMES
from bot.rendering import pages
from bot.sessions import play
from bot.sessions.clocks import Instant
from bot.sessions.view import Change
from tests.benchmarks.small import TINY, held, missed
from tests.discord_http.ids import dm_of
from tests.discord_http.interactions import Interaction
from tests.discord_http.requests import Request

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

CRAP, SKRAP = Group("crap", 4), Group("skrap", 3)
LITTLE = Used(main=0.6, rendering=0.5, commits=120, written=3_000_000)
"""The exact limits for a hundred moves."""


def stretch_of(*moves: Move, requests: int = 200, used: Used = LITTLE) -> Stretch:
    return Stretch(moves, {CRAP: requests}, {"table edit": {CRAP: requests}}, used, 1.0)


def evenly(answered: float = 0.01, seen: float = 1.0, number: int = 100, group: Group = CRAP) -> Stretch:
    """Return a stretch of equal moves."""
    return stretch_of(*[Move(group, answered, 2 * answered, seen)] * number)


def answers_of(ours: float = 0.03, floor: float = 0.01, **slow: float) -> Answers:
    names = {"busy": 0.25, "first_seconds": 0.5, "rendering_stopped": 0.5, "rendering_killed": 0.5, **slow}
    disturbed = {name.replace("_", " "): evenly(seconds) for name, seconds in names.items()}
    return Answers({17.0: (evenly(ours), evenly(floor))}, disturbed)


@pytest.mark.night
def test_answers_are_measured_under_every_condition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "RATES", (6.0,))
    for name in ("START_SECONDS", "HARD_SECONDS", "SAMPLED_SECONDS"):
        monkeypatch.setattr(answers, name, 1.0)

    enough = TINY._replace(tables=40)  # Nobody plays on at a table that has lost a click.
    found = asyncio.run(answers.answers(enough, tmp_path))

    assert all(ours.moves and floor.moves for ours, floor in found.idle.values())
    assert list(found.busy) == ["busy", "first seconds", "rendering stopped", "rendering killed"]
    assert all(stretch.moves for stretch in found.busy.values())
    assert len(list(answers.answers_targets(found))) == 5


def test_every_move_is_shown_with_its_cost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "SAMPLED_SECONDS", 1.0)

    found, floor = asyncio.run(work.work(TINY, tmp_path))

    assert floor.moves
    assert found.moves
    assert all(move.visible < math.inf for move in found.moves)
    assert sum(found.requests.values()) >= len({move.group for move in found.moves})
    assert any(found.kinds["table edit"].values())
    assert found.used.commits >= len(found.moves)
    assert not found.used.main <= 0


@pytest.mark.night
def test_moves_are_measured_with_a_slow_dm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visible, "SLOW_DM", 0.3)

    found = asyncio.run(visible.visible(TINY, tmp_path))

    assert all(stretch.moves for stretch in found.values())
    assert "slow DM" in list(visible.visible_lines(found))[1]


@pytest.mark.night
def test_two_languages_get_the_same_moves(tmp_path: Path) -> None:
    found = asyncio.run(languages.languages(TINY, tmp_path))

    assert [one.moves != [] for one in (*found.english, *found.other)] == [True, True]
    assert [line.split()[0] for line in languages.languages_lines(found)] == ["moves", "en", "de"]


def test_other_language_may_cost_five_percent_more() -> None:
    usual, dearer = evenly(), evenly()._replace(used=Used(main=0.64))

    assert held(languages.languages_targets(Languages([usual], [usual]))) == [True]
    assert held(languages.languages_targets(Languages([usual], [dearer]))) == [False]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_move_changes_the_tables_revision(game_id: str) -> None:
    rng, game = random.Random(game_id), GAMES[game_id]
    session = tables._played(game, 1, 5, tables.seats_of(game, 0)).session
    before = pages.table(session.scene(None))
    for _ in range(40):
        chosen = tables.random_move(game, session.state, rng)
        if chosen is None:
            break
        change = play.moved(session, *chosen, Instant.at(time.time()))
        assert isinstance(change, Change)
        session.adopt(change)
        page = pages.table(session.scene(None))
        components = layout(page)[0].to_components()  # type: ignore[no-untyped-call]

        assert page.digest() != before.digest()
        assert control_of(components) == Control(session.record.id, session.record.revision)
        before = page


def test_page_without_controls_has_no_subject() -> None:
    assert control_of([{"type": 10, "content": "Hello"}]) is None


def made(answered_after: float | None, said_after: float = 0.0, revision: int = 5) -> MadeMove:
    table = Table(9, "crap", 0, (1, 2, 3, 4), revision, [])
    click = Interaction(1, 1, 1)
    click.sent_at = 100.0
    if answered_after is not None:
        click.answers, click.ready_at, click.shown_at = 1, 100.0 + answered_after, 100.0 + said_after
    return MadeMove(table, click, revision)


async def test_later_revision_makes_a_move_visible() -> None:
    seen = [ShownRevision(100.25, 4), ShownRevision(100.75, 6), ShownRevision(103.0, 7)]

    assert stretch.move_of(made(0.5, 0.625), seen) == Move(CRAP, 0.5, 0.625, 0.75)
    assert stretch.move_of(made(None, revision=8), seen) == Move(CRAP, PATIENCE, PATIENCE, math.inf)


def test_requests_are_counted_by_group() -> None:
    crap = Table(1, "crap", 0, tuple(range(USERS, USERS + 4)), 1, [])
    skrap = Table(2, "skrap", 1, tuple(range(USERS + 4, USERS + 7)), 1, [])
    channels = (CHANNELS, dm_of(USERS + 3), CHANNELS + 1, CHANNELS + 99)
    calls = [Call("table edit", channel, 0.0) for channel in channels]

    assert stretch.requests_of(calls, [crap, skrap]) == {CRAP: 2, SKRAP: 1}


def test_slowest_percentile_and_timely_share_are_reported() -> None:
    moves = [Move(CRAP, number / 1000, number / 500, number / 100) for number in range(200)]

    assert stretch.p99_ms(moves) == 198
    assert stretch.words_p99_ms(moves) == 396
    assert stretch.percent_within(moves, 0.99) == 50
    assert (stretch.p99_ms([]), stretch.percent_within([], 1.0)) == (math.inf, 0)


def test_column_judges_whole_and_large_groups() -> None:
    column = Column("p99", 90.0, {CRAP: 80.0, SKRAP: 120.0}, 100.0, " ms")

    assert str(column.target("fast", {CRAP: 500, SKRAP: 99})) == "fast: holds (90 ms)"
    assert str(column.target("fast", {CRAP: 500, SKRAP: 100})) == (
        "fast: MISSED (90 ms; worst skrap, 3 seats: 120 ms)"
    )
    least = column._replace(is_least=True)
    assert str(least.target("many", {CRAP: 500})) == "many: MISSED (90 ms; worst crap, 4 seats: 80 ms)"


def test_column_marks_missed_values() -> None:
    column = Column("p99", 90.0, {SKRAP: 120.0}, 100.0)

    lines = list(columns.lines([column], {CRAP: 3, SKRAP: 4}))

    assert [line.split() for line in lines] == [
        ["moves", "p99"],
        ["all", "7", "90"],
        ["crap,", "4", "seats", "3", "-"],
        ["skrap,", "3", "seats", "4", "120*"],
    ]


def test_good_answers_reach_every_target() -> None:
    assert held(answers.answers_targets(answers_of())) == [True] * 5


def test_answer_texts_are_reported_without_target() -> None:
    told = list(answers.answers_lines(answers_of()))

    assert told[-1] == (
        "p99 of the time until the words of the answer were there, in ms: "
        "17/s 60, busy 500, first seconds 1000, rendering stopped 1000, rendering killed 1000"
    )


@pytest.mark.parametrize(
    ("slow", "which"),
    [
        ({"ours": 0.031}, "at 17 moves a second at most 3 x the floor's"),
        ({"floor": math.inf}, "at 17 moves a second at most 3 x the floor's"),
        ({"busy": 0.251}, "on busy processors at most 250 ms"),
        ({"first_seconds": 0.501}, "on busy processors, first seconds, at most 500 ms"),
        ({"rendering_stopped": 0.501}, "on busy processors, rendering stopped, at most 500 ms"),
        ({"rendering_killed": math.inf}, "on busy processors, rendering killed, at most 500 ms"),
    ],
)
def test_slow_answers_miss_their_target(slow: dict[str, float], which: str) -> None:
    found = answers_of(**slow)

    assert missed(answers.answers_targets(found)) == [f"p99 of acknowledgement {which}"]
    assert "*" in "".join(list(answers.answers_lines(found))[1:-1])


def test_one_move_in_a_hundred_may_be_late() -> None:
    good = evenly(seen=1.2, number=99).moves
    late = Move(CRAP, 0.01, 0.01, 1.21)
    found = {visible.USUAL: stretch_of(*good, late), visible.SLOWED: stretch_of(*good, late, late)}

    assert missed(visible.visible_targets(found)) == [
        "moves visible within 1.2 s, one player's DM taking 6 s: at least 99 %"
    ]


def test_little_work_reaches_every_target() -> None:
    assert held(work.work_targets(evenly())) == [True] * 5


def test_main_process_is_compared_with_the_floors() -> None:
    floor = stretch_of(*evenly().moves, used=LITTLE._replace(main=LITTLE.main / 4))

    *_, told = work.work_lines(work.Work(evenly(), floor))

    assert told.endswith("ratio 4.0")


@pytest.mark.parametrize(
    ("used", "which"),
    [
        (LITTLE._replace(commits=121), "commits a move at most 1.2"),
        (LITTLE._replace(written=3_100_000), "written a move at most 30 kB"),
        (LITTLE._replace(main=0.61), "processor time of the main process a move at most 6 ms"),
        (LITTLE._replace(rendering=0.51), "processor time of the rendering process a move at most 5 ms"),
    ],
)
def test_much_work_misses_its_target(used: Used, which: str) -> None:
    assert missed(work.work_targets(stretch_of(*evenly().moves, used=used))) == [which]


def test_one_expensive_game_misses_the_target() -> None:
    few = Stretch(
        [Move(CRAP, 0.01, 0.01, 1.0)] * 80 + [Move(SKRAP, 0.01, 0.01, 1.0)] * 20,
        {CRAP: 80, SKRAP: 41},
        {},
        LITTLE,
        1.0,
    )

    [requests, *_] = work.work_targets(few)

    assert str(requests) == (
        "requests a move in every game at most 2: MISSED (1.21; worst skrap, 3 seats: 2.05)"
    )


def test_commits_are_counted_from_outside(tmp_path: Path) -> None:
    path = tmp_path / "counted.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE things (thing)")
        before = commits(path)
        for number in range(2000):  # More than the write-ahead log holds before it starts over.
            connection.execute("BEGIN")
            connection.execute("INSERT INTO things VALUES (?)", (number,))
            connection.execute("INSERT INTO things VALUES (?)", (number,))
            connection.execute("COMMIT")

        assert commits(path) - before == 2000
    assert math.isnan(commits(tmp_path / "nowhere.sqlite3"))


def test_written_bytes_come_from_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "PROC", tmp_path)
    (tmp_path / "7").mkdir()
    (tmp_path / "7/io").write_text("wchar: 1\nread_bytes: 2\nwrite_bytes: 4096\ncancelled_write_bytes: 3\n")

    assert process.bytes_written(7) == 4096
    assert math.isnan(process.bytes_written(8))


async def test_people_continue_after_lost_clicks(tmp_path: Path) -> None:
    async with staged(TINY, tmp_path / "lost.sqlite3", moves=50) as stage:
        first, *others = stage.tables
        with closing(sqlite3.connect(stage.path)) as connection, connection:
            connection.execute(
                "UPDATE sessions SET revision = revision + 2 WHERE id = ?", (first.session_id,)
            )
        revision = first.revision
        assert stage.unsaved() == 1

        again = stage.reloaded()

        assert (first.made, first.revision) == (2, revision + 2)
        assert [other.made for other in others] == [0] * len(others)
        assert again.unsaved() == 0


async def test_one_channel_can_be_slow() -> None:
    server = Server([], network=0.001)
    server.slow = {dm_of(1): 6.0}

    assert server.delay_of(Request("edit", dm_of(1))) == 6.0
    assert server.delay_of(Request("edit", dm_of(2))) == 0.001


async def test_processors_are_busy_only_inside_the_block() -> None:
    before = os.times()
    async with trouble.busy(60):
        await asyncio.sleep(0.5)
    used = os.times()

    assert used.children_user > before.children_user  # The system counts children only once they've ended.


async def test_busy_loop_ends_on_time() -> None:
    loop = await asyncio.create_subprocess_exec(sys.executable, "-m", "benchmarks.load.loop", "0.1")

    assert await loop.wait() == 0
