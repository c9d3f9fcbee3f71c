"""One user of the playground: the messages they see, and the controls they use."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import discord
import simcord

from bot.playground.refusals import Refused
from bot.rendering.languages import ENGLISH

Place: TypeAlias = str
"""`channel`, `dm`, or the id of a thread."""


class Seat:
    """A member of the server, in the card channel, its threads and their DM with the bot."""

    def __init__(self, channel: simcord.ChannelHandle, actor: simcord.MemberActor) -> None:
        self.channel = channel
        self.actor = actor
        self.dm = actor.user.dm_channel
        self.dms_closed = False
        self.language = ENGLISH
        """The tag of the language in this user's Discord settings."""

    @property
    def key(self) -> str:
        """The name in addresses."""
        return self.actor.name

    @property
    def name(self) -> str:
        """The name as others see it."""
        return self.actor.user.global_name or self.actor.name

    @property
    def places(self) -> tuple[Place, ...]:
        """The places where this user can read and write."""
        return ("channel", *(str(thread.id) for thread in self.channel.threads), "dm")

    def messages(self, place: Place) -> list[discord.Message]:
        """Return the messages this user sees in a place, oldest first, including private answers."""
        if place == "dm":
            return self.dm.history(viewer=self.actor.user)
        return self._channel(place).history(viewer=self.actor)

    def message(self, place: Place, number: int) -> discord.Message:
        """Return one of the messages this user sees."""
        for message in reversed(self.messages(place)):
            if message.id == number:
                return message
        raise Refused("That message isn't there any more.")

    def commands(self, place: Place) -> tuple[str, ...]:
        """Return the names of the slash commands this user has in a place."""
        if place == "dm":
            return self.actor.user.available_commands()
        return self.actor.available_commands(self._channel(place))

    async def write(self, place: Place, text: str) -> None:
        """Write an ordinary message."""
        if place == "dm":
            await self.actor.user.send_dm(text)
        else:
            await self.actor.send(self._channel(place), text)

    async def slash(self, place: Place, name: str, options: Mapping[str, Any]) -> simcord.InteractionResult:
        """Use a slash command."""
        if place != "dm":
            return await self.actor.slash(self._channel(place), name, **options)
        result: simcord.InteractionResult = await self.actor.user.slash(name, **options)
        return result

    async def complete(
        self, place: Place, name: str, option: str, typed: str, options: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """Return the completions the bot offers for an option."""
        if place == "dm":
            return await self.actor.user.autocomplete(name, option, typed, **options)
        return await self.actor.autocomplete(self._channel(place), name, option, typed, **options)

    async def click(self, place: Place, number: int, control: str) -> simcord.InteractionResult:
        """Click a button."""
        message = self._with_control(place, number, control)
        result: simcord.InteractionResult = await self._hand(place).click(message, custom_id=control)
        return result

    async def choose(
        self, place: Place, number: int, control: str, values: Sequence[str]
    ) -> simcord.InteractionResult:
        """Choose options of a select menu."""
        message = self._with_control(place, number, control)
        result: simcord.InteractionResult = await self._hand(place).select(message, values, custom_id=control)
        return result

    async def use_menu(self, place: Place, entry: str, other: "Seat") -> simcord.InteractionResult:
        """Use an entry in the menu of another member."""
        return await self.actor.context_menu(self._channel(place), entry, other.actor)

    async def submit(
        self, place: Place, shown: simcord.InteractionResult, values: dict[str, Any]
    ) -> simcord.InteractionResult:
        """Submit a form."""
        result: simcord.InteractionResult = await self._hand(place).submit_modal(shown, values)
        return result

    def _with_control(self, place: Place, number: int, control: str) -> discord.Message:
        message = self.message(place, number)
        if control not in controls_of([component.to_dict() for component in message.components]):
            raise Refused("That message has just changed. Look at it again.")
        return message

    def _hand(self, place: Place) -> simcord.MemberActor | simcord.UserHandle:
        return self.actor.user if place == "dm" else self.actor

    def _channel(self, place: Place) -> simcord.ChannelHandle:
        """Return the card channel, or one of its threads."""
        if place == "channel":
            return self.channel
        for thread in self.channel.threads:
            if str(thread.id) == place:
                return thread
        raise Refused("That thread isn't there any more.")


def controls_of(part: Any) -> set[str]:
    """Return all custom ids in a component's JSON, at any depth."""
    if isinstance(part, list):
        return set().union(*map(controls_of, part))
    if not isinstance(part, dict):
        return set()
    inner = controls_of(list(part.values()))
    return inner | {part["custom_id"]} if "custom_id" in part else inner
