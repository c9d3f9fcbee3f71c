"""After a restart the bot looks up the players' names, and no answer waits long for one."""

import asyncio
import time
from collections import Counter
from typing import Any

import discord
import pytest

from bot.delivery.breaker import BAN_SECONDS
from bot.delivery.errors import Unknown
from bot.delivery.names import RETRY_SECONDS, SELDOM_SECONDS
from bot.rendering.player_words import avatar
from tests.helpers.guild import Player, SimGuild, labels, text_of, walk
from tests.helpers.tables import dealt, started

SLOW_SECONDS = 30.0


class Directory:
    """A substitute for Discord's members, with a count of requests. It can be slow or unreachable."""

    def __init__(self, guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: Counter[int] = Counter()
        self.takes_seconds = 0.0
        self.is_reachable = True
        self.missing: set[int] = set()
        self._real = guild.bot.transport.name
        monkeypatch.setattr(guild.bot.transport, "name", self._name)

    async def _name(self, guild_id: int, user_id: int) -> str | None:
        self.asked[user_id] += 1
        await asyncio.sleep(self.takes_seconds)
        if not self.is_reachable:
            raise Unknown("no answer")
        return None if user_id in self.missing else await self._real(guild_id, user_id)


async def restarted(guild: SimGuild, game: str, monkeypatch: pytest.MonkeyPatch) -> Directory:
    """Start a game and restart its bot. Return the directory that it asks for names."""
    await started(guild, game)
    await guild.restart()
    return Directory(guild, monkeypatch)


def choices(message: Any) -> list[str]:
    """Return the labels of a page's buttons and options."""
    options = [option["label"] for part in walk(message) for option in part.get("options", ())]
    return [*labels(message), *options]


@pytest.mark.slow
@pytest.mark.players(2)
async def test_restart_keeps_names_on_the_board(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await restarted(guild, "crapette", monkeypatch)

    board = (await guild.join("zoe").slash("table")).text

    assert "Ann" in board
    assert "Ben" in board
    assert "Seat " not in board


async def test_restart_keeps_names_in_controls(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await restarted(guild, "crap", monkeypatch)
    session = await guild.session()
    turn = guild.players[session.state.turn]

    offered = " ".join(choices((await turn.slash("hand")).message))

    assert "Seat " not in offered
    assert session.scene(None).names == ("Ann", "Ben", "Cyd", "Dan")


async def test_asking_user_is_always_known(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    directory = await restarted(guild, "crap", monkeypatch)
    directory.takes_seconds = SLOW_SECONDS

    await guild.players[1].slash("hand")

    assert (await guild.session()).scene(None).names == ("Seat 1", "Ben", "Seat 3", "Seat 4")
    await guild.pass_time(SLOW_SECONDS)


async def test_known_members_cause_no_request(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    directory = await restarted(guild, "crap", monkeypatch)
    cyd = guild.players[2]
    cached = guild.bot.get_guild(guild.handle.id)
    assert cached is not None
    known: discord.Member = await cached.fetch_member(cyd.id)
    monkeypatch.setattr(cached, "_members", {cyd.id: known})

    await guild.players[1].slash("hand")

    assert (await guild.session()).names[cyd.id] == "Cyd"
    assert cyd.id not in directory.asked


@pytest.mark.parametrize(
    ("name", "shown"), [("田中", "田中 (kenji)"), ("\u2800", "(kenji)"), ("Žofie", "Žofie")]
)
async def test_undrawable_name_has_its_account(guild: SimGuild, name: str, shown: str) -> None:
    await started(guild, "craits")
    kenji = Player(guild, guild.handle.add_member(guild.env.create_user("kenji", global_name=name)))
    channel = guild.handle.create_text_channel("kenjis")

    await guild.after(kenji.actor.slash(channel, "cards", game="craits"))
    [session] = await guild.bot.sessions.of(kenji.id)

    scene = session.scene(None)
    assert (scene.names[0], avatar(scene, 0)) == (shown, "Ž" if shown == name else "K")


async def test_answer_waits_briefly_for_names(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    directory = await restarted(guild, "crap", monkeypatch)
    directory.takes_seconds = SLOW_SECONDS

    began = time.monotonic()
    reply = await guild.players[1].slash("hand")

    assert "Your hand" in reply.text
    assert 0.2 < time.monotonic() - began < 5
    await guild.pass_time(SLOW_SECONDS)


@pytest.mark.players(2)
async def test_late_names_update_pages(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    directory = await restarted(guild, "crapette", monkeypatch)
    directory.takes_seconds = SLOW_SECONDS
    session = await guild.session()
    await guild.players[session.state.turn].slash("lift-card")
    stands = guild.table
    other = "Seat 1" if session.state.turn else "Seat 2"
    assert other in text_of(stands)

    await guild.pass_time(SLOW_SECONDS)

    assert guild.table.id == stands.id
    assert other not in guild.table_text
    assert "Ann" in guild.table_text
    assert "Ben" in guild.table_text


async def test_unknown_name_is_asked_for_once(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    directory = await restarted(guild, "crap", monkeypatch)
    dan = guild.players[3]
    directory.missing.add(dan.id)

    for _ in range(3):
        await guild.players[0].slash("hand")

    assert (await guild.session()).scene(None).names == ("Ann", "Ben", "Cyd", "Seat 4")
    assert set(directory.asked.values()) == {1}


async def test_failed_request_for_names_is_repeated(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    directory = await restarted(guild, "crap", monkeypatch)
    directory.is_reachable = False
    await guild.players[0].slash("hand")
    directory.is_reachable = True

    await guild.pass_time(RETRY_SECONDS)

    assert (await guild.session()).scene(None).names == ("Ann", "Ben", "Cyd", "Dan")


async def test_names_come_after_a_long_ban(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    directory = await restarted(guild, "crap", monkeypatch)
    directory.is_reachable = False
    await guild.players[0].slash("hand")
    await guild.pass_time(2 * BAN_SECONDS)
    directory.is_reachable = True

    await guild.pass_time(SELDOM_SECONDS)

    assert (await guild.session()).scene(None).names == ("Ann", "Ben", "Cyd", "Dan")
    assert max(directory.asked.values()) <= 125


async def test_dm_keeps_the_name_of_the_server(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await started(guild)
    ann: Any = guild.players[0]
    guild.env.backend.guilds[guild.handle.id].members[ann.id].nick = "Queen"
    await guild.restart()

    await guild.after(ann.actor.user.slash("hand"))
    assert (await guild.session()).names[ann.id] == "Queen"
    await ann.slash("hand")
    await guild.after(ann.actor.user.slash("hand"))

    assert (await guild.session()).names[ann.id] == "Queen"


@pytest.mark.players(3)
async def test_more_names_for_whom_a_computer_can_play(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await dealt(guild, "craits", pace="live")
    (late,) = session.game.deciders(session.state)
    await guild.pass_time(62)
    await guild.restart()
    Directory(guild, monkeypatch).takes_seconds = 0.01

    more = await guild.players[(late + 1) % 3].press(guild.table, "More")

    assert f"Let a computer play for {guild.players[late].actor.name.title()}" in labels(more.message)
