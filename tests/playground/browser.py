"""Headless Chromium at the playground's page, and its screenshots."""

import hashlib
import io
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp.test_utils import TestServer
from PIL import Image

from bot.playground.server import Server
from bot.playground.world import World
from tests.helpers.chromium import opened_context

DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
MAX_BYTES = 150_000
"""The maximum size of a picture in the documentation."""


class Browser:
    """A browser that has been let in, its console errors, and the folder for its pictures."""

    def __init__(self, context: Any, server: Server, base: str, folder: Path) -> None:
        self.context, self.server, self.base, self.folder = context, server, base, folder
        self.is_for_show = bool(os.environ.get("CARDCRATE_PICTURES"))
        self.complaints: list[str] = []

    def deal(self, seed: str) -> None:
        """Make the cards of all future games depend on this seed."""
        self.server.world.bot.sessions.new_key = lambda: hashlib.sha256(seed.encode()).digest()

    def draw_pictures(self, wanted: bool) -> None:
        """Turn the bot's pictures on or off, because games are faster without them."""
        self.server.world.bot.sessions.choices.pictures = wanted

    async def open(self, query: str = "", viewport: dict[str, int] = DESKTOP) -> Any:
        """Open the page in a new tab."""
        page = await self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        await page.set_viewport_size(viewport)
        await page.goto(f"{self.base}?key={self.server.door.key}&{query}")
        await page.locator("#seats[data-version]").wait_for()
        return page

    def _hear(self, said: Any) -> None:
        # Chromium also logs expected refusals to its console.
        if "409 (Conflict)" not in said.text:
            self.complaints.append(said.text)

    async def take(self, shot: Any, name: str) -> None:
        """Take a picture of a page or a part of it, small enough for the documentation."""
        taken = await shot.screenshot(animations="disabled")
        file = self.folder / f"{name}.png"
        with Image.open(io.BytesIO(taken)) as picture:
            plain = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
            plain.save(file, optimize=True)
        assert 5_000 < file.stat().st_size < MAX_BYTES, name


@asynccontextmanager
async def opened_browser(chromium: Any, world: World, folder: Path) -> AsyncIterator[Browser]:
    """Yield Chromium at a playground with pictures."""
    server = Server(world, print)
    wanted = os.environ.get("CARDCRATE_PICTURES")
    visit = opened_context(chromium, device_scale_factor=1.5, reduced_motion="reduce")
    async with TestServer(server.app()) as serving, visit as context:
        visiting = Browser(context, server, str(serving.make_url("/")), Path(wanted or folder))
        visiting.draw_pictures(True)
        visiting.deal("a game to be looked at")
        yield visiting
    assert visiting.complaints == []


def seat(page: Any, name: str) -> Any:
    """Return a user's part of the page."""
    return page.locator(f"[data-seat={name}]")


def channel(page: Any, name: str) -> Any:
    """Return the card channel as a user sees it."""
    return seat(page, name).locator("[data-place=channel]")


def line(page: Any, name: str, place: str = "channel") -> Any:
    """Return the line in which a user types."""
    return seat(page, name).locator(f"[data-place={place}]").get_by_role("combobox")


async def resign(page: Any, name: str) -> None:
    """Type that a user gives a game of Crapette up, and confirm it."""
    await line(page, name).fill("/turn move:resign")
    await line(page, name).press("Escape")
    await line(page, name).press("Enter")
    await channel(page, name).get_by_role("button", name="Resign").click()


async def sit_everywhere(page: Any, game: str) -> None:
    """Begin a game at the welcome in which users take every seat."""
    await page.locator("summary", has_text="Sit in every seat").click()
    await page.get_by_role("button", name=f"Start {game}").click()


async def see(message: Any) -> None:
    """Scroll to a message's picture, which is fetched only then, and look at it."""
    image = message.locator("img")
    await image.scroll_into_view_if_needed()
    assert await image.evaluate("it => it.decode().then(() => it.naturalWidth)") > 100
