"""Sound starts, made at random, raise no alarm by the doctor, the log or the health check."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import discord
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from bot.app import Cardcrate, now
from bot.assembly import assemble
from bot.config import Settings
from bot.games import GAMES
from bot.process import doctor
from bot.process.findings import show
from bot.process.health import verdict
from bot.process.refusals import translate_errors
from bot.serving import cancel_until_done
from bot.status.heartbeat import LoopLag
from bot.status.looking import HealthSource
from bot.storage import backup
from bot.storage.store import Store
from tests.discord_http.stand_in import StandIn, serving
from tests.helpers.guild import settings_for
from tests.operators.machine import GUILD, server
from tests.storage.games import running

STARTS = 10
STARTS_BY_NIGHT = 200


@pytest_asyncio.fixture
async def place(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[StandIn]:
    """Yield a Discord on this machine."""
    made = StandIn(guilds=[server()])
    async with serving(made) as address:
        monkeypatch.setattr(discord.http.Route, "BASE", address)
        yield made


async def sound(chance: Random, folder: Path) -> Settings:
    """Return random settings without a fault, some of them with games and a backup."""
    settings = settings_for(
        folder / "cards.sqlite3",
        discord_token="token",
        guild_id=chance.choice((None, GUILD)),
        shards=chance.choice((None, 1)),
        backups=chance.choice((None, folder / "backups")),
        backups_free_gb=chance.choice((0.0, 0.01)),
        keep_games=chance.choice(("forever", 1, 365)),
        status_port=chance.choice((None, free_port())),
        network_drive=chance.choice((True, False)),
        table_pace=chance.choice((0.0, 1.0)),
    )
    if chance.random() < 0.6:
        store = Store(settings.database, settings.migrations)
        await store.open()
        for channel in range(chance.randrange(3)):
            await running(store, GAMES[chance.choice(("crap", "craits"))], 10 + channel, moves=0)
        await store.close()
        if settings.backups is not None:
            settings.backups.mkdir()
            at = datetime.now(UTC) - timedelta(minutes=chance.randrange(60))
            backup.copy(settings.file, settings.backups / backup.name_of(at))
    return settings


def free_port() -> int:
    """Return a port that nobody uses."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        return int(free.getsockname()[1])


async def started(settings: Settings, place: StandIn) -> tuple[list[str], str]:
    """Start the bot, and return the warnings in its log and the line of the health check."""
    with capture_logs() as logs:
        store, bot = await assemble(settings)
        async with bot:
            work = asyncio.ensure_future(_connected(bot))
            await place.until(place.gateway.is_ready.is_set)
            while not (bot.availability.is_open and bot.chores.saved_at):
                await asyncio.sleep(0.001)
            said = verdict(HealthSource(bot, LoopLag()).health(), now())[1]
            warned = [str(one) for one in logs if one["log_level"] in ("warning", "error", "critical")]
            await cancel_until_done(work)
        await store.close()
    return warned, said


async def _connected(bot: Cardcrate) -> None:
    with translate_errors():
        await bot.start("token")


@pytest.mark.slow
async def test_sound_starts_raise_no_alarm(place: StandIn, tmp_path: Path, times: int) -> None:
    for seed in range(STARTS if times == 1 else STARTS_BY_NIGHT):
        folder = tmp_path / f"{seed}"
        folder.mkdir()
        settings = await sound(Random(seed), folder)
        found: list[str] = []

        code = show(await doctor.examine(settings, server=GUILD), found.append)
        warned, health = await started(settings, place)

        assert warned == [], f"seed {seed}"
        assert code == 0, f"seed {seed}: {found}"
        assert [one for one in found[:-1] if not one.startswith("ok ")] == [], f"seed {seed}"
        assert health.startswith("healthy: "), f"seed {seed}: {health}"
