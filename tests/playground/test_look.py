"""Messages as on a phone: sizes of tables, hands and components, and the measuring helpers."""

from typing import Any

import discord
import pytest
from discord import ui

from bot.playground.requests import Say
from tests.helpers.chromium import in_browser
from tests.playground.browser import PHONE, Browser, channel, seat, sit_everywhere
from tests.playground.measures import (
    NAME_LINE,
    PICTURE,
    clicks,
    count_clicks,
    height_of_hand,
    height_of_table,
)

playwright = pytest.importorskip("playwright.async_api", reason="needs playwright (the dev extra has it)")
pytestmark = in_browser
expect = playwright.expect
GAPS = """node => [node.previousSibling, node, node.nextSibling].map((one) => {
  const range = new Range();
  range.selectNode(one);
  return range.getBoundingClientRect();
})"""
"""Returns the boxes of the words before a mention, the mention, and the words after it."""


async def post(browser: Browser, *items: Any) -> None:
    """Post a container with these components into the channel as the bot."""
    world = browser.server.world
    view = ui.LayoutView()
    view.add_item(ui.Container(*items, accent_color=0x336699))
    place = world.bot.get_channel(world.channel.id)
    assert isinstance(place, discord.TextChannel)
    await world.do(lambda: place.send(view=view))


async def test_picture_has_phone_width_and_reserved_space(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)
    held: list[Any] = []
    # Playwright marks the handler it gets.
    await page.route("**/file/**", lambda route: held.append(route))  # noqa: PLW0108
    await sit_everywhere(page, "Crapette")
    await expect(page.locator(".seat")).to_have_count(1)
    name = str(await page.locator(".seat").get_attribute("data-seat"))
    await page.locator("figure:visible").last.scroll_into_view_if_needed()
    before = await height_of_table(page, name)

    for route in held:
        await route.continue_()

    image = page.locator("img:visible").last
    assert await image.evaluate("it => it.decode().then(() => it.clientWidth)") == PICTURE
    assert await height_of_table(page, name) == before


async def test_table_height_includes_the_name_line(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)
    for _ in range(2):
        await post(browser, ui.TextDisplay("one line"))

    messages = channel(page, "ann").locator(".message")
    await expect(messages).to_have_count(2)
    heights = [(await one.bounding_box())["height"] for one in await messages.all()]

    assert heights[0] - heights[1] == NAME_LINE
    assert await height_of_table(page, "ann") == heights[0]


async def test_tables_are_measured_and_clicks_counted(browser: Browser) -> None:
    page = await browser.open(viewport=PHONE)
    await count_clicks(page)
    await sit_everywhere(page, "C.R.A.P.")
    await expect(page.locator(".seat")).to_have_count(1)
    assert await clicks(page) == 2
    name = str(await page.locator(".seat").get_attribute("data-seat"))
    other = "ann" if name != "ann" else "ben"

    assert await height_of_hand(page, name) > 200
    assert await height_of_table(page, other) > 200
    await expect(page.locator(".seat")).to_have_attribute("data-seat", other)


async def test_components_are_laid_out_like_discord(browser: Browser) -> None:
    page = await browser.open("seats=ann", PHONE)
    options = [
        discord.SelectOption(label="7s", description="you hold two"),
        discord.SelectOption(label="Jacks", description="a bluff", emoji="🃏"),
    ]
    buttons: tuple[Any, ...] = (ui.Button(label="Hint"), ui.Button(label="Rules", disabled=True))
    await post(
        browser,
        ui.TextDisplay(f"## Which card?\n-# small words for <@{browser.server.world.seats['ann'].actor.id}>"),
        ui.Section("See a hand, show yours.", accessory=ui.Button(label="Cooperate")),
        ui.Separator(),
        ui.ActionRow(ui.Select(placeholder="Acquire a rank", options=options)),
        ui.ActionRow(ui.Select(placeholder="Nothing to choose", options=options, disabled=True)),
        ui.ActionRow(*buttons),
    )
    shown = channel(page, "ann")

    section = await shown.locator(".section .words").bounding_box()
    beside = await shown.get_by_role("button", name="Cooperate").bounding_box()
    assert section["x"] + section["width"] <= beside["x"]
    assert beside["y"] <= section["y"] + section["height"] / 2 <= beside["y"] + beside["height"]
    assert (await shown.locator(".container").bounding_box())["width"] == PICTURE + 20
    assert await shown.locator(".small").evaluate("it => getComputedStyle(it).fontSize") == "12.5px"
    await expect(shown.locator(".small .mention")).to_have_text("@Ann")
    await expect(shown.locator("hr")).to_be_visible()
    await expect(shown.get_by_role("button", name="Rules")).to_be_disabled()
    await expect(shown.get_by_role("button", name="Nothing to choose")).to_be_disabled()
    await shown.get_by_role("button", name="Acquire a rank").click()
    await expect(page.get_by_role("option", name="🃏 Jacks a bluff")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


async def test_page_is_light_on_light_systems(browser: Browser) -> None:
    page = await browser.open("seats=ann")
    await browser.server.actions.say(Say(seat="ann", text="hello"))
    text = seat(page, "ann").get_by_text("hello")
    ground = "it => getComputedStyle(it.closest('.seat')).backgroundColor"

    await page.emulate_media(color_scheme="light")
    assert await text.evaluate(ground) == "rgb(252, 252, 253)"
    await page.emulate_media(color_scheme="dark")
    assert await text.evaluate(ground) == "rgb(50, 51, 57)"


async def test_mention_of_a_channel_leaves_words_uncovered(browser: Browser) -> None:
    page = await browser.open("seats=ann")

    await post(browser, ui.TextDisplay(f"table 1 in <#{browser.server.world.channel.id}>, yours"))

    mention = channel(page, "ann").locator("a.mention")
    await expect(mention).to_have_text("#cards")
    before, own, after = await mention.evaluate(GAPS)
    assert before["right"] <= own["left"] < own["right"] <= after["left"]


async def test_three_heads_fit_with_unread_counts(browser: Browser) -> None:
    page = await browser.open("seats=ann,ben,cyd")
    await browser.server.actions.say(Say(seat="ann", text="hello"))
    await expect(seat(page, "cyd")).to_contain_text("hello")

    await page.locator(".tab:last-child .unread").evaluate_all(
        "marks => marks.forEach(it => it.textContent = 1)"
    )

    fit = "heads => heads.map(it => it.scrollWidth <= it.clientWidth)"
    assert await page.locator(".seat-head").evaluate_all(fit) == [True] * 3
