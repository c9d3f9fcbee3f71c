"""Discord as the bot sees it. Every request may fail in every known way."""

import asyncio
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TypeVar
from unittest.mock import patch

from bot.delivery import breaker as dms
from bot.delivery.breaker import CircuitBreaker
from bot.delivery.errors import Found, Held, Purpose
from bot.rendering.page import Buttons, Page, Section, Select
from tests.simulation.befalling import LOST_AFTER, Request, apply_fault, is_possible
from tests.simulation.database import Database
from tests.simulation.quiet import CallListener
from tests.simulation.server import Server
from tests.simulation.sites import error_for
from tests.simulation.strikes import Strikes
from tests.simulation.world import DM_BASE, World

T = TypeVar("T")

CHANGING = frozenset(("post", "edit", "delete"))
"""Requests for which it matters whether they were carried out."""
DRAG_SECONDS = 12.0
"""The duration of a slow request. When trouble ends, pending requests get more time than this."""


class Discord(Server):
    """A Discord that accepts requests, some of which fail."""

    def __init__(self, world: World, database: Database) -> None:
        super().__init__(world, database)
        self._strikes = Strikes(world)
        self.calling = CallListener(world, database)
        self.dragged_until: dict[int, float] = {}
        """The time until which requests about a channel are slow, or were last."""
        self.refused_at: dict[int, float] = {}
        """The time when a channel last refused a request because it's gone or forbidden."""
        self._pending: dict[int, Callable[[], object]] = {}
        self.requests = 0
        """The number of requests so far."""

    def bot_died(self) -> None:
        """Decide which of the pending requests still arrive."""
        for execute in self._pending.values():
            if self.world.chance.random() < 0.5:
                self.arrive_late(execute)
        self._pending.clear()
        self.refusals.forget_process()

    @contextmanager
    def recording_held(self) -> Iterator[None]:
        """Record inside the block when the bot itself holds back the opening of a DM."""
        real = CircuitBreaker.dm_channel

        async def noticed(transport: CircuitBreaker, user_id: int, *, purpose: Purpose) -> int:
            try:
                return await real(transport, user_id, purpose=purpose)
            except Held:
                self.world.meet(place := opening(purpose), "F5 held")
                self.refusals.unreachable(user_id, place)
                raise

        known = 1 if self.world.weather.hasty else dms.MAX_KNOWN
        with patch.object(CircuitBreaker, "dm_channel", noticed), patch.object(dms, "MAX_KNOWN", known):
            yield

    async def request(
        self,
        what: str,
        channel_id: int,
        execute: Callable[[], T],
        *,
        place: str,
        number: int = 0,
        page: Page | None = None,
    ) -> T:
        """Carry out a request of the bot sooner or later: once, twice or not at all."""
        asked = Request(what, place, channel_id, execute, number, page)
        self.refusals.check_ban()
        self.requests += 1
        request_id = self.requests
        self._pending[request_id] = execute
        try:
            await asyncio.sleep(0.03 + self.world.chance.random() * 0.25 + self._extra_delay(asked))
            fault = self._meet_fault(asked)
            del self._pending[request_id]
            result = execute()
            if self.world.happens(self.world.weather.repeated):
                self.world.note(f"repeated {what} {channel_id}")
                result = execute()
        finally:
            self._pending.pop(request_id, None)
        await asyncio.sleep(self.world.chance.random() * 0.1)
        if fault:
            raise error_for(fault)
        return result

    def _extra_delay(self, asked: Request) -> float:
        """Return the additional time of a slow request."""
        if asked.what == "names" or not self.world.happens(self.world.weather.dragging):
            return 0.0  # Pages work without names.
        self.dragged_until[asked.channel_id] = self.world.now + DRAG_SECONDS
        return DRAG_SECONDS

    def _meet_fault(self, asked: Request) -> str:
        """Raise the error of a request that fails beforehand, or return its fault afterwards."""
        if self.is_away:
            raise error_for("F16 lost before")
        fault = self._state_fault(asked) or self._network_fault(asked) or self._random_fault(asked)
        if fault:
            self.world.meet(asked.place, fault)
        if fault in ("F6 forbidden", "F8 channel gone"):
            self.refused_at[asked.channel_id] = self.world.now
        if fault and fault != LOST_AFTER:
            apply_fault(self, asked, fault)
        return fault

    def _state_fault(self, asked: Request) -> str:
        """Return the fault that a request must meet in Discord's present state."""
        user = asked.channel_id - DM_BASE
        message = self.messages[asked.number - 1] if asked.number else None
        if asked.channel_id in self.vanished:
            return "F23 account gone" if user > 0 else "F8 channel gone"
        if asked.channel_id in self.forbidden:
            return "F6 forbidden"
        if user in self.closed and asked.what == "open" and not self.opens_dms:
            return "F5 opening refused"
        if user in self.closed and asked.what == "post":
            return "F4 closed"
        if message is not None and message.is_deleted:
            return "F7 deleted"
        if message is not None and message.is_too_old and asked.what == "edit":
            return "F10 too old"
        return self.refusals.fault_of(asked.page)

    def _network_fault(self, asked: Request) -> str:
        """Return the fault if the network loses a request or its answer."""
        lost = self.world.weather.lost / 2
        if self.world.happens(lost):
            is_late = asked.what in CHANGING and self.world.chance.random() < 0.3
            return "F16 late" if is_late else "F16 lost before"
        return LOST_AFTER if asked.what in CHANGING and self.world.happens(lost) else ""

    def _random_fault(self, asked: Request) -> str:
        fault = self._strikes.at(asked.place)
        return fault if fault and is_possible(self, asked, fault) else ""


