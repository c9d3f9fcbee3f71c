"""The bot makes few requests to Discord: none that would show nobody anything new."""

import pytest

from bot.delivery.wanted import HERE_SECONDS, REMIND_SECONDS
from bot.sessions.session import Session
from bot.timings import USUAL
from tests.helpers.guild import SimGuild, labels, text_of
from tests.helpers.tables import started
from tests.sabotage.planting import sabotaged
from tests.sabotage.screens import edit_what_is_the_same


def sent(guild: SimGuild, since: int) -> list[str]:
    """Return the requests to Discord from this number on, without answers to interactions."""
    requests = [f"{one.method} {one.path}" for one in guild.env.backend.http_requests[since:]]
    return [line for line in requests if "/interactions/" not in line and "/webhooks/" not in line]


async def after_turns(guild: SimGuild, number: int) -> Session:
    """Start a table and recycle this many times, each player in turn."""
    session = await started(guild)
    for _ in range(number):
        await guild.players[session.state.turn].slash("recycle")
    return session


def counted(guild: SimGuild) -> int:
    return len(guild.env.backend.http_requests)


async def test_recently_active_player_is_called_on_same_hand(guild: SimGuild) -> None:
    session = await after_turns(guild, 4)
    player = guild.players[(session.state.turn + 1) % 4]
    dms = [message.id for message in player.dms]

    await guild.players[session.state.turn].slash("recycle")

    assert [message.id for message in player.dms] == dms
    assert "Your turn. Pick one." in text_of(player.dm)


async def test_unresponsive_player_gets_new_message_after_a_minute(guild: SimGuild) -> None:
    session = await after_turns(guild, 5)
    player = guild.players[session.state.turn]
    old = player.dm.id

    await guild.pass_time(REMIND_SECONDS + 2)

    assert player.dm.id != old
    assert len(player.dms) == 1
    again = player.dm.id
    await guild.pass_time(REMIND_SECONDS + 2)
    assert player.dm.id == again


async def test_a_player_who_has_acted_gets_no_reminder(guild: SimGuild) -> None:
    session = await after_turns(guild, 6)
    acted = guild.players[(session.state.turn - 1) % 4]
    old = acted.dm.id

    await guild.pass_time(REMIND_SECONDS + 2)

    assert acted.dm.id == old


async def test_a_reminder_survives_a_restart(guild: SimGuild) -> None:
    session = await after_turns(guild, 5)
    player = guild.players[session.state.turn]
    old = player.dm.id

    await guild.restart()
    await guild.pass_time(REMIND_SECONDS + 2)

    assert player.dm.id != old
    assert len(player.dms) == 1


async def test_absent_player_gets_new_message_at_once(guild: SimGuild) -> None:
    session = await after_turns(guild, 4)
    await guild.pass_time(HERE_SECONDS + 2)
    player = guild.players[(session.state.turn + 1) % 4]
    old = player.dm.id

    await guild.players[session.state.turn].slash("recycle")

    assert player.dm.id != old


async def test_move_made_on_hand_itself_costs_two_requests(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await after_turns(guild, 4)
    monkeypatch.setattr(guild.bot.publisher.background, "_timings", USUAL)  # pages wait for presses
    player = guild.players[session.state.turn]
    await player.press(player.dm, "Recycle")
    before = counted(guild)

    await player.press(player.dm, "Discard and roll")

    assert len(sent(guild, before)) == 2


@sabotaged("P19", edit_what_is_the_same)
async def test_move_leaves_hands_of_watchers_unchanged(guild: SimGuild) -> None:
    session = await after_turns(guild, 4)
    turn = session.state.turn
    watching = guild.players[(turn + 2) % 4]
    before = counted(guild)

    await guild.players[turn].slash("recycle")

    channel = str(watching.actor.user.dm_channel.id)
    assert [line for line in sent(guild, before) if channel in line] == []


@pytest.mark.players(1)
async def test_daily_takes_the_name_from_the_click(guild: SimGuild) -> None:
    page = await guild.players[0].slash("daily")
    before = counted(guild)

    await guild.players[0].press(page.message, labels(page.message)[0])

    assert sent(guild, before) == []
