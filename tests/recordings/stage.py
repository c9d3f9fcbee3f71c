"""The stage of an evening: the real bot on SimCord and a SQLite file, where nothing depends on the machine.

A rebuild that changes how the bot is assembled or how it waits adapts this module:

- `StillLoop`: an event loop without threads or real time. Work for threads is done at once. If all is calm,
  time jumps to the next timer. The bot's own timers run on SimCord's clock, which only `pass_time` moves.
- `Inline`: aiosqlite's connection without its thread. The loop runs each job one step after it was asked for.
- `arranged` draws no pictures (only their descriptions are recorded), lets computers think in this process,
  takes secrets from the seed, and makes the heartbeat rare.
- Garbage is collected only between evenings, because its timing would depend on earlier runs.
"""

import asyncio
import gc
import logging
import os
import random
import re
import secrets
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final
from unittest.mock import patch

import aiosqlite
import msgspec
import simcord
import structlog
from simcord import actors
from simcord._runtime import _BOT_SCOPE
from simcord.backend.errors import BackendError, SetupError

from bot import assembly
from bot.app import Cardcrate
from bot.players.search_worker import NoSearchWorker
from bot.playground import simcord_internals
from bot.playground.killing import cut_off, dispose
from bot.rendering.languages import locales_of
from tests.helpers.guild import CALM, close, open_bot, settings_for
from tests.helpers.starts import start_quickly
from tests.recordings.recording import Recording
from tests.recordings.registers import nothing_drawn

NEVER: Final = 1e9
ENOUGH_SECONDS: Final = 0.05
"""After this time without an event on the loop's clock (25 checks), only SimCord's clock brings more."""
SNOWFLAKE: Final = re.compile(r"\d{17,20}")
CUSTOM_ID: Final = re.compile(r"([bs]:-?\d+):\d+:")
RANDOM_ID: Final = re.compile(r"\b[0-9a-f]{32}\b")
CONTAINERS: Final = ("components", "items", "component", "accessory")
READ: Final = (
    "type",
    "content",
    "label",
    "placeholder",
    "custom_id",
    "style",
    "disabled",
    "url",
    "description",
)
COUNTED: Final = ("min_values", "max_values", "accent_color", "options", "emoji", "value", "title")
EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
SILENT: Final = 1 << 12


class StillLoop(asyncio.SelectorEventLoop):
    """An event loop without threads, whose time jumps to the next timer."""

    _ready: Any
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0

    def time(self) -> float:
        """Return SimCord's time inside the bot, and this loop's time elsewhere."""
        return super().time() if _BOT_SCOPE.get() is not None else self._now

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]
        """Run the function at once, because a thread would end whenever the machine likes."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - it's raised where the result is awaited
            future.set_exception(error)
        return future

    def _run_once(self) -> None:
        if not self._ready:
            due = [timer.when() for timer in self._scheduled if not timer.cancelled()]
            if not due:
                raise RuntimeError("nobody would ever do anything again")
            self._now = max(self._now, min(due))
        super()._run_once()  # type: ignore[misc]


class Inline:
    """A connection of aiosqlite that doesn't need a thread."""

    def __init__(self, path: Path, given: Mapping[str, Any]) -> None:
        self._conn = sqlite3.connect(path, **given)
        self._tx: SimpleQueue[Any] = SimpleQueue()

    async def _execute(self, job: Callable[..., Any], *args: Any) -> Any:
        await asyncio.sleep(0)
        return job(*args)

    async def close(self) -> None:
        """Close the file."""
        self._conn.close()

    def stop(self) -> "asyncio.Future[None]":
        """Close the file as a kill does."""
        self._conn.close()
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        future.set_result(None)
        return future


async def _connect(path: Path, **given: Any) -> Inline:
    return Inline(path, given)


