"""The doctor, which checks everything the bot needs to run, and names the cure for each fault."""

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path
from typing import Final

import aiohttp
import discord
import msgspec

from bot.config import (
    ENV_FILE,
    BadSettings,
    Server,
    Settings,
    access_problem,
    is_default_folder,
    is_world_readable,
    misspellings,
    read_settings,
)
from bot.engine.contract import AnyGame
from bot.games import GAMES
from bot.lessons.reading import read_lesson
from bot.process.beacon import PublicBeacon
from bot.process.findings import (
    Finding,
    Grants,
    another_application,
    backups,
    backups_of,
    grant_findings,
    host_findings,
    is_empty,
    processors,
    server_findings,
    show,
    time_zones,
    versions,
)
from bot.process.network import NoPort, try_port, use_api
from bot.process.refusals import FAILURES, PATIENT_SECONDS, clock_time, log_in, refusal, start_delay
from bot.process.upkeep import DAY
from bot.rendering.rules import read_rules
from bot.shipped import REINSTALL
from bot.storage.checkup import (
    OLDEST_SQLITE,
    applications,
    in_use,
    inspect,
    server_hosts,
    server_setup,
    sqlite_version,
)
from bot.storage.errors import Unusable
from bot.storage.file import check_drive, check_place
from bot.storage.health import Health
from bot.storage.migrations import newest_number
from bot.storage.store import check_driver

PATIENCE_SECONDS = 40
"""The longest wait for Discord. The library itself tries for 25 seconds if Discord is down."""
MIN_FREE_BYTES: Final = 200_000_000
NEEDED: Final = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)
"""The permissions that a table and its pictures need in a channel or thread."""
PERMISSIONS: Final = discord.Permissions(**dict.fromkeys(NEEDED, True))
SCOPES: Final = ("bot", "applications.commands")


class Application(msgspec.Struct, frozen=True):
    """The bot's application, with Discord's facts about it."""

    name: str
    application_id: int
    has_endpoint: bool = False
    """Whether Discord sends interactions to a web address instead of to the bot."""
    servers: int | None = None
    """The approximate number of servers and accounts it's installed in. None if unknown."""
    is_member: bool = False
    lacking: tuple[str, ...] = ()
    """The permissions that the bot lacks in the server asked about."""
    has_doubles: bool = False
    """Whether that server has commands of its own that every server already has."""
    grants: Grants | None = None


Ask = Callable[[str, int | None], Awaitable[Application]]
"""A function that asks Discord about a token and perhaps a server. Raises what discord.py raises."""


async def check_up(write: Callable[[str], object], server: int | None = None) -> int:
    """Read the settings, run all checks, write the findings, and return 1 if something is wrong, else 0.

    `server` is checked instead of the one in GUILD_ID.
    """
    try:
        settings = read_settings()
    except BadSettings as error:
        return show([Finding("settings", error.words, error.cure)], write)
    use_api(settings.discord_api)
    return show(await examine(settings, server=server), write)


async def ask_discord(token: str, guild_id: int | None) -> Application:
    """Ask Discord about the bot over HTTP only, so that a running bot isn't disturbed."""
    offsets: list[float] = []
    client = discord.Client(
        intents=discord.Intents.none(), http_trace=_date_trace(offsets), max_ratelimit_timeout=PATIENT_SECONDS
    )
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            app = await fetch_application(client, token, guild_id)
            grants = await fetch_grants(client, offsets)
            return msgspec.structs.replace(app, grants=grants)
    finally:
        await client.close()


