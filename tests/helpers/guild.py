"""The one place that knows SimCord: a Discord server with a card channel, players, and the real bot in it.

Tests speak of what users do and see: slash commands, clicks, texts of messages, DMs.
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
from bot.config import Settings, Where
from bot.players.thinker import AtOnce
from bot.playground import simcord_internals
from bot.sessions.hints import Hints
from bot.sessions.session import Session
from bot.timings import Timings

NAMES = ("ann", "ben", "cyd", "dan", "eve", "fay", "gus", "hal", "ida", "jim")

LET_THREADS_RUN = 0.0005
CALM = Timings(answer=1000.0, forced=1000.0, press=0.0, behind=float("inf"))
"""A test that takes long finds no move made and no answer promised meanwhile; nothing gives way to answers."""
QUICK = msgspec.structs.replace(CALM, computer=0.0, computer_answer=0.0)
"""Computers move at once."""
SLOW = msgspec.structs.replace(CALM, computer=1000.0)
"""Computers don't move."""
HEAD = re.compile(r"## |\*\*[^*]+\*\* · table \d")


def settings_for(database: Where, **given: Any) -> Settings:
    """Settings for a test: its own database, nothing from the environment, no waiting between edits."""
    return Settings(
        _env_file=None,
        **{
            "database": database,
            "table_pace": 0.0,
            "requests_per_second": 0.0,
            "shards": 1,
            "pictures": False,
            "backups": None,
            **given,
        },
    )  # type: ignore[call-arg]


class Player:
    """A user of the guild and what they can do and see."""

    def __init__(self, guild: "SimGuild", actor: simcord.MemberActor) -> None:
        self.guild, self.actor = guild, actor

    async def slash(self, command: str, **options: Any) -> "Reply":
        """Type a slash command in the card channel; players are given as Player."""
        filled = {
            name: value.actor if isinstance(value, Player) else value for name, value in options.items()
        }
        return await self.guild.after(self.actor.slash(self.guild.channel, command, **filled))

    async def slash_in_dm(self, command: str, **options: Any) -> "Reply":
        """Type a slash command in the DM with the bot."""
        return await self.guild.after(self.actor.user.slash(command, **options))

    async def complete(self, command: str, option: str, typed: str = "", **filled: Any) -> list[str]:
        """The values that autocomplete offers."""
        offered = await self.actor.autocomplete(self.guild.channel, command, option, typed, **filled)
        assert len(offered) <= 25
        return [choice["value"] for choice in offered]

    async def press(self, message: Any, label: str) -> "Reply":
        """Press the button with this label."""
        return await self.guild.after(
            self._hand_on(message).click(message, custom_id=control(message, label))
        )

    async def choose(self, message: Any, label: str, *values: str) -> "Reply":
        """Choose entries of the select with this placeholder, by their label or value."""
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
        """Open the form for exact numbers, as a host who is in the lobby."""
        more = await self.press(self.guild.table, "More")
        options = await self.press(more.message, "Options")
        return await self.press(options.message, "Exact numbers")

    async def forge(self, message: Any, custom_id: str, *values: str) -> "Reply":
        """Press a button, or with values use a select, that this message does not have."""
        data = {"custom_id": custom_id, "component_type": 3 if custom_id.startswith("s:") else 2}
        actor = self._hand_on(message)
        stored = actors._visible_message(actor, message)
        given = {**data, "values": list(values)} if data["component_type"] == 3 else data
        return await self.guild.after(actors._component_interaction(actor, stored, given))

    async def press_twice(self, message: Any, label: str) -> None:
        """Press the button with this label again before the first press is answered."""
        await self.press_all(message, label, label)

    async def press_all(self, message: Any, *pressed: str) -> None:
        """Press the buttons with these labels, each before the one before is answered."""
        actor = self._hand_on(message)
        stored = actors._visible_message(actor, message)
        ids = [control(message, label) for label in pressed]
        data = [{"custom_id": custom_id, "component_type": 2} for custom_id in ids]
        await asyncio.gather(*(actors._component_interaction(actor, stored, one) for one in data))
        await self.guild.settle()

    async def submit(self, shown: "Reply", **values: str) -> "Reply":
        """Fill in the form that was shown and send it off; what stood in it stays where nothing is given."""
        lines = [one["component"] for one in shown.modal["components"] if "component" in one]
        filled = {one["custom_id"]: one["value"] for one in lines if one.get("value")} | values
        return await self.guild.after(self.actor.submit_modal(shown.result, filled))

    def _hand_on(self, message: Any) -> Any:
        """Who acts in SimCord's terms: a user in DMs, a member in the server."""
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
        """Let every DM to this user be refused from now on."""
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


