"""How pages reach people: the transport as the publisher sees it, and what can go wrong.

DeliveryError
├── Closed         this person doesn't take a DM from us
│   └── Held       not asked at all: we open no DMs for now
│       └── Apart  no server in common just now
├── Gone           the message isn't there any more, or can't be edited any more
├── Vanished       the channel or the account isn't there any more
├── Forbidden      a permission is missing. `missing` names it
├── Unfit          Discord doesn't accept the page. Sending the same again is useless
│   └── Filtered   the server's filter doesn't let these words through
└── Unknown        no answer, or a passing failure: it may have arrived. Try again later
    └── Banned     Discord answers nothing of ours for a while
"""

from collections.abc import Collection
from typing import Literal, NamedTuple, Protocol

from bot.rendering.page import Page

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
    """Base of everything that keeps a page from arriving."""


class Closed(DeliveryError):
    """The person's DMs are closed to us, or all DMs are for the moment."""


class Held(Closed):
    """No DM channel was opened, to be on the safe side. Whether this person takes DMs isn't known."""


class Apart(Held):
    """No server is shared with this person just now. Whether they take DMs isn't known."""


class Gone(DeliveryError):
    """The message was deleted, or is one that only a new post can replace."""


class Vanished(DeliveryError):
    """The channel, thread or account was deleted, or we're no longer in the server."""


class Forbidden(DeliveryError):
    """The bot lacks a permission in the channel."""

    def __init__(self, missing: str) -> None:
        super().__init__(f"the bot lacks the permission {missing}")
        self.missing = missing


class Unfit(DeliveryError):
    """The page breaks a limit of Discord: our bug."""


class Filtered(Unfit):
    """A moderation filter refuses the page's text."""


class Unknown(DeliveryError):
    """Whether it arrived isn't known."""


class Banned(Unknown):
    """Our address is shut out by the network in front of Discord."""


class Overtaken(Exception):
    """The page to send isn't due any more. Nothing has gone out."""


class Found(NamedTuple):
    """A message of ours that was looked for."""

    message_id: int
    is_quiet: bool
    """Whether it was posted without a sound."""
    pinged: frozenset[int]
    """The users whom it has notified."""


class Asks(Protocol):
    """The transport's part that looks up names."""

    async def name(self, guild_id: int, user_id: int) -> str | None:
        """The display name of a member. None when there's no such member. Raises DeliveryError."""


class Transport(Asks, Protocol):
    """The only sender. Every method raises DeliveryError and nothing else."""

    async def post(
        self, channel_id: int, page: Page, *, nonce: str, purpose: Purpose, quiet: bool = False
    ) -> int:
        """Post a page and give its message id. The same nonce never posts twice within some minutes."""

    async def find(self, channel_id: int, nonces: Collection[str]) -> dict[str, Found]:
        """Which of these nonces the last messages of a channel were posted under, if not edited since."""

    async def edit(self, channel_id: int, message_id: int, page: Page, *, purpose: Purpose) -> None:
        """Make a message say this page instead."""

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message of ours."""

    async def dm_channel(self, user_id: int, *, purpose: Purpose) -> int:
        """The DM channel of a user, opened when there's none."""
