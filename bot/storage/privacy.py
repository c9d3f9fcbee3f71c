"""Where the database names a user, and how that is forgotten."""

import json
import re
from typing import Final

from bot.storage import deals, facts, ratings, rows, wishes
from bot.storage.checksums import to_json
from bot.storage.engine import Connection
from bot.storage.errors import StillSeated
from bot.storage.records import LIVE

NOBODY: Final = 0
"""Stands where a forgotten user stood."""


def tables_of(connection: Connection, user_id: int) -> int:
    """How many sessions name a user."""
    return len(_tables_of(connection, user_id))


def forget(connection: Connection, user_id: int, most: int) -> bool:
    """Take a user out of so many sessions, and with the last of them out of everything else.

    Gives whether all is done; raises StillSeated while they are at a live table.
    """
    tables = _tables_of(connection, user_id)
    if live := [number for number in tables if _is_live(connection, number)]:
        raise StillSeated(live)
    for number in tables[:most]:
        anonymise_seat(connection, number, user_id)
    if len(tables) > most:
        return False
    for table in ("players", "others", "people"):
        connection.execute(f"DELETE FROM {table} WHERE user_id = ?", (user_id,))  # noqa: S608
    facts.keep_dm_channel(connection, user_id, None)
    facts.keep_look(connection, user_id, None)
    wishes.forget_user(connection, user_id)
    ratings.forget_user(connection, user_id)
    connection.execute("DELETE FROM preferences WHERE owner = 'user' AND id = ?", (user_id,))
    return True


def anonymise(connection: Connection, before: float, most: int) -> int | None:
    """Take users out of the next games that ended before a time, but for those who want to be kept.

    Looks through so many games, from where the last call has stopped. Gives how many have lost somebody;
    None when all were looked through.
    """
    at, last = json.loads(facts.note(connection, facts.ANONYMISED) or "[0, 0]")
    query = (
        "SELECT updated_at, id FROM sessions WHERE status NOT IN ('lobby', 'playing') "
        "AND (updated_at, id) > (?, ?) AND updated_at < ? ORDER BY updated_at, id LIMIT ?"
    )
    found = connection.execute(query, (at, last, before, most)).fetchall()
    if not found:
        return None
    facts.keep_note(connection, facts.ANONYMISED, to_json(found[-1]))
    return sum(_lost_somebody(connection, number) for _, number in found)


def _lost_somebody(connection: Connection, session_id: int) -> bool:
    """Take everybody out of a session who does not want to be kept; whether there was anybody."""
    people = _people_of(connection, session_id)
    leaving = [user for user in sorted(people) if not facts.wants_to_be_kept(connection, user)]
    for user_id in leaving:
        anonymise_seat(connection, session_id, user_id)
    return bool(leaving)


def anonymise_seat(connection: Connection, session_id: int, user_id: int) -> None:
    """Put nobody where a user stood in a session that has ended.

    The revision goes up: what somebody still has in memory can never be written over this.
    """
    query = "SELECT players, end_votes, host_id, revision, guild_id FROM sessions WHERE id = ?"
    players, end_votes, host_id, revision, guild_id = connection.execute(query, (session_id,)).fetchone()
    if not guild_id:
        leave_dm(connection, session_id)
    seats = seats_of(players, user_id)
    for seat in seats:
        for place in places_of(seat):
            connection.execute("DELETE FROM shown WHERE session_id = ? AND place = ?", (session_id, place))
    rows.alter(
        connection,
        session_id,
        players=_without(players, user_id),
        end_votes=_without(end_votes, user_id),
        host_id=NOBODY if host_id == user_id else host_id,
        revision=revision + 1,
    )
    deals.forget(connection, session_id, user_id, seats)
    for table in ("players", "others"):
        query = f"DELETE FROM {table} WHERE session_id = ? AND user_id = ?"  # noqa: S608
        connection.execute(query, (session_id, user_id))


def leave_dm(connection: Connection, session_id: int) -> None:
    """A table that stood in a user's DM stands nowhere."""
    connection.execute("DELETE FROM shown WHERE session_id = ?", (session_id,))
    rows.alter(connection, session_id, channel_id=NOBODY)


def places_of(seat: int) -> tuple[str, ...]:
    """The places of all messages that are for the player of a seat."""
    return tuple(f"{kind}:{seat}" for kind in ("hand", "call", "gone"))


def _tables_of(connection: Connection, user_id: int) -> list[int]:
    """All sessions that name a user, in order."""
    tables = ("players", "others")
    queries = (f"SELECT session_id FROM {table} WHERE user_id = ?" for table in tables)  # noqa: S608
    return sorted({row[0] for query in queries for row in connection.execute(query, (user_id,))})


def _people_of(connection: Connection, session_id: int) -> set[int]:
    """Who stands in a session anywhere; the numbers of computers are below those of people."""
    query = "SELECT host_id, players, end_votes FROM sessions WHERE id = ?"
    host_id, players, end_votes = connection.execute(query, (session_id,)).fetchone()
    found = {host_id, *_numbers(players), *_numbers(end_votes)}
    for table in ("players", "others"):
        query = f"SELECT user_id FROM {table} WHERE session_id = ?"  # noqa: S608
        found.update(row[0] for row in connection.execute(query, (session_id,)))
    return {user_id for user_id in found if user_id > NOBODY}


def _is_live(connection: Connection, session_id: int) -> bool:
    query = "SELECT status FROM sessions WHERE id = ?"
    return connection.execute(query, (session_id,)).fetchone()[0] in LIVE


def _numbers(users: object) -> list[int]:
    """The user ids in a stored list, in order, also where it is damaged."""
    return [int(number) for number in re.findall(r"-?\d+", str(users))]


def seats_of(users: object, user_id: int) -> list[int]:
    """At which places of a stored list a user stands."""
    return [place for place, number in enumerate(_numbers(users)) if number == user_id]


def _without(users: object, user_id: int) -> str:
    return to_json([NOBODY if number == user_id else number for number in _numbers(users)])