class SimulatedTransport:
    """The bot's client of that Discord, which also checks that nothing is shown too early."""

    def __init__(self, discord: Discord) -> None:
        self._discord = discord
        self._dms: set[int] = set()

    async def post(
        self, channel_id: int, page: Page, *, nonce: str, purpose: Purpose, quiet: bool = False
    ) -> int:
        self._check_saved(page)
        discord, place = self._discord, f"post {purpose}"
        discord.calling.check_page(channel_id, page, quiet=quiet)

        def posted() -> int:
            number = discord.post(channel_id, page, nonce)
            discord.calling.record(discord.messages[number - 1], place, quiet=quiet)
            return number

        return await discord.request("post", channel_id, posted, place=place, page=page)

    async def find(self, channel_id: int, nonces: Collection[str]) -> Found | None:
        look = lambda: self._discord.find(channel_id, nonces)  # noqa: E731
        return await self._discord.request("find", channel_id, look, place="find lost post")

    async def edit(self, channel_id: int, message_id: int, page: Page, *, purpose: Purpose) -> None:
        self._check_saved(page)
        change = lambda: self._discord.edit(channel_id, message_id, page)  # noqa: E731
        await self._discord.request(
            "edit", channel_id, change, place=f"edit {purpose}", number=message_id, page=page
        )

    async def delete(self, channel_id: int, message_id: int) -> None:
        remove = lambda: self._discord.delete(channel_id, message_id)  # noqa: E731
        await self._discord.request(
            "delete", channel_id, remove, place="delete old message", number=message_id
        )

    async def dm_channel(self, user_id: int, *, purpose: Purpose) -> int:
        """Request a DM channel once and keep it, like the real client."""
        if user_id <= 0:
            self._discord.world.fail("P16", f"a DM was to be opened to {user_id}, who is nobody")
        if user_id not in self._dms or self._discord.world.weather.hasty:
            await self._discord.request("open", DM_BASE + user_id, lambda: None, place=opening(purpose))
            self._dms.add(user_id)
        return DM_BASE + user_id

    async def name(self, guild_id: int, user_id: int) -> str | None:
        """Return a user's name. None for one who isn't found, like the real client."""
        ask = lambda: self._discord.names((user_id,)).get(user_id)  # noqa: E731
        return await self._discord.request("names", guild_id, ask, place="learn names")

    def _check_saved(self, page: Page) -> None:
        for session_id, revision in marks(page):
            saved = self._discord.database.revision(session_id)
            if revision > saved:
                self._discord.world.fail("P2", f"table {session_id}: {revision} is shown, {saved} is saved")


def opening(purpose: Purpose) -> str:
    """Return the place from which a DM is opened."""
    return f"open DM for {purpose}"


def marks(page: Page) -> set[tuple[int, int]]:
    """Return the sessions and revisions that a page's controls name."""
    found = set()
    for block in page.blocks:
        if isinstance(block, Buttons):
            found |= {(b.action.session_id, b.action.revision) for b in block.buttons}
        elif isinstance(block, Section):
            found.add((block.button.action.session_id, block.button.action.revision))
        elif isinstance(block, Select):
            found.add((block.action.session_id, block.action.revision))
    return found
