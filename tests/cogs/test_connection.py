"""Players reach the bot or they do not: clocks run accordingly, and tables whose place is gone wait for them."""

from typing import Any

import pytest
from simcord.backend import serializers

from bot.delivery.breaker import BAN_SECONDS
from bot.sessions.idle import MAX_SECONDS
from bot.sessions.session import Session
from cogs.connection import CHECK_SECONDS
from tests.helpers.behind import locked, make_impatient
from tests.helpers.club import Club, text_of
from tests.sabotage.planting import sabotaged
from tests.simulation.sabotage import do_not_shift_deadlines

TURN_SECONDS = 300
AWAY_SECONDS = 1000


async def dealt(club: Club) -> Session:
    ann, *others = club.players
    await ann.slash("game new", game="crap")
    for player in others:
        await player.press(club.table, "Join")
    await ann.press(club.table, "Start")
    return await club.session()


def shard(club: Club) -> Any:
    return club.bot.get_shard(0)


def server_goes(club: Club, **how: bool) -> None:
    club.env.backend.emit("GUILD_DELETE", {"id": str(club.guild.id), **how})


def server_comes(club: Club) -> None:
    backend = club.env.backend
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, backend.guilds[club.guild.id]))


async def delete_channel(club: Club) -> None:
    channel: Any = club.bot.get_channel(club.channel.id)
    await channel.delete()
    await club.settle()


def deadline(session: Session) -> float:
    assert session.record.deadline is not None
    return session.record.deadline


@sabotaged("P14", do_not_shift_deadlines)
async def test_no_clock_runs_while_the_connection_is_lost(club: Club) -> None:
    session = await dealt(club)
    revision, before = session.record.revision, deadline(session)

    await club.library_tells("shard_disconnect")
    await club.pass_time(AWAY_SECONDS)

    assert session.record.revision == revision
    await club.library_tells("shard_resumed")
    assert session.record.revision == revision
    assert deadline(session) == pytest.approx(before + AWAY_SECONDS, abs=5)
    assert f"<t:{int(deadline(session))}:R>" in club.table_text


async def test_no_clock_runs_while_discord_shuts_the_bot_out(club: Club) -> None:
    session = await dealt(club)
    revision, before = session.record.revision, deadline(session)
    club.bot.publisher._courier._send_no_more()

    await club.pass_time(TURN_SECONDS + 5)

    assert session.record.revision == revision
    await club.pass_time(TURN_SECONDS + 20)
    assert deadline(session) == pytest.approx(before + BAN_SECONDS, abs=25)
    await club.pass_time(TURN_SECONDS)
    assert session.record.revision == revision + 1


async def test_the_clock_runs_on_after_an_outage(club: Club) -> None:
    session = await dealt(club)
    revision = session.record.revision
    await club.library_tells("shard_disconnect")
    await club.pass_time(AWAY_SECONDS)
    await club.library_tells("shard_resumed")

    await club.pass_time(TURN_SECONDS + 5)

    assert session.record.revision == revision + 1


@pytest.mark.parametrize("how", [{"unavailable": True}, {}], ids=["unavailable", "removed"])
async def test_tables_of_a_server_that_is_gone_wait_until_it_is_back(
    club: Club, how: dict[str, bool]
) -> None:
    session = await dealt(club)
    revision, before = session.record.revision, deadline(session)

    server_goes(club, **how)
    await club.settle()
    await club.pass_time(AWAY_SECONDS)

    assert session.record.revision == revision
    server_comes(club)
    await club.settle()
    assert deadline(session) == pytest.approx(before + AWAY_SECONDS, abs=5)
    await club.pass_time(TURN_SECONDS + 5)
    assert session.record.revision > revision


async def test_tables_wait_and_go_on_though_nothing_could_be_saved_when_discord_told_of_it(
    club: Club,
) -> None:
    session = await dealt(club)
    revision, before = session.record.revision, deadline(session)
    store = club.bot.store
    await make_impatient(store)

    with locked(store.path):
        server_goes(club)
        await club.settle()
    await club.pass_time(AWAY_SECONDS)
    assert session.record.revision == revision

    with locked(store.path):
        server_comes(club)
        await club.settle()
    await club.pass_time(CHECK_SECONDS + 1)
    assert deadline(session) == pytest.approx(before + AWAY_SECONDS, abs=5)
    await club.pass_time(TURN_SECONDS + 5)
    assert session.record.revision > revision


async def test_a_table_still_waits_after_a_restart(club: Club) -> None:
    session = await dealt(club)
    revision = session.record.revision
    await delete_channel(club)

    await club.restart()
    await club.pass_time(AWAY_SECONDS)

    found = await club.bot.sessions.get(session.record.id)
    assert found is not None
    assert found.record.revision == revision


async def test_a_deleted_channel_stops_the_game_and_everybody_is_told_once(club: Club) -> None:
    session = await dealt(club)
    revision = session.record.revision

    await delete_channel(club)
    await club.pass_time(AWAY_SECONDS)

    assert session.record.revision == revision
    for player in club.players:
        told = [message for message in player.dms if "/game move" in text_of(message)]
        assert len(told) == 1


