"""Impossible or forbidden starts: each ends with its own exit code and one clear line."""

import os
import time
from pathlib import Path

import msgspec
import pytest

from bot.__main__ import EXIT_IN_USE, EXIT_SETTINGS, EXIT_TOKEN, EXIT_UNREACHABLE
from bot.process import backoff
from bot.process.backoff import Start
from bot.storage import facts
from bot.storage.store import Store
from tests.crash.program import Process, ended, running
from tests.discord_http.answers import ANSWERS
from tests.discord_http.gateway import AUTHENTICATION_FAILED
from tests.discord_http.stand_in import StandIn
from tests.helpers.figures import Figure
from tests.helpers.stores import opened
from tests.sabotage.elsewhere import elsewhere
from tests.sabotage.planting import sabotaged
from tests.sabotage.storage import lock_nothing


@pytest.mark.parametrize("is_known", [False, True], ids=["bad", "revoked"])
async def test_bad_token_ends_the_program_at_once(discord: StandIn, tmp_path: Path, is_known: bool) -> None:
    discord.token_is_known, discord.gateway.refuses_with = is_known, AUTHENTICATION_FAILED

    async with running(discord.address, tmp_path / "cards.sqlite3") as process:
        code, told = await ended(process)

    assert code == EXIT_TOKEN
    assert told.splitlines()[-1].startswith("cardcrate: Discord doesn't accept the token")
    assert "Traceback" not in told
    assert (discord.logins, discord.gateway.identified) == (1, int(is_known))
    assert len(await counted_starts(tmp_path / "cards.sqlite3")) == int(is_known)


async def test_wrong_server_ends_the_program(discord: StandIn, tmp_path: Path) -> None:
    discord.start_faults["commands"] = ANSWERS["may not see"]

    async with running(discord.address, tmp_path / "cards.sqlite3", GUILD_ID="7") as process:
        code, told = await ended(process)

    assert code == EXIT_SETTINGS
    assert told.splitlines()[-1].startswith("cardcrate: GUILD_ID: the bot isn't in server 7, or lacks")
    assert "Traceback" not in told


async def test_too_few_shards_end_the_program(discord: StandIn, tmp_path: Path) -> None:
    discord.gateway.refuses_with = 4011

    async with running(discord.address, tmp_path / "cards.sqlite3", SHARDS="1") as process:
        code, told = await ended(process)

    assert code == EXIT_SETTINGS
    assert told.splitlines()[-1].startswith("cardcrate: Discord wants more shards than SHARDS allows: ")


async def test_failed_start_ends_its_test_at_once(discord: StandIn, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"(?s)ended with 2:.*TURN_SECONDS"):
        async with running(discord.address, tmp_path / "cards.sqlite3", TURN_SECONDS="soon"):
            await discord.until(discord.gateway.is_ready.is_set)


@sabotaged("P28", elsewhere(lock_nothing))
async def test_second_process_learns_of_the_first(store: Store, discord: StandIn, figure: Figure) -> None:
    discord.token_is_known = False  # An accepted second process would end here.

    async with running(discord.address, store.path) as process:
        code, told = await ended(process)

    assert code == EXIT_IN_USE
    assert (
        told
        == f"cardcrate: the database is in use by another Cardcrate (process {os.getpid()}): stop that one first\n"
    )
    assert discord.logins == 0
    figure("P28", second_processes=1, refused=1, exit_code=code)


@pytest.mark.timeout(backoff.FIRST_WAIT_SECONDS)  # A wait to its end would take longer.
async def test_third_start_in_a_minute_waits_interruptibly(store: Store, discord: StandIn) -> None:
    starts = [Start(time.time() - seconds, 0.0) for seconds in (20, 10)]
    await store.write(facts.keep_note, backoff.NOTE, msgspec.json.encode(starts).decode())
    await store.close()

    async with running(discord.address, store.path) as process:
        line = await first_line(process)
        process.terminate()
        code, told = await ended(process)

    assert '"too_many_starts"' in line
    assert '"waiting_seconds": 60' in line
    assert (code, discord.logins) == (0, 0)
    assert "Traceback" not in told


async def test_start_without_discord_is_not_counted(tmp_path: Path) -> None:
    async with running("http://127.0.0.1:9", tmp_path / "cards.sqlite3") as process:
        code, _ = await ended(process)

    assert code == EXIT_UNREACHABLE
    assert await counted_starts(tmp_path / "cards.sqlite3") == []


async def counted_starts(database: Path) -> list[Start]:
    """Return the starts that the next one will count against a program that has ended."""
    async with opened(database) as store:
        noted = await store.read(facts.note, backoff.NOTE)
        return msgspec.json.decode(noted or "[]", type=list[Start])


async def first_line(process: Process) -> str:
    assert process.stderr is not None
    return (await process.stderr.readline()).decode()
