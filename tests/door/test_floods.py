"""Floods: a user's endless requests cost nobody else anything, and long reading has its own thread."""

import threading

import pytest

from bot.door.door import MAX_BURST, MAX_KNOWN, RateLimiter
from bot.sessions.agenda import in_thread
from tests.helpers.guild import SimGuild

ANN, BEN = 1, 2


def test_only_endless_askers_are_refused_suggestions() -> None:
    now = 0.0
    rate_limiter = RateLimiter(lambda: now)

    granted = [not rate_limiter.is_over_limit(ANN) for _ in range(100)]

    assert granted == [number < MAX_BURST for number in range(100)]
    assert not rate_limiter.is_over_limit(BEN)
    now = 0.2
    assert [rate_limiter.is_over_limit(ANN) for _ in range(2)] == [False, True]
    now = 60.0
    assert [rate_limiter.is_over_limit(ANN) for _ in range(16)].index(True) == MAX_BURST


def test_few_users_are_remembered() -> None:
    rate_limiter = RateLimiter(lambda: 0.0)

    for user in range(2 * MAX_KNOWN):
        rate_limiter.is_over_limit(user)

    assert len(rate_limiter._left) == MAX_KNOWN


async def test_a_flood_of_suggestions_is_answered_with_none(guild: SimGuild) -> None:
    ann, ben = guild.players[:2]

    offered = [
        await ann.actor.autocomplete(guild.channel, "cards", "game", "") for _ in range(int(MAX_BURST) + 1)
    ]

    assert [len(one) for one in offered] == [5] * int(MAX_BURST) + [0]
    assert len(await ben.actor.autocomplete(guild.channel, "cards", "game", "")) == 5


async def test_long_reading_is_done_one_after_another() -> None:
    here = threading.current_thread()

    first = await in_thread(threading.current_thread)
    second = await in_thread(threading.current_thread)

    assert here is not first is second


async def test_fault_while_reading_is_told_to_its_asker() -> None:
    with pytest.raises(ZeroDivisionError):
        await in_thread(lambda: 1 // 0)
