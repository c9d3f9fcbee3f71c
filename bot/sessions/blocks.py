"""Block lists: the people whom users don't want at their tables. Nobody else learns of a list."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from bot.players import computers
from bot.sessions.session import Session
from bot.storage import people
from bot.storage.errors import StoreError
from bot.storage.store import Store

MAX_LISTED: Final = 50
"""The most people on one list."""


class BlockedUsers(NamedTuple):
    """The people to keep apart from a user."""

    by: frozenset[int]
    """Those who have the user on their lists."""
    of: frozenset[int]
    """Those on the user's own list."""

    def is_from(self, *users: int) -> bool:
        """Whether any of these has to be kept apart from the user."""
        return not (self.by | self.of).isdisjoint(users)


class Blocks:
    """All block lists. `clock` gives the time in seconds since the epoch."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock

    async def add(self, user_id: int, other_id: int) -> bool:
        """Put someone on a user's list. False if it's full."""
        return await self._store.write(people.block, user_id, other_id, self._clock(), MAX_LISTED)

    async def take_off(self, user_id: int, other_id: int) -> None:
        """Take someone off a user's list."""
        await self._store.write(people.unblock, user_id, other_id)

    async def of(self, user_id: int) -> list[int]:
        """Return everyone on a user's list, the latest first."""
        return await self._store.read(people.blocked, user_id)

    async def avoiding(self, players: Sequence[int]) -> frozenset[int]:
        """Return those of a table's players who have another one on their lists."""
        return frozenset(
            [user for user in computers.people(players) if not set(await self.of(user)).isdisjoint(players)]
        )

    async def blocked_users(self, user_id: int) -> BlockedUsers:
        """Return the people to keep apart from a user."""
        by = await self._store.read(people.blocked_by, user_id)
        return BlockedUsers(frozenset(by), frozenset(await self.of(user_id)))

    async def to_warn(self, session: Session, new: int, blocked: BlockedUsers) -> list[int]:
        """Return the players to warn of someone who has come, and note it, so that each is warned once.

        The newcomer isn't warned, because they see the table before they join.
        """
        players = session.record.players
        met = [(new, other) for other in players if other in blocked.of]
        found = [(user, new) for user in players if user in blocked.by and (user, new) not in session.warned]
        session.warned.update(dict.fromkeys((*met, *found), True))
        if met or found:
            with suppress(StoreError):  # Then they may be warned again after a restart.
                known = await self._store.write(people.note_warnings, session.record.id, [*met, *found])
                found = [pair for pair in found if pair in known]
        return [user for user, _ in found]
