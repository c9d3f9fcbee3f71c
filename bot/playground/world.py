"""The simulated Discord server: its users, its card channel with threads, its clock, and the bot."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import discord
import simcord
import structlog
from discord import AppCommandOptionType as Kind
from discord import app_commands
from simcord.backend.errors import BackendError, SetupError

from bot.app import Cardcrate, now
from bot.assembly import assemble
from bot.config import Settings
from bot.playground import simcord_internals
from bot.playground.album import Album
from bot.playground.commands import Named
from bot.playground.database import database_in
from bot.playground.killing import cut_off, dispose
from bot.playground.logbook import Logbook
from bot.playground.refusals import Busy, Down, Refused
from bot.playground.seat import Place, Seat
from bot.rendering.languages import NAMES as NAMES_OF_LANGUAGES
from bot.rendering.languages import locales_of
from bot.sessions.session import Session
from bot.storage import facts, shown
from bot.storage.errors import StoreError
from bot.timings import Timings

T = TypeVar("T")
log = structlog.get_logger(__name__)

NAMES = ("ann", "ben", "cyd", "dan", "eve", "fay", "gus", "hal", "ida", "jim")
CHANNEL = "cards"
"""The name of the card channel."""
USERS_NOTE = "playground-users"
TICK = 0.5
"""Seconds between two updates of the clock."""
MAX_STRIDE_SECONDS = 300.0
"""The longest jump of the clock, so that the page can follow."""
MAX_CATCH_UP = 2.0
"""The most seconds to catch up in one go. A slow machine's clock runs slow instead of piling up work."""
UNHURRIED = Timings(press=0.0, behind=float("inf"), think=10.0)
"""Timings without background work that gives way, because nobody waits three seconds for an answer here."""
DOWN = "The bot is down right now. Try again."
DIED = "The bot was killed before it answered. Whatever it had saved counts, the rest doesn't."
UPDATE_SECONDS = 0.5
"""Seconds between two updates of pages about an action that's still running."""
PATIENCE = 20.0
"""The most seconds to wait for an action's effects."""


class Table(NamedTuple):
    """A table by its number, and the ids of the users who must act at it."""

    number: int
    deciders: frozenset[int]


