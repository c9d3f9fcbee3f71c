"""The SQL of reviews, a small row each, which can be made again. Functions over an open transaction."""

from typing import NamedTuple

from bot.storage.engine import Connection
from bot.storage.statements import OF_PLAYER, put

_COLUMNS = "session_id, seat, edition, skill, error, moves"


class StoredReview(NamedTuple):
    """A seat's review, by computers of an edition."""

    session_id: int
    seat: int
    edition: int
    skill: float | None
    error: float
    moves: str
    """The expensive moves as JSON."""


def keep(connection: Connection, review: StoredReview) -> None:
    """Store a review in the place of an earlier one."""
    put(connection, "reviews", _COLUMNS, review, key=2)


def of(connection: Connection, session_id: int, seat: int, edition: int) -> StoredReview | None:
    """Return the review of a seat. None without one, or if it's by other computers."""
    which = "session_id = ? AND seat = ? AND edition = ?"
    return next(iter(at(connection, which, session_id, seat, edition).get(session_id, ())), None)


def of_user(connection: Connection, user_id: int, edition: int) -> dict[int, list[StoredReview]]:
    """Return the reviews of all seats in a user's games, by session."""
    which = f"session_id IN (SELECT {OF_PLAYER}) AND edition = ?"
    return at(connection, which, user_id, edition)


def at(connection: Connection, which: str, *values: int) -> dict[int, list[StoredReview]]:
    """Return the reviews that match a condition, by session."""
    query = f"SELECT {_COLUMNS} FROM reviews WHERE {which} ORDER BY session_id, seat"
    found: dict[int, list[StoredReview]] = {}
    for row in connection.execute(query, values):
        found.setdefault(row[0], []).append(StoredReview(*row))
    return found


def forget(connection: Connection, session_id: int, seat: int) -> None:
    """Delete the review of a seat."""
    connection.execute("DELETE FROM reviews WHERE session_id = ? AND seat = ?", (session_id, seat))
