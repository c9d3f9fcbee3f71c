"""Reading in the page: scroll positions, the way to the newest message, tabs, pictures, sizes of targets."""

from typing import Any

import pytest

from bot.playground.requests import Say
from tests.helpers.chromium import in_browser
from tests.playground.browser import DESKTOP, PHONE, Browser, channel, line, seat, sit_everywhere
from tests.playground.driver import PAINTED

playwright = pytest.importorskip("playwright.async_api", reason="needs playwright (the dev extra has it)")
pytestmark = in_browser
expect = playwright.expect
EASY = 40
"""The least size in pixels of a target that a thumb hits easily."""
SMALL = """easy => [...document.querySelectorAll("button, a, input, summary, [role=option]")]
  .filter(node => node.checkVisibility({ opacityProperty: false }) && !node.matches(".message .control, .link"))
  .filter(node => { const box = node.getBoundingClientRect(); return box.width < easy || box.height < easy; })
  .map(node => node.outerHTML)"""
HIT = """node => {
  const { left, top, bottom } = node.getBoundingClientRect();
  return [top - 1, bottom + 0.5].every(y => document.elementFromPoint(left + 9, y) === node);
}"""


async def talk(browser: Browser, page: Any, lines: int) -> None:
    """Write this many messages as Ben, and wait until the page shows them."""
    for number in range(lines):
        await browser.server.actions.say(Say(seat="ben", text=f"message {number}"))
    await page.evaluate(PAINTED, browser.server.world.version)


async def place_of(message: Any) -> Any:
    """Return a message's distance from the top, rounded to whole pixels."""
    return pytest.approx((await message.bounding_box())["y"], abs=1)


def messages(page: Any, name: str) -> Any:
    """Return the scrolling part of a user's channel."""
    return channel(page, name).locator(".messages")


def newest(page: Any, name: str) -> Any:
    """Return the button that leads to the newest message."""
    return channel(page, name).locator(".jump")


async def test_reader_keeps_their_place_above_the_end(browser: Browser) -> None:
    page = await browser.open("seats=ann")
    await talk(browser, page, 40)
    await expect(channel(page, "ann").get_by_text("message 39")).to_be_in_viewport()
    await expect(newest(page, "ann")).to_be_hidden()

    read = channel(page, "ann").get_by_text("message 5", exact=True)
    await read.scroll_into_view_if_needed()
    await expect(newest(page, "ann")).to_have_text("↓ Newest")
    before = await place_of(read)
    await talk(browser, page, 2)
    await expect(newest(page, "ann")).to_have_text("↓ 2 new")
    assert (await read.bounding_box())["y"] == before

    await newest(page, "ann").click()
    await expect(newest(page, "ann")).to_be_hidden()
    await expect(messages(page, "ann")).to_be_focused()
    await expect(channel(page, "ann").locator(".message").last).to_be_in_viewport()


async def test_changes_above_a_reader_move_nothing(browser: Browser) -> None:
    page = await browser.open("seats=ann")
    await browser.server.actions.say(Say(seat="ann", text="/cards game:Skrap"))
    await talk(browser, page, 45)
    read = channel(page, "ann").get_by_text("message 14", exact=True)
    await read.scroll_into_view_if_needed()
    await expect(newest(page, "ann")).to_be_visible()
    before = await place_of(read)

    await browser.server.world.delete_table()

    await expect(channel(page, "ann").get_by_role("button", name="Join")).to_have_count(0)
    assert (await read.bounding_box())["y"] == before


async def test_writer_sees_the_answer(browser: Browser) -> None:
    page = await browser.open("seats=ann")
    await talk(browser, page, 40)
    await channel(page, "ann").get_by_text("message 5", exact=True).scroll_into_view_if_needed()
    await expect(newest(page, "ann")).to_be_visible()

    await line(page, "ann").fill("here I am")
    await line(page, "ann").press("Enter")

    await expect(channel(page, "ann").get_by_text("here I am")).to_be_in_viewport()


