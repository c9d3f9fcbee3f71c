"""Every game in a real browser: users side by side, from `/game new` to the middle of the game or its end.

With CARDCRATE_PICTURES naming a folder, the games go on until there is something to be seen, and the
pictures of the documentation are taken anew into it.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from bot.sessions.session import Session
from tests.playground.browser import PHONE, Browser, channel, seat
from tests.playground.driver import Driver

pytestmark = pytest.mark.timeout(100)

MOVES = 10
TWO = ("ann", "ben")
THREE = ("ann", "ben", "cyd")


Position = dict[str, Any]


class Show(NamedTuple):
    """What a picture of a game is to show: the table at a moment that is typical of it."""

    until: Callable[[Position], bool]
    wishes: tuple[str, ...]
    """What the moves should be, so that it comes to that."""
    names: tuple[str, ...] = TWO


CRAP = Show(
    until=lambda now: now["phase"] == "turn" and len({laid["owner"] for laid in now["sets"]}) > 1,
    wishes=("score", "believe", "cooperate"),
)
SHOWS: Mapping[str, Show] = {
    "skrap": Show(
        until=lambda now: now["phase"] == "battle" and now["round"] > 1 and len(now["field"]) > 3,
        wishes=("surge", "bot", "scavenge"),
        names=THREE,
    ),
    "craits": Show(
        until=lambda now: now["phase"] == "turn" and now["hand_number"] > 1 and bool(now["declared"]),
        wishes=("declare:true", "play", "deal"),
        names=THREE,
    ),
    "crazy-rummy": Show(
        until=lambda now: sum(map(bool, now["sets"].values())) > 1 and any(now["fed"].values()),
        wishes=("meld", "feed"),
        names=THREE,
    ),
    "crapette": Show(
        until=lambda now: sum(map(sum, now["finish"].values())) > 12,
        wishes=("to:finish", "target:finish", "flip", "put"),
    ),
}
ROOMY = {"width": 1280, "height": 1900}
"""High enough for the longest message, of which a picture shows only what fits."""


async def begin(browser: Browser, game: str, names: tuple[str, ...] = TWO) -> Driver:
    """A table of this game, dealt, and all its players in one page."""
    driver = Driver(browser, await browser.open(f"seats={','.join(names)}"), names)
    browser.draw_pictures(False)
    await driver.open_table(game)
    return driver


def table(page: Any, name: str) -> Any:
    """The table's message as a user sees it."""
    rules = page.get_by_role("button", name="Rules")
    return channel(page, name).locator(".message:not(.private)").filter(has=rules).locator(".container").last


async def check(driver: Driver) -> None:
    """All see the same table, with its picture, and the bot has complained of nothing."""
    shown = [table(driver.page, name) for name in driver.names]
    # All at once: the page's clock may turn "tomorrow" into "in 24 hours" at any moment.
    texts = await driver.page.evaluate(
        "messages => messages.map(message => message.innerText)",
        [await message.element_handle() for message in shown],
    )
    assert len(set(texts)) == 1
    for message in shown:
        await see(message)
    assert list(driver.browser.server.world.logbook.lines) == []


async def see(message: Any) -> None:
    """Scroll to a message's picture, for only then it is fetched, and look at it."""
    image = message.locator("img")
    await image.scroll_into_view_if_needed()
    assert await image.evaluate("it => it.decode().then(() => it.naturalWidth)") > 100


async def picture_table(browser: Browser, game: str) -> None:
    """A picture of the table's message alone."""
    page = await browser.open("seat=ann", ROOMY)
    await see(table(page, "ann"))
    await browser.take(table(page, "ann"), f"{game}-table")
    await page.close()


async def play_some(driver: Driver) -> None:
    """Play some moves, the last one with pictures, and look at where everybody is then."""
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
        await picture_table(browser, game)


async def hurry(driver: Driver, show: Show) -> None:
    """Go on until there is something to be seen, without painting what nobody sees."""
    driver.wishes = show.wishes
    driver.browser.draw_pictures(False)
    await driver.hurry(lambda session: show.until(session.record.position or {}))
    driver.browser.draw_pictures(True)
    driver.wishes = ()
    await driver.play(1)


async def test_three_users_bluff_in_crap(browser: Browser) -> None:
    driver = await begin(browser, "C.R.A.P.", names=THREE)
    driver.wishes = ("Lay a set", "Believe")

    await play_some(driver)

    if browser.is_for_show:
        await picture_crap(browser, driver)


async def picture_crap(browser: Browser, driver: Driver) -> None:
    """Go on until sets lie on the table, then show a hand to choose from, and the bluff that follows."""
    await hurry(driver, CRAP)
    await driver.play(8, until=lambda session: phase(session) == "turn")
    turn = driver.awaited(await driver.session())
    await driver.put_away()
    alone = await browser.open(f"seat={turn}", ROOMY)
    hand = seat(alone, turn).locator(".pane[data-place=dm] .container").last
    await see(hand)
    await browser.take(hand, "crap-hand")
    driver.wishes = ("Acquire",)
    await driver.choose(turn)
    await driver.put_away()
    await check(driver)
    await picture_table(browser, "crap")
    await picture_page(browser, driver, turn)


async def picture_page(browser: Browser, driver: Driver, turn: str) -> None:
    """Two users side by side, one with the table, one with their hand; and one of them on a phone."""
    other = next(name for name in driver.names if name != turn)
    page = await browser.open(f"seats={','.join(sorted((turn, other)))}")
    await seat(page, turn).get_by_role("tab", name="@ Cardcrate").click()
    await see(table(page, other))
    await see(seat(page, turn).locator(".pane[data-place=dm] .container").last)
    await browser.take(page, "playground")
    phone = await browser.open(f"seats={other}", PHONE)
    await see(table(phone, other))
    await browser.take(phone, "playground-phone")


def phase(session: Session) -> str:
    """What the game is at."""
    return session.scene(None).phase


async def test_a_game_is_given_up_and_both_see_the_result(browser: Browser) -> None:
    driver = await begin(browser, "crapette")
    await driver.play(2)

    browser.draw_pictures(True)
    await driver.type("ben", "/resign")

    await check(driver)
    for name in driver.names:
        assert "resign" in await table(driver.page, name).inner_text()
        assert await table(driver.page, name).get_by_role("button", name="Rematch").is_visible()
