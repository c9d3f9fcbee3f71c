"""The first screen of the page, the click that begins a game, and the dots of active players."""

import re
from typing import Any

import pytest

from bot.games import GAMES
from bot.players.computers import companions
from bot.playground.requests import Say
from bot.rendering.art.kit.canvas import CORNER, WIDE
from tests.helpers.chromium import in_browser
from tests.playground.browser import DESKTOP, PHONE, Browser, channel, line, resign, seat, sit_everywhere
from tests.playground.measures import clicks, count_clicks

playwright = pytest.importorskip("playwright.async_api", reason="needs playwright (the dev extra has it)")
pytestmark = in_browser
expect = playwright.expect


def due(page: Any) -> Any:
    """Return the names with a dot in the strip."""
    return page.locator(".chip.due")


async def test_welcome_offers_every_game_and_explains_seats(browser: Browser) -> None:
    page = await browser.open("seats=ann,ben,cyd")

    await expect(page.get_by_text("the names above are yours")).to_have_count(1)
    await expect(page.get_by_role("combobox")).to_have_count(1)
    for menu, verb in (("Sit in every seat", "Start"), ("Learn a game", "Learn")):
        await page.locator("summary", has_text=menu).click()
        for game in GAMES.values():
            await expect(page.get_by_role("button", name=f"{verb} {game.name}")).to_be_visible()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["wide", "narrow"])
async def test_covers_tell_minutes_next_to_their_button(browser: Browser, screen: dict[str, int]) -> None:
    page = await browser.open("seats=ann", screen)

    for game in GAMES.values():
        tile = page.get_by_role("listitem").filter(has=page.get_by_role("button", name=f"Play {game.name} "))
        cover = tile.get_by_role("img", name=re.compile(f"^{re.escape(game.name)}.* min", re.DOTALL))
        assert await cover.evaluate("it => it.decode().then(() => it.naturalWidth)") > 100
        image, button = await cover.bounding_box(), await tile.get_by_role("button").bounding_box()
        unit = image["width"] / WIDE
        assert button["x"] + button["width"] <= image["x"] + CORNER[0] * unit
        assert button["y"] >= image["y"] + image["height"] - CORNER[1] * unit


async def test_menu_below_the_screen_scrolls_up(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)

    await page.locator("summary", has_text="Learn a game").click()

    await expect(page.get_by_role("button", name="Learn Crapette")).to_be_in_viewport(ratio=1)


async def test_welcome_line_belongs_to_the_marked_user(browser: Browser) -> None:
    page = await browser.open("seats=ann,ben,cyd")
    await expect(page.locator("[data-chip=ann]")).to_have_attribute("aria-pressed", "true")

    await page.locator("[data-chip=ben]").click()
    await line(page, "ben").fill("good evening")
    await page.keyboard.press("Enter")

    await expect(page.locator("[data-chip=ben]")).to_have_attribute("aria-pressed", "true")
    for name in ("ann", "ben", "cyd"):
        await expect(channel(page, name).get_by_role("article", name="Ben")).to_contain_text("good evening")


