"""Every press gets an answer, even with a control that no message has or a value that no page offers."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.rendering import answers
from bot.rendering.catalog import say
from bot.sessions.session import Session
from tests.helpers.guild import Player, SimGuild, control
from tests.helpers.tables import in_position, started

UNKNOWN = ("x9:1:1:hand", "b:", "nonsense", "b:1:1:", "b:one:1:hand", "b:1:1:jump", "b:٣:1:hand")
IMPOSSIBLE = (
    ("b:1:{}:add place",),
    ("b:1:{}:add place zz S *",),
    ("b:1:{}:done place",),
    ("b:1:{}:done place -1",),
    ("b:1:{}:done place 0x3",),
    ("b:1:{}:done place " + "f" * 60,),
    ("b:1:{}:done place 0",),
    ("b:1:{}:done nonsense 1",),
    ("b:1:{}:move recycle *",),
    ("b:1:{}:form place:*",),
    ("b:1:{}:form",),
    ("b:1:{}:write place",),
    ("b:1:{}:log ²",),
    ("b:1:{}:log -7",),
    ("b:0:0:rules crap ²",),
    ("b:0:0:rules nonsense 1",),
    ("b:0:0:set deck five",),
    ("b:0:0:set nonsense on",),
    ("s:1:{}:picked place *", "99999999"),
    ("s:1:{}:picked place *", "-1"),
    ("s:1:{}:picked place *", "²"),
    ("s:1:{}:picked place *", "one"),
    ("s:1:{}:picked place *", "0", "0"),
    ("s:1:{}:picked place *", "0", "1", "2", "3", "4", "5"),
    ("s:1:{}:picked place *",),
    ("s:1:{}:picked nonsense *", "0"),
    ("s:1:{}:add place 1 S *", "0"),
    ("s:1:{}:add place 1 S *", "9" * 90),
    ("s:1:{}:add place ffff S *", "0"),
    ("s:1:{}:add nonsense 0 S *", "0"),
    ("s:1:{}:move place *", "recycle"),
    ("s:1:{}:move place *", "'"),
    ("s:1:{}:form place *", "a b:c"),
    ("s:1:{}:hand", "0"),
    ("s:0:0:rules crap *", "99"),
    ("s:0:0:rules crap *", "²"),
)
"""Custom ids with a gap for the current revision, each with the chosen values of a select."""


async def picking(guild: SimGuild) -> tuple[Session, Player]:
    """Start a game in which Ann has to place two cards for her challenge. Return it and Ann."""
    session = await started(guild)
    await in_position(
        guild,
        session,
        turn="A",
        phase="challenge-place",
        pending={"action": "challenge", "target": "B", "die": 2},
    )
    return session, guild.players[0]


async def snapshot(guild: SimGuild) -> Any:
    return await guild.bot.store.load(1)


@pytest.mark.parametrize("custom_id", UNKNOWN)
async def test_an_unknown_control_is_answered(guild: SimGuild, custom_id: str) -> None:
    await started(guild)
    before = await snapshot(guild)

    reply = await guild.players[0].forge(guild.table, custom_id, "0")

    assert reply.is_private
    assert reply.text in map(say, (answers.CONTROL_DEAD, answers.CONTROL_OF_ANOTHER_VERSION))
    assert await snapshot(guild) == before


async def test_control_missing_from_message_works_by_its_id(guild: SimGuild) -> None:
    await started(guild)
    custom_id = control(guild.table, "My hand")
    first = guild.messages[0]

    reply = await guild.players[0].forge(first, custom_id.replace("hand", "log"))

    assert "Log of C.R.A.P." in reply.text


@pytest.mark.parametrize("given", IMPOSSIBLE, ids=lambda given: "/".join(given)[:60])
async def test_an_impossible_press_is_answered_without_an_error(
    guild: SimGuild, given: tuple[str, ...]
) -> None:
    session, ann = await picking(guild)
    before = await snapshot(guild)
    custom_id, *values = given

    with capture_logs() as logs:
        reply = await ann.forge(guild.table, custom_id.format(session.record.revision), *values)

    assert reply.text
    assert [one for one in logs if one["log_level"] in ("error", "warning")] == []
    assert reply.text != answers.BOT_ERROR
    assert await snapshot(guild) == before


@pytest.mark.parametrize(
    "act",
    [
        "write line",
        "form place",
        "done place 1",
        "add place 0 S *",
        "why",
        "log 1",
        "choose",
        "choose threshold",
        "choose nonsense 1",
        "length",
        "pace",
    ],
)
@pytest.mark.parametrize("status", ["lobby", "over"])
async def test_control_at_wrong_table_is_answered(guild: SimGuild, act: str, status: str) -> None:
    ann, *_ = guild.players
    if status == "lobby":
        await ann.slash("cards", game="crap")
    else:
        await started(guild)
        asked = await ann.open("end")
        await ann.press(asked.message, "End it")

    with capture_logs() as logs:
        reply = await ann.forge(guild.table, f"b:1:9999:{act}")

    assert reply.text
    assert [one for one in logs if one["log_level"] == "error"] == []


@pytest.mark.parametrize(
    "act", ["numbers 99999999999999999999", "numbers @everyone", "numbers craits 99", "numbers 1|" + "9" * 60]
)
async def test_forged_numbers_open_a_form_discord_takes(guild: SimGuild, act: str) -> None:
    ann = guild.players[0]
    await ann.slash("cards", game="crap")

    form = (await ann.forge(guild.table, f"b:1:3:{act}")).modal

    fields = [label["component"] for label in form["components"]]
    assert fields
    assert [one for one in fields if len(one.get("value", "")) > one["max_length"]] == []


async def test_forged_quiet_hours_open_a_form_discord_takes(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash("cards", game="crap")

    form = (await ann.forge(guild.table, "b:0:0:quiet 1|2|" + "z" * 80)).modal

    fields = [label["component"] for label in form["components"]]
    assert [one for one in fields if len(one.get("value", "")) > one["max_length"]] == []


async def test_cards_that_are_offered_can_be_picked(guild: SimGuild) -> None:
    session, ann = await picking(guild)

    reply = await ann.forge(guild.table, f"s:1:{session.record.revision}:picked place *", "0", "1")

    assert "Placed for the challenge: 5♦ 6♦" in reply.text
    assert "Your hand (0)" in reply.text
