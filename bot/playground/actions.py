"""The actions of a page, with what their user sees apart from the messages."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import simcord

from bot.playground import opening, view
from bot.playground.commands import commands_of, read
from bot.playground.refusals import Refused
from bot.playground.requests import (
    Choose,
    CloseDms,
    Dismiss,
    Learn,
    Menu,
    Nothing,
    Open,
    Press,
    Say,
    Speak,
    Submit,
    Wait,
)
from bot.playground.seat import Place, Seat
from bot.playground.suggestions import Suggestions, suggest
from bot.playground.world import World
from bot.rendering.catalog import speaking
from bot.rendering.commands import MENUS

Answer = dict[str, Any]
FAILED = "This interaction failed"
"""Discord's own words for an interaction that the bot hasn't answered."""
MAX_FORMS = 20


class Actions:
    """One method for each thing that a page can do."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._forms: dict[str, tuple[Place, simcord.InteractionResult]] = {}

    async def say(self, ask: Say) -> Answer:
        """Send a message, or use a slash command."""
        seat = self._world.seat(ask.seat)
        text = ask.text.strip()
        if not text:
            raise Refused("There's nothing to send.")
        if not text.startswith("/"):
            await self._world.do(lambda: seat.write(ask.place, text))
            return {}
        line = read(text, await commands_of(self._world.bot, seat.commands(ask.place)))
        if line is None:
            raise Refused(f"There's no command {text.split(' ')[0]} here.")
        with speaking(seat.language):
            values = line.values(self._world.named)
        return await self._interact(ask.place, lambda: seat.slash(ask.place, line.command.name, values))

    async def suggest(self, ask: Say) -> Suggestions:
        """Return how a command line may continue."""
        seat = self._world.seat(ask.seat)
        with speaking(seat.language):
            return await suggest(self._world, seat, ask.place, ask.text)

    async def press(self, ask: Press) -> Answer:
        """Click a button."""
        seat = self._world.seat(ask.seat)
        return await self._interact(ask.place, lambda: seat.click(ask.place, int(ask.message), ask.control))

    async def choose(self, ask: Choose) -> Answer:
        """Choose options of a select menu."""
        seat, number = self._world.seat(ask.seat), int(ask.message)
        return await self._interact(
            ask.place, lambda: seat.choose(ask.place, number, ask.control, ask.values)
        )

    async def menu(self, ask: Menu) -> Answer:
        """Use an entry in the menu of another user."""
        seat, other = self._world.seat(ask.seat), self._world.seat(ask.other)
        if ask.entry not in MENUS:
            raise Refused(f"There's no {ask.entry} in that menu.")
        return await self._interact(ask.place, lambda: seat.use_menu(ask.place, ask.entry, other))

    async def submit(self, ask: Submit) -> Answer:
        """Submit a form."""
        seat = self._world.seat(ask.seat)
        place, shown = self._forms.pop(ask.form, (None, None))
        if place is None or shown is None:
            raise Refused("That form isn't open any more.")
        return await self._interact(place, lambda: seat.submit(place, shown, ask.values))

    async def dismiss(self, ask: Dismiss) -> Answer:
        """Dismiss a private answer."""
        message = self._world.seat(ask.seat).message(ask.place, int(ask.message))
        if not message.flags.ephemeral:
            raise Refused("You can only dismiss messages that nobody else sees.")

        await self._world.dismiss_all((message,))
        return {}

    async def open(self, ask: Open) -> Answer:
        """Open a table and deal. The answer names the users, and where the first ones have to act."""
        if ask.seat is not None:
            await opening.deal_alone(self._world, self._world.seat(ask.seat), ask.game)
            return {"seats": [ask.seat], "acts": {ask.seat: "dm"}}
        players = await opening.deal_to_all(self._world, ask.game)
        places = {seat.key: view.acts(self._world, seat) for seat in players}
        return {"seats": list(places), "acts": {key: place for key, place in places.items() if place}}

    async def learn(self, ask: Learn) -> Answer:
        """Begin the lesson of a game as a user."""
        await opening.learn(self._world, self._world.seat(ask.seat), ask.game)
        return {}

    async def close_dms(self, ask: CloseDms) -> Answer:
        """Close or open a user's DMs."""
        await self._world.close_dms(self._world.seat(ask.seat), closed=ask.closed)
        return {}

    async def speak(self, ask: Speak) -> Answer:
        """Change the language of a user's Discord."""
        await self._world.speak(self._world.seat(ask.seat), ask.language)
        return {}

    async def wait(self, ask: Wait) -> Answer:
        """Let time pass."""
        await self._world.pass_time(ask.seconds)
        return {}

    async def restart(self, _ask: Nothing) -> Answer:
        """Restart the bot. Half-filled forms are gone, as on Discord."""
        self._forms.clear()
        await self._world.restart_bot()
        return {}

    async def delete_table(self, _ask: Nothing) -> Answer:
        """Delete the table's message."""
        await self._world.delete_table()
        return {}

    async def add_user(self, _ask: Nothing) -> Answer:
        """Add another user to the server."""
        seat: Seat = await self._world.add_user()
        return {"seat": seat.key}

    async def _interact(
        self, place: Place, act: Callable[[], Awaitable[simcord.InteractionResult]]
    ) -> Answer:
        result = await self._world.do(act)
        if not result.acknowledged:
            return {"error": FAILED}
        if result.modal is None:
            return {}
        form = secrets.token_urlsafe(8)
        self._forms[form] = (place, result)
        for old in list(self._forms)[:-MAX_FORMS]:
            del self._forms[old]
        return {"form": {"id": form, **result.modal}}
