"""The one place that knows SimCord: a Discord server with a card channel, players, and the real bot in it.

Tests speak of users' actions and views: slash commands, clicks, texts of messages, DMs.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
import simcord
from simcord import actors

from bot.app import Cardcrate, now
from bot.assembly import assemble
from bot.config import Location, Settings
from bot.players.search_worker import NoSearchWorker
from bot.playground import simcord_internals
from bot.sessions.hints import Hints
from bot.sessions.session import Session
from bot.timings import Timings

NAMES = ("ann", "ben", "cyd", "dan", "eve", "fay", "gus", "hal", "ida", "jim")

SETUP_OPTIONS = ("channel", "game", "rules", "language")
SECONDS = ("turn_seconds", "response_seconds")
LET_THREADS_RUN = 0.0005
CALM = Timings(answer=1000.0, forced=1000.0, press=0.0, behind=float("inf"))
"""Timings without automatic moves, promised answers or yielding, even in a slow test."""
QUICK = msgspec.structs.replace(CALM, computer=0.0, computer_answer=0.0)
"""Timings with which computers move at once."""
RARE = msgspec.structs.replace(CALM, heartbeat=3600.0)
"""Timings with one heartbeat an hour, which let days pass quickly."""
SLOW = msgspec.structs.replace(CALM, computer=1000.0)
"""Timings with which computers don't move."""
HEAD = re.compile(r"## |\*\*[^*]+\*\* · table \d")


def settings_for(database: Location, **given: Any) -> Settings:
    """Return settings for a test: its own database, plain suits, no environment, no pauses between edits."""
    return Settings(
        _env_file=None,
        **{
            "database": database,
            "table_pace": 0.0,
            "requests_per_second": 0.0,
            "shards": 1,
            "pictures": False,
            "suits": "signs",
            "backups": None,
            **given,
        },
    )  # type: ignore[call-arg]


