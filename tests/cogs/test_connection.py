"""Lost connections, servers and channels: clocks stop, and tables wait until players can reach them."""

from typing import Any

import pytest
from simcord.backend import serializers
from structlog.testing import capture_logs

from bot.delivery.breaker import BAN_SECONDS
from bot.sessions.deadlines import IDLE_SECONDS
from bot.sessions.session import Session
from bot.storage import shown
from cogs.connection import LISTEN_SECONDS
from tests.helpers.behind import change_in, locked, make_impatient
from tests.helpers.guild import SimGuild, text_of
from tests.helpers.tables import dealt
from tests.sabotage.planting import sabotaged
from tests.simulation.sabotage import do_not_shift_deadlines

TURN_SECONDS = 300
AWAY_SECONDS = 1000


def shard(guild: SimGuild) -> Any:
    return guild.bot.get_shard(0)


def server_goes(guild: SimGuild, **how: bool) -> None:
    guild.env.backend.emit("GUILD_DELETE", {"id": str(guild.handle.id), **how})


def server_comes(guild: SimGuild) -> None:
    backend = guild.env.backend
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, backend.guilds[guild.handle.id]))


async def delete_channel(guild: SimGuild) -> None:
    channel: Any = guild.bot.get_channel(guild.channel.id)
    await channel.delete()
    await guild.settle()


def deadline(session: Session) -> float:
    assert session.record.deadline is not None
    return session.record.deadline


@pytest.mark.slow
@sabotaged("P14", do_not_shift_deadlines)
async def test_no_clock_runs_while_the_connection_is_lost(guild: SimGuild) -> None:
    session = await dealt(guild)
    revision, before = session.record.revision, deadline(session)

    await guild.library_tells("shard_disconnect")
    await guild.pass_time(AWAY_SECONDS)

    assert session.record.revision == revision
    await guild.library_tells("shard_resumed")
    assert session.record.revision == revision
    assert deadline(session) == pytest.approx(before + AWAY_SECONDS, abs=5)
    assert f"<t:{int(deadline(session))}:R>" in guild.table_text


async def test_no_clock_runs_while_discord_shuts_bot_out(guild: SimGuild) -> None:
    session = await dealt(guild)
    revision, before = session.record.revision, deadline(session)
    guild.bot.publisher.transport._send_no_more()

    await guild.pass_time(TURN_SECONDS + 5)

    assert session.record.revision == revision
    await guild.pass_time(TURN_SECONDS + 20)
    assert deadline(session) == pytest.approx(before + BAN_SECONDS, abs=25)
    await guild.pass_time(TURN_SECONDS)
    assert session.record.revision == revision + 1


async def test_the_clock_runs_on_after_an_outage(guild: SimGuild) -> None:
    session = await dealt(guild)
    revision = session.record.revision
    await guild.library_tells("shard_disconnect")
    await guild.pass_time(AWAY_SECONDS)
    await guild.library_tells("shard_resumed")

    await guild.pass_time(TURN_SECONDS + 5)

    assert session.record.revision == revision + 1


@pytest.mark.parametrize("how", [{"unavailable": True}, {}], ids=["unavailable", "removed"])
async def test_tables_of_lost_server_wait_for_its_return(guild: SimGuild, how: dict[str, bool]) -> None:
    session = await dealt(guild)
    revision, before = session.record.revision, deadline(session)

    server_goes(guild, **how)
    await guild.settle()
    await guild.pass_time(AWAY_SECONDS)

    assert session.record.revision == revision
    server_comes(guild)
    await guild.settle()
    assert deadline(session) == pytest.approx(before + AWAY_SECONDS, abs=5)
    await guild.pass_time(TURN_SECONDS + 5)
    assert session.record.revision > revision


async def test_tables_wait_even_if_loss_was_not_saved(guild: SimGuild) -> None:
    session = await dealt(guild)
    revision, before = session.record.revision, deadline(session)
    store = guild.bot.store
    make_impatient(store)

    with locked(store.path):
        server_goes(guild)
        await guild.settle()
    await guild.pass_time(AWAY_SECONDS)
    assert session.record.revision == revision

    with locked(store.path):
        server_comes(guild)
        await guild.settle()
    await guild.pass_time(guild.bot.timings.heartbeat + 1)
    assert deadline(session) == pytest.approx(before + AWAY_SECONDS, abs=5)
    await guild.pass_time(TURN_SECONDS + 5)
    assert session.record.revision > revision


async def test_a_table_still_waits_after_a_restart(guild: SimGuild) -> None:
    session = await dealt(guild)
    revision = session.record.revision
    await delete_channel(guild)

    await guild.restart()
    await guild.pass_time(AWAY_SECONDS)

    found = await guild.bot.sessions.get(session.record.id)
    assert found is not None
    assert found.record.revision == revision


async def test_deleted_channel_stops_game_and_tells_each_once(guild: SimGuild) -> None:
    session = await dealt(guild)
    revision = session.record.revision

    await delete_channel(guild)
    await guild.pass_time(AWAY_SECONDS)

    assert session.record.revision == revision
    for player in guild.players:
        told = [message for message in player.dms if "Move a table here" in text_of(message)]
        assert len(told) == 1