async def test_anybody_seated_carries_a_lost_table_on_in_another_channel(club: Club) -> None:
    session = await dealt(club)
    before = deadline(session)
    await delete_channel(club)
    await club.pass_time(AWAY_SECONDS)
    club.channel = club.guild.create_text_channel("new")

    reply = await club.players[2].slash("game move")

    assert reply.text == f"Table {session.record.id} goes on here."
    assert "C.R.A.P." in club.table_text
    assert deadline(session) == pytest.approx(before + AWAY_SECONDS, abs=5)
    await club.pass_time(TURN_SECONDS + 5)
    assert "Time is up" in club.table_text


async def test_the_lobby_of_a_deleted_channel_is_closed(club: Club) -> None:
    await club.players[0].slash("game new", game="crap")
    session = await club.session()

    await delete_channel(club)

    assert session.record.status == "cancelled"


async def waiting_for_a_month(club: Club) -> Session:
    session = await dealt(club)
    await delete_channel(club)
    club.bot.sessions.clocks.paused = {
        number: type(paused)(since=paused.since - MAX_SECONDS, why=paused.why)
        for number, paused in club.bot.sessions.clocks.paused.items()
    }
    return session


async def test_a_table_that_nobody_carries_on_ends_after_a_month(club: Club) -> None:
    session = await waiting_for_a_month(club)

    await club.bot.pauses.end_old()

    assert session.record.status == "cancelled"
    assert club.bot.sessions.clocks.paused == {}


async def test_a_table_that_could_not_be_ended_then_is_ended_soon_after(club: Club) -> None:
    session = await waiting_for_a_month(club)
    cog: Any = club.bot.get_cog("Connection")
    await make_impatient(club.bot.store)

    with locked(club.bot.store.path):
        await cog.end_old()
        assert session.record.id in club.bot.sessions.clocks.paused
    await club.pass_time(CHECK_SECONDS + 1)

    assert session.record.status == "cancelled"
    assert club.bot.sessions.clocks.paused == {}


async def test_a_host_moves_the_table_and_the_old_message_says_where_it_went(club: Club) -> None:
    session = await dealt(club)
    old = club.table
    club.channel = club.guild.create_text_channel("new")

    await club.players[0].slash("game move", table=session.record.id)

    assert club.table_text.startswith("## C.R.A.P.")
    before = club.env.backend.messages[old.channel.id][old.id]
    assert f"<#{club.channel.id}>" in str(before.components)


async def test_other_players_cannot_move_a_table_that_is_where_it_was(club: Club) -> None:
    session = await dealt(club)
    club.channel = club.guild.create_text_channel("new")

    reply = await club.players[1].slash("game move", table=session.record.id)

    assert reply.text == f"Only the host, <@{club.players[0].id}>, can do that."


async def test_a_table_does_not_move_to_where_another_is(club: Club) -> None:
    session = await dealt(club)
    club.channel = club.guild.create_text_channel("new")
    await club.players[1].slash("game new", game="skrap")

    reply = await club.players[0].slash("game move", table=session.record.id)

    assert "There is a game in this channel already" in reply.text


@pytest.mark.parametrize("table", [999, None])
async def test_a_table_that_is_not_clear_is_asked_for(club: Club, table: int | None) -> None:
    named = {} if table is None else {"table": table}
    reply = await club.players[0].slash("game move", **named)

    assert "`/game list` shows them" in reply.text


async def test_the_tables_to_move_are_completed(club: Club) -> None:
    session = await dealt(club)
    assert await club.players[0].complete("game move", "table") == []
    club.channel = club.guild.create_text_channel("new")

    offered: list[Any] = await club.players[0].complete("game move", "table")
    assert offered == [session.record.id]


async def test_silence_where_there_was_much_connects_anew(club: Club) -> None:
    cog: Any = club.bot.get_cog("Connection")
    await club.players[0].slash("game list")
    assert cog.watchdog._rate > 0
    for _ in range(150):
        cog.watchdog.saw()
    reconnected: list[int] = []

    async def reconnect() -> None:
        reconnected.append(1)

    shard(club)._parent.reconnect = reconnect
    await club.pass_time(700)

    assert len(reconnected) == 1
    assert not cog.watchdog.is_alarmed


async def test_a_permission_that_was_given_back_shows_what_was_held_up(club: Club) -> None:
    session = await dealt(club)
    path = f"/channels/{club.channel.id}/messages/{club.table.id}"
    club.env.inject_error("PATCH", path, status=403, code=50001, message="Missing Access", times=1)
    await club.players[session.state.turn].slash("recycle")
    held = (await club.bot.store.outbox(session.record.id))[0]
    assert [row.place for row in held] == ["table"]

    channel: Any = club.bot.get_channel(club.channel.id)
    await channel.edit(topic="now you may")
    await club.settle()

    assert (await club.bot.store.outbox(session.record.id))[0] == []
