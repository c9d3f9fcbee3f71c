"""*Not at my tables*: hosts keep people out, players at other tables are warned, and nobody is told."""

import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.rendering.commands import BLOCK, INVITE
from tests.helpers.guild import Player, Reply, SimGuild, labels, text_of
from tests.helpers.tables import started

pytestmark = pytest.mark.players(3)
KEPT_OUT = "You can't join this table. Start one with `/cards`."
PAIRS = 50


async def ended(guild: SimGuild) -> Any:
    """Start a game of everyone and end it. Return the message with its result."""
    await started(guild)
    asked = await guild.players[0].open("end")
    await guild.players[0].press(asked.message, "End it")
    return guild.table


async def seated(guild: SimGuild) -> tuple[int, ...]:
    """Return the players of the channel's table."""
    return (await guild.session()).record.players


def warning(table: int, came: Player) -> str:
    return f"<@{came.id}> has joined table {table}. You didn't want to play with <@{came.id}>."


def warnings(player: Player) -> list[Any]:
    """Return the DMs that warn a player."""
    return [one for one in player.dms if "You didn't want to play" in text_of(one)]


async def test_menu_adds_and_undo_takes_off(guild: SimGuild) -> None:
    ann, ben, _ = guild.players
    reply = await ann.use_menu(BLOCK, ben)

    assert reply.is_private
    assert reply.text == (
        f"<@{ben.id}> can't join tables you host. At other tables you'll be warned. <@{ben.id}> isn't told."
    )
    undone = await ann.press(reply.message, "Undo")
    assert undone.text == "### Not at my tables: 0 people"
    assert await guild.bot.sessions.blocks.of(ann.id) == []


async def test_menu_again_takes_off(guild: SimGuild) -> None:
    ann, ben, _ = guild.players
    await ann.use_menu(BLOCK, ben)
    again = await ann.use_menu(BLOCK, ben)
    assert again.text == f"<@{ben.id}> is on your list."
    await ann.press(again.message, "Take off the list")

    assert await guild.bot.sessions.blocks.of(ann.id) == []


async def test_settings_show_the_list(guild: SimGuild) -> None:
    ann, ben, cyd = guild.players
    assert "Not at my tables" not in " ".join(labels((await ann.open("settings")).message))
    await ann.use_menu(BLOCK, ben)
    await guild.pass_time(1)
    await ann.use_menu(BLOCK, cyd)
    settings = await ann.open("settings")
    page = await ann.press(settings.message, "Not at my tables: 2 people")

    assert page.text == f"### Not at my tables: 2 people\n<@{cyd.id}>\n<@{ben.id}>"
    page = await ann.press(page.message, "Take off the list")
    assert page.text.startswith("### Not at my tables: one person\n")
    await ann.press(page.message, "Back")
    assert "Not at my tables: one person" in labels(page.message)


async def test_full_list_is_turned_by_pages(guild: SimGuild) -> None:
    ann, ben, _ = guild.players
    for number in range(PAIRS):
        assert await guild.bot.sessions.blocks.add(ann.id, 10_000 + number)

    assert (await ann.use_menu(BLOCK, ben)).text == "Your list is full: 50 people."
    settings = await ann.open("settings")
    page = await ann.press(settings.message, "Not at my tables: 50 people")
    for _ in range(6):
        page = await ann.press(page.message, "Later")
    assert page.text == "### Not at my tables: 50 people\n<@10048>\n<@10049>"


async def test_nobody_blocks_themselves(guild: SimGuild) -> None:
    ann, *_ = guild.players

    assert (await ann.use_menu(BLOCK, ann)).text == "### Not at my tables: 0 people"


async def by_lobby(host: Player, other: Player) -> Reply:
    """Join by the lobby's button."""
    await host.use_menu(BLOCK, other)
    await host.slash("cards", game="crap")
    return await other.press(host.guild.table, "Join")


async def by_another_look(host: Player, other: Player) -> Reply:
    """Join from the private copy of the lobby."""
    await host.use_menu(BLOCK, other)
    await host.slash("cards", game="crap")
    shown = await other.slash("table")
    return await other.press(shown.message, "Join")


