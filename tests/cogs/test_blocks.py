"""*Not at my tables*: hosts keep people out, players at other tables are warned, and nobody is told."""

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.rendering.commands import BLOCK, INVITE
from bot.sessions.frame import End
from bot.sessions.lobby import AddComputer, GiveUpSeat, Join, Start
from bot.sessions.mention_requests import MAX_WAITING
from tests.helpers.guild import Player, Reply, SimGuild, labels, notified_by, text_of

pytestmark = pytest.mark.players(3)
KEPT_OUT = "You can't join this table. Start one with `/cards`."
PAIRS: Final = 50
SEATS: Final = 6
TELLING: Final = re.compile(r"want to play|block(?!s\": \[\])|kept|avoid|[Nn]ot at my", re.IGNORECASE)
WAYS: Final = ("lobby", "copy", "a computer's seat", "invitation", "rematch", "hand-over", "takeover")
Press = Callable[[Player], Awaitable[Reply]]


async def ended(guild: SimGuild, players: Sequence[Player]) -> Any:
    """End a game of two players as if all these had played. Return the message with its result."""
    host, other, *_ = players
    await host.slash("cards", game="crap")
    session, act = await guild.session(), guild.bot.sessions.act
    for one, request in ((other, Join()), (host, AddComputer("easy")), (host, Start()), (host, End())):
        assert await act(session, one.id, request) is None
    await guild.settle()
    session.record = msgspec.structs.replace(session.record, players=tuple(one.id for one in players))
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


async def prepared(guild: SimGuild, way: str, seated: Sequence[Player], guests: Sequence[Player]) -> Press:
    """Open a table for a way in, with these players and the first as its host. Return the press that joins."""
    first = guild.join("dan")
    if way == "rematch":
        over = await ended(guild, [*seated, first, *guests])
        for one in seated:
            await one.press(over, "Rematch")
        return lambda one: one.press(over, "Rematch")
    opener, *others = [first, *seated] if way in ("hand-over", "takeover") else seated
    await opener.slash("cards", game="crap")
    for one in others:
        await one.press(guild.table, "Join")
    if way == "takeover":
        await guild.pass_time(301)
        await seated[0].press(guild.table, "Take over as host")
    if opener is first:
        await first.press((await first.press(guild.table, "More")).message, "Leave")
    if way == "invitation":
        await seated[0].use_menu(INVITE, first)
        return lambda one: one.press(guild.messages[-1], "Join")
    session = await guild.session()

    async def press(one: Player) -> Reply:
        while way == "a computer's seat" and len(session.record.players) < SEATS:
            await guild.bot.sessions.act(session, seated[0].id, AddComputer("easy"))
        await guild.settle()
        return await one.press((await one.slash("table")).message if way == "copy" else guild.table, "Join")

    return press


@pytest.mark.parametrize("is_host", [True, False])
@pytest.mark.parametrize("way", WAYS)
async def test_list_keeps_out_or_warns_fifty_times(guild: SimGuild, way: str, is_host: bool) -> None:
    ann, _, cyd = guild.players
    act, seated = guild.bot.sessions.act, [ann] if is_host else [cyd, ann]
    pairs, room, expected = [guild.join(f"guest{number}") for number in range(PAIRS)], SEATS - len(seated), []
    press = await prepared(guild, way, seated, pairs)
    session = await guild.session()
    for start in range(0, PAIRS, room):
        guests = pairs[start : start + room]
        for number, one in enumerate(guests, len(seated) + 1):
            await guild.bot.sessions.blocks.add(ann.id, one.id)
            dms = one.dms
            with capture_logs() as log:
                reply = await press(one)
            taken = SEATS if way == "a computer's seat" else number
            answer = KEPT_OUT if is_host else f"You're in. {taken} of {SEATS} seats taken."
            assert (reply.is_private, reply.text, labels(reply.message), one.dms) == (True, answer, [], dms)
            shown = [(text_of(seen), labels(seen)) for seen in (*guild.messages, *dms)]
            download = (await guild.bot.store.export_of(one.id)).decode()
            assert TELLING.search(f"{log} {shown} {download}") is None
            expected += [] if is_host else [warning(session.record.id, one)]
        assert {await act(session, one.id, GiveUpSeat()) is None for one in guests} == {not is_host}

    assert [text_of(one) for one in warnings(ann)] == expected


async def test_full_table_refuses_everyone_alike(guild: SimGuild) -> None:
    ann, ben, cyd = guild.players
    await ann.slash("cards", game="crapette")
    await cyd.press(guild.table, "Join")
    await ann.use_menu(BLOCK, ben)

    assert {(await one.act("join")).text for one in (ben, guild.join("dan"))} == {"All 2 seats are taken."}


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


async def test_host_by_own_choice_keeps_everyone_seated(guild: SimGuild) -> None:
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


@pytest.mark.parametrize("is_caller", [True, False])
@pytest.mark.parametrize("words", ["invites you to", "wants a rematch", "The next one is open"])
async def test_fifty_pairs_are_never_called(guild: SimGuild, words: str, is_caller: bool) -> None:
    ann, _, cyd = guild.players
    sessions, again = guild.bot.sessions, words == "wants a rematch"
    lists, requests = sessions.blocks, sessions.mention_requests
    pairs = [guild.join(f"guest{number}") for number in range(PAIRS)]
    assert all([await lists.add(ann.id, one.id) for one in pairs])
    for start in range(0, PAIRS, MAX_WAITING - 1):
        guests = pairs[start : start + MAX_WAITING - 1]
        guild.channel = guild.handle.create_text_channel("more")
        over = await ended(guild, [cyd, ann, *guests]) if again else None
        for caller in [ann] if is_caller else guests:
            others = guests if is_caller else [ann]
            for one in (*others, cyd) if "open" in words else ():
                assert await requests.add(guild.channel.id, one.id)
            await (caller.press(over, "Rematch") if again else caller.slash("cards", game="crap"))
            for one in (*others, cyd) if "invites" in words else ():
                reply = await caller.use_menu(INVITE, one)
                assert reply.text == f"<@{one.id}> is invited, if <@{one.id}> takes invitations."
            line = next(text_of(one) for one in reversed(guild.messages) if words in text_of(one))
            named = {int(user) for user in re.findall(r"<@(\d+)>", line)} | notified_by(guild, words)
            assert cyd.id in named
            assert named.isdisjoint(one.id for one in others)
            waiting = [one.id for one in others] if "open" in words else []
            assert await requests.waiting(guild.channel.id) == waiting
            await guild.bot.sessions.act(await guild.session(), caller.id, End())


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
