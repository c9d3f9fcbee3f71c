"""Names of people by server and user. They come with interactions, or Discord is asked for them.

Names aren't stored anywhere. A session has its players' names as long as it's in memory.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import structlog

from bot.delivery.background import Background
from bot.delivery.errors import DeliveryError, Transport
from bot.players.computers import people
from bot.rendering.art.fonts import printable
from bot.rendering.scene import visible
from bot.sessions.clocks import Clock
from bot.sessions.session import Session

log = structlog.get_logger(__name__)

PATIENCE_SECONDS: Final = 0.25
"""The time a page waits for names. After that it shows "Seat 2", and is edited once names are known."""
FRESH_SECONDS: Final = 600.0
"""The time for which lists trust an answer about a member. Pages take names of any age."""
MAX_KNOWN: Final = 20_000
"""The most answers kept. The oldest are dropped, and asked for again if needed."""
RETRY_SECONDS: Final = 5.0
"""The time between the first tries. If the trouble lasts, they're further apart."""
SELDOM_SECONDS: Final = 12.0
SOON_TRIES: Final = 12
MAX_TRIES: Final = 120
"""The most failed tries to get names from Discord after the last page that lacked them."""


class Known(NamedTuple):
    """An answer about a user in a server."""

    name: str | None
    """None for someone who isn't a member."""
    at: float


NOTHING: Final = Known(None, float("-inf"))


@dataclass(slots=True)
class Search:
    """The search for the names of a session's players."""

    task: asyncio.Task[None]
    tries: int = MAX_TRIES
    """The number of tries that are left."""
    is_resting: bool = False
    """Whether the search waits for its next try after a failure. Meanwhile no page waits for it."""
    is_owed: bool = False
    """Whether a page was shown without all names."""


def printable_name(display_name: str, account: str) -> str:
    """Return the name to show for someone. If pictures can't draw it, the account's name is added."""
    if printable(display_name):
        return display_name
    return f"{visible(display_name)} ({account})".lstrip()


class Names:
    """All known names. `cached` gives the name of a member whom the library knows, by server and user.

    `show` is called with a session whose names came too late for a page.
    """

    def __init__(
        self,
        transport: Transport,
        *,
        cached: Callable[[int, int], str | None],
        show: Callable[[Session], None],
        background: Background,
        clock: Clock,
    ) -> None:
        self._transport = transport
        self._cached = cached
        self._show = show
        self._background = background
        self._clock = clock
        self._known: dict[tuple[int, int], Known] = {}
        self._searches: dict[int, Search] = {}
        self._is_closed = False

    def note_name(self, session: Session, user_id: int, name: str, *, is_member: bool) -> None:
        """Note the name of a user who has acted: as a member of the table's server, or elsewhere."""
        if user_id in session.record.players and (is_member or not session.record.guild_id):
            self._keep(session.record.guild_id, user_id, name)
        elif user_id in session.record.players:
            session.names.setdefault(user_id, name)
        self._begin(session)

    async def learn(self, session: Session) -> None:
        """Wait a moment for the missing names before a page is made, if there's time."""
        self._begin(session)
        if (search := self._searches.get(session.record.id)) is None:
            return
        if not search.is_resting and not self._background.is_behind:
            await asyncio.wait({search.task}, timeout=PATIENCE_SECONDS)
        if (search := self._searches.get(session.record.id)) is not None:
            search.tries, search.is_owed = MAX_TRIES, True

    def are_owed(self, session: Session) -> bool:
        """Whether a page lacks names that are still being asked for."""
        search = self._searches.get(session.record.id)
        return search is not None and search.is_owed

    async def members(
        self, guild_id: int, user_ids: Sequence[int], *, within: float = FRESH_SECONDS
    ) -> dict[int, str | None]:
        """Return the names of these users in a server. None for those who aren't members.

        Answers younger than `within` seconds count. Users are left out if Discord can't be asked about them.
        """
        since = self._clock.elapsed - within
        old = [user for user in user_ids if self._known.get((guild_id, user), NOTHING).at <= since]
        asked = await asyncio.gather(*(self._ask(guild_id, user) for user in old))
        unasked = {user for user, is_asked in zip(old, asked, strict=True) if not is_asked}
        return {user: self._known[guild_id, user].name for user in user_ids if user not in unasked}

    async def close(self) -> None:
        """Stop asking for names."""
        self._is_closed = True
        tasks = [search.task for search in self._searches.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _keep(self, guild_id: int, user_id: int, name: str | None) -> None:
        self._known.pop((guild_id, user_id), None)
        self._known[guild_id, user_id] = Known(name, self._clock.elapsed)
        if len(self._known) > MAX_KNOWN:
            del self._known[next(iter(self._known))]

    def _begin(self, session: Session) -> None:
        """Give a session the names that are known, and begin to ask for the others. Returns at once."""
        session_id = session.record.id
        if self._unknown(session) and session_id not in self._searches and not self._is_closed:
            task = asyncio.get_running_loop().create_task(self._look_up(session))
            self._searches[session_id] = Search(task)

    def _unknown(self, session: Session) -> list[int]:
        """Return the players whose names in the server aren't known. The session gets all other names."""
        guild_id, unknown = session.record.guild_id, list[int]()
        for user_id in people(session.record.players):
            known = self._known.get((guild_id, user_id))
            name = self._cached(guild_id, user_id) if known is None else known.name
            if name is not None:
                session.names[user_id] = name
            elif known is None:
                unknown.append(user_id)
        return unknown

    async def _look_up(self, session: Session) -> None:
        session_id, rests, asked = session.record.id, 0, set[int]()
        search = self._searches[session_id]
        try:
            while search.tries and (users := self._unknown(session)):
                if asked.issuperset(users):  # else someone has joined meanwhile
                    rests += 1
                    search.is_resting = True
                    await asyncio.sleep(RETRY_SECONDS if rests < SOON_TRIES else SELDOM_SECONDS)
                    search.is_resting = False
                search.tries -= 1
                await self._ask_for(session.record.guild_id, users, rests)
                asked.update(users)
        except Exception:
            log.exception("names_failed", session=session_id)
        finally:
            del self._searches[session_id]
        if search.is_owed:
            self._show(session)

    async def _ask_for(self, guild_id: int, users: Sequence[int], tries: int) -> None:
        """Ask for several users at once. After a failure first ask for one, a different one each time."""
        first = users[tries % len(users)]
        if not tries or await self._ask(guild_id, first):
            others = (user_id for user_id in users if not tries or user_id != first)
            await asyncio.gather(*(self._ask(guild_id, user_id) for user_id in others))

    async def _ask(self, guild_id: int, user_id: int) -> bool:
        """Ask for a name. Return whether Discord could be asked."""
        await self._background.step(for_press=True)  # perhaps for a press whose answer needs the name
        try:
            name = await self._transport.name(guild_id, user_id)
        except DeliveryError as error:  # Discord couldn't be asked: tried again soon
            log.info("name_not_learnt", error=str(error))
            return False
        self._keep(guild_id, user_id, name)  # even if there's none, so that it isn't asked for again
        return True
