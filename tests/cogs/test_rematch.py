"""A rematch seats only players who press. It invites the others once, if they're still members."""

from typing import Any

import pytest

from bot.delivery.errors import Unknown
from bot.players.computers import Computer
from bot.storage import rows
from tests.helpers.guild import Player, Reply, SimGuild, labels, mentioned, notified_by, text_of
from tests.helpers.tables import started


async def ended(guild: SimGuild) -> Any:
    """Start a game and end it. Return its last table message."""
    await started(guild, options="threshold=300")
    asked = await guild.players[0].open("end")
    await guild.players[0].press(asked.message, "End it")
    return guild.table


def invitations(guild: SimGuild) -> list[Any]:
    return [message for message in guild.messages if "wants a rematch" in text_of(message)]


async def test_rematch_opens_same_game_with_one_player(guild: SimGuild) -> None:
    over = await ended(guild)
    ben = guild.players[1]

    await ben.press(over, "Rematch")

    again = await guild.session()
    assert again.record.options["threshold"] == 300
    assert (again.record.host_id, again.record.players) == (ben.id, (ben.id,))


async def test_the_computers_of_the_game_sit_down_again(guild: SimGuild) -> None:
    ann, ben = guild.players[:2]
    await ann.slash("cards", game="crazy-rummy")
    await ben.press(guild.table, "Join")
    await ann.add_computer(level="hard", character="wasp")
    await ann.press(guild.table, "Start")
    asked = await ann.open("end")
    await ann.press(asked.message, "End it")

    await ann.press(guild.table, "Rematch")

    again = await guild.session()
    assert again.record.status == "lobby"
    assert again.record.players == (ann.id, Computer("wasp", "hard").id)


async def test_the_others_are_invited_in_one_public_line(guild: SimGuild) -> None:
    over = await ended(guild)
    ann, ben, cyd, dan = guild.players

    await ben.press(over, "Rematch")

    [line] = invitations(guild)
    assert mentioned(text_of(line), guild.players) == ("@ben wants a rematch: @ann @cyd @dan")
    assert notified_by(guild, "wants a rematch") == {ann.id, cyd.id, dan.id}


async def test_player_refusing_invitations_is_not_named(guild: SimGuild) -> None:
    over = await ended(guild)
    ann, ben, cyd, dan = guild.players
    shown = await cyd.press((await cyd.open("settings")).message, "More")
    saved = await cyd.choose(shown.message, "Rematches: invite me", "Never invite me")
    assert "Rematches: never invite me" in labels(saved.message)

    await ben.press(over, "Rematch")

    [line] = invitations(guild)
    assert "@cyd" not in mentioned(text_of(line), guild.players)
    assert notified_by(guild, "wants a rematch") == {ann.id, dan.id}


async def test_invitation_has_its_own_way_in(guild: SimGuild) -> None:
    over = await ended(guild)
    ann, ben, *_ = guild.players
    await ben.press(over, "Rematch")
    [line] = invitations(guild)

    reply = await ann.press(line, "Join")

    assert reply.text == "You're in. 2 of 6 seats taken."
    assert (await guild.session()).record.players == (ben.id, ann.id)


async def test_rematch_in_a_dm_opens_in_the_channel(guild: SimGuild) -> None:
    await ended(guild)
    ann, ben, cyd, dan = guild.players

    told = await ben.press(ben.dm, "Rematch")
    joined = await cyd.press(cyd.dm, "Rematch")

    assert told.text == f"Your table is in <#{guild.channel.id}>."
    assert joined.text == "You're in. 2 of 6 seats taken."
    assert (await guild.session()).record.players == (ben.id, cyd.id)
    assert notified_by(guild, "wants a rematch") == {ann.id, cyd.id, dan.id}
    assert len(invitations(guild)) == 1


async def test_nobody_gets_dm_or_cards_without_having_pressed(guild: SimGuild) -> None:
    over = await ended(guild)
    ann, ben, cyd, dan = guild.players

    await ben.press(over, "Rematch")
    await ann.press(over, "Rematch")
    await cyd.press(guild.table, "Join")
    await ben.press(guild.table, "Start")

    again = await guild.session()
    assert again.record.status == "playing"
    assert again.record.players == (ben.id, ann.id, cyd.id)
    assert ["table 1" in text_of(one) for one in dan.dms] == [True]


async def test_second_press_joins_lobby_without_new_calls(guild: SimGuild) -> None:
    over = await ended(guild)
    ann, ben, *_ = guild.players

    await ben.press(over, "Rematch")
    reply = await ann.press(over, "Rematch")
    again = await ann.press(over, "Rematch")

    assert reply.text == "You're in. 2 of 6 seats taken."
    assert again.text == "You have a seat."
    assert (await guild.session()).record.players == (ben.id, ann.id)
    assert len(invitations(guild)) == 1