class Player:
    """A user of the guild, with their actions and views."""

    def __init__(self, guild: "SimGuild", actor: simcord.MemberActor) -> None:
        self.guild, self.actor = guild, actor

    async def slash(self, command: str, **options: Any) -> "Reply":
        """Type a slash command in the card channel. Players are passed as Player."""
        filled = {
            name: _typed(value) if isinstance(value, Player) else value for name, value in options.items()
        }
        return await self.guild.after(self.actor.slash(self.guild.channel, command, **filled))

    async def slash_in_dm(self, command: str, **options: Any) -> "Reply":
        """Type a slash command in the DM with the bot."""
        return await self.guild.after(self.actor.user.slash(command, **options))

    async def move(self, verb: str, /, in_dm: bool = False, **options: Any) -> "Reply":
        """Type a whole move into `/turn`."""
        given = [f" {name}:{_typed(value)}" for name, value in options.items()]
        send = self.slash_in_dm if in_dm else self.slash
        return await send("turn", move="".join((verb, *given)))

    async def resign(self) -> "Reply":
        """Give a game of Crapette up, and confirm it."""
        asked = await self.move("resign")
        return await self.press(asked.message, "Resign")

    async def open(self, what: str, *, in_dm: bool = False, **options: Any) -> "Reply":
        """Open something by `/cardcrate`."""
        send = self.slash_in_dm if in_dm else self.slash
        return await send("cardcrate", open=what, **options)

    async def privacy(self, label: str, *, in_dm: bool = False) -> "Reply":
        """Click a button of the page about privacy."""
        return await self.press((await self.open("privacy", in_dm=in_dm)).message, label)

    async def stats(self, label: str | None = None, game: str | None = None) -> "Reply":
        """Open the user's own stats, or others by their label, perhaps of one game."""
        page = await self.open("stats")
        page = page if label is None else await self.press(page.message, label)
        if game is None:
            return page
        name = {"This server": "server", "Ratings": "ratings"}.get(label or "", "me")
        return await self.forge(page.message, f"s:0:0:record {name} *", game)

    async def all_tables(self, *, in_dm: bool = False) -> "Reply":
        """Open the list of all tables of the server."""
        mine = await (self.slash_in_dm if in_dm else self.slash)("my-tables")
        return await self.press(mine.message, "All tables here")

    async def learn(self, game: str, *, in_dm: bool = False) -> "Reply":
        """Begin the lesson of a game."""
        rules = await (self.slash_in_dm if in_dm else self.slash)("card-rules", game=game)
        return await self.press(rules.message, "Learn it in 2 minutes")

    async def hint(self) -> "Reply":
        """Ask for a hint, even if the hand doesn't have a button for it any more."""
        hand = await self.slash("hand")
        any_control = next(c["custom_id"] for c in walk(hand.message) if c["type"] == 2 and "custom_id" in c)
        _, session, revision, _ = any_control.split(":", 3)
        return await self.forge(hand.message, f"b:{session}:{revision}:hint")

    async def set_up(self, **chosen: Any) -> "Reply":
        """Change settings of the server, with the command's options or else on its page."""
        options = {name: chosen.pop(name) for name in SETUP_OPTIONS if name in chosen}
        seconds = {name: str(chosen.pop(name) or "") for name in SECONDS if name in chosen}
        page = await self.slash("setup-cardcrate", **options)
        for name, value in chosen.items():
            values = (
                value.replace(" ", "").split(",")
                if name == "games"
                else [{True: "on", False: "off"}.get(value, value)]
            )
            page = await self.select(page, f"server {name}", *values)
        if seconds:
            page = await self.submit(await self.press(page.message, "Seconds a turn"), **seconds)
        return page

    async def select(self, page: "Reply", act: str, *values: str) -> "Reply":
        """Choose values of the select menu that does this."""
        found = next(c for c in walk(page.message) if c["type"] == 3 and f":{act}" in c["custom_id"])
        return await self.guild.after(
            self._hand_on(page.message).select(page.message, list(values), custom_id=found["custom_id"])
        )

    async def add_computer(self, level: str = "medium", character: str | None = None) -> "Reply":
        """Seat a computer at the lobby's table."""
        page = await self.press(self.guild.table, "Add a computer")
        if character is not None:
            page = await self.select(page, "who", character)
        return await self.press(page.message, level.title())

    async def add_words(self, text: str) -> "Reply":
        """Add words to the deal of the lobby's table."""
        more = await self.press(self.guild.table, "More")
        return await self.submit(await self.press(more.message, "Add words"), words=text)

    async def complete(self, command: str, option: str, typed: str = "", **filled: Any) -> list[str]:
        """Return the values that autocomplete offers."""
        offered = await self.actor.autocomplete(self.guild.channel, command, option, typed, **filled)
        assert len(offered) <= 25
        return [choice["value"] for choice in offered]

    async def press(self, message: Any, label: str) -> "Reply":
        """Click the button with this label."""
        return await self.guild.after(
            self._hand_on(message).click(message, custom_id=control(message, label))
        )

    async def choose(self, message: Any, label: str, *values: str) -> "Reply":
        """Choose options of the select menu with this placeholder, by their labels or values."""
        found = next(
            c for c in walk(message) if c["type"] == 3 and c.get("placeholder", "").startswith(label)
        )
        by_label = {option["label"]: option["value"] for option in found["options"]}
        chosen = [by_label.get(value, value) for value in values]
        return await self.guild.after(
            self._hand_on(message).select(message, chosen, custom_id=found["custom_id"])
        )

    async def open_log(self) -> "Reply":
        """Read the log of the table."""
        more = await self.press(self.guild.table, "More")
        return await self.press(more.message, "Log")

    async def open_numbers(self) -> "Reply":
        """Open the form for exact numbers as a host in the lobby."""
        more = await self.press(self.guild.table, "More")
        options = await self.press(more.message, "Options")
        return await self.press(options.message, "Exact numbers")

    async def forge(self, message: Any, custom_id: str, *values: str) -> "Reply":
        """Click a button, or with values use a select menu, that this message doesn't have."""
        data = {"custom_id": custom_id, "component_type": 3 if custom_id.startswith("s:") else 2}
        actor = self._hand_on(message)
        stored = actors._visible_message(actor, message)
        given = {**data, "values": list(values)} if data["component_type"] == 3 else data
        return await self.guild.after(actors._component_interaction(actor, stored, given))

    async def act(self, act: str) -> "Reply":
        """Use a control of the channel's table by its act, in any language, even if it isn't shown."""
        record = (await self.guild.session()).record
        return await self.act_at(record.id, act, record.revision)

    async def act_at(self, table: int, act: str, revision: int = 0) -> "Reply":
        """Use a control of a table by its act."""
        page = await self.slash("my-tables")
        return await self.forge(page.message, f"b:{table}:{revision}:{act}")

    async def use_menu(self, entry: str, other: "Player") -> "Reply":
        """Choose an entry in the menu of another user."""
        return await self.guild.after(self.actor.context_menu(self.guild.channel, entry, other.actor))

    async def press_twice(self, message: Any, label: str) -> None:
        """Click the button with this label twice before the first click is answered."""
        await self.press_all(message, label, label)

    async def press_all(self, message: Any, *pressed: str) -> None:
        """Click the buttons with these labels, each before the previous click is answered."""
        actor = self._hand_on(message)
        stored = actors._visible_message(actor, message)
        ids = [control(message, label) for label in pressed]
        data = [{"custom_id": custom_id, "component_type": 2} for custom_id in ids]
        await asyncio.gather(*(actors._component_interaction(actor, stored, one) for one in data))
        await self.guild.settle()

    async def submit(self, shown: "Reply", **values: str) -> "Reply":
        """Fill in and submit the displayed form. Fields that aren't given keep their values."""
        lines = [one["component"] for one in shown.modal["components"] if "component" in one]
        filled = {one["custom_id"]: one["value"] for one in lines if one.get("value")} | values
        return await self.guild.after(self.actor.submit_modal(shown.result, filled))

    def _hand_on(self, message: Any) -> Any:
        """Return the user in SimCord's terms: a user in DMs, a member in the server."""
        in_dm = message.channel_id if hasattr(message, "channel_id") else message.channel.id
        return self.actor.user if in_dm == self.actor.user.dm_channel.id else self.actor

    @property
    def dms(self) -> list[Any]:
        """The DMs from the bot, oldest first."""
        channel = self.actor.user.dm_channel
        return list(channel.history())

    @property
    def dm(self) -> Any:
        """The latest DM."""
        return self.dms[-1]

    def close_dms(self) -> None:
        """Refuse every later DM to this user."""
        channel = self.actor.user.dm_channel
        self.guild.env.inject_error(
            "POST",
            f"/channels/{channel.id}/messages",
            status=403,
            code=50007,
            message="Cannot send messages to this user",
            times=None,
        )

    @property
    def id(self) -> int:
        return int(self.actor.id)