@contextmanager
def arranged(seed: str) -> Iterator[None]:
    """Draw nothing, think in this process, and take secrets from a seed."""
    dice = random.Random(f"secrets {seed}")
    start_quickly()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    logging.disable(logging.CRITICAL)
    with (
        patch.object(aiosqlite, "connect", _connect),
        patch.object(secrets, "token_bytes", dice.randbytes),
        patch.object(secrets, "token_hex", lambda size: dice.randbytes(size).hex()),
        patch.object(secrets, "randbelow", dice.randrange),
        patch.object(assembly, "Thinking", lambda _seconds: NoSearchWorker()),
        nothing_drawn(),
    ):
        gc.collect()
        gc.disable()
        try:
            yield
        finally:
            gc.enable()
            logging.disable(logging.NOTSET)


class Control:
    """A button or select as someone saw it, perhaps out of date."""

    def __init__(self, message: Any, raw: Mapping[str, Any]) -> None:
        self.channel_id, self.message_id = message.channel_id, message.id
        self.custom_id = str(raw["custom_id"])
        self.kind = int(raw["type"])
        self.values = [str(option["value"]) for option in raw.get("options", ())]
        self.least, self.most = int(raw.get("min_values", 1)), int(raw.get("max_values", 1))
        self.act = self.custom_id.split(":", 3)[3] if CUSTOM_ID.match(self.custom_id) else self.custom_id


class Person:
    """A member of the server, and the controls they've seen."""

    def __init__(self, actor: simcord.MemberActor) -> None:
        self.actor = actor
        self.name = str(actor.name)
        self.dm = actor.user.dm_channel
        self.is_absent = False
        self.has_closed_dms = False
        self.kept: list[Control] = []
        """The controls they've seen before."""


