"""People who play at the tables of several real programs, whatever happens to these, and what they were told."""

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
from tests.discord_http.interactions import Interaction, NobodyListens
from tests.discord_http.payloads import BUTTON, ROW, Json, message
from tests.helpers.behind import rows_in
from tests.helpers.walks import HASTY
from tests.storage.games import likely

IN_TIME_SECONDS: Final = 3.0
"""Discord takes no answer later than this."""
PATIENCE_SECONDS: Final = 8.0
NOT_SAVED: Final = "could not be saved"
MOVED_ON: Final = "The table has moved on"
EFFECTS: Final = "SELECT interaction_id FROM seen"

Told = Literal["done", "not saved", "moved on", "late", "no answer"]
"""What somebody who has pressed saw: the answer, or (`no answer`) that the interaction failed.

`moved on`: they pressed on a page of before, because an earlier press had its effect without an answer.
"""


class Press(NamedTuple):
    """What became of a press: when it was made, by the monotonic clock, and what it led to."""

    interaction: int
    place: int
    at: float
    told: Told
    seconds: float
    """Until the answer."""
    said: str
    """What the answer said."""


class People:
    """One at each table acts, waits for the answer, and so on; a game that is over is followed by another."""

    def __init__(self, fleet: Fleet, seed: int, *, between: float) -> None:
        self._fleet = fleet
        self._chance = Random(seed)
        self._between = between
        self.presses: list[Press] = []
        self.ended = Counter[str]()
        """The games that were played to their end."""

    async def play(self, place: int) -> None:
        """Play at one table for ever."""
        while True:
            await asyncio.sleep(self._between * self._chance.uniform(0.5, 1.5))
            with suppress(StoreError):  # the server is away: they see no page to press on
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
        """Press at the table or, as often, on the own page, of which another process may hear."""
        is_dm = self._chance.random() < 0.5
        on = page_with(control, dm_of(user) if is_dm else channel_of(place))
        began = time.monotonic()
        click = await self._fleet.discord.press(user, on, control, 0 if is_dm else GUILDS[place % 2])
        told = await what_was_told(click)
        return Press(click.number, place, began, told, time.monotonic() - began, click.text)

    async def lost(self) -> list[Press]:
        """The presses that were answered as done and have had no effect."""
        effects = {number for (number,) in await rows_in(self._fleet.store, EFFECTS)}
        return [
            one for one in self.presses if one.told in ("done", "late") and one.interaction not in effects
        ]

    def counted(self) -> Counter[str]:
        """How many presses there were of each kind."""
        return Counter(one.told for one in self.presses)

    def answered_twice(self) -> list[int]:
        """The interactions that the bot has tried to answer more than once."""
        return [number for number, one in self._fleet.discord.interactions.items() if one.answers > 1]

    def again_after(self, at: float, place: int) -> float | None:
        """How many seconds after a moment a move at a table was made, and answered."""
        made = (one for one in self.presses if one.place == place and one.told in ("done", "late"))
        found = (one.at + one.seconds for one in made)
        return next((ends - at for ends in found if ends > at), None)


async def what_was_told(click: Interaction) -> Told:
    """What somebody sees of the answer."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            answered_at = await click.acknowledged
    except (TimeoutError, NobodyListens):
        return "no answer"
    if NOT_SAVED in click.text:
        return "not saved"
    if MOVED_ON in click.text:
        return "moved on"
    return "done" if answered_at - click.sent_at <= IN_TIME_SECONDS else "late"


def page_with(control: str, channel: int) -> Json:
    """A page with one button."""
    button = {"type": BUTTON, "style": 1, "label": "Move", "custom_id": control}
    return message(1, channel, [{"type": ROW, "components": [button]}])
