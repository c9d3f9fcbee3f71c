"""The client: is given its parts, loads the cogs by name, and answers every error in one place."""

import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from importlib import import_module
from typing import Any

import discord
import structlog
import yarl
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from bot.config import BadSettings, Settings
from bot.delivery import emojis
from bot.delivery.courier import DiscordCourier
from bot.delivery.members import Members
from bot.delivery.notices import PictureNotices
from bot.delivery.pacing import Paces
from bot.delivery.publisher import Publisher
from bot.door.answers import Replies
from bot.door.command_texts import CommandTexts
from bot.door.door import Door
from bot.door.errors import answer_error
from bot.lessons.lesson import Lesson
from bot.process.beacon import PublicBeacon
from bot.process.counting import Counting
from bot.process.identifying import Identifying
from bot.process.refusals import (
    FAILURES,
    NO_STARTS,
    PATIENT_SECONDS,
    TODAYS_LIMIT,
    Patience,
    log_in,
    until_starts,
)
from bot.process.upkeep import DAY, Upkeep, keeping
from bot.rendering.catalog import spoken
from bot.rendering.languages import ENGLISH
from bot.rendering.rules import Rules
from bot.sessions.availability import Availability, GroupAvailability
from bot.sessions.pauses import Pauses
from bot.sessions.sessions import Sessions
from bot.sessions.steady import SteadyClock
from bot.storage import facts
from bot.storage.errors import StoreError
from bot.storage.store import Store
from bot.storage.turns import Turns
from bot.texts import read_translated_texts, read_verifier
from bot.timings import USUAL, Timings

log = structlog.get_logger(__name__)

COGS: Sequence[str] = (
    "cogs.connection",
    "cogs.threads",
    "cogs.lobby",
    "cogs.player",
    "cogs.lessons",
    "cogs.hints",
    "cogs.fair",
    "cogs.settings",
    "cogs.privacy",
    "cogs.replay",
    "cogs.records",
    "cogs.verbs",
    "cogs.buttons",
    "cogs.crap",
    "cogs.skrap",
    "cogs.craits",
    "cogs.crazy_rummy",
    "cogs.crapette",
)
PLACES = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""Where commands may be used: in servers, and in the DM with the bot, where people play alone."""
INSTALLS = app_commands.AppInstallationType(guild=True, user=True)
"""For whom the bot can be installed: for a server, and for a user, who can play alone then."""
HEARTBEAT_SECONDS = 10.0
HOUR_SECONDS = 3600.0


def now() -> float:
    """Seconds since the epoch, as the library's clock has it."""
    return discord.utils.utcnow().timestamp()