class Stage:
    """The server, its people and the bot. It records everything that's shown."""

    def __init__(self, start: str, recording: Recording, env: simcord.Env, bot: Cardcrate) -> None:
        self.start, self.recording, self.env, self.bot = start, recording, env, bot
        self.guild = env.create_guild("Guild")
        self.channels: list[simcord.ChannelHandle] = []
        self.people: list[Person] = []
        self.threads: list[int] = []
        """The threads in which the bot has written."""
        self._names: dict[int, str] = {}
        self._numbers: dict[str, int] = {}
        self._shown: dict[int, tuple[str, int, str]] = {}
        """The key of each message, the number of its pages so far, and the last page."""
        self._watch()

    def add_channel(self, name: str) -> None:
        """Add a channel for cards."""
        channel = self.guild.create_text_channel(name)
        self.channels.append(channel)
        self._names[channel.id] = name

    def add_person(self, name: str, language: str, **roles: Any) -> None:
        """Add a member whose Discord is in this language."""
        actor = self.guild.add_member(self.env.create_user(name, global_name=name.title()), **roles)
        person = Person(actor)
        simcord_internals.set_locale(self.env, actor.id, locales_of(language)[0])
        self._names |= {int(actor.id): name, person.dm.id: f"dm-{name}"}
        self.people.append(person)

    # The actions of people.

    async def slash(
        self, person: Person, channel: simcord.ChannelHandle | None, name: str, **options: Any
    ) -> None:
        """Type a command in a channel, or in the DM if there's no channel."""
        with suppress(BackendError, SetupError):  # there's no such command there
            if channel is None:
                self._answered(person, await person.actor.user.slash(name, **options))
            else:
                self._answered(person, await person.actor.slash(channel, name, **options))

    async def press(self, person: Person, control: Control, *values: str, twice: bool = False) -> Any:
        """Press a button or choose entries of a select, as someone saw it. Does nothing if it's gone."""
        message = self.env.backend.messages.get(control.channel_id, {}).get(control.message_id)
        if message is None:
            return None
        data: dict[str, Any] = {"custom_id": control.custom_id, "component_type": control.kind}
        if control.kind != 2:
            data["values"] = list(values)
        actor = person.actor.user if control.channel_id == person.dm.id else person.actor
        results = await asyncio.gather(
            *(actors._component_interaction(actor, message, dict(data)) for _ in range(1 + twice))
        )
        for result in results:
            self._answered(person, result)
        return results[0]

    async def fill(self, person: Person, shown: Any) -> None:
        """Submit a form as it was shown."""
        lines = [one["component"] for one in shown.modal["components"] if "component" in one]
        filled = {one["custom_id"]: one["value"] for one in lines if one.get("value")}
        in_dm = shown.modal is not None and shown._interaction.channel_id == person.dm.id
        with suppress(BackendError, SetupError):  # A required field may be empty.
            actor = person.actor.user if in_dm else person.actor
            self._answered(person, await actor.submit_modal(shown, filled))

    def _answered(self, person: Person, result: Any) -> None:
        if result.modal is not None:
            self.recording.note(self._next(f"{self.start}/forms/{person.name}"), self._page(result.modal))
        elif not result.acknowledged:
            self.recording.note(self._next(f"{self.start}/forms/{person.name}"), "no answer")

    async def say(self, person: Person, channel: simcord.ChannelHandle) -> None:
        """Write an ordinary message."""
        await person.actor.send(channel, "hello")

    def close_dms(self, person: Person) -> None:
        """Close a person's DMs."""
        person.has_closed_dms = True
        said = "Cannot send messages to this user"
        path = simcord_internals.dm_path(person.dm)
        self.env.inject_error("POST", path, status=403, code=50007, message=said, times=None)

    def open_dms(self, person: Person) -> None:
        """Reopen a person's DMs."""
        person.has_closed_dms = False
        simcord_internals.reopen_dms(self.env, person.dm)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, with everything that falls due meanwhile."""
        await self.env.advance_time(seconds)
        await self.env.settle()

    async def restart(self, seconds: float, *, killed: bool) -> None:
        """Stop the bot, or kill it while it's idle, and start another one after this many seconds."""
        if killed:
            await dispose(self.env, self.bot, cut_off(self.env, self.bot))
        else:
            await self.env.shutdown()
            await close(self.bot)
        self.env.backend.advance_clock(seconds)
        self.bot = self.env.bot = await open_bot(self.bot.settings, self.bot.timings)
        await self.env.start()
        await self.env.settle()

    # The views of people.

    def controls(self, person: Person, channel_id: int, newest: int) -> list[Control]:
        """Return the controls of the newest messages that a person sees in a channel, newest first."""
        seen = [
            one for one in self.env.backend.messages.get(channel_id, {}).values() if self._sees(person, one)
        ]
        newest_first = sorted(seen, key=lambda one: -one.id)
        found = ([Control(one, raw) for raw in walk(one.components) if _works(raw)] for one in newest_first)
        # Messages without controls don't count: an answer may come just before or after the table.
        return list(chain.from_iterable(islice(filter(None, found), newest)))

    def _sees(self, person: Person, message: Any) -> bool:
        return not message.flags & EPHEMERAL or self._reader(message) == person.name

    def _reader(self, message: Any) -> str:
        """Return the name of the person who sees an ephemeral message."""
        asked = self.env.backend.interactions[int(message.interaction_metadata["id"])]
        return self._names[int(asked.user_id)]

    def _watch(self) -> None:
        """Start recording every message that's made, edited or deleted."""
        backend = self.env.backend
        for name, note in (
            ("commit_message", self._made),
            ("edit_message", self._made),
            ("delete_message", lambda message: self._see(message, "gone")),
        ):
            setattr(backend, name, partial(self._watched, getattr(backend, name), note))

    def _watched(self, do: Callable[..., Any], note: Callable[[Any], None], *given: Any, **named: Any) -> Any:
        before = None
        if len(given) > 1:  # a channel and a message
            before = self.env.backend.messages.get(given[0], {}).get(given[1])
        made = do(*given, **named)
        message = before if made is None else made
        if message is not None and message.author_id == self.env.backend.bot_user.id:
            note(message)
        return made

    def _made(self, message: Any) -> None:
        is_new = message.id not in self._shown
        shown = self._page(
            {"components": message.components, "content": message.content, "flags": message.flags & LOADING}
        )
        self._see(message, shown)
        if is_new and not message.flags & (EPHEMERAL | SILENT) and message.interaction_metadata is None:
            self._rings(message, shown)

    def _see(self, message: Any, shown: str) -> None:
        key, number, before = self._shown.get(message.id) or (self._key(message), 0, "")
        if shown != before:
            self.recording.note(f"{key}/{number:02}", shown)
            self._shown[message.id] = (key, number + 1, shown)

    def _rings(self, message: Any, shown: str) -> None:
        """Record a new message for everyone it notifies, with its time."""
        place = self._place(message.channel_id)
        rung = [self._names[user] for user in sorted(message.ping_user_ids)]
        for name in [place.removeprefix("dm-")] if place.startswith("dm-") else rung:
            seconds = self.env.backend.clock.elapsed
            self.recording.note(self._next(f"{self.start}/rings/{name}"), f"{place}\n{shown}", at=seconds)

    def _key(self, message: Any) -> str:
        if message.flags & EPHEMERAL:
            return self._next(f"{self.start}/answers/{self._reader(message)}")
        return self._next(f"{self.start}/{self._place(message.channel_id)}/messages")

    def _place(self, channel_id: int) -> str:
        """Return the name of a channel or DM. A thread that the bot opened has a number."""
        if channel_id not in self._names:
            self.threads.append(channel_id)
            self._names[channel_id] = f"thread-{len(self.threads)}"
        return self._names[channel_id]

    def _next(self, start: str) -> str:
        number = self._numbers[start] = self._numbers.get(start, -1) + 1
        return f"{start}/{number:03}"

    def _page(self, raw: Mapping[str, Any]) -> str:
        """Return a message or form as lines, without anything that varies between runs or isn't seen."""
        lines = [raw.get("title") or "", raw.get("content") or "", "loading" if raw.get("flags") else ""]
        lines += [_line(one) for one in walk(raw["components"])]
        text = CUSTOM_ID.sub(r"\1:", "\n".join(filter(None, lines)))
        return RANDOM_ID.sub(
            "random", SNOWFLAKE.sub(lambda found: self._names.get(int(found[0]), "some id"), text)
        )

    def end(self) -> None:
        """Record the errors that the bot raised."""
        for error in self.env.errors:
            self.recording.note(self._next(f"{self.start}/errors"), f"{type(error).__name__}: {error}")