class World:
    """A server with users and the bot. Everything that happens in it goes through `do`, one at a time."""

    def __init__(self, env: simcord.Env, bot: Cardcrate, logbook: Logbook) -> None:
        self.env, self.bot, self.logbook = env, bot, logbook
        self.version = 0
        self.album = Album()
        self._errors = 0
        self._lock = asyncio.Lock()
        self._limit = asyncio.timeout(None)
        self._is_down = False
        self._watchers: set[asyncio.Event] = set()
        self._owner = env.create_user("owner")
        self.guild = env.create_guild("Playground", owner=self._owner)
        self.channel = self.guild.create_text_channel(CHANNEL)
        # All users are created now, even those who join later, because a kept database refers to their ids.
        self._users = [env.create_user(name, global_name=name.title()) for name in NAMES]
        self._dms = [user.dm_channel for user in self._users]
        self._managers = self.guild.create_role(
            "managers", permissions=discord.Permissions(manage_guild=True)
        )
        self.seats: dict[str, Seat] = {}
        self.tables: dict[Place, Table] = {}
        """The tables of the channel and its threads, including lobbies."""
        self.alone: frozenset[int] = frozenset()
        """The ids of the users who must now act at a table in their DM."""

    @property
    def table(self) -> int | None:
        """The number of the channel's table, or None if there isn't one."""
        table = self.tables.get("channel")
        return None if table is None else table.number

    @property
    def deciders(self) -> frozenset[int]:
        """The ids of the users who must now act at the channel's table."""
        table = self.tables.get("channel")
        return frozenset() if table is None else table.deciders

    @property
    def named(self) -> Named:
        """The users and the channel that a command can name."""
        people = {seat.name: seat.actor for seat in self.seats.values()}
        return {Kind.user.value: people, Kind.channel.value: {CHANNEL: self.channel}}

    def seat(self, key: str) -> Seat:
        """Return the seat with this key."""
        if key not in self.seats:
            raise Refused(f"Nobody here is called {key}.")
        return self.seats[key]

    def admit(self) -> Seat:
        """Add the next user to the server. The first one manages it."""
        if len(self.seats) == len(self._users):
            raise Refused("Everyone has joined already.")
        roles = () if self.seats else (self._managers,)
        actor = self.guild.add_member(self._users[len(self.seats)], roles=roles)
        seat = self.seats[actor.name] = Seat(self.channel, actor)
        return seat

    async def do(self, act: Callable[[], Awaitable[T]], *, unseen: bool = False) -> T:
        """Do one thing, wait for its effects, and refresh open pages meanwhile and at the end.

        After an `unseen` action, pages are refreshed only if the bot has done something. Raises Refused, or
        Busy if the action is done but its effects take long.
        """
        async with self._lock:
            if self._is_down:
                raise Down(DOWN)
            notifying = asyncio.create_task(self._notify_while_busy())
            try:
                return await self._carry_out(act)
            except TimeoutError as error:
                if self._is_down:
                    raise Down(DIED) from None
                log.info("bot_still_busy", error=str(error))
                await self._update_deciders()
                raise Busy("The bot is still working. The page will show the result.") from error
            except (SetupError, BackendError) as error:
                raise Refused(f"Discord wouldn't let you: {error}") from error
            finally:
                notifying.cancel()
                self._note_errors()
                was_busy = simcord_internals.forget(
                    self.env, [self.channel, *self.channel.threads, *self._dms]
                )
                if was_busy or not unseen:
                    self._notify_pages()

    async def _carry_out(self, act: Callable[[], Awaitable[T]]) -> T:
        async with asyncio.timeout(PATIENCE) as self._limit:
            with self.env.time_context():
                done = await act()
                await self._settle()
                await self._update_deciders()
        return done

    async def _update_deciders(self) -> None:
        """Update who must act. If that can't be read, the known state stays."""
        try:
            found = [(place, await self.bot.sessions.at(number)) for place, number in self._channels()]
            tables = [await self.bot.sessions.at(seat.dm.id) for seat in self.seats.values()]
        except StoreError:
            return
        self.tables = {place: Table(one.record.id, _deciders(one)) for place, one in found if one is not None}
        self.alone = frozenset().union(*[_deciders(one) for one in tables])

    def _channels(self) -> list[tuple[Place, int]]:
        """Return the channel and its threads, with their ids."""
        return [("channel", self.channel.id), *((str(one.id), one.id) for one in self.channel.threads)]

    async def _settle(self) -> None:
        for _ in range(100):
            await self.env.settle()
            if not self.bot.publisher.is_busy:
                return

    def _note_errors(self) -> None:
        """Log the errors that ended the bot's tasks. The bot itself answers and logs errors of commands."""
        for error in self.env.errors_since(self._errors):
            if not isinstance(error, app_commands.AppCommandError):
                log.error("bot_raised", exc_info=error)
        self._errors = self.env.error_cursor

    async def pass_time(self, seconds: float) -> None:
        """Let time pass on the server's clock, with everything that falls due meanwhile."""
        while seconds > 0:
            stride = min(seconds, MAX_STRIDE_SECONDS)
            await self.do(partial(self.env.advance_time, stride))
            seconds -= stride

    async def keep_time(self) -> None:
        """Keep the clock in step with the real one."""
        last = time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            try:
                await self.do(partial(self.env.advance_time, min(now - last, MAX_CATCH_UP)), unseen=True)
            except Down:
                pass  # The next bot will continue.
            except Refused:
                log.warning("clock_stuck")
            last = now

    async def restart_bot(self) -> None:
        """Kill the bot in the middle of its work, and start a new one on the same database."""
        if self._is_down:
            raise Down(DOWN)
        self._is_down = True
        thread = cut_off(self.env, self.bot)
        if self._lock.locked() and not self._limit.expired():
            self._limit.reschedule(0)  # Ends a request that waits for an answer.
        try:
            async with self._lock:
                with self.env.time_context():
                    await dispose(self.env, self.bot, thread)
                    self._errors = self.env.error_cursor  # Errors of the killed bot don't matter.
                    self.bot = self.env.bot = await assemble_bot(self.bot.settings)
                    await self.env.start()
        finally:
            self._is_down = False
        await self.do(self._settle)

    async def dismiss_all(self, messages: Iterable[discord.Message]) -> None:
        """Dismiss private answers, as their readers may."""

        async def remove_message() -> None:
            for message in messages:
                simcord_internals.remove_message(self.env, message)

        await self.do(remove_message)

    async def close_dms(self, seat: Seat, *, closed: bool) -> None:
        """Close or open this user's DMs to the bot."""

        async def change() -> None:
            simcord_internals.reopen_dms(self.env, seat.dm)
            if closed:
                said = "Cannot send messages to this user"
                self.env.inject_error(
                    "POST",
                    simcord_internals.dm_path(seat.dm),
                    status=403,
                    code=50007,
                    message=said,
                    times=None,
                )
            seat.dms_closed = closed

        await self.do(change)

    async def speak(self, seat: Seat, language: str) -> None:
        """Change the language of this user's Discord. The bot notices with their next interaction."""
        if language not in NAMES_OF_LANGUAGES:
            raise Refused(f"There's no language called {language}.")

        async def change() -> None:
            simcord_internals.set_locale(self.env, seat.actor.id, locales_of(language)[0])
            seat.language = language

        await self.do(change)

    async def delete_table(self) -> None:
        """Delete the message of the channel's table, as a moderator may."""
        message = await self._table()
        moderator = simcord.MemberActor(self.env, self.guild, self._owner)
        await self.do(lambda: moderator.delete(message))

    async def _table(self) -> discord.Message:
        session = await self.bot.sessions.at(self.channel.id)
        table_id = await self.bot.store.read(shown.table_message, session.record.id) if session else None
        for message in self.channel.history():
            if message.id == table_id:
                return message
        raise Refused("There isn't a table in the channel.")

    async def add_user(self) -> Seat:
        """Add another user to the server."""

        async def join() -> Seat:
            seat = self.admit()
            await self.bot.store.write(facts.keep_note, USERS_NOTE, str(len(self.seats)))
            return seat

        return await self.do(join)

    def watch(self) -> asyncio.Event:
        """Return an event that's set at every change, until `unwatch`."""
        event = asyncio.Event()
        self._watchers.add(event)
        return event

    def unwatch(self, event: asyncio.Event) -> None:
        """Stop setting this event."""
        self._watchers.discard(event)

    async def _notify_while_busy(self) -> None:
        """Refresh pages while the bot works, until cancelled."""
        notified = 0
        while True:
            await asyncio.sleep(UPDATE_SECONDS)
            made = simcord_internals.requests_made(self.env)
            if made != notified:
                notified = made
                self._notify_pages()

    def _notify_pages(self) -> None:
        self.version += 1
        for event in self._watchers:
            event.set()


