"""Discord's refusals at a start: a wrong setting is named, and the bot waits where only time helps."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from bot.app import Cardcrate, now
from bot.assembly import assemble
from bot.config import BadSettings
from bot.process import doctor, refusals
from bot.process.health import verdict
from bot.process.refusals import Refused, translate_errors
from bot.process.watchdog import last_events
from bot.status.heartbeat import LoopLag
from bot.status.looking import HealthSource
from tests.discord_http import stand_in
from tests.discord_http.answers import ANSWERS, HTML, PROXY, Answer
from tests.discord_http.stand_in import StandIn, serving
from tests.helpers.guild import settings_for

GUILD = 7
DAY_SECONDS = 82_800
LIMITED = ANSWERS["limit of the route"].with_body(retry_after=DAY_SECONDS)
PAGE = "<html><title>Access denied</title>" + 65 * "\n<p>error code: 1015</p>"
SHUT_OUT = Answer("shut out", ANSWERS["overloaded"].error, 429, PAGE)


@pytest_asyncio.fixture
async def place(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[StandIn]:
    """Yield a Discord on this machine."""
    made = StandIn()
    async with serving(made) as address:
        monkeypatch.setattr(discord.http.Route, "BASE", address)
        yield made


@asynccontextmanager
async def starting(folder: Path, **given: Any) -> AsyncIterator[tuple[Cardcrate, "asyncio.Task[None]"]]:
    """Yield a bot that's about to start, and the task that starts it."""
    store, bot = await assemble(settings_for(folder / "cards.sqlite3", shards=None, **given))

    async def start() -> None:
        with translate_errors():
            await bot.start("token")

    async with bot:
        task = asyncio.create_task(start())
        try:
            yield bot, task
        finally:
            task.cancel()
            await asyncio.wait((task,))
    await store.close()


async def until(is_so: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    while not is_so():
        await asyncio.sleep(0)


def health(bot: Cardcrate) -> str:
    """Return the line of the health check about the bot."""
    return verdict(HealthSource(bot, LoopLag()).health(), now())[1]


@pytest.mark.parametrize("answer", ["may not see", "server gone"])
async def test_wrong_server_is_named_with_its_setting(place: StandIn, tmp_path: Path, answer: str) -> None:
    place.start_faults["commands"] = ANSWERS[answer]

    async with starting(tmp_path, guild_id=GUILD) as (_, start):
        with pytest.raises(BadSettings, match=rf"GUILD_ID: the bot isn't in server {GUILD}"):
            await start


async def test_refused_command_is_a_fault_of_the_program(place: StandIn, tmp_path: Path) -> None:
    place.start_faults["commands"] = ANSWERS["body malformed"].with_body(errors={})

    async with starting(tmp_path) as (_, start):
        with pytest.raises(BadSettings, match="refuses a command; please report it"):
            await start


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        (4004, "token", "doesn't accept the token: copy it again"),
        (4010, "settings", "SHARDS"),
        (4011, "settings", "SHARDS"),
        (4012, "settings", "install a newer Cardcrate"),
        (4013, "token", "an intent"),
    ],
)
async def test_refused_connection_comes_with_its_cure(
    place: StandIn, tmp_path: Path, code: int, kind: str, words: str
) -> None:
    place.gateway.refuses_with = code

    async with starting(tmp_path) as (_, start):
        with pytest.raises(Refused) as refused:
            await start

    assert refused.value.refusal.kind == kind
    assert words in str(refused.value)


