"""Faults of pages and logs: leaked cards and tokens, names that take effect, too many requests."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import discord
import structlog

from bot.delivery import transport
from bot.delivery.messages import Messages
from bot.delivery.posts import Post, Posts
from bot.door.door import Door
from bot.door.press import Interaction
from bot.rendering import pages, words
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from tests.sabotage.planting import Planted


def log_the_hand() -> Planted:
    real: Callable[..., Page] = pages.hand

    def talkative(scene: Scene, **how: Any) -> Page:
        page = real(scene, **how)
        structlog.get_logger(__name__).info("hand", text=page.text)
        return page

    return patch.object(pages, "hand", talkative)


def log_the_token() -> Planted:
    real = Door.admits

    async def talkative(door: Door, interaction: Interaction) -> bool:
        structlog.get_logger(__name__).info("interaction", token=interaction.token)
        return await real(door, interaction)

    return patch.object(Door, "admits", talkative)


def log_what_libraries_say() -> Planted:
    return patch("bot.logs.max", min, create=True)


def write_names_as_they_are() -> Planted:
    return patch.object(words, "in_block", lambda scene, seat: scene.name(seat))


def repeat_what_was_typed() -> Planted:
    return patch.object(words, "quoted", lambda text, most=30: text)


def notify_everybody() -> Planted:
    def loud(page: Page) -> discord.AllowedMentions:
        return discord.AllowedMentions(everyone=True, users=[discord.Object(one) for one in page.pings])

    return patch.object(transport, "allowed_mentions", loud)


def edit_what_is_the_same() -> Planted:
    real = Posts.edit

    async def busy(posts: Posts, messages: Messages, post: Post) -> bool:
        messages.spots[post.spot].is_sure = False
        return await real(posts, messages, post)

    return patch.object(Posts, "edit", busy)
