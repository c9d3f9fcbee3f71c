"""SimCord waits for a busy machine."""

import asyncio
import threading

import pytest

from tests.helpers.guild import SimGuild


async def test_simcord_retries_instead_of_giving_up(
    guild: SimGuild, capsys: pytest.CaptureFixture[str]
) -> None:
    held = threading.Event()
    with guild.env._bot_scope():
        working = asyncio.ensure_future(asyncio.to_thread(held.wait))
    settling = asyncio.ensure_future(guild.env.settle(timeout=0))

    said = ""
    while said.count("did not settle") < 3:
        await asyncio.sleep(0)
        said += capsys.readouterr().err
    assert not settling.done()

    held.set()
    await settling
    assert working.done()


async def test_impatient_simcord_still_plays_a_table(guild: SimGuild) -> None:
    guild.env.settle_timeout = 0.0

    await guild.players[0].slash("cards", game="crap")

    assert "C.R.A.P." in guild.table_text
