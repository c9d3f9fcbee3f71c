"""The page in a real browser, headless Chromium, used like people use it."""

import json
import re
from typing import Any

import pytest

from tests.helpers.chromium import in_browser
from tests.playground.browser import PHONE, Browser, channel, line, seat

playwright = pytest.importorskip("playwright.async_api", reason="needs playwright (the dev extra has it)")
pytestmark = in_browser
expect = playwright.expect


async def open_table(page: Any) -> None:
    """Open a table as Ann by keyboard alone, and let Ben and Cyd join by a click."""
    writing = line(page, "ann")
    await writing.press_sequentially("/card")
    await expect(page.get_by_role("option", name="/cards")).to_have_attribute("aria-selected", "true")
    await writing.press("Enter")
    await expect(writing).to_have_value("/cards ")
    await expect(page.get_by_role("option", name="game:")).to_be_visible()
    await writing.press("Tab")
    await writing.press_sequentially("c.r")
    await expect(page.get_by_role("option", name="C.R.A.P.")).to_have_attribute("aria-selected", "true")
    await writing.press("Enter")
    await expect(writing).to_have_value("/cards game:crap ")
    await expect(page.get_by_role("option", name="rules:")).to_be_visible()
    await writing.press("Enter")
    for name in ("ben", "cyd"):
        await seat(page, name).get_by_role("button", name="Join").click()
        await expect(seat(page, name)).to_contain_text("You're in.")


async def whose_turn(page: Any) -> str:
    """Return the active player, judging by the DM that has the moves."""
    for name in ("ann", "ben", "cyd"):
        await seat(page, name).get_by_role("tab", name="@ Cardcrate").click()
    choice = page.get_by_role("button", name="Acquire:")
    await expect(choice).to_be_visible()
    found = await page.locator(".seat").filter(has=choice).get_attribute("data-seat")
    return str(found)


async def test_three_users_play_side_by_side(browser: Browser) -> None:
    page = await browser.open("seats=ann,ben,cyd")
    await open_table(page)
    await seat(page, "ann").get_by_role("button", name="Start").click()
    turn = await whose_turn(page)
    first, second = {"ann": ("ben", "cyd"), "ben": ("cyd", "ann"), "cyd": ("ann", "ben")}[turn]
    for name in (first, second):
        await seat(page, name).get_by_role("tab", name="# cards").click()

    await seat(page, turn).get_by_role("button", name="Acquire:").press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await seat(page, first).get_by_role("button", name="Believe").click()
    asked_alone = re.compile(f"(?<!and )@{second.title()}, is {turn.title()} bluffing")
    await expect(seat(page, second)).to_contain_text(asked_alone)
    await seat(page, second).get_by_role("button", name="Believe").click()

    await seat(page, turn).get_by_role("tab", name="# cards").click()
    for name in ("ann", "ben", "cyd"):
        await expect(seat(page, name)).to_contain_text(f"@{first.title()}, your turn.")


async def test_pictures_are_shown(browser: Browser) -> None:
    page = await browser.open("seats=ann,ben,cyd")
    await open_table(page)
    await seat(page, "ann").get_by_role("button", name="Start").click()
    turn = await whose_turn(page)
    other = "ben" if turn == "ann" else "ann"
    await page.get_by_role("button", name="Cyd" if turn != "cyd" else "Ben").first.click()
    await seat(page, other).get_by_role("tab", name="# cards").click()
    for picture in (seat(page, name).locator("img:visible").last for name in (turn, other)):
        await expect(picture).to_have_js_property("complete", value=True)
        assert await picture.evaluate("it => it.naturalWidth") > 100
        assert len(await picture.get_attribute("alt")) > 20


async def test_user_in_a_separate_tab_follows_the_game(browser: Browser) -> None:
    both = await browser.open("seats=ann,ben,cyd")
    alone = await browser.open("seat=cyd")
    await open_table(both)

    await seat(both, "ann").get_by_role("button", name="Start").click()

    await expect(alone.locator(".pane:visible")).to_have_count(2)
    await expect(alone.locator(".pane[data-place=dm]")).to_contain_text(re.compile("(Y|Not y)our turn"))
    await expect(alone.locator("#said")).to_contain_text("New message for Cyd")


