"""How players are called: taken from wherever it is known at once, and else asked for, once a session.

Names are stored nowhere; a session has them as long as it is in memory.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final

import structlog

from bot.delivery.background import Background
from bot.delivery.errors import Asks, DeliveryError
from bot.players.computers import people
from bot.sessions.session import Session

log = structlog.get_logger(__name__)

PATIENCE_SECONDS: Final = 0.25
"""How long a page waits for names; then it says "Seat 2", and is shown again when they have come."""
RETRY_SECONDS: Final = 5.0
"""Between the first tries; trouble that outlasts them is met with fewer, and outlived."""
SELDOM_SECONDS: Final = 12.0
SOON_TRIES: Final = 12
MAX_TRIES: Final = 120
"""How often Discord is asked in vain for names after the last page that lacks them; the next begins again."""


class Names:
    """Learns names; `cached` gives that of a member whom the library knows, by server and user.

    `lacking` is called with a session of which a page will lack names, and `show` when they have come.
    """

    def __init__(
        self,
        asks: Asks,
        *,
        cached: Callable[[int, int], str | None],
        lacking: Callable[[Session], None],
        show: Callable[[Session], None],
        background: Background,
    ) -> None:
        self._asks = asks
        self._cached = cached
        self._lacking = lacking
        self._show = show
        self._background = background
        self._asking: dict[int, asyncio.Task[None]] = {}
        self._left: dict[int, int] = {}
        """How often Discord is asked again for the names of a session."""
        self._resting: set[int] = set()
        """Sessions whose names could not be asked for and will be again."""
        self._late: set[int] = set()
        """Sessions of which a page did not wait for all names."""
        self._is_closed = False

    def met(self, session: Session, user_id: int, name: str, *, is_member: bool) -> None:
        """Somebody has shown themselves: by their name in the server, or (no member) by that of a DM."""
        if user_id in session.record.players and is_member:
            session.names[user_id] = name
            session.looked_up.add(user_id)
        elif user_id in session.record.players:
            session.names.setdefault(user_id, name)
        self.begin(session)

    def begin(self, session: Session) -> None:
        """Take the names that the library has, and begin to ask for the others; returns at once."""
        for user_id in tuple(_unknown(session)):
            name = self._cached(session.record.guild_id, user_id)
            if name is not None:
                session.names[user_id] = name
                session.looked_up.add(user_id)
        session_id, users = session.record.id, tuple(_unknown(session))
        if users and session_id not in self._asking and not self._is_closed:
            self._asking[session_id] = asyncio.create_task(self._look_up(session, users))

    async def learn(self, session: Session) -> None:
        """Before a page is made: give names that are being asked for a moment to arrive, if there is time."""
        self.begin(session)
        session_id = session.record.id
        task = self._asking.get(session_id)
        if task is not None and session_id not in self._resting and not self._background.is_behind:
            await asyncio.wait({task}, timeout=PATIENCE_SECONDS)
        if session_id in self._asking:
            self._lacking(session)
            self.owe(session)

    def owe(self, session: Session) -> None:
        """Pages lack names: have them shown again when these have come; returns at once."""
        self.begin(session)
        if session.record.id in self._asking:
            self._late.add(session.record.id)
            self._left[session.record.id] = MAX_TRIES

    async def close(self) -> None:
        """Ask no more."""
        self._is_closed = True
        tasks = list(self._asking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_up(self, session: Session, users: tuple[int, ...]) -> None:
        session_id, tries = session.record.id, 0
        asked = set[int]()
        try:
            self._left[session_id] = MAX_TRIES
            while self._left[session_id]:
                self._left[session_id] -= 1
                await self._ask_for(session, users, tries)
                asked.update(users)
                users = tuple(_unknown(session))
                if not users:
                    break
                if not asked.issuperset(users):  # somebody has joined meanwhile
                    continue
                tries += 1
                await self._rest(session_id, RETRY_SECONDS if tries < SOON_TRIES else SELDOM_SECONDS)
        except Exception:
            log.exception("names_failed", session=session_id)
        finally:
            del self._asking[session_id]
            self._left.pop(session_id, None)
        if session_id in self._late:
            self._late.discard(session_id)
            self._show(session)

    async def _rest(self, session_id: int, seconds: float) -> None:
        """Wait before the next try; meanwhile no page waits for names."""
        self._resting.add(session_id)
        try:
            await asyncio.sleep(seconds)
        finally:
            self._resting.discard(session_id)

    async def _ask_for(self, session: Session, users: tuple[int, ...], tries: int) -> None:
        """Ask for all of them at once; after tries in vain first for one, another one each time."""
        if tries:
            first = users[tries % len(users)]
            if not await self._ask(session, first):
                return
            users = tuple(user_id for user_id in users if user_id != first)
        await asyncio.gather(*(self._ask(session, user_id) for user_id in users))

    async def _ask(self, session: Session, user_id: int) -> bool:
        """Ask for a name; whether anybody could be asked."""
        await self._background.step(for_press=True)  # perhaps one whose answer needs the name
        try:
            found = await self._asks.names(session.record.guild_id, (user_id,))
        except DeliveryError as error:  # nobody could be asked: tried again soon
            log.info("name_not_learnt", session=session.record.id, error=str(error))
            return False
        session.names.update(found)
        session.looked_up.add(user_id)  # also when there is none, so that nobody is asked for it again
        return True


def lacks_names(session: Session) -> bool:
    """Whether somebody's name is neither known nor has been sought in vain, so that a page says "Seat 2"."""
    return any(True for _ in _unknown(session))


def _unknown(session: Session) -> Iterator[int]:
    """The players whose name in the server is neither known nor has been asked for."""
    return (user_id for user_id in people(session.record.players) if user_id not in session.looked_up)