def walk(components: Any) -> Iterator[Mapping[str, Any]]:
    """Yield all components of a message, each before those inside it."""
    for one in components if isinstance(components, list) else [components]:
        yield one
        for name in CONTAINERS:
            if one.get(name):
                yield from walk(one[name])


def _works(raw: Mapping[str, Any]) -> bool:
    return raw.get("type") in (2, 3) and "custom_id" in raw and not raw.get("disabled")


def _line(raw: Mapping[str, Any]) -> str:
    parts = [
        f"{name}: {raw[name]}" for name in (*READ, *COUNTED) if raw.get(name) not in (None, "", False, [])
    ]
    return " | ".join(parts)


def rest_when_still(env: simcord.Env) -> None:
    """Let SimCord count the bot as settled when its parts only wait for each other and for time to pass."""
    settle = env._settle_internal

    async def settled(**given: Any) -> None:
        given["_deadline"] = asyncio.get_running_loop().time() + ENOUGH_SECONDS
        with suppress(TimeoutError):
            await settle(**given)

    env._settle_internal = settled  # type: ignore[method-assign]


@contextmanager
def folder() -> Iterator[Path]:
    """Yield a folder for a database, in memory if possible."""
    fast = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=fast if os.access(fast, os.W_OK) else None) as path:
        yield Path(path)


def act(
    start: str, recording: Recording, play: Callable[[Stage], Any], *, heartbeat: float, **settings: Any
) -> None:
    """Play an evening on a new stage."""

    async def whole(path: Path) -> None:
        timings = msgspec.structs.replace(CALM, heartbeat=heartbeat)
        bot = await open_bot(settings_for(path / "cards.sqlite3", **settings), timings)
        simcord_internals.poll_often()
        env = simcord.Env(bot, check_errors=False, settle_timeout=NEVER)
        simcord_internals.stop_real_timers(env)
        rest_when_still(env)
        stage = Stage(start, recording, env, bot)
        try:
            with env.time_context():
                await play(stage)
                stage.end()
        finally:
            await env.shutdown()
            await close(stage.bot)

    with arranged(start), folder() as path, asyncio.Runner(loop_factory=StillLoop) as runner:
        runner.run(whole(path))
