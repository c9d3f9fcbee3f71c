"""What processes on one database ask of it beside the games: leases, claims, what others have done."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from bot.storage import freshness, groups, outbox, pauses, rows
from bot.storage.engine import Connection, Engine
from bot.storage.groups import EVERY, Group, Lease, SessionFilter
from bot.storage.held import Held
from bot.storage.records import Delivered, Freshness, Shown
from bot.storage.upkeep import Games, Upkeep

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
        """The newest outbox row that was there before: another process may have sent it."""
        self._unshown: defaultdict[int, float] = defaultdict(float)
        """By how much the deadlines of a group have moved since pages were last queued because of that."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may be at work on the same sessions."""
        return self.engine.is_shared

    def mark(self, guild_id: int) -> int:
        """The newest outbox row of a server's tables that another process may have sent."""
        lease = self.held.lease_of(guild_id)
        return self.inherited if lease is None else lease.mark

    async def listen(self, heard: Callable[[], None]) -> None:
        """Call a function whenever another process has stored something to show; ends where there is none."""
        await self.engine.listen(heard)

    async def arrange(self, shards: int, number: int) -> None:
        """Share out shards among groups; raises Misarranged while a bot runs with another arrangement."""
        await self._write(lambda connection: groups.arrange(connection, shards, number))

    async def groups(self) -> list[Group]:
        """All shard groups, in order; none where one process serves all."""
        return await self.engine.read_one(groups.groups, priority=True)

    async def last_played(self) -> float | None:
        """Since when nobody can play, where no process is at work; None: nobody ever could."""
        return await self._read(groups.last_played)

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

    async def freshness(self, session_id: int) -> Freshness | None:
        """How a session stands now, of which something is in memory; None when there is none."""
        return await self._read_one(lambda connection: freshness.of(connection, session_id))

    async def claim(self, interaction_id: int) -> bool:
        """Be the process that answers an interaction; False when another one is."""
        if not self.is_shared:
            return True
        return await self.engine.change(lambda connection: groups.claim(connection, interaction_id))

    async def stop_clocks(self, lease: Lease, seconds: float) -> None:
        """The clocks of a group stand still, since so many seconds ago."""
        await self._write(lambda connection: groups.stop(connection, lease, seconds), is_news=False)

    async def go_on(self, lease: Lease) -> float:
        """Let the clocks of a group run where they stood; for how many seconds they have stood still.

        The deadlines of all its tables move by that. Raises NotHolder.
        """
        some, unshown = groups.of(lease), self._unshown[lease.number]

        def write(connection: Connection) -> float:
            seconds = groups.go_on(connection, lease)
            if seconds:
                move_clocks(connection, seconds, some, are_shown=abs(unshown + seconds) >= VISIBLE_SECONDS)
            return seconds

        seconds = await self._write(write)
        moved = unshown + seconds
        self._unshown[lease.number] = 0.0 if abs(moved) >= VISIBLE_SECONDS else moved
        return seconds

    async def shift(self, lease: Lease, seconds: float) -> None:
        """Move all that is due at the tables of a group, because the database's clock was set."""
        some = groups.of(lease)
        await self._write(lambda connection: move_clocks(connection, seconds, some, are_shown=True))

    async def beat(self, lease: Lease) -> bool:
        """Note that the people of a group can play; False when its clocks stand still, or it is another's."""
        return await self.engine.change(lambda connection: groups.beat(connection, lease))

    async def hear_dms(self) -> None:
        """Note that direct messages reach this process, where it holds the group of shard 0."""
        for lease in self.held.leases:
            if lease.first_shard == 0:
                await self._write(lambda connection: groups.hear_dms(connection, lease), is_news=False)  # noqa: B023 # over before the loop goes on

    async def forget_claims(self) -> None:
        """Forget claims that no interaction can need any more."""
        await self._write(lambda connection: groups.forget_claims(connection, CLAIMED_SECONDS), is_news=False)

    async def silence_of_dms(self) -> float | None:
        """How many seconds ago direct messages have last reached some process; None: they never have."""
        return await self._read_one(groups.silence_of_dms)

    async def time(self) -> float:
        """The time by the database's clock, in seconds since the epoch."""
        return await self.engine.read_one(
            groups.time, priority=True
        )  # not that of a question that had to wait

    async def newest_row(self) -> int:
        """The highest number that a row of the outbox ever had."""
        return await self._read_one(lambda connection: connection.newest("outbox"))

    async def rows_after(self, number: int) -> list[tuple[int, int]]:
        """The outbox rows of own tables with higher numbers than this: number and session."""
        return await self._read_own(lambda connection, some: outbox.rows_after(connection, number, some))

    async def deadlines_before(self, at: float) -> list[tuple[int, float]]:
        """The deadlines of own tables until a time: session and deadline."""
        return await self._read_own(lambda connection, some: rows.deadlines_before(connection, at, some))

    async def delivered(self, news: Sequence[Delivered]) -> Sequence[Delivered]:
        """Store what delivery has found out, in one go, and give what was stored.

        That is all but what it has found out of tables that another process may show by now.
        """
        leases = {one.guild_id: self.held.lease_of(one.guild_id) for one in news} if self.is_shared else {}

        def write(connection: Connection) -> Sequence[Delivered]:
            held = {lease for lease in set(leases.values()) if lease and groups.is_holder(connection, lease)}
            own = [one for one in news if not self.is_shared or leases[one.guild_id] in held]
            for one in own:
                outbox.write(connection, one)
            return own

        return await self._write(write)

    async def answered(self, session_id: int, page: Shown) -> None:
        """A message of a table that another process shows says this page since its reader's press."""
        await self._write(lambda connection: outbox.note_answered(connection, session_id, page))

    async def _of_own(self, job: Callable[[Connection, SessionFilter], list[T]]) -> list[T]:
        """What a function finds in the tables whose clocks this process runs."""
        own = self._own()
        if not own:
            return []
        return await self._read(lambda connection: [one for some in own for one in job(connection, some)])

    async def _read_own(self, job: Callable[[Connection, SessionFilter], list[T]]) -> list[T]:
        """The same by one statement for each group: less for what is asked every second."""
        found: list[T] = []
        for some in self._own():
            found += await self._read_one(lambda connection: job(connection, some))  # noqa: B023 # over before the loop goes on
        return found

    def _own(self) -> list[SessionFilter]:
        return [groups.of(lease) for lease in self.held.leases] if self.is_shared else [EVERY]


def move_clocks(
    connection: Connection, seconds: float, some: SessionFilter = EVERY, *, are_shown: bool
) -> None:
    """Move all that is due at some tables; where `are_shown`, their pages are shown again because of that."""
    rows.shift_deadlines(connection, seconds, some)
    pauses.shift(connection, seconds, some)
    if are_shown:
        outbox.queue_moved(connection, some)
