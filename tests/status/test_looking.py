"""A look at the running bot finds everything that stops people from playing or that an operator must know."""

from contextlib import suppress
from pathlib import Path

import discord
import pytest

from bot.app import now
from bot.assembly import assemble
from bot.chores import HOUR_SECONDS
from bot.process.health import verdict
from bot.status.heartbeat import LoopLag
from bot.status.looking import HealthSource
from bot.storage.errors import NotSaved
from tests.discord_http.payloads import guild
from tests.discord_http.stand_in import StandIn, serving
from tests.helpers.guild import settings_for
from tests.test_refusals import starting, until


@pytest.mark.parametrize("servers", [0, 1])
async def test_bot_in_no_server_is_not_healthy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, servers: int
) -> None:
    place = StandIn(guilds=[guild(1, [10])] * servers)
    async with serving(place) as address:
        monkeypatch.setattr(discord.http.Route, "BASE", address)
        async with starting(tmp_path) as (bot, _):
            await until(lambda: bot.availability.is_open)
            said = verdict(HealthSource(bot, LoopLag()).health(), 0.0)[1]

    assert ("it isn't in any server" in said) is not servers


async def test_backup_is_due_until_it_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.touch()
    store, bot = await assemble(settings_for(tmp_path / "cards.sqlite3", backups=folder))
    look, due = HealthSource(bot, LoopLag()), []

    for makes_room in (False, True):
        if makes_room:
            folder.unlink()
        with suppress(NotSaved):
            await bot.chores.upkeep.back_up(discord.utils.utcnow())
        due.append(look.health().backup_due_at)
    await store.close()

    assert due[0] is not None
    assert abs(due[0] - now() - HOUR_SECONDS) < 60
    assert due[1] is None
