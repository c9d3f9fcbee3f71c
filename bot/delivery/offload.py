"""Making pages off the event loop: pictures take time, and may fail without stopping anybody."""

import asyncio
from collections.abc import Callable

import msgspec
import structlog

from bot.rendering.page import Page
from bot.rendering.scene import Scene

log = structlog.get_logger(__name__)


async def offloaded(make: Callable[[Scene], Page], scene: Scene) -> Page:
    """The page of a scene; when drawing its picture fails, the page without one."""
    if not scene.pictures:
        return make(scene)
    try:
        return await asyncio.to_thread(make, scene)
    except Exception:
        log.exception("picture_failed", session=scene.session_id)
        return make(msgspec.structs.replace(scene, pictures=False))
