"""The load bench plays real tables, repeats the bot's requests with a bare bot, and counts everything."""

import asyncio
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

from benchmarks.load import __main__ as load
from benchmarks.load import figures, growth, report, rounds, runs, tables, wire
from benchmarks.load.figures import Flood, Round, Spread, Start, Steady
from benchmarks.load.growth import Growth
from benchmarks.load.growth import Sample as Sampled
from benchmarks.load.plan import Plan, plan_of
from benchmarks.load.process import PROC, ProcessEnded, family, running
from benchmarks.load.sample import Sample, Sent, page_of, read_sample, sample_of, write_sample
from benchmarks.load.server import KINDS, Body, Call, Server
from bot.config import DATA
from bot.delivery.layouts import layout
from bot.engine.notation import parse_move
from bot.games import GAMES
from bot.rendering.page import Action, Button, Buttons, Choice, Line, Page, Picture, Select, Text
from bot.sessions.play import MakeMove
from bot.sessions.sessions import Sessions
from bot.storage.store import Store
from tests.benchmarks.small import TINY, held
from tests.discord_http.ids import dm_of, new_id, user_of
from tests.discord_http.payloads import COMPONENTS_V2, TEXT, Json, message
from tests.discord_http.requests import read_body

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

ACT = Action(session_id=1, revision=2, act="move acquire rank:K")
PAGE = Page(
    (
        Text("## Crap"),
        Line(),
        Picture("table.png", b"\x89PNG", "A table"),
        Select("Acquire", ACT, (Choice("Kings", "K", "two of them"), Choice("Aces", "A")), least=1, most=2),
        Buttons((Button("My hand", ACT, "green"), Button("Log", ACT, disabled=True))),
    ),
    accent=0x24508F,
)


def wired(page: Page) -> Body:
    """Return a page as it's sent over the wire."""
    view, files = layout(page)
    components: list[Json] = view.to_components()  # type: ignore[no-untyped-call]
    return Body(components, {file.filename: file.fp.read() for file in files})


def call(kind: str, channel_id: int = 1, at: float = 0.0) -> Call:
    return Call(kind, channel_id, at)  # type: ignore[arg-type]


async def revision_after(path: Path, table: tables.Table) -> int:
    """Return the revision of a table after all moves of its script."""
    store = Store(path, DATA / "migrations")
    await store.open()
    sessions = Sessions(store, GAMES, pace=tables.SLOW, clock=lambda: 1e9)
    try:
        session = await sessions.get(table.session_id)
        assert session is not None
        for seat, text in table.script:
            move = parse_move(session.game, text, len(table.players))
            assert await sessions.act(session, table.players[seat], MakeMove(move)) is None
        return session.record.revision
    finally:
        await sessions.agenda.close()
        await store.close()


@pytest.mark.night
def test_counts_match_the_database(tmp_path: Path) -> None:
    played, flooded, unsaved = asyncio.run(runs.played(TINY, tmp_path))

    assert played.moves > 0
    assert unsaved == 0
    assert flooded.clicks == 10
    assert flooded.answers == 10
    assert (flooded.most_answers, flooded.follow_ups) == (1, 0)
    with closing(sqlite3.connect(tmp_path / "played.sqlite3")) as connection:
        made = connection.execute("SELECT count(*) FROM seen").fetchone()[0]
    assert made >= played.moves - played.lost


@pytest.mark.night
def test_floor_repeats_our_bots_requests(tmp_path: Path) -> None:
    [(ours, floor)] = asyncio.run(rounds.limited(TINY, tmp_path))
    sample = read_sample((tmp_path / "limited.sample").read_bytes())

    shares = [len(sample.share(number)) for number in range(len(sample.answers))]

    assert ours.speed > 0
    assert sum(shares) == len(sample.sent) > 0
    assert min(shares) <= floor.requests <= max(shares)