def intents() -> discord.Intents:
    """Servers, and that messages appear (not their text): a table that has scrolled away moves down."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.guild_messages = True
    return wanted


class Cardcrate(commands.AutoShardedBot):
    """The bot. `sessions` runs the games, `publisher` shows them."""

    saved_at: float | None = None
    """When the database last took a heartbeat, in seconds since the epoch."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        sessions: Sessions,
        *,
        clock: SteadyClock,
        key: bytes,
        timings: Timings = USUAL,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,  # the library would keep the last 1,000 of everybody, which nothing here reads
            tree_cls=Tree,
            allowed_contexts=PLACES,
            allowed_installs=INSTALLS,
            shard_count=settings.shards,
            max_ratelimit_timeout=PATIENT_SECONDS,
        )
        self.patience = Patience(now)
        turns = Turns(store.engine) if store.is_shared else None
        self.identifying = None if turns is None else Identifying(turns.identify)
        self.settings, self.timings = settings, timings
        self.store = store
        self.sessions = sessions
        self._rules, self._lessons = read_translated_texts(settings)
        self.beacon, self.verifier = PublicBeacon(settings.beacon), read_verifier(settings)
        self.counting = Counting()
        self.clock = clock
        self._send_by(turns, key)
        self.names = self.publisher.names
        sessions.shows = self.publisher
        self._look_after()
        self.first_identifies: Callable[[], Awaitable[None]] | None = None
        """Told once, when this process uses up the first of the connections that Discord allows in a day."""
        self._count()

    def _send_by(self, turns: Turns | None, key: bytes) -> None:
        """Build what sends pages and answers; several processes take turns."""
        store, clock = self.store, self.clock
        self.courier = DiscordCourier(
            self,
            clock=lambda: clock.elapsed,
            granted=self.settings.requests_per_second,
            held=store.held if store.is_shared else None,
            take=None if turns is None else turns.take,
        )
        self.publisher = Publisher(
            store,
            self.courier,
            clock=clock,
            key=key,
            sessions=self.sessions,
            paces=Paces.of(self.settings.table_pace),
            timings=self.timings,
            cached=self._member_name,
            is_answering=lambda: bool(self.door.answering),
        )
        self.door = Door(store, self.sessions.choices, self.publisher.background, clock)
        self.replies = Replies(self.courier, self.publisher.background, self.sessions.agenda, clock)

    def _look_after(self) -> None:
        """Add what notices that something is missing, and what has to be done again and again."""
        sessions, store, clock = self.sessions, self.store, self.clock
        self.notices = PictureNotices(
            sessions, tell=self.publisher.tell_no_pictures, show=self.publisher.show_table_again
        )
        self.courier.files.noticed = self.notices.no_pictures
        self.courier.files.returned = self.notices.pictures_again
        self.availability = (
            GroupAvailability(sessions, clock) if store.is_shared else Availability(sessions, clock)
        )
        self.pauses = Pauses(sessions)
        self.publisher.vanished = self.pauses.channel_gone
        self.publisher.not_taken = self.pauses.not_taken
        self.publisher.own_pages = self.replies.own_pages.update
        self.upkeep = Upkeep(store, keeping(self.settings), clock=clock)

    @property
    def rules(self) -> Mapping[str, Rules]:
        """The rule texts of all games, in the language that is spoken."""
        return self._rules.get(spoken(), self._rules[ENGLISH])

    @property
    def lessons(self) -> Mapping[str, Lesson]:
        """The lessons of all games, in the language that is spoken."""
        return self._lessons.get(spoken(), self._lessons[ENGLISH])

    def keep_house(self) -> None:
        """Look after the database from now on, as another process may have done: at once, then every hour."""
        self.sessions.agenda.every(HOUR_SECONDS, self._keep_house)
        self.sessions.agenda.every(HOUR_SECONDS, self._tidy)

    def _count(self) -> None:
        """Have everything counted that is stored and asked of Discord."""
        self.sessions.moved = lambda game: self.counting.moved(game, now())
        self.counting.answering = self.publisher.background.heard
        if self.http.http_trace is not None:
            self.counting.listen(self.http.http_trace)

    @cached_property
    def members(self) -> Members:
        """Who is a member of a server, and how they are called there."""
        return Members(self.courier, elapsed=lambda: self.clock.elapsed)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The library has reached Discord and is about to say who we are."""
        tell, self.first_identifies = self.first_identifies, None
        if tell is not None:
            with suppress(StoreError):  # at worst the next start waits too little
                await tell()
        if self.identifying is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.identifying.turn(shard_id or 0)

    async def login(self, token: str) -> None:
        """Log in; waits where only time helps. The library makes a session for each try."""

        async def once() -> None:
            try:
                await log_in(self, partial(super(Cardcrate, self).login, token))
            except FAILURES:
                await self.http.close()
                self.http.connector = discord.utils.MISSING
                raise

        await self.patience.ask(once)

    async def gateway(self) -> tuple[int, str, Any]:
        """Return how many shards Discord wants, the gateway's address, and what it grants in a day."""
        return await self.patience.ask(self.http.get_bot_gateway)

    async def launch_shards(self) -> None:
        """Ask Discord for its gateway, and how many shards may identify at a time, then connect."""
        wanted, address, limits = await self.gateway()
        self.shard_count = self.shard_count or wanted
        while seconds := until_starts(limits, len(self.shard_ids or range(self.shard_count))):
            await self.patience.rest(NO_STARTS, seconds)
            _, address, limits = await self.gateway()
        self.http.max_ratelimit_timeout = None  # from now on only single tables wait
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address)  # else the library knows only Discord's own
        if self.identifying is not None:
            self.identifying.buckets = limits["max_concurrency"]
        await super().launch_shards()

    async def setup_hook(self) -> None:
        """Load the cogs and sync changed commands; `cogs.connection` starts the clocks when we are there."""
        for name in COGS:
            await import_module(name).setup(self)
        self.courier.emojis = await emojis.known(self.store)
        self.sessions.choices.parent_of = self._parent_of
        await self.tree.set_translator(CommandTexts())
        await self._sync()
        await self.sessions.start()
        await self.publisher.start()
        self.sessions.agenda.every(HEARTBEAT_SECONDS, self._beat)
        self.keep_house()

    async def close(self) -> None:
        """Begin nothing new, give the answers that are under way, stop clocks and sending, disconnect.

        What is not shown yet is shown after the next start.
        """
        self.door.is_closed = True
        await self.sessions.close()
        await self.door.close()
        self.replies.close()
        await self.notices.close()
        await self.publisher.close()
        await super().close()

    async def _beat(self) -> None:
        """Store that people can play now, so that time in which they cannot is not counted against them."""
        try:
            await self.availability.beat()
            if self.store.held.keeps_house:
                await self.store.forget_seen(self.clock() - DAY)
            await self.upkeep.sweep()
            self.saved_at = now()
        except StoreError as error:  # the next beat tries again
            log.warning("heartbeat_not_saved", error=str(error))

    async def _keep_house(self) -> None:
        """Back up the database, and forget old wishes; the backup waits for nothing else."""
        if not self.store.held.keeps_house:
            return
        for work in (partial(self.upkeep.back_up, discord.utils.utcnow()), self.sessions.wishes.forget_old):
            try:
                await work()
            except (StoreError, OSError):
                log.exception("housekeeping_failed")

    async def _tidy(self) -> None:
        """Pack games that are over, and forget whatever is too old. It may take hours."""
        if not self.store.held.keeps_house:
            return
        try:
            await self.upkeep.tidy()
        except (StoreError, OSError):
            log.exception("tidying_failed")

    async def on_message(self, message: discord.Message) -> None:
        """Count messages below a table; what they say is neither received nor wanted."""
        if message.author != self.user:
            self.publisher.someone_wrote(message.channel.id)

    def _member_name(self, guild_id: int, user_id: int) -> str | None:
        """How a member is called whom the library has in memory."""
        guild = self.get_guild(guild_id)
        member = None if guild is None else guild.get_member(user_id)
        return None if member is None else member.display_name

    async def described(self, guild: discord.Object | None) -> list[dict[str, Any]]:
        """All commands as they are sent, in every language."""
        translator = self.tree.translator
        assert translator is not None
        commands_here = self.tree.get_commands(guild=guild)
        return [await one.get_translated_payload(self.tree, translator) for one in commands_here]

    def _parent_of(self, channel_id: int) -> int | None:
        """The channel that a thread belongs to."""
        channel = self.get_channel(channel_id)
        return channel.parent_id if isinstance(channel, discord.Thread) else None

    async def _sync(self) -> None:
        """Send the commands when they differ from what was sent last; Discord limits how often."""
        guild = discord.Object(self.settings.guild_id) if self.settings.guild_id else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        described = await self.described(guild)
        digest = hashlib.sha256(json.dumps(described, sort_keys=True, default=str).encode()).hexdigest()
        name = f"commands:{self.application_id}:{self.settings.guild_id or 'global'}"
        if await self.store.read(facts.note, name) != digest and await self.patience.ask(
            partial(self._send, guild)
        ):
            await self.store.write(facts.keep_note, name, digest)
            log.info("commands_synced", count=len(described))

    async def _send(self, guild: discord.Object | None) -> bool:
        """Send the commands; gives whether Discord has them, which may have its limit for today.

        Raises BadSettings where another try wouldn't help.
        """
        try:
            await self.tree.sync(guild=guild)
        except app_commands.CommandSyncFailure as error:
            raise BadSettings(f"Discord refuses a command; please report it: {error}") from error
        except (discord.RateLimited, discord.HTTPException) as error:
            if isinstance(error, discord.Forbidden | discord.NotFound) and guild is not None:
                raise BadSettings(
                    f"GUILD_ID: the bot isn't in server {guild.id}, or lacks the scope applications.commands "
                    "there; correct it, or invite the bot as `cardcrate doctor` says"
                ) from error
            if isinstance(error, discord.HTTPException) and error.code != TODAYS_LIMIT:
                raise
            log.error("commands_not_synced", why=str(error), until="the next start")  # noqa: TRY400
            return False
        return True


class Tree(app_commands.CommandTree[Cardcrate]):
    """The command tree with the one error handler."""

    async def interaction_check(self, interaction: discord.Interaction[Cardcrate], /) -> bool:
        """Leave to others, or alone, whatever the door doesn't admit."""
        return await interaction.client.door.admits(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Cardcrate], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer the user in a sentence; log what is a bug."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await answer_error(interaction, cause)