async def test_phone_shows_one_user_within_the_screen(browser: Browser) -> None:
    desk = await browser.open("seats=ann,ben,cyd")
    await open_table(desk)
    phone = await browser.open(viewport=PHONE)
    await expect(phone.locator(".seat")).to_have_count(1)

    await phone.get_by_role("button", name="Ben").click()

    await expect(seat(phone, "ben").get_by_role("button", name="Join")).to_be_visible()
    await expect(phone.locator(".seat")).to_have_count(1)
    await phone.locator("summary", has_text="Tools").click()
    await expect(phone.get_by_role("button", name="Restart bot")).to_be_visible()
    await phone.locator("summary", has_text="Tools").click()
    assert await phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


async def test_form_works_and_the_time_counts_down(browser: Browser) -> None:
    page = await browser.open("seats=ann,ben,cyd")
    await open_table(page)
    for name in ("More", "Options", "Exact numbers…"):
        await seat(page, "ann").get_by_role("button", name=name).click()
    form = page.get_by_role("dialog", name="Exact numbers")
    await form.get_by_role("textbox", name="Points to win").fill("77")
    await form.get_by_role("button", name="Submit").click()
    await expect(seat(page, "ben")).to_contain_text("first over 77")

    await seat(page, "ann").get_by_role("button", name="Start").click()
    await expect(seat(page, "ben").locator("time", has_text="in 5 minutes").first).to_be_visible()
    await page.locator("summary", has_text="Clock").click()
    await page.get_by_role("button", name="+1 min").click()
    await expect(seat(page, "ben").locator("time", has_text="in 4 minutes").first).to_be_visible()


async def test_escape_cancels_pending_suggestions(browser: Browser) -> None:
    asked: list[str] = []
    browser.context.on("request", lambda it: asked.append(it.post_data) if "/suggest" in it.url else None)
    page = await browser.open("seats=ann")
    await page.clock.install(time=0)
    await page.clock.pause_at(1000)
    writing = line(page, "ann")
    await writing.fill("/my-tables")
    await writing.press("Escape")
    await page.clock.run_for(1000)
    await writing.fill("/my-tables")
    await page.clock.run_for(1000)

    await expect(page.locator(".suggestions")).to_be_visible()
    assert [json.loads(one)["text"] for one in asked] == ["/my-tables"]


async def test_controls_have_names_and_failures_are_shown(browser: Browser) -> None:
    page = await browser.open("seats=ann,ben")
    await line(page, "ann").fill("/cards pace:13")
    await line(page, "ann").press("Escape")
    await line(page, "ann").press("Enter")
    await expect(seat(page, "ann").get_by_role("alert").first).to_have_text(re.compile("pace is one of"))

    controls = page.locator("button:visible, a:visible, input:visible, summary:visible")
    for control in await controls.all():
        named = await control.evaluate("it => it.getAttribute('aria-label') ?? it.textContent")
        assert named.strip(), await control.evaluate("it => it.outerHTML")


async def test_page_contacts_only_the_playground(browser: Browser) -> None:
    asked: list[str] = []
    browser.context.on("request", lambda request: asked.append(request.url))
    page = await browser.open("seats=ann,ben,cyd")
    await open_table(page)

    assert len(asked) > 10
    assert [url for url in asked if not url.startswith(browser.base)] == []


async def test_names_open_the_menu_of_a_user(browser: Browser) -> None:
    page = await browser.open("seats=ann,ben")
    await line(page, "ann").fill("/cards game:skrap")
    await line(page, "ann").press("Enter")
    await seat(page, "ann").get_by_role("button", name="Members, for Ann").click()
    await page.get_by_role("button", name="Ben", exact=True).last.click()
    await page.get_by_role("button", name="Invite to cards").click()
    invited = channel(page, "ben").get_by_text("invites you to")
    await expect(invited).to_be_visible()

    await channel(page, "ben").get_by_role("button", name="@Ann").last.click()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("button", name="Not at my tables")).to_have_count(0)
    await channel(page, "ben").get_by_role("button", name="@Ann").last.click()
    await page.get_by_role("button", name="Not at my tables").click()

    await expect(channel(page, "ben").locator(".message.private").last).to_contain_text("isn't told")
    await expect(channel(page, "ann").get_by_role("button", name="@Ann")).to_have_count(0)
