"""The SQL that lets several processes share a database: shard groups, claims and turns.

A shard group is a range of Discord's shards. At most one process holds it, by a lease that it has to renew.
That process alone shows the tables of the group, and runs their clocks. Taking a group increases its fencing
token, and writes under an older fencing token are rejected. All times come from the database's clock, which
is read inside SQL.
"""

from typing import Final, NamedTuple

import msgspec

from bot.storage import facts
from bot.storage.engine import Connection
from bot.storage.errors import Misarranged, NotHolder
from bot.storage.records import Freshness, Paused
from bot.storage.statements import scalar

_GROUP: Final = "number, first_shard, shards, holder, fence"
_SHARD: Final = "(sessions.guild_id >> 22) % (SELECT sum(shards) FROM shard_groups)"


class Group(msgspec.Struct, frozen=True):
    """A shard group's health for operators. Times are given as seconds ago."""

    number: int
    first_shard: int
    shards: int
    """The number of shards, which follow one another."""
    holder: str | None
    """The process that holds the group, or held it last."""
    fencing_token: int
    left: float
    """The seconds until the lease ends. If they aren't above 0, nobody holds the group."""
    alive: float | None
    """The seconds since the group's people could last play. None if they never could."""
    stopped: float | None
    """Seconds the group's clocks have been paused for. None while they run."""

    @property
    def is_held(self) -> bool:
        """Whether a process holds the group now."""
        return self.left > 0


class SessionFilter(NamedTuple):
    """A filter for sessions: an SQL condition and its values."""

    condition: str
    values: tuple[int, ...]


EVERY: Final = SessionFilter("true", ())


class Lease(msgspec.Struct, frozen=True):
    """The right of a process to show the tables of a group and to run their clocks."""

    number: int
    first_shard: int
    shards: int
    """The number of shards, which follow one another."""
    total: int
    """The number of shards in all groups of the bot."""
    holder: str
    fencing_token: int
    mark: int
    """The newest session when the group was taken. Another process may have shown it and older ones."""

    def has(self, guild_id: int) -> bool:
        """Whether the tables of a server (0: those in DMs) belong to the group."""
        return shard_of(guild_id, self.total) - self.first_shard in range(self.shards)


def shard_of(guild_id: int, shards: int) -> int:
    """Return the shard to which Discord sends the events of a server. Those in DMs (0) go to shard 0."""
    return (guild_id >> 22) % shards