def _date_trace(offsets: list[float]) -> aiohttp.TraceConfig:
    """Return a trace that adds to `offsets`, at every answer, the seconds our clock is ahead of Discord's."""

    async def ended(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
        if date := end.response.headers.get("Date"):
            offsets.append(time.time() - parsedate_to_datetime(date).timestamp())

    config = aiohttp.TraceConfig()
    config.on_request_end.append(ended)
    return config


async def fetch_grants(client: discord.Client, offsets: list[float]) -> Grants:
    """Return Discord's limits for today, our clock's error, and the application's privileged intents."""
    shards, _, limit = await client.http.get_bot_gateway()
    assert client.application is not None
    flags = client.application.flags
    names = ("gateway_message_content", "gateway_guild_members", "gateway_presence")
    on = [name for name in names if getattr(flags, name) or getattr(flags, f"{name}_limited")]
    return Grants(
        shards=shards,
        starts=limit["total"],
        starts_left=limit["remaining"],
        wait=start_delay(limit, shards),
        clock_ahead=min(offsets, key=abs, default=None),
        intents=tuple(name.removeprefix("gateway_").replace("_", " ").title() for name in on),
    )


async def examine(settings: Settings, ask: Ask = ask_discord, server: int | None = None) -> list[Finding]:
    """Run all checks, in the order in which the bot needs things. `server` overrides GUILD_ID."""
    where = "every server" if settings.guild_id is None else f"server {settings.guild_id} only"
    return [
        Finding("settings", f"readable, commands appear in {where}"),
        *_environment(),
        *await asyncio.to_thread(lambda: list(_files(settings))),
        *await _port(settings),
        *await _dailies(settings),
        *await _discord(settings, ask, server or settings.guild_id),
    ]


def _files(settings: Settings) -> Iterator[Finding]:
    yield (migrations := _migrations(settings))
    if migrations.is_good:  # Otherwise the whole folder is wrong, and one line is enough.
        yield _texts("rule texts", settings.rules, "md", lambda _game, text: read_rules(text))
        yield _texts("lessons", settings.lessons, "toml", read_lesson)
    yield time_zones()
    yield processors()
    if isinstance(settings.database, Server):
        yield versions()
        yield from _postgresql(settings.database, settings)
        return
    kept = backups_of(settings)  # Comes first, because opening the database changes its time.
    yield versions()
    yield _sqlite()
    yield _file(settings.database, settings)
    if not access_problem(settings.database.parent) and settings.database.parent.is_dir():
        yield _disk(settings.database.parent)
        yield kept


def _environment() -> Iterator[Finding]:
    """Yield warnings about settings that look wrong but can be used."""
    for line in misspellings():
        yield Finding("settings", line, "correct it if it's meant for the bot", is_urgent=False)
    if is_world_readable():
        words = f"every user of this machine can read {ENV_FILE}, which holds the token"
        yield Finding("settings", words, f"chmod o= {ENV_FILE}", is_urgent=False)


async def _port(settings: Settings) -> list[Finding]:
    """Check that STATUS_PORT is free, or taken by a bot that's already running."""
    port = settings.status_port
    if port is None:
        return []
    try:
        await try_port(settings.status_address, port)
    except NoPort as error:
        with suppress(Unusable):
            if user := await asyncio.to_thread(in_use, settings.database):
                return [Finding("status port", f"can't try {port}: {user}")]
        return [Finding("status port", error.words, error.cure)]
    return [Finding("status port", f"{port} is free")]


async def _dailies(settings: Settings) -> list[Finding]:
    """Check that the beacon gives the first round of today, if dailies need it."""
    if settings.daily != "world":
        return []
    said = await PublicBeacon(settings.beacon).first_since(time.time() // DAY * DAY)
    if said is None:
        words = f"{settings.beacon} doesn't give the first round of today"
        return [Finding("dailies", words, "name a beacon in drand's form in BEACON, or set DAILY=chain")]
    return [Finding("dailies", f"today's cards come from round {said.round} of the beacon")]


def _migrations(settings: Settings) -> Finding:
    try:
        newest = newest_number(settings.migrations)
    except Unusable as error:
        return Finding("data folder", error.words, error.cure)
    return Finding("data folder", f"{settings.data_dir} has the migrations up to {newest}")


def _texts(subject: str, folder: Path, ending: str, read: Callable[[AnyGame, str], object]) -> Finding:
    """Check that each game has a text of this kind that can be used."""
    unreadable: list[str] = []
    for game in GAMES.values():
        path = folder / f"{game.id}.{ending}"
        try:
            read(game, path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            unreadable.append(f"{path.name} can't be used ({getattr(error, 'strerror', None) or error})")
    if unreadable:
        return Finding(subject, ", ".join(unreadable), REINSTALL)
    return Finding(subject, f"complete ({len(GAMES)} games)")


def _sqlite() -> Finding:
    has, needs = (".".join(map(str, numbers)) for numbers in (sqlite_version(), OLDEST_SQLITE))
    if sqlite_version() < OLDEST_SQLITE:
        return Finding("SQLite", f"is {has}, which is too old", f"use a Python with SQLite {needs} or newer")
    return Finding("SQLite", has)


def _postgresql(server: Server, settings: Settings) -> Iterator[Finding]:
    """Check a database on a PostgreSQL server."""
    try:
        check_driver(server)
        yield from host_findings(server_hosts(server))
        setup = server_setup(server)
        health = inspect(server, settings.migrations)
        user = in_use(server)
    except Unusable as error:
        yield Finding("database", error.words, error.cure)
        return
    yield Finding("PostgreSQL", f"is {setup.version}, at {server}")
    yield _database(health, user) if health.schema else Finding("database", "empty until the first start")
    yield from server_findings(setup)
    if health.schema:
        yield backups(settings, changed_at=setup.changed_at, size=setup.size)


def _file(path: Path, settings: Settings) -> Finding:
    try:
        if not settings.network_drive:
            check_drive(path)
        if is_default_folder(path.parent) and not access_problem(path.parent) and not path.parent.exists():
            return Finding("database", f"{path} will be created at the first start")
        check_place(path)
        if is_empty(path):
            return Finding("database", f"{path} will be created at the first start")
        return _database(inspect(path, settings.migrations), in_use(path))
    except Unusable as error:
        return Finding("database", error.words, error.cure)


def _database(health: Health, user: str | None) -> Finding:
    if health.damage:
        words = f"is damaged: {', '.join(health.damage[:3])}"
        advice = "stop the bot, keep the file, restore a backup (docs/operating/backups.md)"
        return Finding("database", words, advice)
    if health.schema < health.newest:
        words = f"sound, schema {health.schema} becomes {health.newest} at the next start"
    else:
        words = f"sound, {health.live} open {'table' if health.live == 1 else 'tables'}"
    return Finding("database", f"{words}, {user}" if user else words)


def _disk(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    words = f"{free // 1_000_000} MB free in {folder}"
    if free < MIN_FREE_BYTES:
        return Finding("disk", f"only {words}", "make room: the bot can't save moves on a full disk")
    return Finding("disk", words)


async def _discord(settings: Settings, ask: Ask, guild_id: int | None) -> list[Finding]:
    if settings.discord_token is None:
        advice = "put it into .env, which `cardcrate settings` prints (`cardcrate play` doesn't need one)"
        return [Finding("token", "DISCORD_TOKEN is empty", advice)]
    try:
        app = await ask(settings.discord_token.get_secret_value(), guild_id)
    except FAILURES as error:
        said = refusal(error)
        later = "" if said.seconds is None else f", and try again at {clock_time(time.time() + said.seconds)}"
        return [Finding("token" if said.kind == "token" else "Discord", said.words, said.cure + later)]
    known = await asyncio.to_thread(applications, settings.database)
    other = another_application(known, app.application_id)
    return [*([other] if other else []), *_application(app, guild_id, settings.shards)]


def _application(app: Application, guild_id: int | None, shards: int | None) -> Iterator[Finding]:
    yield Finding("token", f"Discord accepts it for {app.name}")
    if app.has_endpoint:
        advice = "empty Interactions Endpoint URL on the page General Information of the Developer Portal"
        yield Finding("application", "commands and clicks go to a web address, not to the bot", advice)
    if app.grants is not None:
        yield from grant_findings(app.grants, shards)
    if guild_id is None:
        if app.servers == 0:
            yield Finding("servers", "the bot isn't in any server yet", f"invite it: {invite(app)}")
        return
    if not app.is_member:
        yield Finding("server", f"the bot isn't in server {guild_id}", f"invite it: {invite(app)}")
    elif app.lacking:
        words = f"the bot lacks {', '.join(app.lacking)} in server {guild_id}"
        yield Finding("server", words, f"give these to its role, or invite it again: {invite(app)}")
    else:
        yield Finding("server", f"the bot is in server {guild_id} with every permission it needs")
    if app.has_doubles:
        words = f"every command appears twice in server {guild_id}, for it alone and for all servers"
        yield Finding("commands", words, "empty GUILD_ID and open a table there", is_urgent=False)


def invite(app: Application) -> str:
    """Return the address that adds the bot to a server."""
    return discord.utils.oauth_url(app.application_id, permissions=PERMISSIONS, scopes=SCOPES)


async def fetch_application(client: discord.Client, token: str, guild_id: int | None) -> Application:
    """Log a client in without connecting it, and find out its application and permissions."""
    await log_in(client, partial(client.login, token))
    application = client.application
    assert application is not None
    lacking, has_doubles = (None, False) if guild_id is None else await check_server(client, guild_id)
    return Application(
        name=str(client.user),
        application_id=application.id,
        servers=application.approximate_guild_count + (application.approximate_user_install_count or 0),
        has_endpoint=application.interactions_endpoint_url is not None,
        is_member=lacking is not None,
        lacking=lacking or (),
        has_doubles=has_doubles,
    )


async def check_server(client: discord.Client, guild_id: int) -> tuple[tuple[str, ...] | None, bool]:
    """Return the permissions that the bot lacks in a server, and whether its commands appear twice there.

    The permissions have Discord's names. They're None if the bot isn't a member.
    """
    assert client.user is not None
    assert client.application_id is not None
    try:
        guild = await client.fetch_guild(guild_id)
        member = await guild.fetch_member(client.user.id)
    except (discord.NotFound, discord.Forbidden):
        return None, False
    held = member.guild_permissions
    lacking = tuple(name.replace("_", " ").title() for name in NEEDED if not getattr(held, name))
    try:
        there = await client.http.get_guild_commands(client.application_id, guild_id)
    except discord.Forbidden:  # It was invited without the scope for commands.
        return (*lacking, f"the scope {SCOPES[1]}"), False
    everywhere = await client.http.get_global_commands(client.application_id)
    return lacking, bool({one["name"] for one in there} & {one["name"] for one in everywhere})
