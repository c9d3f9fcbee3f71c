"""Making pages: their text at once, their pictures when they're there."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import msgspec
import structlog

from bot.rendering.art import pictures
from bot.rendering.page import Page
from bot.rendering.scene import Scene

log = structlog.get_logger(__name__)

T = TypeVar("T")
Make = Callable[[Scene], Page]

SOON_SECONDS = 0.01
"""An answer is held back no longer for its picture, without which Discord would have it at once."""
ANSWER_SECONDS = 0.25
"""Where Discord has been told that an answer comes, it waits for its picture no longer than this."""
TABLE_SECONDS = 2.0
"""How long a page that no user waits for may wait for its picture."""


async def offloaded(make: Make, scene: Scene) -> Page:
    """Return the page of a scene, without its picture when that fails or takes too long."""
    page = await _made(make, scene)
    await _wait(page.orders, TABLE_SECONDS)
    return page.finished()


async def at_once(make: Make, scene: Scene) -> Page:
    """The page of a scene for someone who waits, perhaps with pictures on order, before those of others."""
    with pictures.urgent():
        return await _made(make, scene)


def ahead(make: Make, scene: Scene) -> Page | None:
    """The same before it's needed. None where no process renders pictures, or the page can't be made."""
    if scene.pictures and not pictures.STUDIO.is_open:
        return None
    try:
        with pictures.urgent():
            return make(scene)
    except Exception:
        log.exception("page_not_made_ahead", session=scene.session_id)
        return None


async def _made(make: Make, scene: Scene) -> Page:
    """The page of a scene, perhaps with pictures on order. Where no process renders them, a thread does."""
    if not scene.pictures:
        return make(scene)
    try:
        return make(scene) if pictures.STUDIO.is_open else await asyncio.to_thread(make, scene)
    except Exception:
        log.exception("picture_failed", session=scene.session_id)
        return make(msgspec.structs.replace(scene, pictures=False))


def are_coming(page: Page, seconds: float) -> bool:
    """Whether pictures of a page are on order that are likely to be there in time."""
    return pictures.STUDIO.seconds <= seconds and not all(order.done() for order in page.orders)


async def pictured(page: Page, seconds: float) -> None:
    """Wait for the pictures of a page, but no longer than this."""
    await _wait(page.orders, seconds)


async def warm_up(seconds: float) -> None:
    """Wait until pictures can be rendered, but no longer than this."""
    if pictures.STUDIO.is_open:
        await _wait((pictures.STUDIO.ready,), seconds)


async def _wait(futures: tuple[Future[Any], ...], seconds: float) -> None:
    """Wait until all of these are done, but no longer than this."""
    waiting = [asyncio.wrap_future(future) for future in futures if not future.done()]
    if waiting and seconds:
        await asyncio.wait(waiting, timeout=seconds)
