"""The actions of a page, with what their user sees apart from the messages."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import simcord

from bot.playground import opening, view
from bot.playground.commands import commands_of, parse_line
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

    async def say(self, req: Say) -> Answer:
        """Send a message, or use a slash command."""
        seat = self._world.seat(req.seat)
        text = req.text.strip()
        if not text:
            raise Refused("There's nothing to send.")
        if not text.startswith("/"):
            await self._world.do(lambda: seat.write(req.place, text))
            return {}
        line = parse_line(text, await commands_of(self._world.bot, seat.commands(req.place)))
        if line is None:
            raise Refused(f"There's no command {text.split(' ')[0]} here.")
        with speaking(seat.language):
            values = line.values(self._world.named)
        return await self._interact(req.place, lambda: seat.slash(req.place, line.command.name, values))

    async def suggest(self, req: Say) -> Suggestions:
        """Return how a command line may continue."""
        seat = self._world.seat(req.seat)
        with speaking(seat.language):
            return await suggest(self._world, seat, req.place, req.text)

    async def press(self, req: Press) -> Answer:
        """Click a button."""
        seat = self._world.seat(req.seat)
        return await self._interact(req.place, lambda: seat.click(req.place, int(req.message), req.control))

    async def choose(self, req: Choose) -> Answer:
        """Choose options of a select menu."""
        seat, number = self._world.seat(req.seat), int(req.message)
        return await self._interact(
            req.place, lambda: seat.choose(req.place, number, req.control, req.values)
        )

    async def menu(self, req: Menu) -> Answer:
        """Use an entry in the menu of another user."""
        seat, other = self._world.seat(req.seat), self._world.seat(req.other)
        if req.entry not in MENUS:
            raise Refused(f"There's no {req.entry} in that menu.")
        return await self._interact(req.place, lambda: seat.use_menu(req.place, req.entry, other))

    async def submit(self, req: Submit) -> Answer:
        """Submit a form."""
        seat = self._world.seat(req.seat)
        place, shown = self._forms.pop(req.form, (None, None))
        if place is None or shown is None:
            raise Refused("That form isn't open any more.")
        return await self._interact(place, lambda: seat.submit(place, shown, req.values))

    async def dismiss(self, req: Dismiss) -> Answer:
        """Dismiss a private answer."""
        message = self._world.seat(req.seat).message(req.place, int(req.message))
        if not message.flags.ephemeral:
            raise Refused("You can only dismiss messages that nobody else sees.")

        await self._world.dismiss_all((message,))
        return {}

    async def open(self, req: Open) -> Answer:
        """Open a table and deal. The answer names the users, and where the first ones have to act."""
        if req.seat is not None:
            await opening.deal_alone(self._world, self._world.seat(req.seat), req.game)
            return {"seats": [req.seat], "acts": {req.seat: "dm"}}
        players = await opening.deal_to_all(self._world, req.game)
        places = {seat.key: view.place_to_act(self._world, seat) for seat in players}
        return {"seats": list(places), "acts": {key: place for key, place in places.items() if place}}

    async def learn(self, req: Learn) -> Answer:
        """Begin the lesson of a game as a user."""
        await opening.learn(self._world, self._world.seat(req.seat), req.game)
        return {}

    async def close_dms(self, req: CloseDms) -> Answer:
        """Close or open a user's DMs."""
        await self._world.close_dms(self._world.seat(req.seat), closed=req.closed)
        return {}

    async def speak(self, req: Speak) -> Answer:
        """Change the language of a user's Discord."""
        await self._world.speak(self._world.seat(req.seat), req.language)
        return {}

    async def wait(self, req: Wait) -> Answer:
        """Let time pass."""
        await self._world.pass_time(req.seconds)
        return {}

    async def restart(self, _req: Nothing) -> Answer:
        """Restart the bot. Half-filled forms are gone, as on Discord."""
        self._forms.clear()
        await self._world.restart_bot()
        return {}

    async def delete_table(self, _req: Nothing) -> Answer:
        """Delete the table's message."""
        await self._world.delete_table()
        return {}

    async def add_user(self, _req: Nothing) -> Answer:
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
