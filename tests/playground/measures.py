"""Measurements: the height of a message on a phone in pixels, and numbers of clicks."""

from typing import Any

from tests.playground.browser import PHONE, channel, seat

NAME_LINE = 27
"""The bot's name above a message, which Discord leaves out below another message of the bot."""
PICTURE = 300
"""The width of a picture on a phone."""
HEIGHT = """(message, nameLine) => {
  const { height } = message.getBoundingClientRect();
  return height + (message.classList.contains("following") ? nameLine : 0);
}"""
COUNT = """() => {
  window.clicks = 0;
  window.addEventListener("pointerdown", () => { window.clicks += 1; }, { capture: true });
}"""


async def height_of_table(page: Any, name: str = "ann") -> float:
    """Return the height of the newest table on a phone, including the bot's name above it."""
    await _open(page, name, "# cards")
    return await _height(channel(page, name).locator(".message:not(.private)"))


async def height_of_hand(page: Any, name: str) -> float:
    """Return the height of a user's newest hand on a phone, in their DM or else in the channel."""
    await _open(page, name, "@ Cardcrate")
    by_dm = seat(page, name).locator("[data-place=dm] .message")
    if await by_dm.count():
        return await _height(by_dm)
    await _open(page, name, "# cards")
    await channel(page, name).get_by_role("button", name="My ").last.click()
    return await _height(channel(page, name).locator(".message.private"))


async def count_clicks(page: Any) -> None:
    """Start counting clicks at 0."""
    await page.evaluate(COUNT)


async def clicks(page: Any) -> int:
    """Return the number of clicks since `count_clicks`."""
    return int(await page.evaluate("window.clicks"))


async def _open(page: Any, name: str, tab: str) -> None:
    assert page.viewport_size == PHONE
    if not await seat(page, name).count():
        await page.locator(f"[data-chip={name}]").click()
    await seat(page, name).get_by_role("tab", name=tab).click()


async def _height(messages: Any) -> float:
    """Return the height of the newest table, hand or result, which alone have their game's colour."""
    message = messages.filter(has=messages.page.locator(".accented")).last
    return float(await message.evaluate(HEIGHT, NAME_LINE))
