"""The transport as the publisher sees it, and the errors that Discord's refusals mean."""

from collections.abc import Collection, Mapping
from typing import Final, Literal, NamedTuple, Protocol

import aiohttp
import discord
import structlog

from bot.rendering.page import Page

log = structlog.get_logger(__name__)

FORBIDDEN: Final[dict[int, str]] = {
    50001: "View Channel",
    50013: "Send Messages",
    160005: "Send Messages in Threads (the thread is locked)",
}
PASSING_STATUSES: Final = frozenset((401, 408, 425, 429))
"""Statuses blamed on the token, a time-out or a limit. The same request may succeed later."""
GONE_STATUSES: Final = frozenset((404, 410))

Purpose = Literal[
    "answer",
    "table",
    "old table",
    "old message",
    "absent line",
    "hand",
    "call",
    "reminder",
    "last call",
    "mention",
    "gone note",
    "host alert",
    "warning",
    "lost post",
]
"""The purpose of a request."""


class DeliveryError(Exception):
    """The base of all errors that keep a page from arriving."""


class Closed(DeliveryError):
    """A user's DMs are closed to the bot, or all DMs are for the moment."""


class Held(Closed):
    """A DM channel wasn't opened, as a precaution. Whether the user takes DMs isn't known."""


class NoSharedServer(Held):
    """A user doesn't share a server with the bot just now. Whether they take DMs isn't known."""


class MessageGone(DeliveryError):
    """A message was deleted, or can only be replaced by a new post."""


class Vanished(DeliveryError):
    """A channel, thread or account was deleted, or the bot isn't in the server any more."""


class Forbidden(DeliveryError):
    """The bot lacks a permission in a channel."""

    def __init__(self, missing: str) -> None:
        super().__init__(f"the bot lacks the permission {missing}")
        self.missing = missing


class Unfit(DeliveryError):
    """A page breaks a limit of Discord, which is a bug of ours."""


class Filtered(Unfit):
    """A moderation filter refuses a page's text."""


class Unknown(DeliveryError):
    """Whether a page arrived isn't known."""


class Banned(Unknown):
    """The network in front of Discord has shut out our address."""


class Overtaken(Exception):
    """A page to send isn't due any more. Nothing was sent."""


class Found(NamedTuple):
    """A message of ours that a search has found."""

    message_id: int
    is_quiet: bool
    """Whether it was posted without a sound."""
    pinged: frozenset[int]
    """The users whom it notified."""
    revision: int = 0
    """The revision that its page was made from, if its controls name it, or else 0."""


class Transport(Protocol):
    """The only sender of messages. Every method raises DeliveryError and nothing else."""

    async def post(
        self, channel_id: int, page: Page, *, nonce: str, purpose: Purpose, quiet: bool = False
    ) -> int:
        """Post a page and return its message id. The same nonce never posts twice within some minutes."""

    async def find(self, channel_id: int, nonces: Collection[str]) -> Found | None:
        """Return the last message in a channel under one of these nonces, unless it was edited since."""

    async def edit(self, channel_id: int, message_id: int, page: Page, *, purpose: Purpose) -> None:
        """Replace the content of a message with a page."""

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message of ours."""

    async def dm_channel(self, user_id: int, *, purpose: Purpose) -> int:
        """Return the DM channel of a user, opened if need be."""

    async def name(self, guild_id: int, user_id: int) -> str | None:
        """Return the display name of a member. None if there's no such member."""


MEANINGS: Final[Mapping[int, type[DeliveryError]]] = {
    **dict.fromkeys((50007, 40003), Closed),
    50278: NoSharedServer,
    **dict.fromkeys((10003, 10004, 10007, 10013), Vanished),
    # Deleted, edited too often when old, or in an archived thread: only a new post helps.
    **dict.fromkeys((10008, 30046, 50083), MessageGone),
    **dict.fromkeys((200000, 240000), Filtered),
    # Too large, empty, malformed: the body is to blame.
    **dict.fromkeys((40005, 50006, 50035, 50109), Unfit),
    # Slow mode, write limits, "answered already", overload: the same again later is right.
    **dict.fromkeys((20016, 20028, 20029, 40060, 130000), Unknown),
}
"""The errors that Discord's codes stand for, except where a permission is missing."""


def meaning(error: discord.HTTPException) -> DeliveryError:
    """Return the error that an answer of Discord means."""
    return _by_code(error) or _by_status(error)


def delivery_error(error: discord.HTTPException) -> DeliveryError:
    """Return the error that an answer means, and log an answer that isn't listed here."""
    if _by_code(error) is None and 400 <= error.status < 500 and error.status != 429:
        log.error("unlisted_answer", status=error.status, code=error.code, route=_route(error))
    return meaning(error)


def _by_code(error: discord.HTTPException) -> DeliveryError | None:
    code = error.code
    if code in FORBIDDEN:
        return Forbidden(FORBIDDEN[code])
    kind = MEANINGS.get(code)
    fields = _faulty_fields(error) if kind is Unfit else ""
    return None if kind is None else kind(f"code {code}{fields}")


def _by_status(error: discord.HTTPException) -> DeliveryError:
    """Return the error for an answer without a known code. A refusal stays one, whatever its code."""
    status, code = error.status, error.code
    if status == 429 and _is_ban(error):
        return Banned("status 429, not from Discord itself")
    if status >= 500 or status in PASSING_STATUSES:
        return Unknown(f"status {status}, code {code}")
    if status == 403:
        return Forbidden(f"needed here (code {code})")
    if status in GONE_STATUSES:
        return MessageGone(f"status {status}, code {code}")
    return Unfit(f"status {status}, code {code}{_faulty_fields(error)}")


def _is_ban(error: discord.HTTPException) -> bool:
    """Whether a 429 comes from the network in front of Discord: it isn't JSON, or hasn't passed a proxy."""
    headers = error.response.headers
    return headers.get("Content-Type") != "application/json" or "Via" not in headers


def _faulty_fields(error: discord.HTTPException) -> str:
    """Return the refused fields of the body, without their values."""
    return "".join(f"; {line.partition(':')[0]}" for line in error.text.splitlines()[1:])


def _route(error: discord.HTTPException) -> str:
    """Return the method and path of the request, without its body."""
    response = error.response
    if not isinstance(response, aiohttp.ClientResponse):
        return "unknown"
    return f"{response.method} {response.url.path}"
