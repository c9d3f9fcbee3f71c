"""Players at the tables of several real programs, and their answers, whatever happens to the programs."""

import asyncio
import time
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Final, Literal, NamedTuple

from bot.sessions.session import Session
from bot.storage.errors import StoreError
from tests.crash.several import GUILDS, Fleet, channel_of
from tests.discord_http.ids import dm_of
from tests.discord_http.interactions import Interaction, NoBotConnected
from tests.discord_http.payloads import BUTTON, ROW, Json, message
from tests.helpers.behind import rows_in
from tests.helpers.walks import HASTY
from tests.storage.games import likely

IN_TIME_SECONDS: Final = 3.0
"""Discord rejects an answer after this time."""
PATIENCE_SECONDS: Final = 8.0
NOT_SAVED: Final = "didn't save"
MOVED_ON: Final = "The table has moved on"
EFFECTS: Final = "SELECT interaction_id FROM seen"

Reported = Literal["done", "not saved", "moved on", "late", "no answer"]
"""The answer that a user saw, or that the interaction failed (`no answer`). `moved on` means that the page
was outdated, because an earlier click took effect without an answer."""


class Press(NamedTuple):
    """The result of a click: its time by the monotonic clock, and its effect."""

    interaction: int
    place: int
    at: float
    told: Reported
    seconds: float
    """The time until the answer."""
    said: str
    """The text of the answer."""


class People:
    """Players who take turns at each table and wait for each answer. New games follow finished ones."""

    def __init__(self, fleet: Fleet, seed: int, *, between: float) -> None:
        self._fleet = fleet
        self._chance = Random(seed)
        self._between = between
        self.presses: list[Press] = []
        self.ended = Counter[str]()
        """The finished games."""

    async def play(self, place: int) -> None:
        """Play at one table without end."""
        while True:
            await asyncio.sleep(self._between * self._chance.uniform(0.5, 1.5))
            with suppress(StoreError):  # The server is away, so they don't see any page.
                await self._act(place)

    async def _act(self, place: int) -> None:
        fleet = self._fleet
        record = await fleet.store.load(fleet.sessions[place].record.id)
        assert record is not None
        session = Session(fleet.sessions[place].game, record)
        if record.status != "playing":
            self.ended[record.game] += 1
            fleet.sessions[place] = await fleet.deal(record.game, place)
            return
        seat = self._chance.choice(session.game.deciders(session.state))
        moves = [move for move in session.game.legal(session.state, seat) if move.verb not in HASTY]
        control = f"b:{record.id}:{record.revision}:move {likely(moves, self._chance)}"
        self.presses.append(await self._press(place, record.players[seat], control))

    async def _press(self, place: int, user: int, control: str) -> Press:
        """Click at the table or, as often, on the player's own page, which another process may receive."""
        is_dm = self._chance.random() < 0.5
        on = page_with(control, dm_of(user) if is_dm else channel_of(place))
        began = time.monotonic()
        click = await self._fleet.discord.press(user, on, control, 0 if is_dm else GUILDS[place % 2])
        told = await what_was_told(click)
        return Press(click.number, place, began, told, time.monotonic() - began, click.text)

    async def lost(self) -> list[Press]:
        """Return the clicks that were answered as done but had no effect."""
        effects = {number for (number,) in await rows_in(self._fleet.store, EFFECTS)}
        return [
            one for one in self.presses if one.told in ("done", "late") and one.interaction not in effects
        ]

    def counted(self) -> Counter[str]:
        """Return the number of clicks with each kind of answer."""
        return Counter(one.told for one in self.presses)

    def answered_twice(self) -> list[int]:
        """Return the interactions that the bot has tried to answer more than once."""
        return [number for number, one in self._fleet.discord.interactions.items() if one.answers > 1]

    def again_after(self, at: float, place: int) -> float | None:
        """Return the seconds from a moment to the next answered move at a table. None if there's none."""
        made = (one for one in self.presses if one.place == place and one.told in ("done", "late"))
        found = (one.at + one.seconds for one in made)
        return next((ends - at for ends in found if ends > at), None)


async def what_was_told(click: Interaction) -> Reported:
    """Return what a user sees of the answer."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            answered_at = await click.acknowledged
    except (TimeoutError, NoBotConnected):
        return "no answer"
    if NOT_SAVED in click.text:
        return "not saved"
    if MOVED_ON in click.text:
        return "moved on"
    return "done" if answered_at - click.sent_at <= IN_TIME_SECONDS else "late"


def page_with(control: str, channel: int) -> Json:
    """Return a page with one button."""
    button = {"type": BUTTON, "style": 1, "label": "Move", "custom_id": control}
    return message(1, channel, [{"type": ROW, "components": [button]}])
