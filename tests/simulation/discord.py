"""Discord as the courier meets it: messages that stay, nonces that expire, and every way to fail."""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TypeVar

from bot.rendering.page import Buttons, Page, Select
from bot.sessions.delivery import Closed, DeliveryError, Forbidden, Gone, Unknown, Vanished
from tests.simulation.database import Database
from tests.simulation.world import World

T = TypeVar("T")

NONCE_SECONDS = 180.0
"""For how long the same nonce gives back the same message."""
LATEST = 0.7
"""A request that was given up may be carried out so many seconds later."""
LOOKED_THROUGH = 20
"""So many messages of a channel are looked through for one of ours."""
DM_BASE = 1_000_000
"""DM channels have the number of their user above this."""


class Message:
    """A message of ours."""

    def __init__(self, number: int, channel_id: int, page: Page, nonce: str, at: float) -> None:
        self.number = number
        self.channel_id = channel_id
        self.page = page
        self.nonce = nonce
        self.at = at
        self.edited_at = at
        self.is_deleted = False
        self.is_lost = False
        """Whether somebody else has deleted it."""


class Discord:
    """The server side. It lives on when the bot dies."""

    def __init__(self, world: World, database: Database) -> None:
        self.world = world
        self.database = database
        self.messages: list[Message] = []
        self.closed: set[int] = set()
        self.forbidden: set[int] = set()
        self.vanished: set[int] = set()
        self.is_away = False
        self.deleted_at = 0.0
        """When somebody last deleted a message."""
        self.opens_dms = True
        self.refused_dms: dict[int, tuple[float, int]] = {}
        self._nonces: dict[tuple[int, str], tuple[Message, float]] = {}
        self._flying: dict[int, Callable[[], object]] = {}
        self._flights = 0

    def standing(self, channel_id: int) -> list[Message]:
        """The messages of a channel that have not been deleted, oldest first."""
        return [m for m in self.messages if m.channel_id == channel_id and not m.is_deleted]

    def bot_died(self) -> None:
        """What was under way may still have arrived, or not."""
        for execute in self._flying.values():
            if self.world.chance.random() < 0.5:
                self._late(execute)
        self._flying.clear()

    async def request(self, what: str, channel_id: int, execute: Callable[[], T]) -> T:
        """Carry out a request of the bot, sooner or later, once, twice or not at all."""
        chance, weather = self.world.chance, self.world.weather
        self._flights += 1
        flight = self._flights
        self._flying[flight] = execute
        try:
            await asyncio.sleep(0.03 + chance.random() * 0.25)
            self._check_reachable(what, channel_id)
            if self.world.happens(weather.lost / 2):
                self.world.note(f"lost before {what} {channel_id}")
                if chance.random() < 0.3:
                    asyncio.get_running_loop().call_later(chance.random() * LATEST, self._late, execute)
                raise Unknown("lost on the way there")
            del self._flying[flight]
            result = execute()
            if self.world.happens(weather.repeated):
                self.world.note(f"repeated {what} {channel_id}")
                result = execute()
        finally:
            self._flying.pop(flight, None)
        await asyncio.sleep(chance.random() * 0.1)
        if self.world.happens(weather.lost / 2):
            self.world.note(f"lost after {what} {channel_id}")
            raise Unknown("lost on the way back")
        return result

    def post(self, channel_id: int, page: Page, nonce: str) -> int:
        known, until = self._nonces.get((channel_id, nonce), (None, 0.0))
        if known is not None and self.world.now < until:
            return known.number
        if known is not None and not known.is_deleted:
            self.world.wrong("P6", f"#{known.number} in {channel_id} was posted again")
        message = Message(len(self.messages) + 1, channel_id, page, nonce, self.world.now)
        self.messages.append(message)
        self._nonces[channel_id, nonce] = (message, self.world.now + NONCE_SECONDS)
        self.world.note(f"post {channel_id} #{message.number} {page.digest()[:8]}")
        return message.number

    def find(self, channel_id: int, nonces: Collection[str]) -> dict[str, int]:
        """Look through the last messages; a new one may not be there yet for whoever reads so soon."""
        found = {}
        for message in self.standing(channel_id)[-LOOKED_THROUGH:]:
            is_new = self.world.now - message.at < 0.2
            if message.nonce in nonces and not (is_new and self.world.happens(self.world.weather.lost)):
                found[message.nonce] = message.number
        return found

    def edit(self, channel_id: int, number: int, page: Page) -> None:
        message = self._find(channel_id, number)
        message.page, message.nonce, message.edited_at = page, "", self.world.now
        self.world.note(f"edit {channel_id} #{number} {page.digest()[:8]}")

    def delete(self, channel_id: int, number: int) -> None:
        self._find(channel_id, number).is_deleted = True
        self.world.note(f"delete {channel_id} #{number}")

    def _find(self, channel_id: int, number: int) -> Message:
        message = self.messages[number - 1]
        if message.is_deleted or message.channel_id != channel_id:
            raise Gone("10008")
        return message

    def _late(self, execute: Callable[[], object]) -> None:
        """A request that was given up arrives after all."""
        with suppress(DeliveryError):
            execute()

    def _check_reachable(self, what: str, channel_id: int) -> None:
        if self.is_away:
            raise Unknown("Discord is away")
        if channel_id in self.vanished:
            raise Vanished("10003")
        if channel_id in self.forbidden:
            raise Forbidden("Send Messages")
        user = channel_id - DM_BASE
        if user in self.closed and (what == "post" or (what == "open" and not self.opens_dms)):
            self._refuse_dm(user)

    def _refuse_dm(self, user: int) -> None:
        """Refuse a DM; without an excuse nobody tries that twice within ten minutes."""
        world = self.world
        before, troubles = self.refused_dms.get(user, (0.0, 0))
        if world.now - before < 599 and troubles == world.troubles:
            world.wrong("P16", f"{user} was tried again after {world.now - before:.1f} s")
        self.refused_dms[user] = (world.now, world.troubles)
        world.note(f"closed {user}")
        raise Closed("50007")


