"""The SQL of computer analysis: hints, search effort and reviews. Functions over an open transaction."""

from typing import NamedTuple

from bot.storage.engine import Connection
from bot.storage.records import Hinted
from bot.storage.statements import OF_PLAYER, put, scalar

_COLUMNS = "session_id, seat, edition, skill, error, moves"


def keep_hint(connection: Connection, session_id: int, hinted: Hinted) -> None:
    """Store a hint. Each decision has at most one."""
    row = (session_id, hinted.seat, hinted.decision, hinted.move)
    put(connection, "hints", "session_id, seat, decision, move", row, key="session_id, seat, decision")


def hints_given(connection: Connection, session_id: int) -> list[Hinted]:
    """Return the hints of a session."""
    return hints_at(connection, "session_id = ?", session_id).get(session_id, [])


def hints_at(connection: Connection, which: str, *values: int) -> dict[int, list[Hinted]]:
    """Return the hints of all sessions that match a condition, by session id."""
    query = f"SELECT session_id, seat, decision, move FROM hints WHERE {which}"
    found: dict[int, list[Hinted]] = {}
    for session_id, seat, decision, move in connection.execute(query, values):
        found.setdefault(session_id, []).append(Hinted(seat=seat, decision=decision, move=move))
    return found


def keep_search_effort(connection: Connection, session_id: int, revision: int, search_effort: int) -> None:
    """Store the number of games sampled for the newest move of a session, which may be 0.

    It also applies to later moves of hard computers at the table, until another number is stored.
    """
    query = "SELECT thoughts FROM thoughts WHERE session_id = ? ORDER BY revision DESC LIMIT 1"
    if scalar(connection, int, query, (session_id,)) != search_effort:
        connection.execute("INSERT INTO thoughts VALUES (?, ?, ?)", (session_id, revision, search_effort))


def search_effort_of(connection: Connection, session_id: int) -> dict[int, int]:
    """Return the number of games sampled per move, by the first revision to which each number applies."""
    query = "SELECT revision, thoughts FROM thoughts WHERE session_id = ? ORDER BY revision"
    return dict(connection.execute(query, (session_id,)).fetchall())


class StoredReview(NamedTuple):
    """A review of a seat's moves. `edition` is the version of the computers that made it."""

    session_id: int
    seat: int
    edition: int
    skill: float | None
    error: float
    moves: str
    """The expensive moves as JSON."""


def keep_review(connection: Connection, review: StoredReview) -> None:
    """Store a review, replacing an earlier one of the same seat."""
    put(connection, "reviews", _COLUMNS, review, key="session_id, seat")


def review_of(connection: Connection, session_id: int, seat: int, edition: int) -> StoredReview | None:
    """Return the review of a seat, or None if this edition of the computers hasn't made one."""
    which = "session_id = ? AND seat = ? AND edition = ?"
    return next(iter(reviews_at(connection, which, session_id, seat, edition).get(session_id, ())), None)


def reviews_of_user(connection: Connection, user_id: int, edition: int) -> dict[int, list[StoredReview]]:
    """Return the reviews that this edition made of all seats in a user's games, by session id."""
    which = f"session_id IN (SELECT {OF_PLAYER}) AND edition = ?"
    return reviews_at(connection, which, user_id, edition)


def reviews_at(connection: Connection, which: str, *values: int) -> dict[int, list[StoredReview]]:
    """Return the reviews that match a condition, by session id."""
    query = f"SELECT {_COLUMNS} FROM reviews WHERE {which} ORDER BY session_id, seat"
    found: dict[int, list[StoredReview]] = {}
    for row in connection.execute(query, values):
        found.setdefault(row[0], []).append(StoredReview(*row))
    return found


def forget_review(connection: Connection, session_id: int, seat: int) -> None:
    """Delete the review of a seat."""
    connection.execute("DELETE FROM reviews WHERE session_id = ? AND seat = ?", (session_id, seat))
