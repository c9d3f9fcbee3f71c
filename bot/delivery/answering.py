"""Answers to interactions: each is given once, and losing one changes nothing: the table shows all."""

from collections.abc import Awaitable, Callable
from typing import Final, Literal

import aiohttp
import discord
import structlog

from bot.delivery.courier import FILTERED, FORBIDDEN, UNFIT
from bot.delivery.errors import Unfit

log = structlog.get_logger(__name__)

PUT_AWAY: Final = 10008
"""What an edit of an answer is refused with whose reader has dismissed it, as readers do all the time."""

Fate = Literal["given", "refused", "no files", "lost"]


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
        if error.code in UNFIT | FILTERED:
            # Without its traceback, which would quote what was refused.
            log.error("answer_refused", status=error.status, code=error.code)  # noqa: TRY400
            return "refused"
        if has_files and error.code in FORBIDDEN:
            return "no files"
        note = log.info if error.code == PUT_AWAY else log.warning
        note(lost, status=error.status, code=error.code)
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        log.warning(lost, error=type(error).__name__)
    else:
        return "given"
    return "lost"