def test_bot_with_sleeping_tables_answers_the_first_click(tmp_path: Path) -> None:
    started = asyncio.run(runs.started(TINY, tmp_path))

    assert started.tables == 5
    assert started.seconds > 0


async def test_process_ends_with_its_parent() -> None:
    code = "from benchmarks.load.subject import die_with_parent as die; die()"
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdin=asyncio.subprocess.PIPE)
    assert child.stdin is not None
    child.stdin.close()

    assert await child.wait() == 1


async def test_unexpected_end_interrupts_waiting() -> None:
    with pytest.raises(ProcessEnded):
        async with running("http://127.0.0.1:9", "--database", "/nowhere/at/all.sqlite3"):
            await asyncio.Event().wait()


@pytest.mark.skipif(not PROC.exists(), reason="this system does not tell of processes")
async def test_child_processes_are_measured() -> None:
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "input()", stdin=asyncio.subprocess.PIPE
    )
    members, own = family(os.getpid()), family(child.pid)
    await child.communicate(b"")  # Closes its input, which ends it.

    assert {os.getpid(), child.pid} <= set(members)
    assert own == [child.pid]
    assert family(-1) == []


def test_scripted_moves_are_legal(tmp_path: Path) -> None:
    path = tmp_path / "live.sqlite3"
    live, shared = tables.write_live(path, 5, moves=50, common=2)

    assert {table.game_id for table in live} == set(GAMES)
    assert sum(len(table.script) for table in live) >= 50
    assert {table.players[0] for table in shared} == {tables.REGULAR}
    for table in live:
        assert asyncio.run(revision_after(path, table)) == table.revision + len(table.script)


def test_sleeping_tables_have_been_shown(tmp_path: Path) -> None:
    path = tmp_path / "sleeping.sqlite3"
    asleep = tables.write_sleeping(path, 10, moves=3)

    with closing(sqlite3.connect(path)) as connection:
        waiting = connection.execute("SELECT count(*) FROM sessions WHERE look_at IS NOT NULL").fetchone()[0]
        places = connection.execute("SELECT count(*) FROM shown").fetchone()[0]
    assert waiting == 0
    assert places == sum(1 + len(table.players) for table in asleep)


def test_page_survives_the_wire() -> None:
    assert page_of(wired(PAGE)) == PAGE


async def test_limit_refuses_requests_but_not_answers() -> None:
    server = Server([], network=0.0, limit=2)
    address = await server.start()
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{address}/users/1") as first, session.get(f"{address}/users/1") as second:
            taken = (first.status, second.status)
        async with session.get(f"{address}/users/1") as third:
            refused = (third.status, (await third.json())["global"])
        click = await server.click(1, "b:1:1:hand", message(1, 1, []), 1)
        (number,) = server.interactions
        page = {"flags": COMPONENTS_V2, "components": [{"type": TEXT, "content": "Your hand"}]}
        body = {"type": 4, "data": page}
        async with session.post(f"{address}/interactions/{number}/token/callback", json=body) as answer:
            answered = answer.status
    await server.close()

    assert (taken, refused, answered) == ((200, 200), (429, True), 200)
    assert (server.refused, click.answers) == (1, 1)


def test_request_with_files_is_read() -> None:
    head = b'--x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"type": 7}\r\n'
    file = b'--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.png"\r\n\r\n\x89\r\nPNG\r\n'

    assert read_body("multipart/form-data; boundary=x", head + file + b"--x--\r\n") == (
        {"type": 7},
        {"a.png": b"\x89\r\nPNG"},
    )
    assert read_body("application/json", b'{"type": 4}') == ({"type": 4}, {})
    assert read_body("", b"") == ({}, {})


def test_ids_are_current_and_unique() -> None:
    first, second = new_id(), new_id()

    assert first < second
    assert user_of(dm_of(wire.USERS + 5)) == wire.USERS + 5