async def test_simultaneous_presses_share_one_table(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    over = await ended(guild)
    _, ben, cyd, _ = guild.players
    real = guild.bot.sessions.open

    async def overtaken(*given: Any, **named: Any) -> Any:
        monkeypatch.undo()
        await real(*given, **{**named, "host_id": cyd.id, "interaction_id": None})
        return await real(*given, **named)

    monkeypatch.setattr(guild.bot.sessions, "open", overtaken)

    reply = await ben.press(over, "Rematch")

    assert reply.text == "You're in. 2 of 6 seats taken."
    assert (await guild.session()).record.players == (cyd.id, ben.id)
    assert invitations(guild) == []


async def test_second_rematch_mentions_without_notifying(guild: SimGuild) -> None:
    over = await ended(guild)
    ben = guild.players[1]
    await ben.press(over, "Rematch")
    await ben.open("leave")

    await ben.press(over, "Rematch")

    assert len(invitations(guild)) == 2
    assert notified_by(guild, "wants a rematch") == set()


async def test_player_refusing_mentions_is_named_silently(guild: SimGuild) -> None:
    over = await ended(guild)
    ann, ben, cyd, dan = guild.players
    await guild.bot.sessions.choices.set_user(cyd.id, pings=False)

    await ben.press(over, "Rematch")

    [line] = invitations(guild)
    assert f"<@{cyd.id}>" in text_of(line)
    assert notified_by(guild, "wants a rematch") == {ann.id, dan.id}


async def test_departed_member_is_neither_seated_nor_named(guild: SimGuild) -> None:
    over = await ended(guild)
    ben, dan = guild.players[1], guild.players[3]
    guild.handle.remove_member(dan.actor)

    await ben.press(over, "Rematch")

    [line] = invitations(guild)
    assert f"<@{dan.id}>" not in text_of(line)
    assert f"<@{dan.id}>" not in text_of(guild.table)


async def test_unknown_members_are_not_named(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    over = await ended(guild)

    async def silent(_guild_id: int, _user_id: int) -> str:
        raise Unknown("no answer")

    monkeypatch.setattr(guild.bot.transport, "name", silent)
    ben = guild.players[1]

    await ben.press(over, "Rematch")

    [line] = invitations(guild)
    assert mentioned(text_of(line), guild.players) == ("@ben wants a rematch.")


async def again_dealt(guild: SimGuild, over: Any) -> None:
    """Open a rematch, seat the same players, and start it."""
    await guild.players[0].press(over, "Rematch")
    for player in guild.players[1:]:
        await player.press(guild.table, "Join")
    await guild.players[0].press(guild.table, "Start")


async def test_hand_becomes_a_result_with_the_way_on(guild: SimGuild) -> None:
    await ended(guild)

    hand = guild.players[1].dm
    assert "### This game is over\n## Nobody wins\n" in text_of(hand)
    assert labels(hand) == ["Rematch", "Another game", "Replay"]


async def test_result_stays_while_another_game_is_chosen(guild: SimGuild) -> None:
    await ended(guild)
    hand = guild.players[1].dm

    games = await guild.players[1].press(hand, "Another game")

    assert games.text.startswith("### Which game?")
    assert "## Nobody wins" in text_of(guild.players[1].dm)


@pytest.mark.parametrize("restarts", [False, True])
async def test_old_hands_go_when_rematch_is_dealt(guild: SimGuild, restarts: bool) -> None:
    over = await ended(guild)
    if restarts:
        await guild.restart()
    former = {player.dm.id for player in guild.players}

    await again_dealt(guild, over)

    left = [message for player in guild.players for message in player.dms]
    assert former.isdisjoint(message.id for message in left)
    assert len(left) == len(guild.players)
    assert all("table 2" in text_of(message) for message in left)


async def refused(guild: SimGuild, over: Any, player: Player) -> Reply:
    """Press *Rematch* and check that no session has changed. Return the answer."""
    before = await guild.bot.store.read(rows.in_guild, guild.handle.id)
    reply = await player.press(over, "Rematch")
    assert await guild.bot.store.read(rows.in_guild, guild.handle.id) == before
    assert reply.is_private
    return reply


async def test_occupied_channel_has_no_room_for_rematch(guild: SimGuild) -> None:
    over = await ended(guild)
    await guild.players[2].slash("cards", game="skrap")

    reply = await refused(guild, over, guild.players[1])

    assert "another table" in reply.text
    assert "thread" in reply.text


async def test_the_lobby_of_a_stranger_is_no_rematch(guild: SimGuild) -> None:
    over = await ended(guild)
    await guild.join("zoe").slash("cards", game="crap")

    assert "another table" in (await refused(guild, over, guild.players[1])).text


async def test_begun_rematch_gives_no_more_seats(guild: SimGuild) -> None:
    over = await ended(guild)
    ann, ben, cyd, dan = guild.players
    for player in (ann, ben, cyd):
        await player.press(over, "Rematch")
    await ann.press(guild.table, "Start")

    assert "another table" in (await refused(guild, over, dan)).text


async def test_stranger_cannot_ask_for_rematch(guild: SimGuild) -> None:
    over = await ended(guild)

    assert "Only people who played" in (await refused(guild, over, guild.join("zoe"))).text


async def test_unjoined_rematch_closes_automatically(guild: SimGuild) -> None:
    over = await ended(guild)
    await guild.players[1].press(over, "Rematch")

    await guild.pass_time(4000)

    assert await guild.bot.sessions.at(guild.channel.id) is None
