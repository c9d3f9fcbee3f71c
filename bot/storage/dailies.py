"""The SQL of dailies and of the chain of their keys. Functions over an open transaction."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

import msgspec

from bot.fair import daily as days
from bot.fair.deal import Beacon
from bot.storage.engine import Connection
from bot.storage.records import DailyEnd
from bot.storage.statements import put

_COLUMNS: Final = "day, game, user_id, guild_id, session_id, lead, moves, code, par"
_SLOTS: Final = ", ".join("?" * 9)


class StoredDaily(msgspec.Struct, frozen=True):
    """A user's try at a daily. `lead` and the fields after it are None until the game is over."""

    day: str
    game: str
    user_id: int
    guild_id: int
    """The server whose list shows it, or 0."""
    session_id: int | None
    lead: int | None = None
    moves: int | None = None
    code: str | None = None
    par: int | None = None


class Chain(NamedTuple):
    """A chain of keys for dailies, given by its first day and its last key, the tip."""

    first_day: str
    tip: bytes

    @property
    def anchor(self) -> str:
        """The hexadecimal hash of the first key."""
        return days.anchor(self.tip)

    @property
    def end(self) -> str:
        """The first day after the chain."""
        return str(date.fromisoformat(self.first_day) + timedelta(days=days.DAYS))

    def key(self, day: str) -> bytes | None:
        """Return the key of a day. None if the chain doesn't have it."""
        return days.key_of(self.tip, (date.fromisoformat(day) - date.fromisoformat(self.first_day)).days)


def chain_of(chains: Sequence[Chain], day: str) -> Chain | None:
    """Return the chain that gives a day's key, the latest one begun by then. None if that one has ended."""
    begun = max((one for one in chains if one.first_day <= day), default=None)
    return None if begun is None or begun.end <= day else begun


def reserve(connection: Connection, daily: StoredDaily) -> bool:
    """Store a new try. Returns False if the user already has one."""
    query = f"INSERT INTO dailies VALUES ({_SLOTS}) ON CONFLICT DO NOTHING"
    return connection.execute(query, msgspec.structs.astuple(daily)).rowcount > 0


def end(connection: Connection, session_id: int, ended: DailyEnd) -> None:
    """Store the result of a try."""
    for daily in _read(connection, "session_id = ?", session_id):
        guild_id = daily.guild_id if ended.is_listed else 0
        known = {"lead": ended.lead, "moves": ended.moves, "code": ended.code, "par": ended.par}
        put_daily(connection, msgspec.structs.replace(daily, **known, guild_id=guild_id))


def of_user(connection: Connection, user_id: int) -> list[StoredDaily]:
    """Return all tries of a user, oldest first."""
    return _read(connection, "user_id = ?", user_id)


def of_day(connection: Connection, day: str, user_id: int) -> list[StoredDaily]:
    """Return the tries of a user on a day."""
    return _read(connection, "day = ? AND user_id = ?", day, user_id)


def listed(connection: Connection, day: str, game: str, guild_id: int) -> list[StoredDaily]:
    """Return the tries on a server's list, best first. If leads are equal, fewer moves are better."""
    found = _read(connection, "day = ? AND game = ? AND guild_id = ?", day, game, guild_id)
    return sorted(found, key=lambda one: (one.lead is None, -(one.lead or 0), one.moves or 0))


def forget_try(connection: Connection, session_id: int, user_id: int) -> None:
    """Delete the try that a user made at a table."""
    query = "DELETE FROM dailies WHERE session_id = ? AND user_id = ?"
    connection.execute(query, (session_id, user_id))


def chains(connection: Connection) -> list[Chain]:
    """Return the chains, oldest first."""
    found = connection.execute("SELECT first_day, tip FROM chain ORDER BY first_day")
    return [Chain(first_day, bytes(tip)) for first_day, tip in found]


def begin_chain(connection: Connection, chain: Chain) -> None:
    """Store a chain, unless there's already one for its first day."""
    if chain_of(chains(connection), chain.first_day) is None:
        put(connection, "chain", "first_day, tip", chain)


def replace_chain(connection: Connection, chain: Chain) -> None:
    """Store a chain in place of every chain that begins on its first day or later."""
    connection.execute("DELETE FROM chain WHERE first_day >= ?", (chain.first_day,))
    put(connection, "chain", "first_day, tip", chain)


def world_day(connection: Connection, day: str) -> Beacon | None:
    """Return the beacon's stored answer for a day, or None if there isn't one."""
    row = connection.execute("SELECT round, value FROM world_days WHERE day = ?", (day,)).fetchone()
    return None if row is None else Beacon(*row)


def keep_world_day(connection: Connection, day: str, said: Beacon) -> None:
    """Store the beacon's answer for a day."""
    put(connection, "world_days", "day, round, value", (day, said.round, said.value))


def put_daily(connection: Connection, daily: StoredDaily) -> None:
    """Store a try, replacing its earlier state."""
    put(connection, "dailies", _COLUMNS, msgspec.structs.astuple(daily), key="day, game, user_id")


def _read(connection: Connection, which: str, *values: Any) -> list[StoredDaily]:
    """Return the tries that match a condition."""
    query = f"SELECT {_COLUMNS} FROM dailies WHERE {which} ORDER BY day, game, user_id"
    return [StoredDaily(*row) for row in connection.execute(query, values).fetchall()]
