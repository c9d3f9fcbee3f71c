"""`/my-tables`: all tables of a user, their turns first, and the games that ended since they last looked."""

from typing import Any

import pytest

from bot.sessions import lobby
from bot.sessions.frame import End
from bot.sessions.lobby import Start
from bot.sessions.session import Session
from bot.storage import privacy
from tests.helpers.guild import SLOW, Player, SimGuild, labels, text_of
from tests.helpers.tables import started


async def table_in(guild: SimGuild, channel: Any, game: str = "craits", *, waits_for: int = 0) -> Session:
    """Deal a table of the first two players in a channel, with this seat on turn."""
    ann, ben = guild.players[:2]
    for number in range(40):
        guild.bot.sessions.new_key = lambda: bytes([number]) * 32  # noqa: B023 # used at once
        opened = await guild.bot.sessions.open(
            game, {}, guild_id=guild.handle.id, channel_id=channel.id, host_id=ann.id, others=[ben.id]
        )
        assert isinstance(opened, Session)
        await guild.bot.sessions.act(opened, ann.id, Start())
        await guild.settle()
        if opened.scene(None).deciders == (waits_for,):
            return opened
        await guild.bot.sessions.act(opened, ann.id, End())
    raise AssertionError("that player never begins")


async def mine(player: Player) -> Any:
    """Ask for `/my-tables` twice. Return the second answer, without games that ended before."""
    await player.slash("my-tables")
    return await player.slash("my-tables")


async def test_unseated_user_can_open_table(guild: SimGuild) -> None:
    ann = guild.players[0]

    shown = await ann.slash("my-tables")
    assert shown.is_private
    assert shown.text == "You're not at any table."
    games = await ann.press(shown.message, "Open one")

    assert games.text.startswith("### Which game?")


async def test_own_turn_comes_before_others_turns(guild: SimGuild) -> None:
    other = guild.handle.create_text_channel("duel")
    waiting = await table_in(guild, guild.channel, waits_for=1)
    own = await table_in(guild, other, waits_for=0)

    shown = await mine(guild.players[0])

    lines = shown.text.splitlines()
    assert lines[0] == "### Your tables"
    assert lines[1] == "**Your turn**"
    assert lines[2] == f"Craits · table {own.record.id} · Ben"
    assert lines[3].startswith("-# <t:")
    assert lines[4] == "**Waiting for others**"
    assert lines[5] == f"Craits · table {waiting.record.id} · Ben"
    assert lines[6].startswith("-# Ben, your turn on ")
    assert "<@" not in shown.text
    assert labels(shown.message) == ["Open", "Look", "All tables here"]


async def test_the_table_with_least_time_left_comes_first(guild: SimGuild) -> None:
    sessions = [
        await table_in(guild, guild.handle.create_text_channel(f"room-{number}")) for number in range(3)
    ]
    await guild.pass_time(5)
    late = await table_in(guild, guild.channel)

    shown = await mine(guild.players[0])

    numbers = [
        int(line.split("table ")[1].split(" ")[0]) for line in shown.text.splitlines() if "· table" in line
    ]
    assert numbers[:4] == [*(one.record.id for one in sessions), late.record.id]


async def test_open_shows_hand_and_look_shows_table(guild: SimGuild) -> None:
    await table_in(guild, guild.channel, waits_for=0)
    ann, ben = guild.players[:2]
    await ann.slash_in_dm("my-tables")

    shown = await ann.slash_in_dm("my-tables")
    hand = await ann.press(shown.message, "Open")
    theirs = await ben.slash_in_dm("my-tables")
    table = await ben.press(theirs.message, "Look")

    assert hand.is_private
    assert "Your hand" in hand.text
    assert table.is_private
    assert "Your hand" not in table.text
    assert "**Craits** · table" in table.text


async def test_ended_game_is_told_once_and_viewable(guild: SimGuild) -> None:
    session = await table_in(guild, guild.channel)
    ann, ben = guild.players[:2]
    await mine(ben)
    await guild.pass_time(1)
    asked = await ann.open("end")
    await ann.press(asked.message, "End it")

    first = await ben.slash("my-tables")
    assert first.text.splitlines()[1:] == [
        "**Ended since you last looked**",
        f"-# Craits · table {session.record.id}: nobody won. Ann ended the game.",
    ]
    await guild.pass_time(1)
    result = await ben.press(first.message, "Look")
    again = await ben.slash("my-tables")

    assert "## Nobody wins" in result.text
    assert again.text == "You're not at any table."


@pytest.mark.players(2)
async def test_result_says_who_won_and_how_one_did(guild: SimGuild) -> None:
    session = await started(guild, "skrap")
    ann, ben = guild.players
    asked = await ben.open("leave")
    await ben.press(asked.message, "Leave")
    assert session.record.status == "over"

    won = await ann.slash("my-tables")
    lost = await ben.slash("my-tables")

    assert "Skrap · table 1: you won" in won.text
    assert "Skrap · table 1: Ann won" in lost.text