async def by_a_computers_seat(host: Player, other: Player) -> Reply:
    """Take the seat of a computer in a full lobby."""
    await host.use_menu(BLOCK, other)
    await host.slash("cards", game="crapette")
    await host.add_computer()
    return await other.press(host.guild.table, "Join (takes")


async def by_invitation(host: Player, other: Player) -> Reply:
    """Join by an invitation that was sent before the block."""
    await host.slash("cards", game="crap")
    await host.use_menu(INVITE, other)
    await host.use_menu(BLOCK, other)
    return await other.press(host.guild.messages[-1], "Join")


async def by_rematch(host: Player, other: Player) -> Reply:
    """Press *Rematch* after the host has opened one."""
    over = await ended(host.guild)
    await host.use_menu(BLOCK, other)
    await host.press(over, "Rematch")
    return await other.press(over, "Rematch")


async def after_a_hand_over(host: Player, other: Player) -> Reply:
    """Join after the first host has left and the blocking player is the host."""
    first = host.guild.players[2]
    await host.use_menu(BLOCK, other)
    await first.slash("cards", game="crap")
    await host.press(host.guild.table, "Join")
    more = await first.press(host.guild.table, "More")
    await first.press(more.message, "Leave")
    return await other.press(host.guild.table, "Join")


async def after_a_takeover(host: Player, other: Player) -> Reply:
    """Join after the blocking player has taken over from an absent host."""
    first = host.guild.players[2]
    await host.use_menu(BLOCK, other)
    await first.slash("cards", game="crap")
    await host.press(host.guild.table, "Join")
    await host.guild.pass_time(301)
    await host.press(host.guild.table, "Take over as host")
    return await other.press(host.guild.table, "Join")


@pytest.mark.parametrize(
    "way",
    [
        by_lobby,
        by_another_look,
        by_a_computers_seat,
        by_invitation,
        by_rematch,
        after_a_hand_over,
        after_a_takeover,
    ],
)
async def test_host_keeps_people_out(
    guild: SimGuild, way: Callable[[Player, Player], Awaitable[Reply]]
) -> None:
    ann, ben, _ = guild.players
    reply = await way(ann, ben)

    assert (reply.is_private, reply.text) == (True, KEPT_OUT)
    assert ann.id in await seated(guild)
    assert ben.id not in await seated(guild)
    assert warnings(ann) == []


async def test_host_keeps_fifty_people_out(guild: SimGuild) -> None:
    ann, *_ = guild.players
    await ann.slash("cards", game="crap")
    for number in range(PAIRS):
        other = guild.join(f"guest{number}")
        await guild.bot.sessions.blocks.add(ann.id, other.id)
        assert (await other.press(guild.table, "Join")).text == KEPT_OUT

    assert await seated(guild) == (ann.id,)


async def test_host_leaves_to_someone_who_avoids_nobody(guild: SimGuild) -> None:
    ann, ben, cyd = guild.players
    await lobby_of_two(guild)
    await ben.press(guild.table, "Join")
    await ann.use_menu(BLOCK, ben)
    more = await cyd.press(guild.table, "More")
    await cyd.press(more.message, "Leave")

    assert await seated(guild) == (ann.id, ben.id)
    assert (await guild.session()).record.host_id == ben.id


async def test_deleted_host_leaves_to_someone_who_avoids_nobody(guild: SimGuild) -> None:
    ann, ben, cyd = guild.players
    await lobby_of_two(guild)
    await ben.press(guild.table, "Join")
    await ann.use_menu(BLOCK, ben)
    asked = await cyd.privacy("Delete")
    await cyd.press(asked.message, "Delete")

    assert (await guild.session()).record.host_id == ben.id


async def test_host_by_own_wish_keeps_everyone_seated(guild: SimGuild) -> None:
    ann, ben, _ = guild.players
    await lobby_of_two(guild)
    await ann.use_menu(BLOCK, ben)
    await ben.press(guild.table, "Join")
    await guild.pass_time(301)
    await ann.press(guild.table, "Take over as host")
    more = await ben.press(guild.table, "More")

    assert (await guild.session()).record.host_id == ann.id
    await ben.press(more.message, "Leave")
    assert (await ben.press(guild.table, "Join")).text == KEPT_OUT