async def test_one_click_begins_a_game_at_its_controls(browser: Browser) -> None:
    page = await browser.open()

    await sit_everywhere(page, "C.R.A.P.")

    await expect(due(page)).to_have_count(1)
    await expect(page.locator(".seat")).to_have_count(3)
    acting = seat(page, str(await due(page).get_attribute("data-chip")))
    await expect(acting.get_by_role("tab", name="@ Cardcrate")).to_have_attribute("aria-selected", "true")
    await expect(page.locator("[data-place=dm] .message:visible")).to_have_count(1)
    await expect(page.locator(".message.private")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
async def test_one_click_deals_against_computers(browser: Browser, game: str) -> None:
    browser.draw_pictures(False)
    page = await browser.open("seats=ann,ben", PHONE)
    await page.locator("[data-chip=ben]").click()
    await expect(page.locator("[data-chip=ben]")).to_have_attribute("aria-pressed", "true")
    await count_clicks(page)

    await page.get_by_role("button", name=f"Play {GAMES[game].name} against computers").click()

    await expect(page.locator(".seat")).to_have_attribute("data-seat", "ben")
    await expect(page.locator("[data-place=dm] .message:visible")).to_have_count(1)
    assert await clicks(page) == 1
    world = browser.server.world
    session = await world.bot.sessions.at(world.seats["ben"].dm.id)
    assert session is not None
    assert session.record.status == "playing"
    assert [user < 0 for user in session.record.players] == [False, *[True] * companions(GAMES[game].seats)]
    assert world.table is None


async def test_one_click_opens_a_lesson(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)

    await page.locator("summary", has_text="Learn a game").click()
    await page.get_by_role("button", name="Learn Skrap in two minutes").click()

    lesson = page.locator("[data-place=channel] .message.private")
    await expect(lesson).to_contain_text("Lesson · Skrap · step 1 of 6")
    await lesson.get_by_role("button", name="Choose 4♣").click()
    await expect(lesson.get_by_role("button", name="Next")).to_be_visible()
    assert await browser.server.world.bot.sessions.at(browser.server.world.channel.id) is None


async def test_phone_shows_the_first_active_player(browser: Browser) -> None:
    page = await browser.open(viewport=PHONE)

    await sit_everywhere(page, "Crapette")

    await expect(due(page)).to_have_count(1)
    await expect(due(page)).to_have_attribute("aria-pressed", "true")
    await expect(page.locator(".seat")).to_have_count(1)
    await expect(page.get_by_role("button", name="My moves").last).to_be_in_viewport()


async def test_failed_deal_is_explained(browser: Browser) -> None:
    page = await browser.open("seats=ann")
    world = browser.server.world
    world.bot.sessions.choices.pictures = False

    async def offers_gone(_route: Any) -> None:
        await world.seats["ann"].write("channel", "somebody was faster")
        await world.do(lambda: world.seats["ben"].slash("channel", "cards", {"game": "skrap"}))
        await _route.continue_()

    await page.route("**/open", offers_gone)
    async with page.expect_response("**/open") as answered:
        await sit_everywhere(page, "Skrap")

    assert (await (await answered.value).json())["error"] == "The channel already has a table."
    await expect(page.locator(".strip > .note")).to_have_text("The channel already has a table.")
    await expect(channel(page, "ann").get_by_role("button", name="Join")).to_be_visible()


async def test_active_players_dot_disappears_after_the_move(browser: Browser) -> None:
    page = await browser.open()
    await sit_everywhere(page, "Crapette")
    await expect(due(page)).to_have_count(1)
    first = str(await due(page).get_attribute("data-chip"))
    other = "ben" if first == "ann" else "ann"

    named = page.get_by_role("button", name=f"{first.title()} (acts now)")
    await expect(named).to_have_attribute("data-chip", first)
    await expect(seat(page, first).get_by_role("tab", name="# cards (acts now)")).to_be_visible()
    await expect(seat(page, other).locator(".tab.due")).to_have_count(0)
    await page.locator(f"[data-chip={other}]").click()
    title = seat(page, first).get_by_role("heading", name="#cards (acts now)")
    await expect(title).to_be_visible()
    await expect(page.locator(".pane-title .due")).to_have_count(1)
    await resign(page, first)

    await expect(due(page)).to_have_count(0)
    await expect(page.locator(".tab.due")).to_have_count(0)


async def test_first_player_notice_shows_only_once(browser: Browser) -> None:
    page = await browser.open()
    await sit_everywhere(page, "Crapette")
    tip = page.get_by_role("note")
    await expect(tip).to_contain_text("is first. A yellow dot shows who acts now.")

    await tip.get_by_role("button", name="Got it").click()

    await expect(tip).to_have_count(0)
    await resign(page, "ann")
    for name in ("ann", "ben"):
        await channel(page, name).get_by_role("button", name="Rematch").first.click()
    await channel(page, "ann").get_by_role("button", name="Start").click()
    await expect(due(page)).to_have_count(1)
    await expect(tip).to_have_count(0)


async def test_unsent_text_stays_when_another_user_starts(browser: Browser) -> None:
    page = await browser.open("seats=ann")
    for name, text in (("ben", "/my-t"), ("ann", "/cards g")):
        await page.locator(f"[data-chip={name}]").click()
        await line(page, name).fill(text)

    await browser.server.actions.say(Say(seat="cyd", text="good evening"))

    await expect(channel(page, "ann")).to_contain_text("good evening")
    await expect(line(page, "ann")).to_be_focused()
    await page.keyboard.type("a")
    await expect(line(page, "ann")).to_have_value("/cards ga")
    await expect(line(page, "ben")).to_have_value("/my-t")


async def test_slash_key_focuses_the_input_line(browser: Browser) -> None:
    page = await browser.open("seats=ann,ben")

    await page.keyboard.press("/")
    await expect(line(page, "ann")).to_be_focused()
    await expect(line(page, "ann")).to_have_value("/")
    await expect(page.get_by_role("option", name="/cards")).to_be_visible()
    await page.keyboard.type("my-tables")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")
    await expect(seat(page, "ann").locator(".message.private")).to_be_visible()

    await channel(page, "ben").locator(".messages").focus()
    await page.keyboard.press("/")
    await expect(line(page, "ben")).to_be_focused()
    await page.keyboard.type("a/b")
    await expect(line(page, "ben")).to_have_value("/a/b")