async def test_waiting_lobby_says_what_is_missing(guild: SimGuild) -> None:
    ann, ben = guild.players[:2]
    await ann.slash("cards", game="crap")
    await ben.press(guild.table, "Join")

    shown = await mine(ann)
    assert "C.R.A.P. · table 1 · Ben\n-# Not dealt yet: one more needed." in shown.text
    looked = await ann.press(shown.message, "Look")

    assert looked.text.startswith("## C.R.A.P.")


async def test_lobby_tells_each_player_how_it_begins(guild: SimGuild) -> None:
    ann, ben, _, dan = guild.players
    await ann.slash("cards", game="craits")
    alone = [await ann.slash("hand"), await mine(ann)]
    await ben.press(guild.table, "Join")

    host = [await ann.slash("hand"), await ann.slash("turn", move="draw"), await mine(ann)]
    other = [await ben.slash("hand"), await mine(ben)]
    other += [await ben.slash("turn", move=move) for move in ("draw", "nonsense")]
    stranger = await dan.slash("hand")
    await guild.pass_time(301)
    while_away = await ben.slash("hand")

    assert all("Not dealt yet. **Play alone** deals." in reply.text for reply in alone)
    assert all("Not dealt yet. **Start** deals." in reply.text for reply in host)
    assert all("Not dealt yet. Ann starts the game." in reply.text for reply in other)
    assert stranger.text == "Not dealt yet. **Join** takes a seat."
    assert while_away.text == "Not dealt yet. **Start** deals."


async def test_more_than_eight_tables_are_counted(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "LOBBIES_OF_USER", 99)
    monkeypatch.setattr(lobby, "LOBBIES_OF_SERVER", 99)
    ann = guild.players[0]
    for number in range(11):
        channel = guild.handle.create_text_channel(f"room-{number}")
        await guild.bot.sessions.open(
            "skrap", {}, guild_id=guild.handle.id, channel_id=channel.id, host_id=ann.id
        )
    await guild.settle()

    shown = await mine(ann)

    assert shown.text.count("Skrap · table") == 8
    assert shown.text.endswith("-# and 3 more.")


async def test_table_without_channel_says_how_to_continue(guild: SimGuild) -> None:
    await table_in(guild, guild.channel)
    channel: Any = guild.bot.get_channel(guild.channel.id)
    await channel.delete()
    await guild.settle()

    shown = await guild.players[0].slash_in_dm("my-tables")

    assert (
        "-# Its channel is gone. To carry on, type `/cardcrate` (*Move a table here*) in another one."
    ) in shown.text


async def test_table_alone_in_dm_is_among_them(guild: SimGuild) -> None:
    guild.bot.sessions.computers.timings = SLOW
    ann = guild.players[0]
    await ann.slash_in_dm("cards", game="skrap")
    await ann.press(ann.dms[-1], "Play alone")

    shown = await ann.slash("my-tables")
    assert "**Your turn**\nSkrap · table 1 · ⚙ " in shown.text
    hand = await ann.press(shown.message, "Open")

    assert "### " in hand.text


async def test_time_of_last_look_is_shown_and_deletable(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash("my-tables")
    assert (await guild.bot.store.read_long(privacy.known_of, ann.id))["looked_at"] is not None
    told = await ann.open("privacy")
    assert "when you last looked at your tables" in told.text

    asked = await ann.privacy("Delete")
    await ann.press(asked.message, "Delete")

    assert (await guild.bot.store.read_long(privacy.known_of, ann.id))["looked_at"] is None


async def test_host_of_three_lobbies_opens_no_fourth(guild: SimGuild) -> None:
    ann = guild.players[0]
    channels = []
    for number in range(3):
        guild.channel = guild.handle.create_text_channel(f"room-{number}")
        channels.append(f"<#{guild.channel.id}>")
        await ann.slash("cards", game="skrap")
    guild.channel = guild.handle.create_text_channel("one-more")

    refused = await ann.slash("cards", game="skrap")

    assert refused.text == (
        f"3 of your tables wait for players, in {channels[2]}, {channels[1]} and {channels[0]}. "
        "Start or close one first."
    )
    in_dm = await ann.slash_in_dm("cards", game="skrap")
    assert in_dm.text == refused.text


async def test_lobby_in_dm_counts_and_is_named(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash_in_dm("cards", game="skrap")
    for number in range(2):
        guild.channel = guild.handle.create_text_channel(f"room-{number}")
        await ann.slash("cards", game="skrap")
    guild.channel = guild.handle.create_text_channel("one-more")

    refused = await ann.slash("cards", game="skrap")

    assert "and our DM. Start or close one first." in refused.text


async def test_server_with_ten_lobbies_opens_no_eleventh(guild: SimGuild) -> None:
    for number in range(10):
        channel = guild.handle.create_text_channel(f"room-{number}")
        host = 1000 + number
        await guild.bot.sessions.open(
            "skrap", {}, guild_id=guild.handle.id, channel_id=channel.id, host_id=host
        )
    ann = guild.players[0]

    refused = await ann.slash("cards", game="skrap")
    elsewhere = await ann.slash_in_dm("cards", game="skrap")

    assert refused.text.startswith("10 tables here wait for players, in <#")
    assert elsewhere.message is None
    assert text_of(ann.dms[-1]).startswith("## Skrap")
