"""The doctor asks Discord about the bot and its permissions, and says how to fix what's wrong."""

import asyncio
import ssl
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.config import Settings
from bot.process import doctor
from bot.process.doctor import Application, examine
from bot.process.findings import Grants, another_application, show
from cogs import opening
from tests.discord_http.stand_in import StandIn, serving
from tests.helpers.guild import SimGuild
from tests.storage.test_encryption import certificate
from tests.test_doctor import TOKEN, about, answering, failing, known, settings

__all__ = ("settings",)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (discord.HTTPException(cast("Any", SimpleNamespace(status=503, reason="")), "down"), "status 503"),
        (discord.HTTPException(cast("Any", SimpleNamespace(status=407, reason="")), "no"), "such as a proxy"),
        (aiohttp.ServerDisconnectedError(), "can't be reached (the connection broke off)"),
        (aiohttp.ClientPayloadError(), "can't be reached (the connection broke off)"),
        (aiohttp.ClientResponseError(cast("Any", None), ()), "(the answer isn't one of a web server)"),
        (aiohttp.InvalidURL("x"), "can't be reached (the connection failed)"),
        (TimeoutError(), "can't be reached (no answer)"),
        (OSError(113, "socket words"), "can't be reached (No route to host)"),
    ],
)
async def test_discord_that_does_not_answer_is_explained(
    settings: Settings, error: Exception, words: str
) -> None:
    found = about(await examine(settings, failing(error)), "Discord")

    assert not found.is_good
    assert words in found.words


async def test_certificate_that_is_not_trusted_points_at_clock(settings: Settings, tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(tmp_path))

    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async def ask(_token: str, _guild_id: int | None) -> Application:
        port = listening.sockets[0].getsockname()[1]
        async with aiohttp.ClientSession() as session, session.get(f"https://localhost:{port}"):
            raise AssertionError("nobody can trust that")

    async with await asyncio.start_server(greet, "127.0.0.1", ssl=context) as listening:
        found = about(await examine(settings, ask), "Discord")

    assert found.words == "Discord's certificate isn't trusted (self-signed certificate)"
    assert "set the clock of this machine" in found.advice


async def test_token_that_does_not_work_is_explained(settings: Settings) -> None:
    found = about(await examine(settings, failing(discord.LoginFailure("Improper token."))), "token")

    assert not found.is_good
    assert "doesn't accept the token" in found.words


@pytest.mark.parametrize(("used", "verdict"), [({42}, "ERROR"), ({42, 7}, "WARN")])
def test_token_of_another_application_is_never_forgotten(used: set[int], verdict: str) -> None:
    found = another_application(frozenset(used), 7)

    assert found is not None
    assert found.verdict == verdict
    assert "copy the token of application 42" in found.advice
    assert another_application(frozenset({7}), 7) is None


async def test_fewer_shards_than_discord_wants_are_mentioned(settings: Settings) -> None:
    few = settings.model_copy(update={"shards": 1})

    found = about(await examine(few, answering(is_member=True, grants=Grants(3, 900, 900))), "shards")

    assert (found.verdict, found.words) == ("WARN", "SHARDS is 1, Discord wants 3")


async def test_the_token_is_never_shown(settings: Settings) -> None:
    lines: list[str] = []
    for ask in (known, failing(discord.LoginFailure(TOKEN)), failing(OSError(TOKEN))):
        show(await examine(settings, ask), lines.append)

    assert not any(TOKEN in line for line in lines)


async def test_server_bot_is_not_in_comes_with_invitation(settings: Settings) -> None:
    found = about(await examine(settings, answering(is_member=False)), "server")

    assert "client_id=42" in found.advice
    assert f"permissions={doctor.PERMISSIONS.value}" in found.advice
    assert "scope=bot+applications.commands" in found.advice


async def test_no_server_is_checked_when_none_is_set(settings: Settings) -> None:
    everywhere = settings.model_copy(update={"guild_id": None})

    findings = await examine(everywhere, known)

    assert "server" not in [finding.subject for finding in findings]
    assert "every server" in about(findings, "settings").words