async def test_anyone_seated_moves_lost_table_elsewhere(guild: SimGuild) -> None:
    session = await dealt(guild)
    before = deadline(session)
    await delete_channel(guild)
    await guild.pass_time(AWAY_SECONDS)
    guild.channel = guild.handle.create_text_channel("new")

    reply = await guild.players[2].open("move")

    assert reply.text == f"Table {session.record.id} continues here."
    assert "C.R.A.P." in guild.table_text
    assert deadline(session) == pytest.approx(before + AWAY_SECONDS, abs=5)
    await guild.pass_time(TURN_SECONDS + 5)
    assert "is skipped." in guild.table_text


async def test_the_lobby_of_a_deleted_channel_is_closed(guild: SimGuild) -> None:
    await guild.players[0].slash("cards", game="crap")
    session = await guild.session()

    await delete_channel(guild)

    assert session.record.status == "cancelled"


async def waiting_for_a_month(guild: SimGuild) -> Session:
    session = await dealt(guild)
    await delete_channel(guild)
    await change_in(guild.bot.store, f"UPDATE pauses SET since = since - {IDLE_SECONDS}")
    return session


async def test_table_without_its_channel_ends_after_month(guild: SimGuild) -> None:
    session = await waiting_for_a_month(guild)

    await guild.bot.pauses.end_old()

    assert session.record.status == "cancelled"
    assert guild.bot.sessions.clocks.paused == {}


async def test_failed_ending_is_repeated_soon(guild: SimGuild) -> None:
    session = await waiting_for_a_month(guild)
    cog: Any = guild.bot.get_cog("Connection")
    make_impatient(guild.bot.store)

    with locked(guild.bot.store.path):
        await cog.events.end_old()
        assert session.record.id in guild.bot.sessions.clocks.paused
    await guild.pass_time(guild.bot.timings.heartbeat + 1)

    assert session.record.status == "cancelled"
    assert guild.bot.sessions.clocks.paused == {}


async def test_host_moves_table_and_old_message_goes(guild: SimGuild) -> None:
    session = await dealt(guild)
    old = guild.table
    guild.channel = guild.handle.create_text_channel("new")

    await guild.players[0].open("move", table=session.record.id)

    assert guild.table_text.startswith("**C.R.A.P.** · table ")
    assert old.id not in guild.env.backend.messages[old.channel.id]


async def test_other_players_cannot_move_present_table(guild: SimGuild) -> None:
    session = await dealt(guild)
    guild.channel = guild.handle.create_text_channel("new")

    reply = await guild.players[1].open("move", table=session.record.id)

    assert reply.text == f"Only <@{guild.players[0].id}>, the host, can do that."


async def test_table_does_not_move_to_where_another_is(guild: SimGuild) -> None:
    session = await dealt(guild)
    guild.channel = guild.handle.create_text_channel("new")
    await guild.players[1].slash("cards", game="skrap")

    reply = await guild.players[0].open("move", table=session.record.id)

    assert "There's already a table here" in reply.text


async def test_unknown_table_is_not_moved(guild: SimGuild) -> None:
    reply = await guild.players[0].open("move", table=999)

    assert "`/my-tables` lists yours" in reply.text


async def test_one_of_several_tables_is_chosen(guild: SimGuild) -> None:
    session = await dealt(guild)
    guild.channel = guild.handle.create_text_channel("more")
    await guild.players[0].slash("cards", game="skrap")
    guild.channel = guild.handle.create_text_channel("new")

    asked = await guild.players[0].open("move")
    assert "Which table?" in asked.text
    await guild.players[0].choose(asked.message, "Choose a table", str(session.record.id))

    assert session.record.channel_id == guild.channel.id


async def test_the_tables_to_move_are_completed(guild: SimGuild) -> None:
    session = await dealt(guild)
    guild.channel = guild.handle.create_text_channel("new")

    offered: list[Any] = await guild.players[0].complete("cardcrate", "table")
    assert offered == [session.record.id]


async def test_sudden_silence_makes_the_bot_connect_again(guild: SimGuild) -> None:
    cog: Any = guild.bot.get_cog("Connection")
    await guild.players[0].all_tables()
    assert cog.bot.watchdog._rate > 0
    for _ in range(150):
        cog.bot.watchdog.note_arrival()
    reconnected: list[int] = []

    async def reconnect() -> None:
        reconnected.append(1)

    shard(guild)._parent.reconnect = reconnect
    await guild.pass_time(700)

    assert len(reconnected) == 1
    assert not cog.bot.watchdog.is_alarmed


async def test_silent_day_in_small_bot_renews_session(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.connection.last_events", lambda bot: dict.fromkeys(bot.shards, 5))
    reconnected: list[int] = []

    async def reconnect() -> None:
        reconnected.append(1)

    shard(guild)._parent.reconnect = reconnect
    with capture_logs() as logs:
        await guild.pass_time(4 * LISTEN_SECONDS)

    assert len(reconnected) == 1
    assert [line["event"] for line in logs].count("nothing_heard") == 1


async def test_restored_permission_shows_delayed_pages(guild: SimGuild) -> None:
    session = await dealt(guild)
    path = f"/channels/{guild.channel.id}/messages/{guild.table.id}"
    guild.env.inject_error("PATCH", path, status=403, code=50001, message="Missing Access", times=1)
    await guild.players[session.state.turn].slash("recycle")
    assert list(dict(await guild.bot.store.read(shown.due))) == [session.record.id]

    channel: Any = guild.bot.get_channel(guild.channel.id)
    await channel.edit(topic="now you may")
    await guild.settle()

    assert await guild.bot.store.read(shown.due) == []