def _deciders(session: Session | None) -> frozenset[int]:
    """Return the ids of the users who must now act at a table."""
    if session is None:
        return frozenset()
    scene = session.scene(None)
    return frozenset(scene.players[seat] for seat in scene.deciders)


@asynccontextmanager
async def opened(settings: Settings, users: int, *, folder: Path, keep: bool = False) -> AsyncIterator[World]:
    """Yield the server with the bot in it. Both are closed at the end."""
    database = database_in(folder, keep=keep)
    unlimited = {"table_pace": 0.0, "requests_per_second": 0.0}
    unlimited["network_drive"] = True  # A lost playground doesn't matter.
    ours = {"database": database, "shards": 1, "guild_id": None, "backups": None, **unlimited}
    logbook = Logbook()
    with logbook.listening():
        bot = await assemble_bot(settings.model_copy(update=ours))
        env = simcord.Env(bot, check_errors=False)
        world = World(env, bot, logbook)
        try:
            await _prepare(world, users)
            await env.start()
            try:
                await _register_commands(world)
                yield world
            finally:
                await env.shutdown()
                await world.bot.close()
        finally:
            await world.bot.store.close()


async def _prepare(world: World, users: int) -> None:
    """Add the users, and set the clock to the present, or to a kept database's last time if that's later."""
    store = world.bot.store
    for _ in range(min(max(users, int(await store.read(facts.note, USERS_NOTE) or 1)), len(NAMES))):
        world.admit()
    await store.write(facts.keep_note, USERS_NOTE, str(len(world.seats)))
    simcord_internals.poll_often()
    simcord_internals.stop_real_timers(world.env)
    simcord_internals.name_bot(world.env, "Cardcrate")
    heartbeat = await store.read(facts.note, "heartbeat")
    simcord_internals.set_clock(world.env, max(time.time(), float(heartbeat or 0)))


async def _register_commands(world: World) -> None:
    """Register the commands with this new Discord, because a kept database says that they already are."""
    registration = world.bot.registration

    async def register() -> None:
        await registration.begin(again=True)
        registration.forget(world.guild.id)
        registration.check(world.guild.id)

    if not world.seats[NAMES[0]].commands("channel"):
        await world.do(register)


async def assemble_bot(settings: Settings, timings: Timings = UNHURRIED) -> Cardcrate:
    """Return the real bot on its database, not yet connected."""
    _, bot = await assemble(settings, monotonic=now, timings=timings)
    return bot
