"""An idle table shows that it waits, calls nobody, and goes on when a player presses something."""

import pytest

from bot.sessions.lobby import Pace
from tests.helpers.guild import Player, SimGuild, labels, text_of
from tests.helpers.tables import started

WAITS = "Nobody has played for a while. The clock is paused"

pytestmark = pytest.mark.players(2)


async def left_alone(guild: SimGuild) -> tuple[Player, Player]:
    """Leave a table without moves until it's idle. Return its decider and the other player."""
    guild.bot.sessions.pace = Pace(turn=20, response=20)
    session = await started(guild, "craits")
    for _ in range(7):
        await guild.pass_time(21)
    (seat,) = session.game.deciders(session.state)
    return guild.players[seat], guild.players[1 - seat]


async def test_an_idle_table_says_so_and_stops_calling(guild: SimGuild) -> None:
    await left_alone(guild)
    text, dms = guild.table_text, [len(player.dms) for player in guild.players]

    await guild.pass_time(300)

    assert WAITS in text
    assert guild.table_text == text
    assert [len(player.dms) for player in guild.players] == dms


async def test_the_list_of_tables_tells_which_ones_wait(guild: SimGuild) -> None:
    await left_alone(guild)

    reply = await guild.players[0].all_tables()

    assert "**Craits** · table 1" in reply.text
    assert reply.text.endswith("2 players · waiting for someone to go on")


async def test_button_of_idle_table_carries_it_on(guild: SimGuild) -> None:
    awaited, other = await left_alone(guild)

    reply = await other.press(guild.table, "Go on")

    assert reply.is_private
    assert "Your hand" in reply.text
    assert WAITS not in guild.table_text
    assert f"<@{awaited.id}>" in guild.table_text
    assert WAITS not in text_of(awaited.dm)


async def test_a_stranger_cannot_carry_a_table_on(guild: SimGuild) -> None:
    await left_alone(guild)
    stranger = guild.join("zoe")

    reply = await stranger.press(guild.table, "Go on")

    assert reply.text.startswith("Ann and Ben play here. You can watch.")
    assert WAITS in guild.table_text


async def test_move_from_old_panel_works_after_restart(guild: SimGuild) -> None:
    awaited, _ = await left_alone(guild)
    assert WAITS in text_of(awaited.dm)

    await guild.restart()
    await awaited.press(awaited.dm, next(label for label in labels(awaited.dm) if " · " in label))

    assert WAITS not in guild.table_text
