"""The Discord client, which holds the bot's parts, loads the cogs, and answers every error."""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

import discord
import structlog
import yarl
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket, KeepAliveHandler

from bot.chores import Chores
from bot.config import BadSettings, Settings
from bot.delivery.names import printable_name
from bot.delivery.publisher import Publisher
from bot.delivery.transport import DiscordTransport
from bot.door.answers import Replies
from bot.door.door import CHANGED_COMMAND, Door, answer_error
from bot.door.registration import CommandTexts, Registration
from bot.process.backoff import Starts
from bot.process.beacon import PublicBeacon
from bot.process.counting import Counting
from bot.process.refusals import (
    FAILURES,
    NO_STARTS,
    PATIENT_SECONDS,
    TODAYS_LIMIT,
    Patience,
    log_in,
    start_delay,
)
from bot.process.watchdog import Watchdog
from bot.registry import IDS, module_name
from bot.sessions.availability import Availability
from bot.sessions.clocks import SteadyClock
from bot.sessions.pauses import Pauses
from bot.sessions.sessions import Sessions
from bot.shipped import load_cogs
from bot.storage.store import Store
from bot.texts import Texts
from bot.timings import Timings

log = structlog.get_logger(__name__)

COGS: Sequence[str] = (
    "cogs.connection",
    "cogs.cards",
    "cogs.player",
    "cogs.turn",
    "cogs.daily",
    "cogs.cardcrate",
    "cogs.settings",
    "cogs.user_menu",
    "cogs.buttons",
    *(module_name("cogs.{}", game) for game in IDS),
)
INVALID_FORM = 50035
"""Discord's error code for a malformed command."""
HEARTBEAT_SECONDS = 5.0
"""The longest wait for one heartbeat thread to end."""
PLACES = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""The places for commands: servers, and the DM with the bot, where people play alone."""
INSTALLS = app_commands.AppInstallationType(guild=True, user=True)
"""The kinds of installation: for a server, and for a user, who can then play alone."""


def now() -> float:
    """Return the time in seconds since the epoch, by the library's clock."""
    return discord.utils.utcnow().timestamp()


def intents() -> discord.Intents:
    """Return the intents: servers, and messages without their text, to notice when a table scrolls away."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.guild_messages = True
    return wanted


@dataclass(frozen=True)
class Parts:
    """The parts of a bot, as `bot.assembly` puts them together around its client."""

    timings: Timings
    clock: SteadyClock
    store: Store
    sessions: Sessions
    pauses: Pauses
    availability: Availability
    transport: DiscordTransport
    publisher: Publisher
    door: Door
    replies: Replies
    counting: Counting
    chores: Chores
    starts: Starts
    texts: Texts
    beacon: PublicBeacon


def member_name(client: discord.Client, guild_id: int, user_id: int) -> str | None:
    """Return the name of a member, or None if the library doesn't have the member in memory."""
    guild = client.get_guild(guild_id)
    member = None if guild is None else guild.get_member(user_id)
    return None if member is None else printable_name(member.display_name, member.name)


def parent_of(client: discord.Client, channel_id: int) -> int | None:
    """Return the channel that a thread belongs to, or None if the library doesn't know of one."""
    channel = client.get_channel(channel_id)
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def end_heartbeats(state: object) -> None:
    """Stop a client's heartbeat threads and wait for them. A late one would find its event loop closed."""
    for thread in threading.enumerate():
        if isinstance(thread, KeepAliveHandler) and thread.ws._connection is state and thread.is_alive():  # noqa: SLF001
            thread.stop()
            thread.join(HEARTBEAT_SECONDS)


