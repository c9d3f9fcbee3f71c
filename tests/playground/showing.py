"""The documentation's pictures of C.R.A.P.: a lobby, a hand, an animated bluff, the table, the result."""

import io
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from PIL import Image

from bot.engine.cards import RANK_OF
from bot.sessions.session import Session
from bot.sessions.view import TableAt
from tests.playground.browser import PHONE, Browser, channel, seat, see
from tests.playground.driver import PAINTED, Driver

WIDTHS = {"": {"width": 1280, "height": 1900}, "-phone": {"width": 390, "height": 1900}}
"""Screens by file suffix, high enough for the longest message. A picture shows only the message."""
FILM = {"width": 1000, "height": 1000}
FILM_BYTES = 2_000_000
SECONDS = (2.5, 2.5, 3.0, 4.0)
"""The seconds that each frame of the animation lasts."""
GOAL = 300
NAMES = ("ann", "ben", "cyd")
CRAP_PICTURES = frozenset(
    f"crap-{shown}{suffix}" for shown in ("lobby", "hand", "table", "result") for suffix in WIDTHS
) | {"crap-turn", "playground", "playground-phone"}
"""The names of all pictures that `show_crap` takes."""


def table(page: Any, name: str) -> Any:
    """Return the message of a lobby, a table or a result, as a user sees it."""
    own = page.get_by_role("button", name=re.compile("^(Rules|Rematch)$"))
    return channel(page, name).locator(".message:not(.private)").filter(has=own).locator(".container").last


def own_page(page: Any, name: str) -> Any:
    """Return the newest private message of a user."""
    return channel(page, name).locator(".message.private .container").last


async def picture(browser: Browser, find: Callable[[Any, str], Any], user: str, file: str) -> None:
    """Take a picture of one message, on a desktop and on a phone."""
    for suffix, size in WIDTHS.items():
        page = await browser.open(f"seat={user}", size)
        await see(find(page, user))
        await browser.take(find(page, user), f"{file}{suffix}")
        await page.close()


def is_worth_a_look(session: Session) -> bool:
    """Whether two players have scored sets and the next one holds another."""
    now = session.record.position or {}
    if now.get("phase") != "turn" or len({laid["owner"] for laid in now["sets"]}) < 2:
        return False
    ranks = Counter(RANK_OF.get(card, "") for card in now["hands"][now["turn"]])
    return ranks.total() > 8 and max(ranks.values()) > 3


def is_nearly_over(session: Session) -> bool:
    """Whether the next scoring round is the last one, and near."""
    now = session.record.position or {}
    sums = Counter(now["totals"])
    for laid in now["sets"]:
        sums[laid["owner"]] += laid["value"] * (1 + laid["double"])
    return len(now["stock"]) < 6 and max(sums.values()) > GOAL + 10


async def show_in_pictures(driver: Driver) -> None:
    """Redraw the table with its picture, which is missing after fast play."""
    world, session = driver.browser.server.world, await driver.session()
    await world.do(lambda: world.bot.publisher.show_again(session, TableAt()))
    await driver.page.evaluate(PAINTED, world.version)


async def film_of_a_bluff(driver: Driver, asker: str, caller: str) -> None:
    """Record a bluff that's called, each frame as both users see it."""
    browser = driver.browser
    page = await browser.open(f"seats={','.join(sorted((asker, caller)))}", FILM)
    both = Driver(browser, page, driver.names)
    await see(own_page(page, asker))
    await own_page(page, asker).get_by_role("button", name="More").scroll_into_view_if_needed()
    frames = [await _frame(page)]
    await own_page(page, asker).locator(".opener").first.click()
    ranks = page.locator(".popup:popover-open").get_by_role("option")
    await ranks.last.scroll_into_view_if_needed()
    frames.append(await _frame(page))
    await both.click(ranks.last)
    await show_tables(page, asker, caller)
    frames.append(await _frame(page))
    await picture(browser, table, caller, "crap-table")
    await picture_page(browser, caller, asker)
    await both.click(table(page, caller).get_by_role("button", name="Call the bluff"))
    await show_tables(page, asker, caller)
    frames.append(await _frame(page))
    await page.close()
    _write(browser, frames, "crap-turn")


async def show_tables(page: Any, *names: str) -> None:
    for name in names:
        await see(table(page, name))
        await table(page, name).get_by_role("button", name="More").scroll_into_view_if_needed()


async def _frame(page: Any) -> Image.Image:
    taken = Image.open(io.BytesIO(await page.screenshot(animations="disabled"))).convert("RGB")
    return taken.resize((FILM["width"], FILM["height"]), Image.Resampling.LANCZOS)


def _write(browser: Browser, frames: list[Image.Image], name: str) -> None:
    """Write the frames as an endless animation."""
    file = browser.folder / f"{name}.webp"
    first, *others = frames
    seconds = [int(1000 * one) for one in SECONDS]
    first.save(file, save_all=True, append_images=others, duration=seconds, loop=0, lossless=True, method=6)
    assert len(frames) == len(SECONDS)
    assert file.stat().st_size < FILM_BYTES


async def picture_page(browser: Browser, at_table: str, at_hand: str) -> None:
    """Take a picture of two users side by side, and of one of them on a phone."""
    page = await browser.open(f"seats={','.join(sorted((at_table, at_hand)))}")
    await show_tables(page, at_table)
    await seat(page, at_hand).get_by_role("tab", name="@ Cardcrate").click()
    await see(seat(page, at_hand).locator(".pane[data-place=dm] .container").last)
    await browser.take(page, "playground")
    phone = await browser.open(f"seats={at_table}", PHONE)
    await show_tables(phone, at_table)
    await browser.take(phone, "playground-phone")


async def show_crap(browser: Browser) -> None:
    """Play a game from its lobby to its result, with a picture of everything players meet."""
    driver = Driver(browser, await browser.open(f"seats={','.join(NAMES)}"), NAMES)
    await driver.open_table("C.R.A.P.")
    await picture(browser, table, NAMES[0], "crap-lobby")
    browser.draw_pictures(False)
    await driver.start()
    driver.preferred = ("score", "believe", "cooperate")
    await driver.hurry(is_worth_a_look)
    browser.draw_pictures(True)
    await show_in_pictures(driver)
    asker = driver.awaited(await driver.session())
    await driver.put_away()
    await driver.look(asker)
    await picture(browser, own_page, asker, "crap-hand")
    await film_of_a_bluff(driver, asker, next(name for name in NAMES if name != asker))
    browser.draw_pictures(False)
    await driver.hurry(is_nearly_over)
    browser.draw_pictures(True)
    await driver.hurry(lambda session: session.record.status == "over")
    await driver.put_away()
    await picture(browser, table, NAMES[0], "crap-result")