class SimulatedCourier:
    """The bot's way to that Discord; it checks on the way that nothing is shown too early."""

    def __init__(self, discord: Discord) -> None:
        self._discord = discord
        self._dms: set[int] = set()

    async def post(self, channel_id: int, page: Page, *, nonce: str, quiet: bool = False) -> int:
        self._check_saved(page)
        return await self._discord.request(
            "post", channel_id, lambda: self._discord.post(channel_id, page, nonce)
        )

    async def find(self, channel_id: int, nonces: Collection[str]) -> dict[str, int]:
        return await self._discord.request("find", channel_id, lambda: self._discord.find(channel_id, nonces))

    async def edit(self, channel_id: int, message_id: int, page: Page) -> None:
        self._check_saved(page)
        await self._discord.request(
            "edit", channel_id, lambda: self._discord.edit(channel_id, message_id, page)
        )

    async def delete(self, channel_id: int, message_id: int) -> None:
        await self._discord.request(
            "delete", channel_id, lambda: self._discord.delete(channel_id, message_id)
        )

    async def dm_channel(self, user_id: int) -> int:
        """The real client, too, asks for a DM channel once and keeps it."""
        if user_id not in self._dms:
            await self._discord.request("open", DM_BASE + user_id, lambda: None)
            self._dms.add(user_id)
        return DM_BASE + user_id

    async def names(self, guild_id: int, user_ids: tuple[int, ...]) -> dict[int, str]:
        return {user_id: f"User {user_id}" for user_id in user_ids}

    def _check_saved(self, page: Page) -> None:
        for session_id, revision in marks(page):
            saved = self._discord.database.revision(session_id)
            if revision > saved:
                self._discord.world.wrong("P2", f"table {session_id}: {revision} is shown, {saved} is saved")


def marks(page: Page) -> set[tuple[int, int]]:
    """The sessions and revisions that a page's controls name."""
    found = set()
    for block in page.blocks:
        if isinstance(block, Buttons):
            found |= {(b.action.session_id, b.action.revision) for b in block.buttons}
        elif isinstance(block, Select):
            found.add((block.action.session_id, block.action.revision))
    return found