def _typed(value: Any) -> str:
    """Return the value of an option as it's typed."""
    return (
        f"<@{value.id}>"
        if isinstance(value, Player)
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )


class Reply:
    """The response to one interaction."""

    def __init__(self, result: Any) -> None:
        self.result = result

    @property
    def is_private(self) -> bool:
        """Whether only its user sees it, be it new or in place of a private page."""
        return bool(self.result.ephemeral or (self.message is not None and self.message.flags.ephemeral))

    @property
    def message(self) -> Any:
        return self.result.response

    @property
    def text(self) -> str:
        return text_of(self.result.response)

    @property
    def modal(self) -> dict[str, Any]:
        modal: dict[str, Any] = self.result.modal
        return modal


class SimGuild:
    """A server with one card channel."""

    def __init__(self, env: simcord.Env, bot: Cardcrate, settings: Settings, players: int) -> None:
        self.env, self.bot, self.settings = env, bot, settings
        self.handle = env.create_guild("Guild")
        self.channel = self.handle.create_text_channel("cards")
        self.players = [self.join(name) for name in NAMES[:players]]

    def join(self, name: str) -> Player:
        """Add a new member to the server."""
        user = self.env.create_user(name, global_name=name.title())
        return Player(self, self.handle.add_member(user))

    @property
    def messages(self) -> list[Any]:
        """The channel's public messages, oldest first."""
        return list(self.channel.history())

    @property
    def table(self) -> Any:
        """The last message that begins like a lobby, a table or a result."""
        return next(m for m in reversed(self.messages) if HEAD.match(text_of(m)))

    @property
    def table_text(self) -> str:
        return text_of(self.table)

    async def session(self) -> Session:
        """Return the live session of the channel."""
        found = await self.bot.sessions.at(self.channel.id)
        assert found is not None
        return found

    async def restart(self) -> None:
        """Stop the bot like a crash, and start a new one on the same database."""
        await close(self.bot)
        self.bot = await open_bot(self.settings, self.bot.timings)
        await self.env.restart_bot(self.bot)
        await self.settle()

    async def all_press(self, label: str, *players: Player) -> None:
        """Let several players click the table's button with this label before any of them is answered."""
        message = self.table
        data = {"custom_id": control(message, label), "component_type": 2}
        await asyncio.gather(
            *(
                actors._component_interaction(one.actor, actors._visible_message(one.actor, message), data)
                for one in players
            )
        )
        await self.settle()

    async def after(self, action: Awaitable[Any]) -> "Reply":
        """Do something and wait until all its effects are visible."""
        reply = Reply(await action)
        await self.settle()
        return reply

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, with everything that falls due meanwhile."""
        await self.env.advance_time(seconds)
        await self.settle()

    async def library_tells(self, event: str) -> None:
        """Dispatch an event about the library's connection on the first shard."""
        with self.env._bot_scope():
            self.bot.dispatch(event, 0)
        await self.settle()

    async def settle(self) -> None:
        """Wait for all running work to finish, except requests that wait for their next try."""
        await self.env.settle()
        sessions = self.bot.sessions
        while self.bot.publisher.is_busy or sessions.hints.thinking or sessions.reviews.working:
            # Without a pause, this loop wouldn't let the database's thread run.
            time.sleep(LET_THREADS_RUN)  # noqa: ASYNC251
            await self.env.settle()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Let running work go on until a condition is true, and then finish."""
        while not condition():
            await self.settle()
        await self.settle()


async def open_bot(settings: Settings, timings: Timings = CALM) -> Cardcrate:
    """Return a bot on its database, not yet connected."""
    simcord_internals.poll_often()
    simcord_internals.stop_long_real_timers()
    _, bot = await assemble(settings, monotonic=now, timings=timings)
    bot.clock._offset = 0.0  # Both clocks are the same one here, which moves between two readings under load.
    bot.sessions.hints = Hints(bot.store, NoSearchWorker())  # A thinking process takes real seconds.
    bot.sessions.reviews._search_worker = NoSearchWorker()
    return bot


async def close(bot: Cardcrate) -> None:
    """Close a bot and its database."""
    await bot.close()
    await bot.store.close()


def walk(message: Any) -> list[dict[str, Any]]:
    """Return all components of a message as Discord's JSON, including nested ones."""
    found: list[dict[str, Any]] = []
    todo = [c if isinstance(c, dict) else c.to_dict() for c in message.components]
    while todo:
        component = todo.pop(0)
        found.append(component)
        beside = [component["accessory"]] if "accessory" in component else []
        todo = [*component.get("components", []), *beside, *todo]
    return found