async def test_press_scrolls_to_an_answer_below(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)
    await browser.server.actions.say(Say(seat="ann", text="/cards game:Skrap"))
    await talk(browser, page, 40)
    lobby = channel(page, "ann").locator(".message:not(.private)").first
    await lobby.scroll_into_view_if_needed()
    await expect(newest(page, "ann")).to_be_visible()

    await lobby.get_by_role("button", name="Rules").click()

    answer = channel(page, "ann").locator(".message.private")
    await expect(answer.locator(".body > *").first).to_be_in_viewport()
    seen = await messages(page, "ann").bounding_box()
    assert (await answer.bounding_box())["y"] >= seen["y"] - 1


async def test_news_from_others_moves_no_reader(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)
    await browser.server.actions.say(Say(seat="ann", text="/cards game:Skrap"))
    await talk(browser, page, 40)
    join = channel(page, "ann").get_by_role("button", name="Play alone")
    await join.scroll_into_view_if_needed()
    await expect(newest(page, "ann")).to_be_visible()
    before = await place_of(join)

    await talk(browser, page, 2)

    assert (await join.bounding_box())["y"] == before


async def test_phone_keeps_each_users_place(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)
    await talk(browser, page, 40)
    read = channel(page, "ann").get_by_text("message 5", exact=True)
    await read.scroll_into_view_if_needed()
    await expect(newest(page, "ann")).to_be_visible()
    await line(page, "ann").fill("half a thou")
    before = await place_of(read)

    await page.locator("[data-chip=ben]").click()
    await expect(page.locator(".seat")).to_have_attribute("data-seat", "ben")
    await seat(page, "ben").get_by_role("tab", name="@ Cardcrate").click()
    await page.locator("[data-chip=ann]").click()
    await expect(page.locator(".seat")).to_have_attribute("data-seat", "ann")

    await expect(line(page, "ann")).to_have_value("half a thou")
    assert (await read.bounding_box())["y"] == before
    await page.locator("[data-chip=ben]").click()
    dm = seat(page, "ben").get_by_role("tab", name="@ Cardcrate")
    await expect(dm).to_have_attribute("aria-selected", "true")


async def test_narrowed_window_shows_one_user(browser: Browser) -> None:
    page = await browser.open("seats=ann,ben,cyd")
    await talk(browser, page, 1)
    await expect(page.locator(".seat")).to_have_count(3)

    await page.set_viewport_size(PHONE)

    await expect(page.locator(".seat")).to_have_count(1)


async def test_tabs_name_panels_and_follow_arrow_keys(browser: Browser) -> None:
    page = await browser.open("seats=ann,ben")
    await page.set_viewport_size({"width": 860, "height": 800})
    await talk(browser, page, 1)
    tabs = seat(page, "ann").get_by_role("tab")
    await expect(tabs).to_have_count(2)
    for tab in await tabs.all():
        await tab.click()
        panel = seat(page, "ann").get_by_role("tabpanel")
        await expect(panel).to_have_count(1)
        assert await panel.get_attribute("id") == await tab.get_attribute("aria-controls")
        assert await panel.get_attribute("aria-labelledby") == await tab.get_attribute("id")

    await page.keyboard.press("ArrowLeft")
    await expect(tabs.first).to_be_focused()
    await expect(tabs.first).to_have_attribute("aria-selected", "true")

    await page.locator("[data-chip=ben]").click()
    await page.set_viewport_size({"width": 1280, "height": 800})
    await expect(seat(page, "ann").get_by_role("region")).to_have_count(2)
    await expect(page.get_by_role("tabpanel")).to_have_count(0)


