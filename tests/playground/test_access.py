"""The page without a mouse and with a screen reader: names, languages, focus, news, contrast."""

from typing import Any

import pytest

from bot.playground import opening
from bot.playground.requests import Say
from bot.playground.world import World
from tests.helpers.chromium import in_browser
from tests.playground.audit import PALE, nameless
from tests.playground.browser import DESKTOP, PHONE, Browser, channel, line, seat, sit_everywhere
from tests.playground.driver import PAINTED

playwright = pytest.importorskip("playwright.async_api", reason="needs playwright (the dev extra has it)")
pytestmark = in_browser
expect = playwright.expect
MAX_TABS = 60
HEIGHT = "it => it.getBoundingClientRect().height"
MIN_HEIGHT = 32
"""The pixels that a control on a phone needs to be hit easily."""
ENOUGH = 4.5
"""The minimum contrast between a text and its background."""
OUTLINED = """() => {
  const used = document.activeElement, style = getComputedStyle(used);
  return style.outlineStyle !== "none" || used.matches(".composer input, .speaks select");
}"""
"""Returns whether the focus is visible. Two kinds of controls show it on their surroundings."""


async def press(world: World, name: str, act: str) -> None:
    """Click the newest button in the channel that does this."""
    await opening.press(world, world.seats[name], act)


async def tab_to(page: Any, wanted: Any) -> None:
    """Press Tab until a control has the focus, which must always be visible."""
    for _ in range(MAX_TABS):
        await page.keyboard.press("Tab")
        assert await page.evaluate(OUTLINED), await page.evaluate("document.activeElement.outerHTML")
        if await wanted.evaluate("it => it === document.activeElement"):
            return
    raise AssertionError("the tab key does not lead there")


async def test_game_is_played_without_a_mouse(browser: Browser) -> None:
    browser.draw_pictures(False)
    page = await browser.open("seats=ann", PHONE)
    await tab_to(page, page.get_by_role("button", name="Play Skrap against computers"))
    await page.keyboard.press("Space")
    hand = seat(page, "ann").locator("[data-place=dm]")
    await expect(hand.locator(".messages")).to_be_focused()

    surge = hand.locator(".opener").first
    await tab_to(page, surge)
    await page.keyboard.press("Space")
    await expect(page.locator(".popup:popover-open .option").first).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(surge).to_be_focused()
    await page.keyboard.press("Enter")
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")

    await expect(hand).to_contain_text("is your surge card")
    assert await page.evaluate("document.activeElement.closest('[data-place=dm]') !== null")


async def test_focus_stays_when_its_message_is_deleted(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)
    await browser.server.actions.say(Say(seat="ben", text="good evening"))
    await line(page, "ann").fill("/my-tables")
    await line(page, "ann").press("Escape")
    await line(page, "ann").press("Enter")
    await expect(line(page, "ann")).to_be_focused()

    dismiss = page.get_by_role("button", name="Dismiss message")
    assert await dismiss.evaluate(HEIGHT) >= MIN_HEIGHT
    await dismiss.focus()
    await page.keyboard.press("Enter")

    await expect(dismiss).to_have_count(0)
    await expect(channel(page, "ann").locator(".messages")).to_be_focused()


async def test_news_is_announced_in_its_readers_language(browser: Browser) -> None:
    browser.draw_pictures(False)
    act, world = browser.server.actions, browser.server.world
    await world.speak(world.seats["ann"], "de")
    page = await browser.open("seats=ann", PHONE)
    changed, new = (
        page.locator("#said p", has_text=f"{what} for Ann: ") for what in ("Changed", "New message")
    )
    await act.say(Say(seat="ann", text="/cards game:skrap"))
    await page.evaluate(PAINTED, world.version)
    await press(world, "ben", "join")
    await expect(changed.locator("[lang=de]")).to_contain_text(["2 von 5 Plätzen besetzt"])
    await expect(new).to_have_count(0)

    await press(world, "ann", "start")

    await expect(new.locator("[lang=de]").nth(1)).to_be_attached()
    private, public = page.locator("[data-place=dm] .body"), page.locator("[data-place=channel] .body")
    assert {await body.get_attribute("lang") for body in await private.all()} == {"de"}
    assert await public.last.get_attribute("lang") == "de"
    await act.say(Say(seat="ben", text="/my-tables"))
    await page.locator("[data-chip=ben]").click()
    answer = seat(page, "ben").locator(".message.private .body").last
    await expect(answer).to_have_attribute("lang", "en")


@pytest.mark.parametrize(
    "screen", [pytest.param(DESKTOP, id="wide", marks=pytest.mark.night), pytest.param(PHONE, id="narrow")]
)
async def test_every_control_has_a_name_and_contrast(browser: Browser, screen: dict[str, int]) -> None:
    page = await browser.open("seats=ann,ben", screen)
    pages = [await audited(page)]
    await sit_everywhere(page, "C.R.A.P.")
    await expect(page.locator(".seat .opener").first).to_be_visible()
    pages.append(await audited(page))
    await page.locator(".opener:visible").first.click()
    pages.append(await audited(page))
    await page.keyboard.press("Escape")
    await page.locator("summary", has_text="Tools").click()
    pages.append(await audited(page))
    await page.get_by_role("button", name="Warnings").click()
    pages.append(await audited(page))

    assert pages == [{}] * len(pages)


async def audited(page: Any) -> dict[str, list[str]]:
    """Return the problems of the page in its present state."""
    found = {"nameless": await nameless(page)}
    for scheme in ("dark", "light"):
        await page.emulate_media(color_scheme=scheme)
        found[scheme] = await page.evaluate(PALE, ENOUGH)
    return {what: faults for what, faults in found.items() if faults}