async def lobby_of_two(guild: SimGuild) -> None:
    """Open a lobby as the third player, and join it as the first one."""
    ann, _, cyd = guild.players
    await cyd.slash("cards", game="crap")
    await ann.press(guild.table, "Join")


async def test_another_player_is_warned_by_dm(guild: SimGuild) -> None:
    ann, ben, cyd = guild.players
    await lobby_of_two(guild)
    await ann.use_menu(BLOCK, ben)
    joined = await ben.press(guild.table, "Join")

    assert joined.text == "You're in. 3 of 6 seats taken."
    [dm] = warnings(ann)
    assert text_of(dm) == warning(1, ben)
    assert labels(dm) == ["Leave the table", "Stay"]
    await ann.press(dm, "Leave the table")
    assert await seated(guild) == (cyd.id, ben.id)


@pytest.mark.parametrize("restarts", [False, True])
async def test_whoever_stays_is_warned_once(guild: SimGuild, restarts: bool) -> None:
    ann, ben, cyd = guild.players
    await lobby_of_two(guild)
    await ann.use_menu(BLOCK, ben)
    await ben.press(guild.table, "Join")
    await ann.press(ann.dm, "Stay")
    if restarts:
        await guild.restart()
    more = await ben.press(guild.table, "More")
    await ben.press(more.message, "Leave")
    await ben.press(guild.table, "Join")

    assert warnings(ann) == []
    assert await seated(guild) == (cyd.id, ann.id, ben.id)
    await cyd.press(guild.table, "Start")
    assert (await guild.session()).record.status == "playing"


async def test_fifty_people_are_warned_of_once_each(guild: SimGuild) -> None:
    ann, *_ = guild.players
    await lobby_of_two(guild)
    for number in range(PAIRS):
        other = guild.join(f"guest{number}")
        await guild.bot.sessions.blocks.add(ann.id, other.id)
        await other.press(guild.table, "Join")
        assert (await seated(guild))[-1] == other.id
        more = await other.press(guild.table, "More")
        await other.press(more.message, "Leave")

    assert len(warnings(ann)) == PAIRS


@pytest.mark.parametrize("why", ["unseen", "closed", "by button"])
async def test_without_dms_the_next_answer_warns(guild: SimGuild, why: str) -> None:
    ann, ben, cyd = guild.players
    await lobby_of_two(guild)
    await ann.use_menu(BLOCK, ben)
    if why == "closed":
        ann.close_dms()
    else:
        fields = {"dm": "unknown"} if why == "unseen" else {"hand": "button"}
        await guild.bot.sessions.choices.set_user(ann.id, **fields)
    await ben.press(guild.table, "Join")

    assert warnings(ann) == []
    reply = await ann.press(guild.table, "Rules")
    assert reply.text.startswith(f"{warning(1, ben)}\n")
    assert labels(reply.message)[:2] == ["Leave the table", "Stay"]
    assert "You didn't want" not in (await ann.press(guild.table, "Rules")).text
    await ann.press(reply.message, "Leave the table")
    assert await seated(guild) == (cyd.id, ben.id)


async def test_hand_after_the_deal_warns_too(guild: SimGuild) -> None:
    ann, ben, cyd = guild.players
    await lobby_of_two(guild)
    await ann.use_menu(BLOCK, ben)
    await guild.bot.sessions.choices.set_user(ann.id, dm="unknown")
    await ben.press(guild.table, "Join")
    await cyd.press(guild.table, "Start")

    hand = await ann.press(guild.table, "My hand")
    assert warning(1, ben) in hand.text
    assert "You didn't want" not in (await ann.press(guild.table, "My hand")).text


async def test_second_comer_is_asked_before(guild: SimGuild) -> None:
    ann, ben, _ = guild.players
    await ann.use_menu(BLOCK, ben)
    await ben.slash("cards", game="crap")
    asked = await ann.press(guild.table, "Join")

    assert asked.text == f"### <@{ben.id}> is at this table\nYou didn't want to play with <@{ben.id}>."
    assert await seated(guild) == (ben.id,)
    stayed = await ann.press(asked.message, "Stay out")
    assert stayed.message is None
    asked = await ann.press(guild.table, "Join")
    joined = await ann.press(asked.message, "Join anyway")
    assert joined.text == "You're in. 2 of 6 seats taken."
    assert await seated(guild) == (ben.id, ann.id)
    assert warnings(ann) == []


