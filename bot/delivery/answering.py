"""Answers to interactions: each is given once, and losing one changes nothing: the table shows all.

Each is promised in time as well, whatever keeps it waiting: the database, Discord, or long reading.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, Literal

import aiohttp
import discord
import structlog

from bot.delivery.courier import FORBIDDEN, meaning
from bot.delivery.errors import Unfit

log = structlog.get_logger(__name__)

PUT_AWAY: Final = 10008
"""What an edit of an answer is refused with whose reader has dismissed it, as readers do all the time."""
TAKEN: Final = 40060
"""It is answered: this bot's first try has arrived after all, or another one has the same token."""

Fate = Literal["given", "refused", "no files", "lost"]
Interaction = discord.Interaction[Any]

BESIDE: Final = "beside"
"""In the extras of an interaction: the table in a DM that stays where it was pressed; 0 for another page."""
PROMISE: Final = "promise"
"""In the extras of an interaction: its `Promise`."""


def is_private(message: discord.Message | None) -> bool:
    """Whether a message is seen by one user only."""
    return message is not None and (message.flags.ephemeral or message.guild is None)


def replaces(interaction: Interaction) -> bool:
    """Whether an answer takes the place of the message on which something was pressed."""
    return is_private(interaction.message) and BESIDE not in interaction.extras


def comes_beside(interaction: Interaction) -> bool:
    """Whether Discord was promised an answer that is a message of its own."""
    return interaction.response.type is discord.InteractionResponseType.deferred_channel_message


class Promise:
    """Lets Discord hear that an answer is on its way, if that takes long."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        loop, seconds = asyncio.get_running_loop(), interaction.client.timings.answer
        self._alarm = loop.call_later(seconds, self._begin) if seconds else loop.call_soon(self._begin)
        self._giving: asyncio.Task[Fate] | None = None

    def _begin(self) -> None:
        """Say so where the answer will stand."""
        defer, is_new = self._interaction.response.defer, not replaces(self._interaction)
        self._giving = asyncio.get_running_loop().create_task(
            answered(partial(defer, ephemeral=True, thinking=is_new))
        )

    def withdraw(self) -> None:
        """Promise nothing from now on."""
        self._alarm.cancel()

    async def settle(self) -> None:
        """The answer is there: promise nothing any more, and wait until Discord has what it was promised."""
        self.withdraw()
        if self._giving is not None:
            await asyncio.wait((self._giving,))


def promise(interaction: Interaction) -> Promise:
    """Let Discord know in time that an answer is coming. Before you give it, call `about_to_answer`."""
    promised = interaction.extras[PROMISE] = Promise(interaction)
    return promised


async def about_to_answer(interaction: Interaction) -> None:
    """Wait until a promise that is on its way has reached Discord, and promise nothing more."""
    if (promised := interaction.extras.get(PROMISE)) is not None:
        await promised.settle()


async def answered(
    send: Callable[[], Awaitable[object]], *, lost: str = "answer_lost", has_files: bool = False
) -> Fate:
    """Give an answer; it may be said otherwise when Discord refuses what it says, or that it has files.

    When it is lost, nothing more may be sent: the answer came too late (10062, 50027), has arrived
    already (40060), or may have arrived (5xx, a lost connection). What was done stands, as the table shows.
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
            # Without its traceback, which would quote what was refused.
            log.error("answer_refused", status=error.status, code=error.code)  # noqa: TRY400
            return "refused"
        if has_files and error.code in FORBIDDEN:
            return "no files"
        note = log.info if error.code == PUT_AWAY else log.warning
        note("answered_elsewhere" if error.code == TAKEN else lost, status=error.status, code=error.code)
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        log.warning(lost, error=type(error).__name__)
    else:
        return "given"
    return "lost"