async def test_discord_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(client: discord.Client, token: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(doctor, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(discord.Client, "login", never)

    with pytest.raises(TimeoutError):
        await doctor.ask_discord(TOKEN, None)


async def test_the_name_and_the_address_come_from_discord() -> None:
    class Known(discord.Client):
        user = "Cardcrate#1234"  # type: ignore[assignment]
        application = SimpleNamespace(  # type: ignore[assignment]
            id=42,
            interactions_endpoint_url="https://example.org",
            approximate_guild_count=2,
            approximate_user_install_count=None,
        )

        async def login(self, token: str) -> None:
            assert token == TOKEN

    found = await doctor.fetch_application(Known(intents=discord.Intents.none()), TOKEN, None)

    assert found == Application(name="Cardcrate#1234", application_id=42, servers=2, has_endpoint=True)


async def test_permissions_are_read_from_the_server(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    guild_id = int(guild.handle.id)

    assert await doctor.check_server(guild.bot, guild_id) == ((), False)

    monkeypatch.setattr(doctor, "NEEDED", ("view_channel", "administrator"))
    assert await doctor.check_server(guild.bot, guild_id) == (("Administrator",), False)
    assert await doctor.check_server(guild.bot, guild_id + 1) == (None, False)


def test_doctor_asks_for_tables_permissions_and_files() -> None:
    assert set(doctor.NEEDED) == {*opening.NEEDED, "attach_files", "send_messages_in_threads"}


@pytest.mark.parametrize(
    ("grants", "subject", "words", "advice"),
    [
        (Grants(1, 1000, 997), "gateway", "997 of 1000 starts left today", ""),
        (Grants(1, 1000, 3), "gateway", "3 of 1000 starts left today", "why the bot starts so often"),
        (
            Grants(1, 9, 9, intents=("Presence",)),
            "intents",
            "Presence on, though the bot never uses that",
            "",
        ),
        (Grants(1, 900, 900, clock_ahead=-2.0), "clock", "2 s behind Discord's", ""),
        (Grants(1, 900, 900, clock_ahead=90.0), "clock", "90 s ahead of Discord's", "NTP"),
    ],
)
async def test_connections_and_time_are_judged(
    settings: Settings, grants: Grants, subject: str, words: str, advice: str
) -> None:
    found = about(await examine(settings, answering(is_member=True, grants=grants)), subject)

    assert words in found.words
    assert advice in found.advice
    assert found.is_good is not bool(advice)


async def test_discord_tells_its_grants_and_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(StandIn()) as address:
        monkeypatch.setattr(discord.http.Route, "BASE", address)

        found = await doctor.ask_discord(TOKEN, None)

    assert found.grants is not None
    assert (found.grants.starts_left, found.grants.shards) == (999, 1)
    assert abs(found.grants.clock_ahead or 99) < 90


async def test_named_server_goes_before_one_of_settings(settings: Settings) -> None:
    asked: list[int | None] = []

    async def ask(token: str, guild_id: int | None) -> Application:
        asked.append(guild_id)
        return Application(name="Cardcrate#1234", application_id=42, is_member=True)

    await examine(settings, ask, server=99)

    assert asked == [99]


async def test_commands_that_appear_twice_are_warned_of(settings: Settings) -> None:
    found = about(await examine(settings, answering(is_member=True, has_doubles=True)), "commands")

    assert not found.is_urgent
    assert found.words.startswith("every command appears twice in server ")
    assert found.advice == "empty GUILD_ID and open a table there"


async def test_doubled_commands_are_found_on_discord(guild: SimGuild) -> None:
    client, server = guild.bot, guild.handle.id
    await guild.players[0].slash("cards", game="crap")
    assert await doctor.check_server(client, server) == ((), False)

    payload = [{"name": "cards", "description": "Start a card game here", "type": 1}]
    assert client.application_id is not None
    await client.http.bulk_upsert_guild_commands(client.application_id, server, payload=payload)

    assert await doctor.check_server(client, server) == ((), True)
