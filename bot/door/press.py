"""Presses: interactions with their context, and the requests that answer them.

An answer is given once, and losing one changes nothing, because the table shows everything. Discord hears in
time that an answer is coming, whatever keeps it waiting: the database, Discord itself or long reading.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, Literal

import aiohttp
import discord
import structlog

from bot.delivery.errors import FORBIDDEN, Unfit, meaning
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.session import Session

log = structlog.get_logger(__name__)

DISMISSED: Final = 10008
"""The code that refuses an edit of an answer whose reader has dismissed it, as readers often do."""
ANSWERED: Final = 40060
"""The code of a second answer: the first try has arrived after all, or another bot uses the same token."""
PRESS: Final = "press"
"""The only key in the extras of an interaction."""

Fate = Literal["given", "refused", "no files", "lost"]
Interaction = discord.Interaction[Any]


class Press:
    """An interaction with its age, the message it may change, and what its answer is made from."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.pressed_at: float | None = None
        """When Discord heard of it, in seconds since the epoch by the bot's clock."""
        self.message = interaction.message
        """The message that was pressed. None for a command, or if the answer has to be a new message."""
        self.hand_only: int | None = None
        """The table in a DM whose message only its own hand may replace."""
        self.answer: int | None = None
        """The message that answered it first."""
        self.welcome: str | None = None
        """A line for a player who is back, above the hand."""
        self.expected: tuple[Scene, Page] | None = None
        """The scene after its move, and the page made of it while the move was being stored."""
        self.session: Session | None = None
        """The table that it's about."""
        self._alarm: asyncio.Handle | None = None
        self._promising: asyncio.Task[Fate] | None = None

    @property
    def replaces(self) -> bool:
        """Whether the answer takes the place of the message that was pressed."""
        message = self.message
        is_private = message is not None and (message.flags.ephemeral or message.guild is None)
        return is_private and self.hand_only is None

    @property
    def place(self) -> int | None:
        """The message that the answer replaces, if it replaces one."""
        if self.answer is None and self.message is not None and self.replaces:
            return self.message.id
        return self.answer

    @property
    def needs_new_message(self) -> bool:
        """Whether Discord was promised an answer in a new message."""
        return self.interaction.response.type is discord.InteractionResponseType.deferred_channel_message

    @property
    def dm_message(self) -> discord.Message | None:
        """The message in a DM that was pressed, which the publisher edits as well.

        None if the answer can't change it, because Discord was promised a new message.
        """
        message = self.message
        if self.needs_new_message or message is None or message.guild is not None or message.flags.ephemeral:
            return None
        return message

    def leave_message(self) -> None:
        """Leave the message that was pressed alone, and answer with a new one."""
        self.message = None

    def promise(self, seconds: float) -> None:
        """Let Discord know after these seconds that an answer is coming. Call `settle` before the answer."""
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_later(seconds, self._defer) if seconds else loop.call_soon(self._defer)

    def _defer(self) -> None:
        """Promise the answer, either in the message that was pressed or in a new one."""
        defer = partial(self.interaction.response.defer, ephemeral=True, thinking=not self.replaces)
        self._promising = asyncio.get_running_loop().create_task(answered(defer))

    def withdraw(self) -> None:
        """Cancel a promise that hasn't been made yet."""
        if self._alarm is not None:
            self._alarm.cancel()

    async def settle(self) -> None:
        """Prepare for the answer: wait until a promise on its way has reached Discord, and make no more."""
        self.withdraw()
        if self._promising is not None:
            await asyncio.wait((self._promising,))


def press_of(interaction: Interaction) -> Press:
    """Return the press of an interaction."""
    if PRESS not in interaction.extras:
        interaction.extras[PRESS] = Press(interaction)
    press: Press = interaction.extras[PRESS]
    return press


async def answered(
    send: Callable[[], Awaitable[object]], *, lost: str = "answer_lost", has_files: bool = False
) -> Fate:
    """Send an answer and return its fate. If Discord refuses its words or files, it may take a simpler one.

    Nothing more may be sent for a lost answer: it came too late (10062, 50027), has arrived already (40060),
    or may have arrived (5xx, a lost connection). Its move counts, as the table shows.
    """
    try:
        await send()
    except discord.InteractionResponded:
        return "lost"
    except Unfit as error:
        log.error("answer_refused", error=str(error))  # noqa: TRY400
        return "refused"
    except discord.HTTPException as error:
        if isinstance(meaning(error), Unfit):
            # A traceback would quote the words that were refused.
            log.error("answer_refused", status=error.status, code=error.code)  # noqa: TRY400
            return "refused"
        if has_files and error.code in FORBIDDEN:
            return "no files"
        note = log.info if error.code == DISMISSED else log.warning
        note("answered_elsewhere" if error.code == ANSWERED else lost, status=error.status, code=error.code)
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        log.warning(lost, error=type(error).__name__)
    else:
        return "given"
    return "lost"