def text_of(message: Any) -> str:
    """Return all text of a message."""
    return "\n".join(c["content"] for c in walk(message) if c["type"] == 10) or message.content


def labels(message: Any) -> list[str]:
    """Return the labels of enabled buttons and the placeholders of select menus."""
    return [
        c.get("label") or c.get("placeholder", "")
        for c in walk(message)
        if c["type"] in (2, 3) and not c.get("disabled")
    ]


def control(message: Any, label: str) -> str:
    """Return the custom id of the button with this label."""
    buttons = {
        c.get("label", ""): c["custom_id"]
        for c in reversed(walk(message))
        if c["type"] == 2 and "custom_id" in c
    }
    found = (
        label if label in buttons else next((one for one in reversed(buttons) if one.startswith(label)), None)
    )
    assert found is not None, f"no button {label!r} among {labels(message)}"
    return str(buttons[found])


def notified_by(guild: SimGuild, words: str) -> set[int]:
    """Return the users that Discord was asked to notify by the last message with these words."""
    bodies: list[Any] = [one.json for one in guild.env.http_requests if words in str(one.json)]
    return {int(user) for user in bodies[-1]["allowed_mentions"]["users"]}


def mentioned(text: str, players: Sequence[Player]) -> str:
    """Return the text with mentions replaced by names, for reading."""
    names = {player.id: player.actor.name for player in players}
    return re.sub(r"<@(\d+)>", lambda match: f"@{names.get(int(match[1]), '?')}", text)
