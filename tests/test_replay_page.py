"""`data/replay.html` opened from disk draws every position of a file, and doesn't send any requests."""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from bot.config import DATA
from bot.engine.cards import ORDER
from bot.games import GAMES
from bot.rendering.replay_file import replay_file
from bot.sessions.replays import Replays, states_and_script
from bot.storage.store import Store
from tests.helpers.chromium import in_browser
from tests.playground.browser import DESKTOP, PHONE
from tests.storage.games import running, step

pytestmark = [pytest.mark.slow, in_browser]

SIZES = {"phone": PHONE, "desktop": DESKTOP}
DRAW_ALL = """() => game.steps.map((_, place) => {
  show(place);
  return document.querySelectorAll("#board .card").length;
})"""


@pytest_asyncio.fixture
async def played(
    store: Store, tmp_path: Path, request: pytest.FixtureRequest
) -> tuple[Path, list[dict[str, Any]]]:
    """Play a game to its end, and return its replay file and its positions."""
    session = await running(store, GAMES[request.param], 30, moves=0)
    while session.record.status == "playing":
        await step(store, session, Random(f"{session.record.revision}"))
    timeline = await Replays(store).timeline(session)
    states, script = states_and_script(session.game, session.record, timeline.history)
    scene = msgspec.structs.replace(session.scene(None), recent=tuple(session.recall(timeline.history, None)))
    file = tmp_path / f"{request.param}.json"
    file.write_bytes(replay_file(scene, timeline.history, states, script))
    return file, [session.game.dump(state) for state in states]


async def opened(chromium: Any, size: str) -> tuple[Any, list[str]]:
    """Open the page from disk. Return it with the list of its errors and requests."""
    page = await chromium.new_page(viewport=SIZES[size])
    heard: list[str] = []
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: heard.append(request.url))
    await page.goto((DATA / "replay.html").as_uri())
    heard.clear()
    return page, heard


@pytest.mark.parametrize(
    ("played", "size"), [("craits", "phone"), ("crapette", "desktop")], indirect=["played"]
)
async def test_keys_step_through_every_position(
    played: tuple[Path, list[dict[str, Any]]], chromium: Any, size: str
) -> None:
    file, positions = played
    page, heard = await opened(chromium, size)

    await page.set_input_files("#file", file)
    await page.wait_for_selector("#controls:visible")
    last = len(positions) - 1

    said = page.locator("#now")
    assert (await said.inner_text()).startswith("The deal: ")
    for key, number in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        await page.keyboard.press(key)
        wanted = f"Move {number} of {last}" if number else "The deal"
        assert (await said.inner_text()).startswith(wanted)
    assert await page.evaluate(DRAW_ALL) == [cards_in(position) for position in positions]
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await page.evaluate("document.getElementById('title').clientWidth > 300"), "the title has room"
    assert await page.locator("#log li").count() == len(positions)
    assert heard == []
    await page.close()


@pytest.mark.parametrize("played", ["craits"], indirect=True)
async def test_replay_speaks_in_words_of_players(
    played: tuple[Path, list[dict[str, Any]]], chromium: Any
) -> None:
    file, positions = played
    other = file.with_name("other.json")
    other.write_text(
        json.dumps({**json.loads(file.read_text()), "names": {"A": "Ann", "B": "Ben", "C": "Cyd"}})
    )
    page, _ = await opened(chromium, "phone")
    await page.set_input_files("#file", other)
    await page.wait_for_selector("#controls:visible")
    place = next(place for place, position in enumerate(positions) if position["suit"] == "C")

    await page.evaluate("show", place)

    table = await page.locator("#board > .panel").first.inner_text()
    assert "Suit ♣ clubs" in table
    assert "Direction clockwise" in table
    await page.locator("#board summary").click()
    notes = (await page.locator("#board details").inner_text()).partition("Notes of the program")[2]
    assert "jack run" in notes
    assert "jack run" not in (await page.locator("#board").inner_text()).replace(notes, "")
    await page.close()


def cards_in(part: Any) -> int:
    """Return how many cards a part of a position names."""
    if isinstance(part, str):
        return int(part in ORDER)
    parts = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return sum(map(cards_in, parts))


@pytest.mark.parametrize("played", ["skrap"], indirect=True)
async def test_foreign_file_leaves_the_game(
    played: tuple[Path, list[dict[str, Any]]], tmp_path: Path, chromium: Any
) -> None:
    file, _ = played
    whole = json.loads(file.read_text())
    page, heard = await opened(chromium, "phone")
    await page.set_input_files("#file", file)
    await page.wait_for_selector("#controls:visible")

    wrong_files: tuple[Any, ...] = (
        {"game": "skrap"},
        [],
        None,
        {**whole, "steps": []},
        {**whole, "steps": [1]},
        {**whole, "names": None},
        {**whole, "title": 7},
        {**whole, "format": "cardcrate replay 2"},
    )
    for number, wrong in enumerate(wrong_files):
        other = tmp_path / f"other-{number}.json"
        other.write_text(json.dumps(wrong))
        await page.evaluate("document.getElementById('wrong').hidden = true")
        await page.set_input_files("#file", other)
        await page.wait_for_selector("#wrong:visible")
        assert f"{other.name} isn't a replay file" in await page.inner_text("#wrong")
        await page.keyboard.press("ArrowRight")
        assert await page.inner_text("#title") == "Skrap · table 1"
    assert (await page.inner_text("#now")).startswith("Move 8 of ")
    assert heard == []
    await page.close()
