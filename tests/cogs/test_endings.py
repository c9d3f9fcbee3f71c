"""Games that end early: the table and every player's DM say so, with the reason."""

from typing import Any

import msgspec
import pytest

from bot.sessions.deadlines import IDLE_SECONDS
from bot.sessions.lobby import Pace
from bot.sessions.session import Session
from tests.cogs.test_rights import member_with
from tests.helpers.behind import change_in
from tests.helpers.guild import SLOW, SimGuild, labels, text_of
from tests.helpers.tables import started


def told(guild: SimGuild, reason: str) -> None:
    """Check that the table and every hand say how the game ended."""
    for text in (guild.table_text, *(text_of(player.dm) for player in guild.players)):
        assert "Nobody wins" in text
        assert reason in text


async def test_the_host_ends_it(guild: SimGuild) -> None:
    await started(guild)
    ann = guild.players[0]

    asked = await ann.open("end")
    await ann.press(asked.message, "End it")

    told(guild, "Ann ended the game.")


async def test_the_players_vote_to_end_it(guild: SimGuild) -> None:
    await started(guild)

    for player in guild.players[1:]:
        asked = await player.open("end")
        await player.press(asked.message, "End it")

    told(guild, "Most of the players voted to end the game.")


async def test_a_moderator_ends_it(guild: SimGuild) -> None:
    await started(guild)
    moderator = member_with(guild, manage_guild=True)

    asked = await moderator.open("end")
    assert "It ends for" in asked.text
    await moderator.press(asked.message, "End it")

    told(guild, "A moderator ended the game.")


@pytest.mark.players(2)
async def test_nobody_has_moved_for_a_month(guild: SimGuild) -> None:
    guild.bot.sessions.pace = Pace(turn=20, response=20)
    session = await started(guild, "craits")
    for _ in range(7):
        await guild.pass_time(21)
    assert session.record.is_idle

    await run_out(guild, session)

    told(guild, "Nobody moved for too long.")


async def run_out(guild: SimGuild, session: Session) -> None:
    """Make the deadline of a table come at once."""
    session.record = msgspec.structs.replace(session.record, deadline=guild.bot.sessions.clock() - 1)
    await guild.bot.sessions._on_deadline(session.record.id)
    await guild.settle()


async def test_everyone_has_left(guild: SimGuild) -> None:
    guild.bot.sessions.computers.timings = SLOW
    ann = guild.players[0]
    await ann.slash("cards", game="craits")
    await ann.press(guild.table, "Play alone")
    asked = await ann.open("leave")

    await ann.press(asked.message, "Leave")

    page = await ann.slash("table")
    assert "You left the game." in page.text


async def end_waiting(guild: SimGuild) -> None:
    """End all paused games, as if they had waited for a month."""
    await change_in(guild.bot.store, f"UPDATE pauses SET since = since - {IDLE_SECONDS}")
    await guild.bot.pauses.end_old()
    await guild.settle()


async def lose_channel(guild: SimGuild) -> None:
    channel: Any = guild.bot.get_channel(guild.channel.id)
    await channel.delete()
    await guild.settle()


async def test_abandoned_table_of_deleted_channel_ends(guild: SimGuild) -> None:
    await started(guild)
    await lose_channel(guild)

    await end_waiting(guild)

    for player in guild.players:
        hand = next(text_of(one) for one in reversed(player.dms) if "### This game is over" in text_of(one))
        assert "The table's channel was deleted, and nobody moved the game to another one." in hand


@pytest.mark.players(2)
async def test_note_of_loss_tells_of_the_end(guild: SimGuild) -> None:
    await started(guild, "crapette")
    await lose_channel(guild)
    assert all("is gone" in text_of(player.dm) for player in guild.players)

    await end_waiting(guild)

    for player in guild.players:
        assert text_of(player.dm) == (
            "Crapette, table 1, is closed. The table's channel was deleted, and nobody moved the "
            "game to another one. Nobody wins."
        )


async def test_its_server_could_not_be_reached(guild: SimGuild) -> None:
    await started(guild)
    await guild.bot.pauses.server_gone(guild.handle.id)

    await end_waiting(guild)

    told(guild, "I couldn't reach the server for too long.")


@pytest.mark.players(3)
@pytest.mark.parametrize("game", ["skrap", "craits", "crazy-rummy", "crap"])
async def test_earlier_leaver_reads_ending_on_their_hand(guild: SimGuild, game: str) -> None:
    _, ben, cyd = guild.players
    await started(guild, game)
    for player in (ben, cyd):
        asked = await player.open("leave")
        await player.press(asked.message, "Leave")
        assert {*labels(player.dm)} <= {"Rules", "More", "Rematch", "Another game", "Replay"}

    for player in (ben, cyd):
        (hand,) = player.dms
        assert "## ♛ Ann wins" in text_of(hand)
        assert labels(hand) == ["Rematch", "Another game", "Replay"]

    again = await ben.press(ben.dm, "Rematch")
    assert again.text == f"Your table is in <#{guild.channel.id}>."
    assert (await guild.session()).record.players == (ben.id,)
