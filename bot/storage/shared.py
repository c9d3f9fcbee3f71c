"""What processes on one database ask of it beside the games: leases, claims, what others have done."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

from bot.storage import groups, pauses, rows, shown
from bot.storage.engine import Connection, Engine
from bot.storage.groups import EVERY, Group, Lease, SessionFilter
from bot.storage.held import Held
from bot.storage.records import Delivered
from bot.storage.upkeep import Games, Upkeep

P = ParamSpec("P")
T = TypeVar("T")

VISIBLE_SECONDS: Final = 60.0
"""Pages tell deadlines to the minute: those that moved by less altogether are not shown again."""
CLAIMED_SECONDS: Final = 3600.0
"""How long claims are kept; Discord lets an interaction be answered for a quarter of an hour."""


class Shared(Upkeep):
    """The part of the store that is about other processes; alone, a process has all tables for itself."""

    def __init__(self, engine: Engine, games: Games) -> None:
        super().__init__(engine, games)
        self.held = Held(is_shared=engine.is_shared)
        self.inherited = 0
        """The newest session that was there before: another process may have shown it."""
        self._unshown: defaultdict[int, float] = defaultdict(float)
        """By how much the deadlines of a group have moved since pages were last queued because of that."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may be at work on the same sessions."""
        return self.engine.is_shared

    def mark(self, guild_id: int) -> int:
        """The newest session of a server that another process may have shown."""
        lease = self.held.lease_of(guild_id)
        return self.inherited if lease is None else lease.mark

    async def groups(self) -> list[Group]:
        """All shard groups, in order; none where one process serves all."""
        return await self.engine.read_one(groups.groups, priority=True)

    async def time(self) -> float:
        """The time by the database's clock, in seconds since the epoch; waits for no other question."""
        return await self.engine.read_one(groups.time, priority=True)

    async def take(self, number: int | None, holder: str, seconds: float) -> Lease | None:
        """Take a shard group that nobody holds, or (None) any; None when there is none."""
        return await self.engine.write(
            lambda connection: groups.take_group(connection, number, holder, seconds), priority=True
        )

    async def renew(self, lease: Lease, seconds: float) -> bool:
        """Let a lease go on for so many seconds from now; False when it has ended."""
        return await self.engine.change(
            lambda connection: groups.renew(connection, lease, seconds), priority=True
        )

    async def give_back(self, lease: Lease) -> None:
        """End a lease: others may take the group at once."""
        await self.engine.write(lambda connection: groups.give_back(connection, lease), priority=True)

    async def claim(self, interaction_id: int) -> bool:
        """Be the process that answers an interaction; False when another one is."""
        if not self.is_shared:
            return True
        return await self.engine.change(lambda connection: groups.claim(connection, interaction_id))

    async def beat(self, lease: Lease) -> bool:
        """Note that the people of a group can play; False when its clocks stand still, or it is another's."""
        return await self.engine.change(lambda connection: groups.beat(connection, lease))

    async def go_on(self, leases: Sequence[Lease], stopped_for: float = 0.0) -> list[float]:
        """Let the clocks of groups run where they stopped, and return for how long each group's had stopped.

        They stopped `stopped_for` seconds ago, unless that's already stored. The deadlines of all their tables
        move. Either all groups go on or none: the time of a single one might be given back twice. Raises
        NotHolder.
        """
        unshown = [self._unshown[lease.number] for lease in leases]
        given = await self.write(let_clocks_run, leases, stopped_for, unshown)
        for lease, seconds in zip(leases, given, strict=True):
            moved = self._unshown[lease.number] + seconds
            self._unshown[lease.number] = 0.0 if abs(moved) >= VISIBLE_SECONDS else moved
        return given

    async def hear_dms(self) -> None:
        """Note that direct messages reach this process, where it holds the group of shard 0."""
        for lease in self.held.leases:
            if lease.first_shard == 0:
                await self.write(groups.hear_dms, lease)

    async def forget_seen(self, before: float) -> None:
        """Forget interactions older than this; Discord repeats none after its token has died."""
        await self.write(rows.forget_seen, before)
        if self.is_shared:
            await self.write(groups.forget_claims, CLAIMED_SECONDS)

    async def delivered(self, news: Sequence[Delivered]) -> Sequence[Delivered]:
        """Store what delivery has found out, in one go, and give what was stored.

        That is all but what it has found out of tables that another process may show by now.
        """
        leases = {one.guild_id: self.held.lease_of(one.guild_id) for one in news} if self.is_shared else None
        return await self.write(store_delivered, news, leases)

    async def read_own(
        self,
        function: Callable[Concatenate[Connection, SessionFilter, P], list[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> list[T]:
        """What a function finds in the tables whose clocks this process runs."""
        own = self._own()
        if not own:
            return []

        @wraps(function)
        def of_all(connection: Connection) -> list[T]:
            return [one for some in own for one in function(connection, some, *args, **kwargs)]

        return await self.read(of_all)

    async def read_each(
        self,
        function: Callable[Concatenate[Connection, SessionFilter, P], list[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> list[T]:
        """The same by one statement for each group: less for what is asked every second."""
        found: list[T] = []
        for some in self._own():
            found += await self.read_one(function, some, *args, **kwargs)
        return found

    def _own(self) -> list[SessionFilter]:
        return [groups.of(lease) for lease in self.held.leases] if self.is_shared else [EVERY]


def let_clocks_run(
    connection: Connection, leases: Sequence[Lease], stopped_for: float, unshown: Sequence[float]
) -> list[float]:
    """Let the clocks of groups run, whose deadlines have moved by `unshown` seconds that no page tells."""
    given: list[float] = []
    for lease, before in zip(leases, unshown, strict=True):
        if stopped_for:
            groups.stop(connection, lease, stopped_for)
        given.append(seconds := groups.go_on(connection, lease))
        if seconds:
            are_shown = abs(before + seconds) >= VISIBLE_SECONDS
            move_clocks(connection, seconds, groups.of(lease), are_shown=are_shown)
    return given


def move_clocks(
    connection: Connection, seconds: float, some: SessionFilter = EVERY, *, are_shown: bool
) -> None:
    """Move all that is due at some tables; where `are_shown`, their pages are shown again because of that."""
    rows.shift_deadlines(connection, seconds, some)
    pauses.shift(connection, seconds, some)
    if are_shown:
        shown.look_at_clocks(connection, some)


def store_delivered(
    connection: Connection, news: Sequence[Delivered], leases: Mapping[int, Lease | None] | None
) -> Sequence[Delivered]:
    """Store what delivery has found out, under these leases by server (None: all tables are our own)."""
    if leases is None:
        own = news
    else:
        held = {lease for lease in set(leases.values()) if lease and groups.is_holder(connection, lease)}
        own = [one for one in news if leases[one.guild_id] in held]
    for one in own:
        shown.write(connection, one)
    return own
