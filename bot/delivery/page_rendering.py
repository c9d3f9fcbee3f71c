"""Making pages: the text at once, the pictures once they're rendered."""

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
"""The longest wait of an answer for its picture while Discord doesn't know that the answer comes."""
ANSWER_SECONDS = 0.25
"""The longest wait of an answer for its picture once Discord knows that the answer comes."""
TABLE_SECONDS = 2.0
"""The longest wait for the picture of a page that no user waits for."""


async def rendered(make: Make, scene: Scene) -> Page:
    """Return the page of a scene, without its picture when that fails or takes too long."""
    page = await _make_page(make, scene)
    await _wait(page.pending, TABLE_SECONDS)
    return page.finished()


async def render_now(make: Make, scene: Scene) -> Page:
    """Return the page of a scene for someone who waits. Pictures on order go before those of others."""
    with pictures.urgent():
        return await _make_page(make, scene)


def prerender(make: Make, scene: Scene) -> Page | None:
    """Return the page of a scene before it's needed. None if no process renders pictures, or it fails."""
    if scene.pictures and not pictures.RENDERER.is_open:
        return None
    try:
        with pictures.urgent():
            return make(scene)
    except Exception:
        log.exception("page_not_made_ahead", session=scene.session_id)
        return None


async def _make_page(make: Make, scene: Scene) -> Page:
    """Return a scene's page, perhaps with pictures on order. If no process renders them, a thread does."""
    if not scene.pictures:
        return make(scene)
    try:
        return make(scene) if pictures.RENDERER.is_open else await asyncio.to_thread(make, scene)
    except Exception:
        log.exception("picture_failed", session=scene.session_id)
        return make(msgspec.structs.replace(scene, pictures=False))


def pictures_due_within(page: Page, seconds: float) -> bool:
    """Whether a page has pictures on order that are likely to come in time."""
    return pictures.RENDERER.seconds <= seconds and not all(order.done() for order in page.pending)


async def wait_for_pictures(page: Page, seconds: float) -> None:
    """Wait for the pictures of a page, but no longer than this."""
    await _wait(page.pending, seconds)


async def warm_up(seconds: float) -> None:
    """Wait until pictures can be rendered, but no longer than this."""
    if pictures.RENDERER.is_open:
        await _wait((pictures.RENDERER.ready,), seconds)


async def _wait(futures: tuple[Future[Any], ...], seconds: float) -> None:
    """Wait until all of these are done, but no longer than this."""
    waiting = [asyncio.wrap_future(future) for future in futures if not future.done()]
    if waiting and seconds:
        await asyncio.wait(waiting, timeout=seconds)