def arrange(connection: Connection, shards: int, number: int) -> None:
    """Divide shards among groups, as evenly as possible, unless they're divided like that already.

    Raises Misarranged if another arrangement is in use, because a process holds a group.
    """
    if not 1 <= number <= shards:
        raise Misarranged(f"{shards} shards can't be in {number} groups: each group needs a shard of its own")
    firsts = [group * shards // number for group in range(number)]
    wanted = [(first, after - first) for first, after in zip(firsts, [*firsts[1:], shards], strict=True)]
    present = groups(connection)
    if wanted == [(group.first_shard, group.shards) for group in present]:
        return
    if any(group.is_held for group in present):
        total = sum(group.shards for group in present)
        raise Misarranged(
            f"the bot runs with {total} shards in {len(present)} groups: stop all of its processes, "
            f"and then start them with {shards} in {number}"
        )
    fencing_token = 1 + max(
        (group.fencing_token for group in present), default=-1
    )  # Shuts out earlier holders.
    alive_at = last_played(connection)
    connection.execute("DELETE FROM shard_groups")
    names = "number, first_shard, shards, fence, until, alive_at"
    connection.executemany(
        # Of two processes that do this at once, the second one clashes and is repeated.
        f"INSERT INTO shard_groups ({names}) VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING",
        [(group, *some, fencing_token, alive_at) for group, some in enumerate(wanted)],
    )


def last_played(connection: Connection) -> float | None:
    """Return when everyone could last play, in seconds since the epoch. None if nobody ever could.

    It's meaningful while no process runs. One process, several, or both in turn may have used the database.
    """
    [(shared,)] = connection.execute("SELECT min(coalesce(stopped_at, alive_at)) FROM shard_groups")
    known = [at for at in (shared, _last_played_with_one(connection)) if at is not None]
    return max(known, default=None)


def _last_played_with_one(connection: Connection) -> float | None:
    noted = facts.note(connection, facts.HEARTBEAT)
    return None if noted is None else float(noted)


def groups(connection: Connection) -> list[Group]:
    """Return all groups in order. There are none if one process serves all tables."""
    now = connection.now
    query = f"SELECT {_GROUP}, until - {now}, {now} - alive_at, {now} - stopped_at FROM shard_groups"
    return [Group(*row) for row in connection.execute(f"{query} ORDER BY number")]


def take_group(connection: Connection, number: int | None, holder: str, lease_seconds: float) -> Lease | None:
    """Take a free group, the one with this number or (None) the one that has been free for longest.

    Returns None if there isn't one.
    """
    free = f"until <= {connection.now}"
    one = "number" if number is None else "?"
    query = f"SELECT number FROM shard_groups WHERE {free} AND number = {one} ORDER BY until, number LIMIT 1"
    row = connection.execute(query, () if number is None else (number,)).fetchone()
    if row is None:
        return None
    since, later = "coalesce(stopped_at, alive_at)", _last_played_with_one(connection) or 0.0
    taken = connection.execute(
        f"UPDATE shard_groups SET holder = ?, fence = fence + 1, until = {connection.now} + ?, "
        f"stopped_at = CASE WHEN {since} < ? THEN ? ELSE {since} END WHERE number = ? AND {free}",
        (holder, float(lease_seconds), later, later, row[0]),
    )
    return _lease(connection, row[0]) if taken.rowcount else None


def _lease(connection: Connection, number: int) -> Lease:
    total = "(SELECT sum(shards) FROM shard_groups)"
    query = f"SELECT number, first_shard, shards, {total}, holder, fence FROM shard_groups WHERE number = ?"
    same, first, shards, of, holder, fencing_token = connection.execute(query, (number,)).fetchone()
    return Lease(same, first, shards, int(of), holder, fencing_token, connection.newest("sessions"))


def renew(connection: Connection, lease: Lease, seconds: float) -> bool:
    """Extend a lease to this many seconds from now. Returns False if it has ended."""
    now = connection.now
    return _change(connection, lease, f"until = {now} + ?", float(seconds), which=f"until > {now}")


def give_back(connection: Connection, lease: Lease) -> None:
    """End a lease. Others may take the group at once, and later writes under the lease are rejected."""
    _change(connection, lease, "until = 0, fence = fence + 1")


def is_holder(connection: Connection, lease: Lease) -> bool:
    """Whether nobody has taken the group since. Nobody can until this transaction ends."""
    return _change(connection, lease, "fence = fence")


def stop(connection: Connection, lease: Lease, seconds: float) -> None:
    """Pause a group's clocks as of this many seconds ago, unless they're paused already."""
    _change(connection, lease, f"stopped_at = coalesce(stopped_at, {connection.now} - ?)", float(seconds))


def resume(connection: Connection, lease: Lease) -> float:
    """Resume the clocks of a group, and return for how many seconds they were paused. Raises NotHolder."""
    if not is_holder(connection, lease):
        raise NotHolder(f"shard group {lease.number} has another holder now")
    query = f"SELECT {connection.now} - stopped_at FROM shard_groups WHERE number = ?"
    seconds = scalar(connection, float, query, (lease.number,))
    _change(connection, lease, f"stopped_at = NULL, alive_at = {connection.now}")
    return seconds or 0.0


def shift(connection: Connection, lease: Lease, seconds: float) -> None:
    """Move the times of a group after the database's clock was set."""
    changes = "stopped_at = stopped_at + ?, alive_at = alive_at + ?"
    _change(connection, lease, changes, float(seconds), float(seconds))


def beat(connection: Connection, lease: Lease) -> bool:
    """Note that a group's people can play. Returns False if its clocks are paused or the lease is old."""
    return _change(connection, lease, f"alive_at = {connection.now}", which="stopped_at IS NULL")


def note_dms(connection: Connection, lease: Lease) -> None:
    """Note that direct messages reach this process, which holds the group of shard 0."""
    _change(connection, lease, f"dms_at = {connection.now}")


def _change(connection: Connection, lease: Lease, changes: str, *values: float, which: str = "true") -> bool:
    """Change a group's row as its holder. Returns False if the lease is outdated or `which` doesn't match."""
    query = f"UPDATE shard_groups SET {changes} WHERE number = ? AND fence = ? AND {which}"
    return connection.execute(query, (*values, lease.number, lease.fencing_token)).rowcount > 0


def dms_silence(connection: Connection) -> float | None:
    """Return how many seconds ago direct messages last reached a process. None if they never have."""
    query = f"SELECT {connection.now} - dms_at FROM shard_groups WHERE number = 0"
    return scalar(connection, float, query)


def time(connection: Connection) -> float:
    """Return the time by the database's clock, in seconds since the epoch."""
    [(now,)] = connection.execute(f"SELECT {connection.now}")
    return float(now)


def of(lease: Lease) -> SessionFilter:
    """Return the filter for the sessions of a group."""
    last = lease.first_shard + lease.shards - 1
    return SessionFilter(
        "(sessions.guild_id >> 22) % ? BETWEEN ? AND ?", (lease.total, lease.first_shard, last)
    )


def still_since(connection: Connection) -> str:
    """Return SQL for the time at which a group's clocks were paused. NULL while they run."""
    ended = f"CASE WHEN until > {connection.now} THEN NULL ELSE coalesce(alive_at, 0) END"
    found = f"{_SHARD} BETWEEN first_shard AND first_shard + shards - 1"
    return f"(SELECT coalesce(stopped_at, {ended}) FROM shard_groups WHERE {found})"


def claim(connection: Connection, interaction_id: int) -> bool:
    """Claim an interaction for this process. Returns False if another process has claimed it."""
    query = f"INSERT INTO claims VALUES (?, {connection.now}) ON CONFLICT DO NOTHING"
    return connection.execute(query, (interaction_id,)).rowcount > 0


def forget_claims(connection: Connection, seconds: float) -> None:
    """Delete claims older than this many seconds."""
    connection.execute(f"DELETE FROM claims WHERE at < {connection.now} - ?", (float(seconds),))


def take_turns(connection: Connection, name: str, number: int, interval: float, ahead: float) -> float:
    """Take a number of turns, `interval` seconds apart, and return the seconds until the first one begins.

    After a rest, turns worth `ahead` seconds are free at once, so the result may be negative. The throttle
    in memory uses the same algorithm.
    """
    now, length = connection.now, number * interval
    connection.execute(
        f"INSERT INTO turns (name, free_at) VALUES (?, {now} - ? + ?) "
        f"ON CONFLICT (name) DO UPDATE SET free_at = ? + CASE WHEN turns.free_at > {now} - ? "
        f"THEN turns.free_at ELSE {now} - ? END",
        (name, ahead, length, length, ahead, ahead),
    )
    query = f"SELECT free_at - ? - {now} FROM turns WHERE name = ?"
    [(wait,)] = connection.execute(query, (length, name))
    return float(wait)


def identify(connection: Connection, bucket: int, seconds: float) -> float:
    """Take a bucket's turn to identify for some seconds and return 0, or return the seconds to wait."""
    now, name = connection.now, f"identify:{bucket}"
    taken = connection.execute(
        f"INSERT INTO turns (name, free_at) VALUES (?, {now} + ?) ON CONFLICT (name) "
        f"DO UPDATE SET free_at = excluded.free_at WHERE turns.free_at <= {now}",
        (name, seconds),
    )
    if taken.rowcount:
        return 0.0
    query = f"SELECT free_at - {now} FROM turns WHERE name = ?"
    [(wait,)] = connection.execute(query, (name,))
    return max(float(wait), 0.0) or seconds


def freshness(connection: Connection, session_id: int) -> Freshness | None:
    """Return the facts that show whether a copy of a session is still valid. None if it isn't stored."""
    query = (
        "SELECT version, (SELECT count(*) FROM hints WHERE session_id = sessions.id), "
        f"{still_since(connection)}, pauses.since, why "
        "FROM sessions LEFT JOIN pauses ON session_id = sessions.id WHERE sessions.id = ?"
    )
    row = connection.execute(query, (session_id,)).fetchone()
    if row is None:
        return None
    version, hints, still, since, why = row
    return Freshness(version, hints, None if since is None else Paused(since, why), still)