@pytest.mark.parametrize("is_host", [True, False])
async def test_neither_is_invited_for_the_other(guild: SimGuild, is_host: bool) -> None:
    ann, ben, _ = guild.players
    await ann.use_menu(BLOCK, ben)
    host, other = (ann, ben) if is_host else (ben, ann)
    await host.slash("cards", game="crap")
    reply = await host.use_menu(INVITE, other)

    assert reply.text == f"<@{other.id}> is invited, if <@{other.id}> takes invitations."
    assert not [one for one in guild.messages if "invites you to" in text_of(one)]


@pytest.mark.parametrize("is_host", [True, False])
async def test_neither_is_named_for_a_rematch(guild: SimGuild, is_host: bool) -> None:
    ann, ben, cyd = guild.players
    over = await ended(guild)
    await ann.use_menu(BLOCK, ben)
    host, other = (ann, ben) if is_host else (ben, ann)
    await host.press(over, "Rematch")

    [line] = [text_of(one) for one in guild.messages if "wants a rematch" in text_of(one)]
    assert f"<@{cyd.id}>" in line
    assert f"<@{other.id}>" not in line


@pytest.mark.parametrize("is_host", [True, False])
async def test_neither_is_mentioned_when_one_opens(guild: SimGuild, is_host: bool) -> None:
    ann, ben, cyd = guild.players
    await ann.use_menu(BLOCK, ben)
    host, other = (ann, ben) if is_host else (ben, ann)
    wishes = guild.bot.sessions.wishes
    for player in (other, cyd):
        assert await wishes.add(guild.channel.id, player.id)
    await host.slash("cards", game="crap")

    [line] = [text_of(one) for one in guild.messages if "The next one is open" in text_of(one)]
    assert f"<@{cyd.id}>" in line
    assert f"<@{other.id}>" not in line
    assert await wishes.waiting(guild.channel.id) == [other.id]


async def seen_by_others(guild: SimGuild) -> str:
    """Open, deal and end a game. Return all that everyone but the first player sees of it."""
    _, ben, cyd = guild.players
    before = {one.id for one in (*ben.dms, *cyd.dms, *guild.messages)}
    await lobby_of_two(guild)
    joined = (await ben.press(guild.table, "Join")).text
    lobby = text_of(guild.table), labels(guild.table)
    await cyd.press(guild.table, "Start")
    log = (await ben.open_log()).text
    asked = await cyd.open("end")
    await cyd.press(asked.message, "End it")
    later = [
        [text_of(one) for one in place if one.id not in before]
        for place in (ben.dms, cyd.dms, guild.messages)
    ]
    seen = json.dumps([joined, lobby, log, later])
    return re.sub(r"<t:\d+|[Tt]able \d+|/channels/[\d/]+", "", seen)


async def test_nobody_else_can_see_it(guild: SimGuild) -> None:
    ann, ben, cyd = guild.players
    guild.bot.sessions.new_key = lambda: bytes(32)
    without = await seen_by_others(guild)
    await ann.use_menu(BLOCK, ben)

    assert await seen_by_others(guild) == without
    assert len(warnings(ann)) == 1
    for player, knows in ((ann, True), (ben, False), (cyd, False)):
        listed = json.loads(await guild.bot.store.export_of(player.id))["blocks"]
        assert [one["user_id"] for one in listed] == ([ben.id] if knows else [])


@pytest.mark.parametrize("who", [0, 1])
async def test_either_deletion_ends_it(guild: SimGuild, who: int) -> None:
    ann, ben, _ = guild.players
    await ann.use_menu(BLOCK, ben)
    asked = await guild.players[who].privacy("Delete")
    await guild.players[who].press(asked.message, "Delete")

    assert await guild.bot.sessions.blocks.of(ann.id) == []
