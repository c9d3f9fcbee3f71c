"""After a game has ended, people can look at it but no longer change it."""

from typing import Any

import pytest

from tests.helpers.guild import Reply, SimGuild, labels, text_of
from tests.helpers.tables import started

NO_GAME = "No game is running in this channel."
NO_TABLE = "You don't have a table yet. `/cards` starts one."
OVER = "This game is over"
LOOKS = ("hand", "table")


async def ended(guild: SimGuild, game: str = "crap") -> None:
    """Start a game and end it as its host."""
    await started(guild, game)
    asked = await guild.players[0].open("end")
    await guild.players[0].press(asked.message, "End it")


@pytest.mark.parametrize("command", LOOKS)
@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.players(2)
async def test_looking_after_the_end_shows_last_game(guild: SimGuild, command: str, restarts: bool) -> None:
    await ended(guild, "crapette")
    if restarts:
        await guild.restart()

    reply = await guild.players[0].slash(command)

    assert reply.is_private
    assert OVER in reply.text
    assert NO_GAME not in reply.text


async def test_hand_of_the_last_game_shows_its_result(guild: SimGuild) -> None:
    await ended(guild)

    assert "## Nobody wins" in (await guild.players[1].slash("hand")).text


@pytest.mark.players(2)
async def test_typed_end_leaves_the_result_to_the_channel(guild: SimGuild) -> None:
    session = await started(guild, "crapette")
    mover, other = guild.players[session.state.turn], guild.players[1 - session.state.turn]
    await mover.move("offer-draw")
    before = await other.slash("hand")

    reply = await other.move("accept-draw")

    assert before.message is None
    assert reply.text.splitlines()[1:] == ["### This game is over"]
    assert labels(reply.message) == ["Rematch", "Another game", "Replay"]
    assert "draw" in text_of(guild.messages[-1])
    assert "draw" in (await other.slash("hand")).text


async def test_hand_after_the_end_says_it_once(guild: SimGuild) -> None:
    await started(guild, "craits")
    ann, ben, *_ = guild.players
    asked = await ben.open("leave")
    await ben.press(asked.message, "Leave")
    left = (await ben.slash("hand")).text

    asked = await ann.open("end")
    await ann.press(asked.message, "End it")

    assert "You've left this game" in left
    for player in (ann, ben):
        text = (await player.slash("hand")).text
        assert text.count(OVER) == 1
        assert "You aren't playing" not in left + text


async def test_thread_shows_its_own_last_game(guild: SimGuild) -> None:
    await ended(guild)
    await guild.bot.sessions.choices.set_server(guild.handle.id, threads=True)
    await guild.players[0].slash("cards", game="skrap")
    guild.channel = guild.channel.threads[0]

    assert "Skrap" in (await guild.players[0].slash("table")).text
    await guild.players[0].open("leave")
    assert NO_GAME in (await guild.players[0].slash("table")).text


async def test_lobby_closed_before_deal_is_not_a_game(guild: SimGuild) -> None:
    await ended(guild)
    await guild.players[0].slash("cards", game="skrap")
    await guild.players[0].open("leave")

    assert "C.R.A.P." in (await guild.players[0].slash("table")).text


async def test_new_table_takes_place_of_last_one(guild: SimGuild) -> None:
    await ended(guild)
    await guild.players[0].slash("cards", game="skrap")

    reply = await guild.players[0].slash("table")

    assert "Skrap" in reply.text
    assert OVER not in reply.text


async def test_stranger_to_last_game_sees_its_table(guild: SimGuild) -> None:
    await ended(guild)
    stranger = guild.join("zoe")

    assert "you weren't in it" in (await stranger.slash("hand")).text
    assert OVER in (await stranger.slash("table")).text


@pytest.mark.parametrize("command", ["recycle", "call-bluff"])
async def test_whatever_changes_game_says_that_there_is_none(guild: SimGuild, command: str) -> None:
    await ended(guild)
    before = await guild.bot.store.load(1)

    reply = await guild.players[0].slash(command)

    assert NO_GAME in reply.text
    assert "`/cards`" in reply.text
    assert await guild.bot.store.load(1) == before


async def hand_by_dm(guild: SimGuild, seat: int) -> Reply:
    actor: Any = guild.players[seat].actor.user
    return await guild.after(actor.slash("hand"))


async def test_dm_shows_latest_game_live_or_ended(guild: SimGuild) -> None:
    assert (await hand_by_dm(guild, 0)).text == NO_TABLE
    await ended(guild)
    assert OVER in (await hand_by_dm(guild, 0)).text

    home, guild.channel = guild.channel, guild.handle.create_text_channel("more")
    await started(guild, "skrap")
    shown = await hand_by_dm(guild, 0)

    assert "Skrap" in shown.text
    assert OVER not in shown.text
    assert all(OVER not in text_of(message) for message in home.history())


async def test_no_clock_runs_after_the_end(guild: SimGuild) -> None:
    await ended(guild)

    text = (await guild.players[0].slash("table")).text

    assert "Auto-" not in text
    assert "Time-out" not in text
    assert "<t:" not in text


@pytest.mark.parametrize("what", ["leave", "end", "move"])
async def test_without_a_table_there_is_none_to_choose(guild: SimGuild, what: str) -> None:
    await ended(guild)

    assert (
        await guild.players[0].open(what)
    ).text == "You don't have a table for that. `/my-tables` lists yours."