def test_sample_distributes_requests_over_answers() -> None:
    kinds = [*KINDS, "delete"]
    sample = sample_of([(None, wired(PAGE))] * 4 + [(call(kind), Body([], {})) for kind in kinds], [])
    shared = [sent.kind for number in range(4) for sent in sample.share(number)]

    assert shared == kinds
    assert sample.share(4) == sample.share(0)
    assert read_sample(write_sample(sample)) == sample


def test_sample_keeps_requests_with_their_channels() -> None:
    table = tables.Table(9, "crap", 0, (wire.USERS, wire.USERS + 1), 1, [])
    sample = sample_of([(None, wired(PAGE)), (call("hand edit", 5), wired(PAGE))], [table])

    channels = [wire.CHANNELS, wire.DMS, wire.DMS + 1]
    assert sample == Sample([PAGE], [Sent("hand edit", PAGE)], {9: channels})


def test_spread_has_median_p99_and_maximum() -> None:
    assert figures.spread(range(200)) == Spread(100, 198, 199)
    assert figures.spread([]).most != figures.spread([]).most  # NaN


def test_busiest_channel_has_most_edits_per_second() -> None:
    calls = [call("table edit", 1, at) for at in (0.0, 0.5, 0.9, 2.0)]

    assert figures.busiest([*calls, call("table edit", 2, 0.1), call("table post", 1, 0.2)]) == calls[:3]
    assert figures.busiest([]) == []


STEADY = Steady(
    moves=17,
    seconds=1.0,
    handling=Spread(10, 99, 120),
    acknowledged=Spread(60, 149, 170),
    lost=0,
    busiest=[Call("table edit", 1, 0.0)],
    stall=20.0,
    stalls=0,
    memory=(200.0, 205.0, 210.0),
    processor=20.0,
)
CALM = Flood(clicks=1000, answers=1000, most_answers=1, follow_ups=0, handling=Spread(10, 99, 120), lost=0)


def test_good_figures_reach_every_target() -> None:
    assert all(held(report.steady_targets(STEADY, unsaved=0)))
    assert all(held(report.flood_targets(CALM)))
    assert all(held(report.limited_targets([(Round(80, 1, 2, 0), Round(100, 1, 2, 0))])))
    assert all(held(report.saturated_targets([(Round(50, 1, 2, 0), Round(100, 1, 2, 0))])))
    assert all(held(report.start_targets(Start(10_000, 9.9, 399.0, 5.0))))


@pytest.mark.parametrize(
    ("changed", "missed"),
    [
        ({"handling": Spread(10, 101, 120)}, "p99 of handling below 100 ms"),
        ({"acknowledged": Spread(10, 501, 520)}, "p99 of acknowledgement below 500 ms"),
        ({"stalls": 1}, "no loop stall over 100 ms"),
        ({"busiest": [Call("table edit", 1, 0.0)] * 2}, "at most 1 edit of a channel a second"),
        ({"memory": (200.0, 205.0, 600.0)}, "memory below 600 MB"),
        ({"refused": 1}, "at most 10 requests a minute refused"),
        ({"lost": 1}, "every click answered, every answered move saved"),
    ],
)
def test_one_bad_figure_misses_one_target(changed: dict[str, object], missed: str) -> None:
    targets = list(report.steady_targets(STEADY._replace(**changed), unsaved=0))  # type: ignore[arg-type]

    assert [target.what for target in targets if not target.holds] == [missed]
    assert "MISSED" in str(next(target for target in targets if not target.holds))


def test_several_targets_can_be_missed() -> None:
    assert held(report.steady_targets(STEADY, unsaved=2)).count(False) == 1
    assert held(report.flood_targets(CALM._replace(follow_ups=1))) == [False, True]
    assert held(report.flood_targets(CALM._replace(handling=Spread(1, 100, 100)))) == [True, False]
    assert held(report.limited_targets([(Round(79, 1, 2, 0), Round(100, 1, 2, 0))])) == [False, True]
    assert held(report.limited_targets([(Round(80, 1, 2, 0, 1), Round(100, 1, 2, 0))])) == [True, False]
    assert held(report.saturated_targets([(Round(49, 1, 2, 0), Round(100, 1, 2, 0))])) == [False]
    assert held(report.start_targets(Start(10_000, 10.0, 600.0, 5.0))) == [False, False]


