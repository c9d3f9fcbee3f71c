"""The effects of faults on requests and on the simulated Discord, which stays consistent."""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from bot.rendering.page import Page
from tests.simulation.server import Server
from tests.simulation.sites import error_for
from tests.simulation.world import DM_BASE

LOST_AFTER = "F16 lost after"
"""The request is carried out, but its answer is lost."""
MAX_LATE_SECONDS = 0.7
"""A request that was given up may be carried out up to this many seconds later."""


class Request(NamedTuple):
    """A request of the bot to Discord, and its place in the program."""

    what: str
    place: str
    channel_id: int
    execute: Callable[[], Any]
    number: int
    """The message id, or 0."""
    page: Page | None

    @property
    def user(self) -> int:
        """The user of the DM channel, or 0."""
        return max(0, self.channel_id - DM_BASE)


def is_possible(discord: Server, asked: Request, fault: str) -> bool:
    """Whether a fault can happen to this request."""
    match fault:
        case "F8 channel gone":
            return not asked.user
        # A search can be forbidden in a channel, but not in a DM.
        case "F6 forbidden" if asked.what == "find":
            return not asked.user
        case "F23 account gone":  # Without this user in the lobby, the others couldn't play.
            return bool(asked.user) and not discord.database.has_lobby()
        case "F22 not found" | "F5 held":  # This Discord never answers like that.
            return False
    return True


def apply_fault(discord: Server, asked: Request, fault: str) -> None:
    """Apply a fault to Discord, and raise the error that our client makes of it."""
    match fault:
        case "F15 banned":
            discord.refusals.ban()
            discord.tell_banned()
        case "F4 closed" | "F5 opening refused":
            discord.refusals.refuse_dm(asked.user, asked.what, asked.place)
        case "F6 forbidden":
            _forbid(discord, asked)
        case "F7 deleted":
            _delete(discord, asked)
        case "F10 too old":
            discord.messages[asked.number - 1].is_too_old = True
        case "F8 channel gone" | "F23 account gone":
            discord.vanished.add(asked.channel_id)
            if asked.user and asked.what in ("post", "open", "edit"):
                discord.refusals.refuse_dm(asked.user, asked.what, asked.place)
        case "F11 filtered" | "F12 unfit" | "F12 unfit in every form":
            assert asked.page is not None
            discord.refusals.refuse_page(asked.page, fault)
        case "F16 late":
            delay = discord.world.chance.random() * MAX_LATE_SECONDS
            asyncio.get_running_loop().call_later(delay, discord.arrive_late, asked.execute)
    raise error_for(fault)


def _forbid(discord: Server, asked: Request) -> None:
    """Forbid a channel for a while, or a DM once."""
    discord.has_forbidden = True
    if asked.user:
        if asked.what in ("post", "open", "edit"):
            discord.refusals.refuse_dm(asked.user, asked.what, asked.place)
    elif asked.channel_id not in discord.forbidden:
        discord.forbidden.add(asked.channel_id)
        seconds = discord.world.chance.choice((1, 20, 120))
        asyncio.get_running_loop().call_later(seconds, _permit, discord, asked.channel_id)


def _permit(discord: Server, channel_id: int) -> None:
    discord.forbidden.discard(channel_id)
    discord.tell_permitted()


def _delete(discord: Server, asked: Request) -> None:
    """Delete the message, as if someone else had been first."""
    message = discord.messages[asked.number - 1]
    if not message.is_deleted:
        message.is_deleted = message.is_lost = True
        discord.deleted_at = discord.world.now
