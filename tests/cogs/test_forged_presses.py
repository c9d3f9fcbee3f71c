"""Whatever is pressed is answered in a sentence: also what no message shows, and values that no page offers."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.rendering import answers
from bot.sessions.session import Session
from tests.helpers.club import Club, Player, control
from tests.helpers.tables import in_position, started

UNKNOWN = (
    "x9:1:1:hand",
    "b:",
    "nonsense",
    "b:1:1:",
    "b:one:1:hand",
    "b:1:1:jump",
    "b:٣:1:hand",
)
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
"""Custom ids with the present revision left open, and the values of a select."""


async def picking(club: Club) -> tuple[Session, Player]:
    """A challenger who has to place two cards."""
    session = await started(club)
    await in_position(
        club,
        session,
        turn="A",
        phase="challenge-place",
        pending={"action": "challenge", "target": "B", "die": 2},
    )
    return session, club.players[0]


async def snapshot(club: Club) -> Any:
    return await club.bot.store.load(1)


@pytest.mark.parametrize("custom_id", UNKNOWN)
async def test_an_unknown_control_is_answered(club: Club, custom_id: str) -> None:
    await started(club)
    before = await snapshot(club)

    reply = await club.players[0].forge(club.table, custom_id, "0")

    assert reply.is_private
    assert reply.text in (answers.CONTROL_DEAD, answers.CONTROL_OF_ANOTHER_VERSION)
    assert await snapshot(club) == before


async def test_a_control_that_the_message_has_no_more_works_by_what_it_says(club: Club) -> None:
    await started(club)
    custom_id = control(club.table, "My hand")
    first = club.messages[0]

    reply = await club.players[0].forge(first, custom_id.replace("hand", "log"))

    assert "Log of C.R.A.P." in reply.text


@pytest.mark.parametrize("given", IMPOSSIBLE, ids=lambda given: "/".join(given)[:60])
async def test_an_impossible_press_is_answered_without_an_error(club: Club, given: tuple[str, ...]) -> None:
    session, ann = await picking(club)
    before = await snapshot(club)
    custom_id, *values = given

    with capture_logs() as logs:
        reply = await ann.forge(club.table, custom_id.format(session.record.revision), *values)

    assert reply.text
    assert [one for one in logs if one["log_level"] in ("error", "warning")] == []
    assert reply.text != answers.OUR_FAULT
    assert await snapshot(club) == before


@pytest.mark.parametrize(
    "act", ["write line", "form place", "done place 1", "add place 0 S *", "why", "log 1"]
)
@pytest.mark.parametrize("status", ["lobby", "over"])
async def test_a_control_of_a_running_game_is_answered_at_a_table_that_is_none(
    club: Club, act: str, status: str
) -> None:
    ann, *_ = club.players
    if status == "lobby":
        await ann.slash("game new", game="crap")
    else:
        await started(club)
        asked = await ann.slash("game end")
        await ann.press(asked.message, "End the game")

    with capture_logs() as logs:
        reply = await ann.forge(club.table, f"b:1:9999:{act}")

    assert reply.text
    assert [one for one in logs if one["log_level"] == "error"] == []


async def test_cards_that_are_offered_can_be_picked(club: Club) -> None:
    session, ann = await picking(club)

    reply = await ann.forge(club.table, f"s:1:{session.record.revision}:picked place *", "0", "1")

    assert "Placed for the challenge" in reply.text
    assert "Your hand (0)" in reply.text
