"""Making pages: their text at once, their pictures when they are there."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import msgspec
import structlog

from bot.rendering.art import pictures
from bot.rendering.page import Page
from bot.rendering.scene import Scene

log = structlog.get_logger(__name__)

Make = Callable[[Scene], Page]

ANSWER_SECONDS = 0.25
"""An answer waits no longer for its picture: Discord takes it within three seconds, and people notice one."""
TABLE_SECONDS = 2.0
"""How long a page that no user waits for may wait for its picture."""


async def offloaded(make: Make, scene: Scene) -> Page:
    """The page of a scene, without its picture when that fails or takes too long."""
    page = await _made(make, scene)
    await _wait(page.orders, TABLE_SECONDS)
    return page.finished()


async def at_once(make: Make, scene: Scene) -> Page:
    """The page of a scene for an answer, which may still have pictures on order."""
    page = await _made(make, scene)
    await _wait(page.orders, ANSWER_SECONDS)
    return page


async def warm_up(seconds: float) -> None:
    """Wait until pictures can be rendered, but no longer than this."""
    if pictures.STUDIO.is_open:
        await _wait((pictures.STUDIO.ready,), seconds)


async def _made(make: Make, scene: Scene) -> Page:
    """The page of a scene; where no process renders pictures, a thread does, so that nobody stands still."""
    if not scene.pictures:
        return make(scene)
    try:
        return make(scene) if pictures.STUDIO.is_open else await asyncio.to_thread(make, scene)
    except Exception:
        log.exception("picture_failed", session=scene.session_id)
        return make(msgspec.structs.replace(scene, pictures=False))


async def _wait(futures: tuple[Future[Any], ...], seconds: float) -> None:
    """Wait until all of these are done, but no longer than this."""
    waiting = [asyncio.wrap_future(future) for future in futures if not future.done()]
    if waiting and seconds:
        await asyncio.wait(waiting, timeout=seconds)
