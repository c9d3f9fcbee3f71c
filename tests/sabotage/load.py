"""Faults of a bot under load."""

import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from bot.delivery import page_rendering
from bot.delivery.breaker import CircuitBreaker
from bot.door import answers
from bot.door.answers import Replies
from bot.door.ephemeral import HandInDm, Message
from bot.door.press import Press
from bot.rendering.page import Page
from bot.sessions.sessions import Sessions
from tests.sabotage.planting import Planted

STANDSTILL = 0.6
"""In seconds. Answers, their handling and the event loop may never take this long."""


@contextmanager
def be_slow_and_talkative() -> Iterator[None]:
    with stop_everybody_at_every_move(), edit_thrice(), follow_up_every_answer():
        yield


def stop_everybody_at_every_move() -> Planted:
    real = Sessions.act

    async def blocking(sessions: Sessions, *given: Any, **named: Any) -> Any:
        time.sleep(STANDSTILL)  # noqa: ASYNC251 # this is the fault
        return await real(sessions, *given, **named)

    return patch.object(Sessions, "act", blocking)


def edit_thrice() -> Planted:
    real = CircuitBreaker.edit

    async def busy(*given: Any, **named: Any) -> None:
        for _ in range(3):
            await real(*given, **named)

    return patch.object(CircuitBreaker, "edit", busy)


def follow_up_every_answer() -> Planted:
    real = Replies._respond

    async def talkative(replies: Replies, press: Press, page: Page) -> None:
        await real(replies, press, page)
        await press.interaction.followup.send("Anything else?", ephemeral=True)

    return patch.object(Replies, "_respond", talkative)


def wait_for_every_picture() -> Planted:
    real = page_rendering._wait

    async def patient(futures: tuple[Future[Any], ...], _seconds: float) -> None:
        await real(futures, 3600.0)

    return patch.object(page_rendering, "_wait", patient)


def announce_no_answer() -> Planted:
    async def silent(_press: Press, page: Page) -> bool:
        await page_rendering.wait_for_pictures(page, page_rendering.ANSWER_SECONDS)
        return True

    return patch.object(answers, "_may_be_said", silent)


def let_older_answers_come_last() -> Planted:
    return patch.object(Message, "begin", lambda message: message.version)


def leave_an_older_hand_there() -> Planted:
    return patch.object(HandInDm, "edited", lambda hand, _edit, page: hand.shown(page))
