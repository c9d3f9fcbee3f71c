"""Answers that Discord doesn't take: given up with a line in the log, or sent in a simpler form."""

from types import SimpleNamespace

import discord
import pytest
from structlog.testing import capture_logs

from bot.delivery.layouts import laid_out
from bot.door.press import DISMISSED, answered
from bot.rendering.page import Page, Text


@pytest.mark.parametrize(("code", "level"), [(DISMISSED, "info"), (10015, "warning")])
async def test_answer_dismissed_by_reader_is_no_warning(code: int, level: str) -> None:
    async def edit() -> None:
        gone = SimpleNamespace(status=404, reason="Not Found")
        raise discord.NotFound(gone, {"code": code, "message": "gone"})  # type: ignore[arg-type]

    with capture_logs() as logs:
        assert await answered(edit, lost="answer_not_edited") == "lost"

    assert [(one["event"], one["log_level"]) for one in logs] == [("answer_not_edited", level)]


async def test_second_bot_with_the_token_is_noticed() -> None:
    async def send() -> None:
        taken = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(taken, {"code": 40060, "message": "acknowledged"})  # type: ignore[arg-type]

    with capture_logs() as logs:
        assert await answered(send) == "lost"

    assert [one["event"] for one in logs] == ["answered_elsewhere"]


async def test_answer_too_large_for_message_is_simplified() -> None:
    page = Page(tuple(Text(str(number)) for number in range(41)))

    async def send() -> None:
        with laid_out(page):
            pytest.fail("nothing of that can be sent")

    assert await answered(send) == "refused"