def test_ratio_is_the_median_of_rounds() -> None:
    rounds = [(Round(speed, 1, 2, 0), Round(100, 1, 2, 0)) for speed in (10, 90, 50)]

    assert report.ratio(rounds) == 0.5


@pytest.mark.parametrize(("seconds", "code"), [(9.0, 0), (11.0, 1)])
def test_missed_target_changes_the_exit_code(
    seconds: float, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def started(_plan: Plan, _folder: Path) -> Start:
        return Start(10_000, seconds, 100.0, 5.0)

    monkeypatch.setattr(runs, "started", started)

    assert load.main(["--only", "start"]) == code
    assert "10,000 sleeping tables" in capsys.readouterr().out


def test_every_part_is_printed_with_its_targets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def played(_plan: Plan, _folder: Path) -> tuple[Steady, Flood, int]:
        return STEADY, CALM, 0

    async def in_turns(_plan: Plan, _folder: Path) -> list[tuple[Round, Round]]:
        return [(Round(40, 20, 5, 0.5), Round(200, 4, 5, 0.5))]

    monkeypatch.setattr(runs, "played", played)
    monkeypatch.setattr(rounds, "limited", in_turns)
    monkeypatch.setattr(rounds, "saturated", in_turns)

    assert load.main(["--only", "played,limited,saturated"]) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "at least 0.8 of the floor's moves a second: MISSED (0.20)" in printed
    assert "at least 0.5 of the floor's moves a second: MISSED (0.20)" in printed
    assert printed.count("ratio: 0.20") == 2
    assert printed.count("holds") == 10


def test_command_line_changes_the_plan() -> None:
    assert plan_of([]) == Plan()
    assert plan_of(["--seconds", "600", "--only", "played"]) == Plan(seconds=600, only=("played",))
    assert plan_of(["--only", "work,answers"]).only == ("work", "answers")
    assert plan_of(["--games", "crap"]).games == ("crap",)


def test_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        plan_of(["--only", "work,nonsense"])

    assert "nonsense: not one of answers, visible, work" in capsys.readouterr().err


def filled(*memory: float) -> Growth:
    """Return the growth of a bot whose memory was measured every ten minutes."""
    return Growth(
        moves=100, samples=[Sampled(600.0 * place, one) for place, one in enumerate(memory)], missing=0
    )


def test_fluctuating_memory_counts_as_stable() -> None:
    steady = filled(300, 302, 300, 302, 300, 302, 300)

    assert abs(steady.slope) < 0.01
    assert held(report.growth_targets(steady)) == [True, True]


def test_memory_rising_one_percent_misses_the_target() -> None:
    rising = filled(*(300 * (1 + 0.011 * place / 6) for place in range(12)))

    assert 1.0 < rising.slope < 1.1
    assert held(report.growth_targets(rising)) == [False, True]
    assert held(report.growth_targets(filled(*[300] * 6)._replace(missing=1))) == [True, False]


def test_memory_is_reported_in_six_parts() -> None:
    assert filled(*range(12)).medians == [0.5, 2.5, 4.5, 6.5, 8.5, 10.5]


@pytest.mark.night
def test_memory_is_sampled_during_all_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "SAMPLES", 10)
    monkeypatch.setattr(growth, "OLDEST", 30)

    figures = asyncio.run(growth.grown(TINY, tmp_path))

    assert figures.moves > 0
    assert figures.missing == 0
    assert len(figures.samples) == 10
    assert f"{figures.moves} moves" in next(report.growth_lines(figures))


def test_growth_is_measured_only_on_request() -> None:
    assert "growth" not in plan_of([]).only
    assert plan_of(["--only", "growth"]).only == ("growth",)
