"""Registering commands in thousands of servers, by two programs at once, and when Discord refuses them."""

import asyncio
import importlib.util
from itertools import pairwise
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import pytest
from structlog.testing import capture_logs

from bot.door import registration
from bot.games import GAMES
from bot.rendering.commands import SERIAL
from bot.sessions.agenda import Agenda
from bot.sessions.session import Session
from tests.cogs.test_whole_games import make
from tests.helpers.guild import SimGuild, text_of
from tests.helpers.tables import on_turn, started

SERVERS_A_MINUTE = 200
DONE_WITHIN = 4
"""The bot may take this many times as long as the servers take to open their tables."""
MOST_CREATES = 20
TABLES = 200
STEP = 10
HOUR = 3600
FORMER = "An earlier description"
SHORT = "threshold=50 jokers=on turn-limit=60"
REFUSALS = {"scope": (403, 50001), "day": (400, 30034), "gone": (404, 10004), "broken": (500, 0)}


class Sent(NamedTuple):
    """A list of commands that was sent to a server."""

    at: float
    server: int
    names: frozenset[str]
    is_older: bool


class Discord:
    """A substitute for Discord that notes the lists of commands sent to servers."""

    def __init__(self, guild: SimGuild) -> None:
        self.guild = guild
        self.sent: list[Sent] = []
        guild.bot.http.bulk_upsert_guild_commands = self.take  # type: ignore[method-assign, assignment]

    async def take(self, _application: int, server: int, payload: Any) -> list[Any]:
        """Note a list of commands."""
        names = frozenset(one["name"] for one in payload)
        is_older = any(one["description"] == FORMER for one in payload)
        self.sent.append(Sent(self.guild.bot.clock.elapsed, server, names, is_older))
        return []

    @property
    def created(self) -> dict[int, int]:
        """Count the commands sent to each server that it didn't have yet."""
        has: dict[int, frozenset[str]] = {}
        count: dict[int, int] = {}
        for _, server, names, _ in self.sent:
            count[server] = count.get(server, 0) + len(names - has.get(server, frozenset()))
            has[server] = names
        return count


def openings(chance: Random, minutes: int) -> list[list[tuple[int, str]]]:
    """Return the tables opened in each step: two or three in each server, all within these minutes."""
    steps: list[list[tuple[int, str]]] = [[] for _ in range(minutes * 60 // STEP)]
    for server in range(1, SERVERS_A_MINUTE * minutes + 1):
        for _ in range(chance.randint(2, 3)):
            chance.choice(steps).append((server, chance.choice(list(GAMES))))
    return steps


@pytest.mark.slow
@pytest.mark.parametrize("minutes", [1, pytest.param(10, marks=pytest.mark.night)])
async def test_servers_after_an_upgrade_are_sent_in_time(guild: SimGuild, minutes: int) -> None:
    discord, began = Discord(guild), guild.bot.clock.elapsed
    for opened in openings(Random(minutes), minutes):
        with guild.env._bot_scope():
            for server, game in opened:
                guild.bot.registration.check_once(server)
                guild.bot.registration.note_opened(server, game)
        await guild.pass_time(STEP)
    for _ in range(DONE_WITHIN * minutes):
        await guild.pass_time(60)

    times = [one.at for one in discord.sent]
    assert all(later - earlier >= 0.99 for earlier, later in pairwise(times))
    assert len(discord.created) == SERVERS_A_MINUTE * minutes
    assert times[-1] - began <= DONE_WITHIN * minutes * 60
    assert max(discord.created.values()) <= MOST_CREATES


@pytest.mark.players(3)
async def test_answers_do_not_wait_for_command_sync(guild: SimGuild) -> None:
    """Discord's limits may make the library wait for hours."""
    taken: list[int] = []

    async def take_late(_application: int, server: int, payload: Any) -> list[Any]:
        await asyncio.sleep(HOUR)
        taken.append(server)
        return list(payload)

    guild.bot.http.bulk_upsert_guild_commands = take_late  # type: ignore[method-assign, assignment]
    session = await started(guild, "crap", SHORT)
    player, before = on_turn(guild, session), session.record.revision
    await player.slash("turn", move="acquire 7")

    assert session.record.revision > before
    assert taken == []
    await guild.pass_time(HOUR)
    assert taken == [guild.handle.id]


@pytest.mark.slow
@pytest.mark.parametrize("refusal", REFUSALS)
@pytest.mark.players(3)
async def test_game_without_its_commands_ends(guild: SimGuild, refusal: str) -> None:
    path = f"/applications/{guild.bot.application_id}/guilds/{guild.handle.id}/commands"
    status, code = REFUSALS[refusal]
    guild.env.inject_error("PUT", path, status=status, code=code, message="Refused", times=None)

    with capture_logs() as logs:
        session = await started(guild, "crap", SHORT)
        await play_to_the_end(guild, session)

    assert session.record.status == "over"
    assert [one["event"] for one in logs if one["log_level"] in ("warning", "error")] == [
        "commands_not_synced"
    ]
    assert [text_of(one) for one in guild.messages if "command" in text_of(one).lower()] == []


async def play_to_the_end(guild: SimGuild, session: Session) -> None:
    """Play on: believe by the table's button, and make every other move by `/turn`."""
    chance, made = Random("refused"), 0
    while session.record.status == "playing" and made < 400:
        seat = session.game.deciders(session.state)[0]
        move = chance.choice(session.game.legal(session.state, seat))
        if move.verb == "believe":
            await guild.players[seat].press(guild.table, "Believe")
        else:
            await make(guild, session, seat, move)
        made += 1


def older() -> ModuleType:
    """Return the registration module as it would be in an earlier release."""
    spec = importlib.util.spec_from_file_location("bot.door.older_registration", registration.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.SERIAL = SERIAL - 1  # type: ignore[attr-defined]
    return module


async def older_registration(guild: SimGuild) -> registration.Registration:
    """Return the registration of an older program that shares the database."""
    bot = guild.bot

    async def described() -> list[dict[str, Any]]:
        return [{**one, "description": FORMER} for one in await bot.describe_commands()]

    sessions: Any = SimpleNamespace(
        agenda=Agenda(), choices=bot.sessions.choices, in_guild=bot.sessions.in_guild
    )
    made: registration.Registration = older().Registration(
        bot.store,
        sessions,
        bot.clock,
        client=bot,
        describe=described,
        give_way=bot.publisher.background.step,
        home=None,
    )
    made._payloads = {one["name"]: one for one in await described()}
    return made


async def test_two_programs_side_by_side_keep_newer_commands(guild: SimGuild) -> None:
    discord, newer = Discord(guild), guild.bot.registration
    before, chance = await older_registration(guild), Random("side by side")
    for server in range(1, TABLES + 1):
        programs = [before, newer, before]
        chance.shuffle(programs)
        for program in programs:
            with guild.env._bot_scope():
                program.note_opened(server, chance.choice(list(GAMES)))
            await guild.pass_time(chance.choice((0, 1)))
    for _ in range(8):
        await guild.pass_time(60)

    last = {one.server: one.is_older for one in discord.sent}
    assert any(one.is_older for one in discord.sent)
    assert len(last) == TABLES
    assert [server for server, is_older in last.items() if is_older] == []
