"""The real program as a process of its own, with its database on a PostgreSQL server."""

import asyncio
import re
from pathlib import Path

from bot.config import Server
from bot.games import GAMES
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.crash.program import ended, running
from tests.discord_http.stand_in import StandIn
from tests.helpers.stores import BUSY_SECONDS, MIGRATIONS
from tests.storage.games import FIRST_USER
from tests.storage.games import running as game_of

GUILD, CHANNEL = 1, 10


async def test_program_continues_a_game_on_a_server(
    discord: StandIn, empty_server: Server, tmp_path: Path
) -> None:
    store = Store(empty_server, MIGRATIONS, patience=BUSY_SECONDS)
    await store.open()
    session = await game_of(store, GAMES["crap"], CHANNEL, moves=0)
    await store.close()

    database = {"DATABASE": empty_server.address}
    async with running(discord.address, tmp_path / "none.sqlite3", **database) as process:
        await discord.until(lambda: bool(discord.shown(CHANNEL)))
        await discord.slash(FIRST_USER + session.state.turn, CHANNEL, "recycle", GUILD)
        await discord.until(lambda: "Turn 2 of" in discord.shown(CHANNEL)[-1])
        process.terminate()
        code, told = await ended(process)

    assert (code, re.findall("Traceback|exception|postgresql://", told)) == (0, [])
    assert await asyncio.to_thread(verify, empty_server, MIGRATIONS, GAMES) == []
    await store.open()
    kept = await store.load(session.record.id)
    await store.close()
    assert kept is not None
    assert kept.revision == session.record.revision + 1
