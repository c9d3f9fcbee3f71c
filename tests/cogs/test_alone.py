"""Playing alone in the DM with the bot: table and hand are one message, and no server is needed."""

from typing import Any

import discord
import pytest

from bot.games import GAMES
from bot.players.policies import POLICIES
from bot.sessions.alone import at_level
from bot.sessions.session import Session
from tests.cogs.test_settings import moderator
from tests.helpers.guild import Player, SimGuild, labels, text_of
from tests.helpers.tables import acted

pytestmark = pytest.mark.quick_computers


async def session_of(guild: SimGuild, player: Player) -> Session:
    """Return the live table in a player's DM."""
    found = await guild.bot.sessions.at(player.actor.user.dm_channel.id)
    assert found is not None
    return found


def in_dm(player: Player) -> list[Any]:
    """Return all messages that a player sees in their DM, with private answers, oldest first."""
    return list(player.actor.user.dm_channel.history(viewer=player.actor.user))


def tables(player: Player) -> list[Any]:
    """Return the messages in a player's DM without private answers, oldest first."""
    return [message for message in player.dms if not message.flags.ephemeral]


async def dealt(guild: SimGuild, game: str = "craits") -> Session:
    ann = guild.players[0]
    await ann.slash_in_dm("cards", game=game)
    await ann.press(tables(ann)[-1], "Play alone")
    session = await session_of(guild, ann)
    await acted(guild, session)
    return session


async def test_choosing_a_game_opens_a_lobby_with_computers(guild: SimGuild) -> None:
    ann = guild.players[0]

    shown = await ann.slash_in_dm("cards")
    assert shown.is_private
    assert shown.text.startswith("### Which game?")
    await ann.press(shown.message, "Open")

    [lobby] = tables(ann)
    assert text_of(lobby).startswith("## Skrap")
    assert "1. Ann · host" in text_of(lobby)
    assert text_of(lobby).count("computer, easy") == 2
    assert {"Play alone", "Add a computer", "Rules", "More"} <= {*labels(lobby)}
    assert "Join" not in labels(lobby)
    session = await session_of(guild, ann)
    assert (session.record.guild_id, session.record.is_in_dm) == (0, True)


async def test_crapette_puts_own_clock_before_pace(guild: SimGuild) -> None:
    ann = guild.players[0]

    reply = await ann.slash_in_dm("cards", game="crapette", pace="none")

    assert reply.text == "This game has a clock of its own: choose it among the options."
    assert tables(ann) == []


