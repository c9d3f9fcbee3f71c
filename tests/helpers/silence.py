"""A slow part of an answer, during which the bot promises in time that the answer will come."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from tests.helpers.guild import SimGuild

PROMISED = "/callback {'type': 5"
PROMISED_IN_PLACE = "/callback {'type': 6"


def lose_patience(guild: SimGuild) -> None:
    """Make the bot take any wait for a long one."""
    guild.bot.timings = msgspec.structs.replace(guild.bot.timings, answer=0.0)


class Delay:
    """A delay of one kind of request until this `is_over`."""

    def __init__(self, real: Callable[..., Awaitable[Any]]) -> None:
        self.is_over = asyncio.Event()
        self._real = real

    async def ask(self, *given: Any, **named: Any) -> Any:
        await self.is_over.wait()
        return await self._real(*given, **named)


def delay_calls(owner: Any, kind: str, monkeypatch: pytest.MonkeyPatch) -> Delay:
    """Delay one kind of request to its owner."""
    delay = Delay(getattr(owner, kind))
    monkeypatch.setattr(owner, kind, delay.ask)
    return delay


async def answered_after(
    guild: SimGuild, delay: Delay, asked: Awaitable[Any], promised: str = PROMISED
) -> Any:
    """Return the reply to a request, delayed until the bot has promised that reply."""
    before = guild.env.transcript().count(promised)
    lose_patience(guild)
    asking = asyncio.ensure_future(asked)
    while guild.env.transcript().count(promised) == before:
        await asyncio.sleep(0.001)
    delay.is_over.set()
    return await asking