class Cardcrate(commands.AutoShardedBot):
    """The bot. `build` makes its parts, given the client through which they reach Discord."""

    def __init__(self, settings: Settings, build: Callable[[discord.Client], Parts]) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,  # The library would keep the last 1,000 messages, which nothing here reads.
            tree_cls=Tree,
            allowed_contexts=PLACES,
            allowed_installs=INSTALLS,
            shard_count=settings.shards,
            max_ratelimit_timeout=PATIENT_SECONDS,
        )
        self.settings = settings
        self.patience = Patience(now)
        parts = build(self)
        self.timings, self.clock = parts.timings, parts.clock
        self.store, self.sessions = parts.store, parts.sessions
        self.pauses, self.availability = parts.pauses, parts.availability
        self.transport, self.publisher = parts.transport, parts.publisher
        self.door, self.replies = parts.door, parts.replies
        self.names = parts.publisher.names
        self.counting, self.chores = parts.counting, parts.chores
        self.starts, self.beacon, self.texts = parts.starts, parts.beacon, parts.texts
        self.cluster = parts.sessions.cluster
        self.watchdog = Watchdog(parts.clock)
        self.invited_at: OrderedDict[int, list[float]] = OrderedDict()
        """The times of each user's latest invitations, by user id."""
        self.registration = Registration(
            parts.store,
            parts.sessions,
            parts.clock,
            client=self,
            describe=self.describe_commands,
            give_way=parts.publisher.background.step,
            home=settings.guild_id,
        )

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Note the start, and wait until the shard may identify, which the library does next."""
        await self.starts.note_start()
        if not await self.cluster.identify(shard_id or 0):
            await super().before_identify_hook(shard_id, initial=initial)

    async def login(self, token: str) -> None:
        """Log in, again and again if only time helps. The library makes an HTTP session for each try."""

        async def once() -> None:
            try:
                await log_in(self, partial(super(Cardcrate, self).login, token))
            except FAILURES:
                await self.http.close()
                self.http.connector = discord.utils.MISSING
                raise

        await self.patience.ask(once)

    async def gateway(self) -> tuple[int, str, Any]:
        """Return how many shards Discord wants, the gateway's address, and its limits for today."""
        return await self.patience.ask(self.http.get_bot_gateway)

    async def launch_shards(self) -> None:
        """Ask Discord for its gateway, and how many shards may identify at a time, then connect."""
        wanted, address, limits = await self.gateway()
        self.shard_count = self.shard_count or wanted
        while seconds := start_delay(limits, len(self.shard_ids or range(self.shard_count))):
            await self.patience.rest(NO_STARTS, seconds)
            _, address, limits = await self.gateway()
        self.http.max_ratelimit_timeout = None  # A rate limit now holds up only single tables.
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address)  # The library would use Discord's own.
        self.cluster.buckets = limits["max_concurrency"]
        await super().launch_shards()

    async def setup_hook(self) -> None:
        """Load the cogs and sync changed commands. `cogs.connection` starts the clocks once connected."""
        load_cogs()
        for name in COGS:
            await import_module(name).setup(self)
        await self.tree.set_translator(CommandTexts())
        await self.patience.ask(self._send_commands)
        await self.sessions.start()
        await self.publisher.start()
        self.chores.start()

    async def close(self) -> None:
        """Accept nothing new, finish the answers under way, stop clocks and sending, and disconnect.

        Whatever isn't shown yet is shown after the next start.
        """
        self.door.is_closed = True
        await self.sessions.close()
        await self.door.close()
        self.replies.close()
        await self.publisher.close()
        await super().close()
        await asyncio.to_thread(end_heartbeats, self._connection)

    async def on_message(self, message: discord.Message) -> None:
        """Count the messages below a table. The bot doesn't receive their text."""
        if message.author != self.user:
            self.publisher.tables.note_message(message.channel.id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Count an interaction, and note that people can reach the bot."""
        self.watchdog.note_arrival()
        self.counting.note_arrival(interaction.id, interaction.type.name.replace("application_", ""))
        self.registration.check_once(interaction.guild_id)

    async def describe_commands(self) -> list[dict[str, Any]]:
        """Return all commands in the form they're sent in, in every language."""
        translator = self.tree.translator
        assert translator is not None
        return [await one.get_translated_payload(self.tree, translator) for one in self.tree.get_commands()]

    async def _send_commands(self) -> None:
        """Send the commands that are the same everywhere. Discord's limit for today is only logged.

        Raises BadSettings if another try wouldn't help.
        """
        try:
            await self.registration.begin()
        except (discord.RateLimited, discord.HTTPException) as error:
            code = error.code if isinstance(error, discord.HTTPException) else TODAYS_LIMIT
            if code == INVALID_FORM:
                raise BadSettings(f"Discord refuses a command; please report it: {error}") from error
            home = self.settings.guild_id
            if isinstance(error, discord.Forbidden | discord.NotFound) and home is not None:
                raise BadSettings(
                    f"GUILD_ID: the bot isn't in server {home}, or lacks the scope applications.commands "
                    "there; correct it, or invite the bot as `cardcrate doctor` says"
                ) from error
            if code != TODAYS_LIMIT:
                raise
            why = "Discord takes no more new commands from the bot today, so it keeps the ones it has"
            log.error("commands_not_synced", why=why, cure="restart the bot tomorrow")  # noqa: TRY400


class Tree(app_commands.CommandTree[Cardcrate]):
    """The command tree, with the error handler of all commands."""

    async def interaction_check(self, interaction: discord.Interaction[Cardcrate], /) -> bool:
        """Return whether the door admits an interaction. Any other is left to another process or nobody."""
        return await interaction.client.door.admits(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Cardcrate], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer the user in one sentence, and log the error if it's a bug."""
        if isinstance(error, CHANGED_COMMAND) and interaction.guild_id is not None:
            interaction.client.registration.check(interaction.guild_id)
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await answer_error(interaction, cause)
