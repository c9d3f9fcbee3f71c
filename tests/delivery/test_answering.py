"""What becomes of an answer that can no longer be changed."""

from types import SimpleNamespace

import discord
import pytest
from structlog.testing import capture_logs

from bot.delivery.answering import PUT_AWAY, answered


@pytest.mark.parametrize(("code", "level"), [(PUT_AWAY, "info"), (10015, "warning")])
async def test_an_answer_that_its_reader_has_put_away_is_no_warning(code: int, level: str) -> None:
    async def edit() -> None:
        gone = SimpleNamespace(status=404, reason="Not Found")
        raise discord.NotFound(gone, {"code": code, "message": "gone"})  # type: ignore[arg-type]

    with capture_logs() as logs:
        assert await answered(edit, lost="answer_not_edited") == "lost"

    assert [(one["event"], one["log_level"]) for one in logs] == [("answer_not_edited", level)]
