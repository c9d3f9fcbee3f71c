"""Tables in threads, seen and played in the page like those in the channel."""

from typing import Any

import pytest

from bot.playground.requests import Open, Say
from bot.playground.world import World
from tests.helpers.chromium import in_browser
from tests.playground.browser import DESKTOP, PHONE, Browser, channel, line, seat
from tests.playground.test_access import audited
from tests.playground.visitor import Visitor, all_text, text_of

playwright = pytest.importorskip("playwright.async_api", reason="needs playwright (the dev extra has it)")
expect = playwright.expect


pytestmark = pytest.mark.quick_computers


async def test_table_in_a_thread_is_played_there(visitor: Visitor, world: World) -> None:
    await visitor.ask("/open", game="skrap")
    await visitor.ask("/learn", seat="ann", game="crazy-rummy")
    await visitor.press("ann", "Skip")
    await visitor.press("ann", "Play it now")
    await visitor.press("ann", "Open a thread for yours")

    state = await visitor.state("ann", "ben")
    [thread] = state["threads"]
    there = thread["id"]
    assert state["channels"][there] == {"name": thread["name"], "place": there}
    assert f"<#{there}>" in all_text(await visitor.messages("ann"))
    assert "started a thread: **Crazy Rummy with Ann**" in all_text(await visitor.messages("ben"))
    assert "Crazy Rummy" in all_text(state["seats"]["ben"][there])

    await visitor.press("ben", "Join", there)
    await visitor.press("ann", "Start", there)
    await visitor.ask("/wait", seconds=2)  # A server's second list of commands is sent a little later.
    session = await world.bot.sessions.at(int(there))
    assert session is not None
    turn, other = ("ann", "ben") if session.scene(0).asked else ("ben", "ann")
    await visitor.press(turn, "My hand", there)
    assert "/draw-card " in await visitor.offered(turn, "/dr", there)
    await visitor.say(turn, "/draw-card", there)
    assert f"{turn.title()} draws" in all_text(await visitor.messages(other, there))
    await visitor.say("ben", "good evening", there)
    assert text_of((await visitor.messages("cyd", there))[-1]) == "good evening"


async def test_active_player_in_a_thread_is_located(visitor: Visitor) -> None:
    await visitor.ask("/open", game="crapette")
    await visitor.ask("/learn", seat="cyd", game="crapette")
    await visitor.press("cyd", "Skip")
    await visitor.press("cyd", "Play it now")
    await visitor.press("cyd", "Open a thread for yours")
    [thread] = (await visitor.state())["threads"]

    await visitor.press("cyd", "Play alone", thread["id"])

    for _ in range(100):
        acts = {one["key"]: one["acts"] for one in (await visitor.state())["people"]}
        if acts["cyd"]:
            break
        await visitor.ask("/wait", seconds=5)
    assert acts["cyd"] == thread["id"]


async def test_unknown_thread_is_refused(visitor: Visitor) -> None:
    status, answer = await visitor.try_to("/say", seat="ann", place="12", text="hello")

    assert status == 409
    assert answer["error"] == "That thread isn't there any more."
    assert (await visitor.try_to("/say", seat="ann", place="thread", text="hello"))[0] == 400


@in_browser
async def test_lesson_leads_to_a_thread_game_by_keyboard(browser: Browser) -> None:
    await browser.server.actions.open(Open("crap"))
    page = await browser.open("seats=ann", PHONE)
    await learnt(page, "Skrap")

    await press(page, "Play it now")
    await press(page, "Open a thread for yours")
    tab = page.get_by_role("tab", name="Skrap with Ann")
    await expect(tab).to_have_attribute("aria-selected", "false")
    mention = channel(page, "ann").locator("a.mention", has_text="Skrap with Ann").last
    await expect(mention).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(tab).to_have_attribute("aria-selected", "true")
    there = page.locator(".pane.open")
    await expect(there.locator(".messages")).to_be_focused()

    await press(page, "Play alone")
    await press(page, "My hand")
    await there.locator(".opener").last.focus()
    await page.keyboard.press("Space")
    await page.keyboard.press("Enter")
    await expect(there.locator(".message").last).not_to_contain_text("Choose your surge card")
    assert await audited(page) == {}
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    await tab.focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("tab", name="@ Cardcrate")).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("tab", name="# cards")).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await expect(tab).to_be_focused()


@in_browser
async def test_wide_screen_shows_conversations_side_by_side(browser: Browser) -> None:
    world = browser.server.world
    await world.bot.sessions.choices.set_server(world.guild.id, threads=True)
    page = await browser.open("seats=ann", DESKTOP)
    await browser.server.actions.say(Say(seat="ann", text="/cards game:skrap"))
    panes = seat(page, "ann").locator(".pane:visible")
    await expect(panes).to_have_count(3)
    await page.set_viewport_size({"width": 1000, "height": 860})
    await expect(panes).to_have_count(1)


async def learnt(page: Any, game: str) -> None:
    """Play through a lesson as Ann with the right button of each step."""
    await line(page, "ann").fill(f"/card-rules game:{game}")
    await line(page, "ann").press("Escape")
    await line(page, "ann").press("Enter")
    lesson = channel(page, "ann").locator(".message.private").last
    await lesson.get_by_role("button", name="Learn it in 2 minutes").click()
    await expect(lesson).to_contain_text("step 1")
    while "That's all of" not in (said := await lesson.inner_text()):
        await lesson.locator("button.control:not(:disabled)").first.click()
        await expect(lesson).not_to_have_text(said, use_inner_text=True)


async def press(page: Any, name: str) -> None:
    """Click the newest button with this name in the open conversation, and wait for the answer."""
    async with page.expect_response("**/press"):
        await page.locator(".pane.open").get_by_role("button", name=name).last.click()