class Reply:
    """What one interaction was answered with."""

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
        """A new member of the server."""
        user = self.env.create_user(name, global_name=name.title())
        return Player(self, self.handle.add_member(user))

    @property
    def messages(self) -> list[Any]:
        """The channel's public messages, oldest first."""
        return list(self.channel.history())

    @property
    def table(self) -> Any:
        """The table message: the last one that begins as a lobby, a table or a result does."""
        return next(m for m in reversed(self.messages) if HEAD.match(text_of(m)))

    @property
    def table_text(self) -> str:
        return text_of(self.table)

    async def session(self) -> Session:
        """The live session of the channel."""
        found = await self.bot.sessions.at(self.channel.id)
        assert found is not None
        return found

    async def restart(self) -> None:
        """Stop the bot as a crash would, and start a new one on the same database."""
        await close(self.bot)
        self.bot = await open_bot(self.settings, self.bot.timings)
        await self.env.restart_bot(self.bot)
        await self.settle()

    async def all_press(self, label: str, *players: Player) -> None:
        """Let several press the table's button with this label before anyone is answered."""
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
        """Do something and wait until all it brings about is to be seen."""
        reply = Reply(await action)
        await self.settle()
        return reply

    async def pass_time(self, seconds: float) -> None:
        """Let time pass; what falls due on the way happens."""
        await self.env.advance_time(seconds)
        await self.settle()

    async def library_tells(self, event: str) -> None:
        """The library tells the bot of its first shard's connection."""
        with self.env._bot_scope():
            self.bot.dispatch(event, 0)
        await self.settle()

    async def settle(self) -> None:
        """Let everything that is under way come to rest; a send that waits for its next try stays waiting."""
        await self.env.settle()
        while self.bot.publisher.is_busy or self.bot.sessions.hints.is_busy:
            time.sleep(LET_THREADS_RUN)  # noqa: ASYNC251 # a loop that only spins leaves the database's thread no turn
            await self.env.settle()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Let what is under way go on until this is so, and then come to rest."""
        while not is_so():
            await self.settle()
        await self.settle()


async def open_bot(settings: Settings, timings: Timings = CALM) -> Cardcrate:
    """A bot on its database, not yet connected."""
    simcord_internals.hurry()
    _, bot = await assemble(settings, monotonic=now, timings=timings)
    bot.sessions.hints = Hints(bot.store, AtOnce())  # a process that thinks takes real seconds
    return bot


async def close(bot: Cardcrate) -> None:
    """Close a bot and its database."""
    await bot.close()
    await bot.store.close()


def walk(message: Any) -> list[dict[str, Any]]:
    """All components of a message, nested ones included, as Discord's JSON."""
    found: list[dict[str, Any]] = []
    todo = [c if isinstance(c, dict) else c.to_dict() for c in message.components]
    while todo:
        component = todo.pop(0)
        found.append(component)
        beside = [component["accessory"]] if "accessory" in component else []
        todo = [*component.get("components", []), *beside, *todo]
    return found


def text_of(message: Any) -> str:
    """All text of a message."""
    return "\n".join(c["content"] for c in walk(message) if c["type"] == 10) or message.content


def labels(message: Any) -> list[str]:
    """The labels of the enabled buttons and the placeholders of the selects."""
    return [
        c.get("label") or c.get("placeholder", "")
        for c in walk(message)
        if c["type"] in (2, 3) and not c.get("disabled")
    ]


def control(message: Any, label: str) -> str:
    """The custom id of the button with this label."""
    found = [c["custom_id"] for c in walk(message) if c["type"] == 2 and c.get("label", "").startswith(label)]
    assert found, f"no button {label!r} among {labels(message)}"
    return str(found[0])


def notified_by(guild: SimGuild, words: str) -> set[int]:
    """Whom Discord was asked to notify by the last message that says so."""
    bodies: list[Any] = [one.json for one in guild.env.http_requests if words in str(one.json)]
    return {int(user) for user in bodies[-1]["allowed_mentions"]["users"]}


def mentioned(text: str, players: Sequence[Player]) -> str:
    """The text with mentions turned into names, for reading."""
    names = {player.id: player.actor.name for player in players}
    return re.sub(r"<@(\d+)>", lambda match: f"@{names.get(int(match[1]), '?')}", text)