@pytest.mark.parametrize("kind", ["login", "gateway"])
@pytest.mark.parametrize(
    ("answer", "words", "seconds"),
    [
        (LIMITED, "limits this bot's requests", DAY_SECONDS),
        (SHUT_OUT, "blocks this machine's address, not your bot (status 429)", refusals.BLOCKED_SECONDS),
        (
            Answer("banned", SHUT_OUT.error, 403, PAGE),
            "blocks this machine's address",
            refusals.BLOCKED_SECONDS,
        ),
        (
            Answer("shut out", SHUT_OUT.error, 429, PAGE, {"Retry-After": "7200"}),
            "blocks this machine's address",
            7200,
        ),
        (Answer("down", SHUT_OUT.error, 503, HTML), "is down (status 503)", 60),
    ],
    ids=["limited", "shut-out", "banned", "shut-out-until", "down"],
)
async def test_wait_is_told_in_log_and_health(
    place: StandIn, tmp_path: Path, kind: str, answer: Answer, words: str, seconds: float
) -> None:
    place.start_faults[kind] = answer

    with capture_logs() as logs:
        async with starting(tmp_path) as (bot, _):
            await until(lambda: bot.patience.wait)
            said = health(bot)
            wait = bot.patience.wait

    assert wait is not None
    assert words in wait.why
    assert abs(wait.until - now() - seconds) < 60
    assert f"NOT healthy: {wait.why}: leave the bot running, it tries again at 20" in said
    assert [entry["why"] for entry in logs if entry["event"] == "discord_waits"] == [wait.why]
    assert place.refused == 1
    assert "\n" not in said


async def test_page_of_a_proxy_is_not_discord(place: StandIn, tmp_path: Path) -> None:
    place.start_faults["login"] = Answer("portal", SHUT_OUT.error, 200, "<html>Please log in</html>")

    async with starting(tmp_path) as (bot, _):
        await until(lambda: bot.patience.wait)
        assert "something else answers in Discord's place" in health(bot)


async def test_bot_connects_once_discord_is_back(
    place: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refusals, "RETRY_SECONDS", 0.01)
    place.start_faults["login"] = Answer("down", SHUT_OUT.error, 503, HTML)

    with capture_logs() as logs:
        async with starting(tmp_path) as (bot, _):
            await place.until(lambda: place.refused == 3)
            place.start_faults.clear()
            await place.until(place.gateway.is_ready.is_set)
            assert bot.patience.wait is None

    assert [entry["event"] for entry in logs].count("discord_waits") == 1


async def test_used_up_connections_are_waited_for(
    place: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = {**stand_in.SESSIONS, "remaining": 0, "reset_after": 1000 * DAY_SECONDS}
    monkeypatch.setattr(stand_in, "SESSIONS", sessions)

    async with starting(tmp_path) as (bot, _):
        await until(lambda: bot.patience.wait)
        assert (
            "used up its connections to Discord for today: leave the bot running, it tries again at 20"
            in health(bot)
        )
    standing = await doctor.ask_discord("token", None)

    assert place.gateway.connections == 0
    assert standing.grants is not None
    assert standing.grants.wait == DAY_SECONDS


@pytest.mark.parametrize(
    "answer",
    [LIMITED, Answer("today", SHUT_OUT.error, 400, {"code": 30034, "message": "Max"}, PROXY)],
    ids=["limited", "today"],
)
async def test_todays_limit_of_commands_stops_nobody(place: StandIn, tmp_path: Path, answer: Answer) -> None:
    place.start_faults["commands"] = answer

    with capture_logs() as logs:
        async with starting(tmp_path):
            await place.until(place.gateway.is_ready.is_set)

    assert "commands_not_synced" in [entry["event"] for entry in logs]


async def test_doctor_reads_refusals_as_the_start_does(place: StandIn, tmp_path: Path) -> None:
    place.start_faults["login"] = SHUT_OUT

    findings = await doctor.examine(settings_for(tmp_path / "cards.sqlite3", discord_token="token"))

    [found] = [finding for finding in findings if finding.subject == "Discord"]
    assert not found.is_good
    assert found.words == "Discord blocks this machine's address, not your bot (status 429)"
    assert found.advice.startswith("wait, because each try makes it longer, and try again at 20")


async def test_number_of_last_event_is_known(place: StandIn, tmp_path: Path) -> None:
    async with starting(tmp_path) as (bot, _):
        await place.until(place.gateway.is_ready.is_set)
        async with asyncio.timeout(10):
            await until(lambda: last_events(bot) == {0: 1})
            await place.gateway.send_event("TYPING_START", {})
            await until(lambda: last_events(bot) == {0: 2})
