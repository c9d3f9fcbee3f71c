"""The tools above the users, used from the page by keyboard alone, on a wide and on a narrow screen."""

import re
import time
from typing import Any

import pytest

from tests.helpers.chromium import in_browser
from tests.playground.browser import DESKTOP, PHONE, Browser, channel, line, seat

playwright = pytest.importorskip("playwright.async_api", reason="needs playwright (the dev extra has it)")
pytestmark = in_browser
expect = playwright.expect
MAX_TABS = 60

WIDE = pytest.param(DESKTOP, id="wide", marks=pytest.mark.night)
on_both_screens = pytest.mark.parametrize("screen", [WIDE, pytest.param(PHONE, id="narrow")])
"""The narrow screen needs one more click for everything. The wide one runs at night."""


async def reach(page: Any, name: str) -> Any:
    """Press Tab until a control has the focus, and open the menus on the way."""
    for _ in range(MAX_TABS):
        await page.keyboard.press("Tab")
        focused = page.locator(":focus")
        label = " ".join((await focused.inner_text()).split()) if await focused.count() else ""
        if label == name:
            return focused.and_(page.get_by_role("button"))
        if await page.locator(".menu:not([open]) > summary:focus").count():
            await page.keyboard.press("Enter")
    raise AssertionError(f"the tab key does not lead to {name}")


async def start_game(page: Any) -> None:
    """Open a table as Ann and let the others join, one user at a time like on a narrow screen."""
    await write(page, "ann", "/cards game:Skrap")
    await show(page, "ben")
    await channel(page, "ben").get_by_role("button", name="Join").click()
    await show(page, "ann")
    await channel(page, "ann").get_by_role("button", name="Start").click()
    await expect(channel(page, "ann")).to_contain_text("choose a surge card")


async def show(page: Any, name: str) -> None:
    """Show a user who isn't shown yet."""
    chip = page.get_by_role("button", name=name.title(), exact=False).first
    if await chip.get_attribute("aria-pressed") == "false":
        await chip.click()


async def write(page: Any, name: str, text: str) -> None:
    await line(page, name).fill(text)
    await line(page, name).press("Escape")
    await line(page, name).press("Enter")


@on_both_screens
async def test_clock_is_moved_repeatedly(browser: Browser, screen: dict[str, int]) -> None:
    page = await browser.open("seats=ann", screen)
    world = browser.server.world
    before = world.env.now().timestamp()
    tool = await reach(page, "+10 min")

    for passed in (600, 1200):
        async with page.expect_response("**/wait"):
            await page.keyboard.press("Enter")
        assert world.env.now().timestamp() == pytest.approx(before + passed, abs=1)
        await expect(page.locator("#clock")).to_have_text(within_a_minute(before + passed))
        await expect(tool).to_be_focused()


def within_a_minute(seconds: float) -> re.Pattern[str]:
    """Return a pattern for the clock at this time or up to a minute later, because it runs on in the page."""
    minutes = (time.strftime("%H:%M", time.localtime(at)) for at in (seconds, seconds + 60))
    return re.compile(f"^({'|'.join(minutes)})$")


@on_both_screens
async def test_restarted_bot_continues_the_game(browser: Browser, screen: dict[str, int]) -> None:
    page = await browser.open("seats=ann", screen)
    await start_game(page)
    old = browser.server.world.bot

    tool = await reach(page, "Restart bot")
    await page.keyboard.press("Enter")

    await expect(tool).to_be_focused()
    await expect(tool).not_to_have_attribute("aria-disabled", "true")
    assert browser.server.world.bot is not old
    await write(page, "ann", "/hand")
    await expect(channel(page, "ann").locator(".message.private").last).to_contain_text(
        "Choose your surge card"
    )


@on_both_screens
async def test_next_move_reposts_a_deleted_table(browser: Browser, screen: dict[str, int]) -> None:
    page = await browser.open("seats=ann", screen)
    await start_game(page)

    await reach(page, "Delete table")
    await page.keyboard.press("Enter")
    await expect(channel(page, "ann")).not_to_contain_text("choose a surge card")
    await page.keyboard.press("Enter")
    said = page.locator(".strip > .note")
    await expect(said).to_have_text("There isn't a table in the channel.")
    await expect(said).to_be_in_viewport(ratio=1)
    await browser.server.world.add_user()
    await expect(page.locator("[data-chip=dan]")).to_be_attached()
    await expect(said).to_have_text("There isn't a table in the channel.")

    await write(page, "ann", await surge(browser))
    await expect(channel(page, "ann")).to_contain_text("choose a surge card")


async def surge(browser: Browser) -> str:
    """Return a command line with a move of Ann's."""
    world = browser.server.world
    session = await world.bot.sessions.at(world.channel.id)
    assert session is not None
    return f"/turn move:{session.game.legal(session.state, 0)[0]}"


@on_both_screens
async def test_added_user_is_shown_by_name(browser: Browser, screen: dict[str, int]) -> None:
    page = await browser.open("seats=ann", screen)

    more = await reach(page, "+ person")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-chip=dan]")).to_be_visible()
    await expect(more).to_be_focused()
    await page.locator("[data-chip=dan]").press("Enter")

    await expect(seat(page, "dan")).to_be_visible()
    await expect(page.locator("[data-chip=dan]")).to_be_focused()
    assert await page.evaluate("document.documentElement.scrollWidth") <= screen["width"]


@on_both_screens
async def test_bot_finds_other_ways_around_closed_dms(browser: Browser, screen: dict[str, int]) -> None:
    page = await browser.open("seats=ann", screen)
    await write(page, "ann", "hello")
    await expect(seat(page, "ann").get_by_role("article")).to_be_visible()
    await reach(page, "DMs open")

    await page.keyboard.press("Enter")
    closed = seat(page, "ann").get_by_role("button", name="DMs closed")
    await expect(closed).to_be_focused()
    await start_game(page)
    await expect(channel(page, "ann")).to_contain_text("No cards in your DMs? Press My hand.")
    await closed.press("Enter")
    await expect(seat(page, "ann").get_by_role("button", name="DMs open")).to_be_focused()

    await expect(seat(page, "ann").locator("[data-place=dm] .message")).to_have_count(0)


@on_both_screens
async def test_warnings_open_and_close_by_keyboard(browser: Browser, screen: dict[str, int]) -> None:
    page = await browser.open("seats=ann", screen)

    tool = await reach(page, "Warnings")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog", name="Warnings")).to_contain_text("Nothing so far.")
    await page.keyboard.press("Escape")

    await expect(page.get_by_role("dialog", name="Warnings")).to_have_count(0)
    await expect(tool).to_be_focused()


async def test_narrow_screen_folds_unused_tools(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)
    tool = page.get_by_role("button", name="Restart bot")

    await reach(page, "Restart bot")
    await page.keyboard.press("Escape")
    await expect(tool).to_be_hidden()
    await expect(page.locator("summary", has_text="Tools")).to_be_focused()

    await page.keyboard.press("Enter")
    await expect(tool).to_be_visible()
    await page.locator("#clock").click()
    await expect(tool).to_be_visible()
    await line(page, "ann").click()
    await expect(tool).to_be_hidden()

    await reach(page, "Warnings")
    await page.keyboard.press("Tab")
    await expect(tool).to_be_hidden()