async def test_picture_description_opens_below_its_short_link(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)
    await sit_everywhere(page, "Crapette")
    await expect(page.locator(".seat")).to_have_count(1)
    await page.get_by_role("tab", name="# cards").click()
    picture = page.locator("figure:visible").last
    link = picture.get_by_role("link")
    await expect(link).to_have_accessible_name("Open the picture")
    assert len(await picture.locator("img").get_attribute("alt")) > 100

    await picture.locator("summary").press("Enter")

    words = picture.locator(".alt p")
    await expect(words).to_be_visible()
    image_box, words_box = await picture.locator("img").bounding_box(), await words.bounding_box()
    assert words_box["y"] >= image_box["y"] + image_box["height"]


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["wide", "narrow"])
async def test_alt_is_drawn_until_switched_off(browser: Browser, screen: dict[str, int]) -> None:
    page = await browser.open("seats=ann", screen)
    await page.get_by_role("button", name="Play Crapette against computers").click()
    picture = page.locator("figure:visible").last
    badge = picture.get_by_text("ALT", exact=True)
    await expect(badge).to_have_js_property("offsetHeight", EASY - 8)
    image, box = await picture.locator("img").bounding_box(), await badge.bounding_box()
    assert box["x"] + box["width"] - image["x"] < 70
    assert image["y"] + image["height"] - box["y"] < 40
    drawn = "it => it.checkVisibility({ opacityProperty: true })"
    assert await badge.evaluate(drawn)

    await page.locator("summary", has_text="Tools").click()
    await page.get_by_role("switch", name="ALT on pictures").click()
    await expect(page.get_by_role("switch", name="ALT on pictures")).not_to_be_checked()
    assert not await badge.evaluate(drawn)
    await page.reload()
    if screen is PHONE:
        await page.get_by_role("tab", name="@ Cardcrate").click()
    assert not await badge.evaluate(drawn)
    await picture.hover()
    assert await badge.evaluate(drawn)


async def test_dismissal_is_easy_to_hit(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)
    await line(page, "ann").fill("/my-tables")
    await line(page, "ann").press("Escape")
    await line(page, "ann").press("Enter")

    dismiss = page.get_by_role("button", name="Dismiss message")
    await expect(dismiss).to_have_js_property("offsetHeight", EASY)
    await dismiss.click()
    await expect(dismiss).to_have_count(0)


async def test_slow_network_greys_new_pictures(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)
    await page.locator("summary", has_text="Tools").click()
    await page.get_by_role("switch", name="Slow network").click()
    await page.clock.install(time=0)
    await page.clock.pause_at(1000)
    await browser.server.actions.say(Say(seat="ann", text="/cards game:Skrap"))

    cover = page.locator("figure img").last
    await expect(cover).to_have_css("visibility", "hidden")
    await page.clock.run_for(299)
    await expect(cover).to_have_css("visibility", "hidden")
    await page.clock.run_for(1)
    await expect(cover).to_have_css("visibility", "visible")

    await browser.server.actions.say(Say(seat="ben", text="good evening"))
    await expect(channel(page, "ann")).to_contain_text("good evening")
    await expect(cover).to_have_css("visibility", "visible")


async def test_every_target_is_easy_to_hit(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)
    assert await page.evaluate(SMALL, EASY) == []
    await sit_everywhere(page, "C.R.A.P.")
    await expect(page.locator(".seat .opener").first).to_be_visible()
    await page.get_by_role("note").get_by_role("button").click()
    await page.locator("summary", has_text="Tools").click()
    assert await page.evaluate(SMALL, EASY) == []
    await page.keyboard.press("Escape")

    button = page.locator(".message .control:visible").last
    await button.scroll_into_view_if_needed()
    assert (await button.bounding_box())["height"] == EASY - 2
    assert await button.evaluate(HIT)
    await page.locator(".opener:visible").first.click()
    await expect(page.locator(".popup:popover-open .option").first).to_be_visible()
    assert await page.evaluate(SMALL, EASY) == []


async def test_warnings_button_counts_new_ones(browser: Browser) -> None:
    page = await browser.open("seats=ann")
    world = browser.server.world
    await expect(page.get_by_role("button", name="Warnings", exact=True)).to_be_visible()

    world.logbook.note(None, "warning", {"event": "out_of_cards"})
    await talk(browser, page, 1)

    await page.get_by_role("button", name="Warnings (1)").click()
    await expect(page.get_by_role("dialog", name="Warnings")).to_contain_text("out_of_cards")