async def test_computers_play_at_level_that_is_chosen(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash_in_dm("cards", game="craits")

    await ann.choose(tables(ann)[0], "Computers: easy", "Hard")

    [lobby] = tables(ann)
    assert text_of(lobby).count("computer, hard") == 2
    assert "Computers: hard" in labels(lobby)


async def test_the_level_changes_during_a_game(guild: SimGuild) -> None:
    ann = guild.players[0]
    session = await dealt(guild)
    before = session.record.players
    more = await ann.press(tables(ann)[0], "More")

    changed = await ann.choose(more.message, "Computers: easy", "Hard")

    assert "Computers: hard" in labels(changed.message)
    assert session.record.players == at_level(before, "hard") != before
    await guild.restart()
    again = await session_of(guild, ann)
    assert again.record.players == at_level(before, "hard")
    revision = again.record.revision
    await ann.slash_in_dm("turn", move=str(again.scene(0).legal[0]))
    await acted(guild, again)
    assert again.record.revision > revision


async def test_table_and_hand_in_one_message_call_nobody(guild: SimGuild) -> None:
    ann = guild.players[0]
    before = len(guild.messages)

    session = await dealt(guild)

    [one] = tables(ann)
    text = text_of(one)
    assert "**Craits** · table 1" in text
    assert "Your hand" in text or "hand:" in text.lower() or "♣" in text
    assert "### " in text
    assert len(guild.messages) == before
    posts = [
        request.json
        for request in guild.env.http_requests
        if request.method == "POST" and "messages" in request.path
    ]
    assert not any((body or {}).get("allowed_mentions", {}).get("users") for body in posts)
    assert session.record.status == "playing"


async def test_a_press_changes_the_message_where_it_stands(guild: SimGuild) -> None:
    ann = guild.players[0]
    session = await dealt(guild)
    while not session.scene(0).asked:
        await acted(guild, session)
    before, [one] = session.record.revision, tables(ann)

    move = session.game.legal(session.state, 0)[0]
    await ann.forge(one, f"b:{session.record.id}:{before}:move {move}")

    assert session.record.revision > before
    assert [message.id for message in tables(ann)] == [one.id]


async def test_page_to_read_appears_next_to_table(guild: SimGuild) -> None:
    ann = guild.players[0]
    await dealt(guild)
    [one] = tables(ann)
    before = text_of(one)

    rules = await ann.press(one, "Rules")
    more = await ann.press(one, "More")
    log = await ann.press(more.message, "Log")

    assert all(reply.is_private for reply in (rules, more, log))
    assert rules.text.startswith("## Craits")
    [same] = tables(ann)
    assert text_of(same) == before


LONG = ("crap", "crapette")
"""Long games, played alone only at night. Other tests cover their computers as well."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.night if game in LONG else ()) for game in GAMES]
)
async def test_each_game_is_played_alone_to_its_end(guild: SimGuild, game: str) -> None:
    ann = guild.players[0]
    session = await dealt(guild, game)

    for _ in range(3000):
        await acted(guild, session)
        if session.record.status != "playing":
            break
        assert session.scene(0).asked
        assert len(text_of(tables(ann)[-1])) <= 4000
        move = POLICIES[game].candidates(session.state, 0)[0]
        before = session.record.revision
        await ann.forge(tables(ann)[-1], f"b:{session.record.id}:{before}:move {move}")
        assert session.record.revision > before, move

    [one] = tables(ann)
    assert session.record.status == "over"
    assert text_of(one).startswith("## ")
    assert "Rematch" in labels(one)


async def test_the_table_goes_on_after_a_restart(guild: SimGuild) -> None:
    ann = guild.players[0]
    before = await dealt(guild)

    await guild.restart()
    session = await session_of(guild, ann)
    await acted(guild, session)

    assert session.record.id == before.record.id
    assert session.record.id not in guild.bot.sessions.clocks.paused
    assert len(tables(ann)) == 1
    hand = await ann.slash_in_dm("hand")
    assert hand.is_private
    assert f"table {session.record.id}" in hand.text


async def test_commands_of_the_table_work_in_the_dm(guild: SimGuild) -> None:
    ann = guild.players[0]
    session = await dealt(guild)

    hand = await ann.slash_in_dm("hand")
    table = await ann.slash_in_dm("table")
    listed = await ann.slash_in_dm("my-tables")
    moved = await ann.open("move", in_dm=True)

    number = f"table {session.record.id}"
    assert all(number in reply.text for reply in (hand, table, listed))
    assert "-# No clock here." in table.text
    assert moved.text == "You don't have a table for that. `/my-tables` lists yours."


async def test_a_move_is_made_by_its_command(guild: SimGuild) -> None:
    ann = guild.players[0]
    session = await dealt(guild, "skrap")
    before = session.record.revision
    [move, *_] = await ann.actor.user.autocomplete("turn", "move", "")

    reply = await ann.slash_in_dm("turn", move=move["value"])

    assert session.record.revision > before
    assert reply.is_private


async def test_typed_moves_leave_one_page_following_table(guild: SimGuild) -> None:
    ann = guild.players[0]
    session = await dealt(guild)
    looked = await ann.slash_in_dm("hand")
    replies = [looked]

    while len(replies) < 3 or not session.scene(0).asked:
        while not session.scene(0).asked:
            await acted(guild, session)
        replies.append(await ann.slash_in_dm("turn", move=str(session.scene(0).legal[0])))
        await acted(guild, session)

    [standing] = [reply for reply in replies if reply.message is not None]
    assert standing is replies[-1]
    [table] = tables(ann)
    assert text_of(standing.message).splitlines()[:-1] == text_of(table).splitlines()


async def test_copy_of_table_follows_it_after_press(guild: SimGuild) -> None:
    ann = guild.players[0]
    session = await dealt(guild)
    while not session.scene(0).asked:
        await acted(guild, session)
    copy = await ann.slash_in_dm("hand")

    move = session.scene(0).legal[0]
    await ann.forge(copy.message, f"b:{session.record.id}:{session.record.revision}:move {move}")
    await acted(guild, session)

    [table] = tables(ann)
    assert text_of(copy.message).splitlines()[:-1] == text_of(table).splitlines()


async def test_ending_gives_reason_and_offers_rematch(guild: SimGuild) -> None:
    ann = guild.players[0]
    await dealt(guild)
    asked = await ann.open("end", in_dm=True)
    await ann.press(asked.message, "End it")
    [over] = tables(ann)
    assert "Nobody wins" in text_of(over)
    assert "Ann ended the game." in text_of(over)

    await ann.press(over, "Rematch")
    again = await session_of(guild, ann)
    await acted(guild, again)

    assert (again.record.id, again.record.status) == (2, "playing")
    old, new = tables(ann)
    assert "Nobody wins" in text_of(old)
    assert "**Craits** · table 2" in text_of(new)


async def test_leaving_alone_ends_table(guild: SimGuild) -> None:
    ann = guild.players[0]
    await dealt(guild)
    more = await ann.press(tables(ann)[0], "More")
    asked = await ann.press(more.message, "Leave")

    await ann.press(asked.message, "Leave")

    assert "You left the game." in text_of(tables(ann)[0])


async def test_second_table_waits_until_first_has_ended(guild: SimGuild) -> None:
    ann = guild.players[0]
    session = await dealt(guild)

    busy = await ann.slash_in_dm("cards", game="skrap")
    assert busy.text == "You have a table here. `/cardcrate` (*End a game*) ends it, so you can open another."
    shown = await ann.press(busy.message, "Open")

    assert f"table {session.record.id}" in shown.text


async def test_another_persons_dm_is_their_own(guild: SimGuild) -> None:
    await dealt(guild)
    ben = guild.players[1]

    listed = await ben.slash_in_dm("my-tables")
    looked = await ben.slash_in_dm("table")

    assert listed.text == "You're not at any table."
    assert looked.text == "You don't have a table yet. `/cards` starts one."


async def test_missing_membership_leads_to_the_dm(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.Interaction, "is_user_integration", lambda _: True)
    ann = guild.players[0]

    refused = await ann.slash("cards", game="skrap")
    settings = await moderator(guild).set_up()
    tables_there = await ann.slash("my-tables")
    in_dm = await ann.slash_in_dm("cards", game="skrap")

    assert refused.text.startswith("I'm not a member of this server.")
    assert settings.text.startswith("That command doesn't work here.")
    assert tables_there.text == "You're not at any table."
    assert in_dm.message is None
    assert text_of(tables(ann)[0]).startswith("## Skrap")


async def test_closed_dm_is_playable_by_answers_alone(guild: SimGuild) -> None:
    ann = guild.players[0]
    guild.env.inject_error(
        "POST",
        f"/channels/{ann.actor.user.dm_channel.id}/messages",
        status=403,
        code=50278,
        message="Cannot send messages to this user due to having no mutual guilds",
        times=None,
    )

    opened = await ann.slash_in_dm("cards", game="skrap")
    assert tables(ann) == []
    assert opened.text.startswith("> Discord won't let me post here")
    assert "Play alone" in labels(opened.message)
    lobby = await ann.slash_in_dm("table")
    hand = await ann.press(lobby.message, "Play alone")

    assert hand.is_private
    assert "Choose your surge card" in hand.text
    session = await session_of(guild, ann)
    before = session.record.revision
    move = session.game.legal(session.state, 0)[0]
    await ann.forge(hand.message, f"b:{session.record.id}:{before}:move {move}")
    assert session.record.revision > before


async def test_lobby_in_dm_closes_by_its_more(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash_in_dm("cards", game="skrap")
    more = await ann.press(tables(ann)[0], "More")
    assert "Leave" not in labels(more.message)

    asked = await ann.press(more.message, "Close the table")
    await ann.press(asked.message, "Close it")

    assert tables(ann) == []


async def test_back_from_reading_leaves_one_hand(guild: SimGuild) -> None:
    ann = guild.players[0]
    await dealt(guild)
    [one] = tables(ann)
    more = await ann.press(one, "More")
    assert len(in_dm(ann)) == 2

    await ann.press(more.message, "Back")

    assert [message.id for message in in_dm(ann)] == [one.id]


async def test_private_hand_in_dm_keeps_up_with_table(guild: SimGuild) -> None:
    ann = guild.players[0]
    session = await dealt(guild, "skrap")
    hand = await ann.slash_in_dm("hand")
    copy = await ann.forge(hand.message, f"b:{session.record.id}:{session.record.revision}:hand")
    assert "Choose your surge card" in copy.text

    move = session.game.legal(session.state, 0)[0]
    await ann.forge(tables(ann)[0], f"b:{session.record.id}:{session.record.revision}:move {move}")
    await acted(guild, session)

    assert not any("Choose your surge card" in text_of(message) for message in in_dm(ann))
