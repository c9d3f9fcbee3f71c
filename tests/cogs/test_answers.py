"""Answers that Discord refuses or never gets: the move stands, and nobody reads anything false."""

from collections.abc import Mapping, Sequence
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from structlog.testing import capture_logs

from bot.delivery.errors import Unfit
from bot.door.press import answered
from tests.discord_http.answers import ANSWERS, Answer
from tests.helpers.figures import Figure
from tests.helpers.guild import SimGuild, text_of, walk
from tests.helpers.tables import started

SELECT = 3
CALLBACKS = "/interactions/*/callback"
LOST = (
    *("interaction gone", "answered already", "interaction token too old", "webhook gone"),
    *("server error 500", "server error 503"),
)
BODY_TO_BLAME = {answer.code for answer in ANSWERS.values() if issubclass(answer.error, Unfit)}
CODES = {answer.code for answer in ANSWERS.values()}
UNLISTED = {0, 10015, 10062, 50027, 99999}
"""Error codes without a meaning of their own. The HTTP status decides."""
STATUSES = (400, 401, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504)
REFUSALS = (400, 413, 422)
SILENCE = (
    aiohttp.ServerDisconnectedError(),
    aiohttp.ClientOSError(),
    aiohttp.ClientPayloadError(),
    TimeoutError(),
    ConnectionResetError(),
)


def refuse(guild: SimGuild, answer: Answer, times: int = 1) -> None:
    guild.env.inject_error(
        "POST", CALLBACKS, status=answer.status, code=answer.code, message="refused", times=times
    )


def told_of_answers(logs: Sequence[Mapping[str, object]]) -> list[object]:
    """Return the logged events about answers that didn't arrive."""
    lost = ("answer_lost", "answered_elsewhere", "interaction_failed")
    return [line["event"] for line in logs if line["event"] in lost]


@pytest.mark.parametrize("answer", LOST)
@pytest.mark.parametrize("door", ["command", "button"])
async def test_move_with_lost_answer_stands_silently(guild: SimGuild, door: str, answer: str) -> None:
    session = await started(guild)
    turn = session.state.turn
    player = guild.players[turn]
    await player.press(player.dm, "Recycle")
    refuse(guild, ANSWERS[answer], times=9)  # the library itself tries again after a server error

    with capture_logs() as logs:
        if door == "command":
            await player.slash("recycle")
        else:
            await player.press(player.dm, "Discard and roll")
        await guild.until(lambda: bool(told_of_answers(logs)))

    assert session.state.turn != turn
    assert told_of_answers(logs) == ["answered_elsewhere" if answer == "answered already" else "answer_lost"]
    assert "rolls" in guild.table_text


async def test_page_refused_by_discord_becomes_plain_text(guild: SimGuild) -> None:
    session = await started(guild)
    player = guild.players[session.state.turn]
    refuse(guild, ANSWERS["body malformed"])

    reply = await player.slash("hand")

    assert reply.is_private
    assert "Your hand" in reply.text
    assert SELECT not in {component["type"] for component in walk(reply.message)}


async def test_page_that_filter_stops_is_answered_in_brief(guild: SimGuild) -> None:
    session = await started(guild)
    player = guild.players[session.state.turn]
    refuse(guild, ANSWERS["stopped by a filter"], times=2)

    reply = await player.slash("hand")

    assert "filter blocks the rest" in reply.text


async def test_page_refused_in_every_form_leaves_table(guild: SimGuild) -> None:
    session = await started(guild)
    turn = session.state.turn
    refuse(guild, ANSWERS["body malformed"], times=3)

    await guild.players[turn].slash("recycle")

    assert session.state.turn != turn
    assert "rolls" in text_of(guild.table)


def refusal(status: int, code: int) -> discord.HTTPException:
    return discord.HTTPException(Mock(status=status, reason="no"), {"code": code, "message": "no"})


async def fate_of(fault: Exception) -> str:
    async def send() -> Any:
        raise fault

    return await answered(send)


async def test_refused_answer_is_reworded_or_given_up(figure: Figure) -> None:
    faults = [(status, code) for status in STATUSES for code in sorted(CODES)]
    fates = {(status, code): await fate_of(refusal(status, code)) for status, code in faults}
    silent = [await fate_of(fault) for fault in SILENCE]

    refused = {(s, c) for s, c in faults if (s in REFUSALS if c in UNLISTED else c in BODY_TO_BLAME)}
    assert fates == {fault: "refused" if fault in refused else "lost" for fault in faults}
    assert set(silent) == {"lost"}
    assert await fate_of(discord.InteractionResponded(Mock())) == "lost"
    figure("P17", answers_to_interactions=len(faults) + len(SILENCE) + 1, misunderstood=0)
