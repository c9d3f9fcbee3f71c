"""Every game in a real browser: users side by side, from `/cards` to the middle of the game or its end.

With CARDCRATE_PICTURES naming a folder, the games continue to a typical moment, and the pictures of the
documentation are taken into it.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from tests.helpers.chromium import in_browser
from tests.playground.browser import Browser, channel, see
from tests.playground.driver import Driver
from tests.playground.showing import CRAP_PICTURES, picture, show_crap, table

pytestmark = in_browser

MOVES = 10
TWO = ("ann", "ben")
THREE = ("ann", "ben", "cyd")


Position = dict[str, Any]


class Show(NamedTuple):
    """A picture of a game: the table at a typical moment."""

    until: Callable[[Position], bool]
    preferred: tuple[str, ...]
    """The preferred moves, which lead to that moment."""
    names: tuple[str, ...] = TWO


SHOWS: Mapping[str, Show] = {
    "skrap": Show(
        until=lambda now: now["phase"] == "battle" and now["round"] > 1 and len(now["field"]) > 3,
        preferred=("surge", "bot", "scavenge"),
        names=THREE,
    ),
    "craits": Show(
        until=lambda now: now["phase"] == "turn" and now["hand_number"] > 1 and bool(now["declared"]),
        preferred=("declare:true", "play", "deal"),
        names=THREE,
    ),
    "crazy-rummy": Show(
        until=lambda now: sum(map(bool, now["sets"].values())) > 1 and any(now["fed"].values()),
        preferred=("meld", "feed"),
        names=THREE,
    ),
    "crapette": Show(
        until=lambda now: sum(map(sum, now["finish"].values())) > 12,
        preferred=("to:finish", "target:finish", "flip", "put"),
    ),
}


async def begin(browser: Browser, game: str, names: tuple[str, ...] = TWO) -> Driver:
    """Deal a table of this game with all its players in one page."""
    driver = Driver(browser, await browser.open(f"seats={','.join(names)}"), names)
    browser.draw_pictures(False)
    await driver.open_table(game)
    await driver.start()
    return driver


async def check(driver: Driver) -> None:
    """Check that all users see the same, with a picture, and that no errors were logged."""
    shown = [table(driver.page, name) for name in driver.names]
    # Compared in one step, because the page's clock may turn "tomorrow" into "in 24 hours" at any moment.
    texts = await driver.page.evaluate(
        "messages => messages.map(message => message.innerText)",
        [await message.element_handle() for message in shown],
    )
    assert len(set(texts)) == 1
    for message in shown:
        await see(message)
    assert list(driver.browser.server.world.logbook.lines) == []


async def play_some(driver: Driver) -> None:
    """Play some moves, the last one with pictures, and check every user's screen."""
    await driver.play(MOVES - 1)
    driver.browser.draw_pictures(True)
    await driver.play(1)

    assert driver.made == MOVES
    await check(driver)


@pytest.mark.parametrize("game", SHOWS)
async def test_users_play_by_controls_and_typed_commands(browser: Browser, game: str) -> None:
    show = SHOWS[game]
    driver = await begin(browser, game, show.names if browser.is_for_show else TWO)

    await play_some(driver)

    if browser.is_for_show:
        await hurry(driver, show)
        await driver.put_away()
        await check(driver)
        await picture(browser, table, driver.names[0], f"{game}-table")


async def hurry(driver: Driver, show: Show) -> None:
    """Play on to the moment of the picture, without rendering before that."""
    driver.preferred = show.preferred
    driver.browser.draw_pictures(False)
    await driver.hurry(lambda session: show.until(session.record.position or {}))
    driver.browser.draw_pictures(True)
    driver.preferred = ()
    await driver.play(1)


async def test_three_users_bluff_in_crap(browser: Browser) -> None:
    driver = await begin(browser, "C.R.A.P.", names=THREE)
    driver.preferred = ("score", "believe")

    await play_some(driver)


async def test_crap_is_played_to_its_result(browser: Browser) -> None:
    if not browser.is_for_show:
        pytest.skip("takes pictures; needs CARDCRATE_PICTURES")

    await show_crap(browser)

    assert list(browser.server.world.logbook.lines) == []
    assert {file.stem for file in browser.folder.iterdir()} >= CRAP_PICTURES


async def test_resigned_game_shows_both_the_result(browser: Browser) -> None:
    driver = await begin(browser, "crapette")
    await driver.play(2)

    browser.draw_pictures(True)
    await driver.type("ben", "/turn move:resign")
    await driver.click(channel(driver.page, "ben").get_by_role("button", name="Resign"))

    await check(driver)
    for name in driver.names:
        assert "Ben resigned" in await table(driver.page, name).locator("img").get_attribute("alt")
        assert await table(driver.page, name).get_by_role("button", name="Rematch").is_visible()
