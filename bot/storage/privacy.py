"""The removal of users from the database."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.storage import analysis, dailies, deals, facts, people, ratings, rows
from bot.storage.engine import Connection
from bot.storage.errors import StillSeated
from bot.storage.records import LIVE
from bot.storage.statements import ENDED, scalar, scalars, to_json

NOBODY: Final = 0
"""The id that replaces a forgotten user."""


FACTS: Final[Mapping[str, Callable[[Connection, int], Any]]] = {
    "dm_closed_at": people.dm_closed_at,
    "dm_channel_id": people.dm_channel,
    "looked_at": people.looked_at,
    "preferences": people.preferences_of_user,
    "wishes": people.wishes_of,
    "blocks": people.blocks_of,
    "dailies": dailies.of_user,
    "ratings": ratings.of_user,
}
"""The facts about a user that an export contains besides tables, by their names there."""


def tables_of(connection: Connection, user_id: int) -> int:
    """Return how many sessions name a user."""
    return len(_tables_of(connection, user_id))


def forget(connection: Connection, user_id: int, most: int) -> bool:
    """Remove a user from `most` sessions at a time, and with the last ones from everything else.

    Returns whether all is done. Raises StillSeated while the user is at a live table.
    """
    tables = _tables_of(connection, user_id)
    if live := [number for number in tables if _is_live(connection, number)]:
        raise StillSeated(live)
    for number in tables[:most]:
        anonymise_seat(connection, number, user_id)
    if len(tables) > most:
        return False
    people.forget(connection, user_id)
    ratings.forget_user(connection, user_id)
    return True


def anonymise(connection: Connection, before: float, most: int) -> int | None:
    """Remove users from the next games that ended before a time, except those who want to be kept.

    Searches `most` games, starting where the last call stopped. Returns how many of them have changed, or
    None once all were searched.
    """
    at, last = json.loads(facts.note(connection, facts.ANONYMISED) or "[0, 0]")
    query = (
        f"SELECT updated_at, id FROM sessions WHERE {ENDED} "
        "AND (updated_at, id) > (?, ?) AND updated_at < ? ORDER BY updated_at, id LIMIT ?"
    )
    found = connection.execute(query, (at, last, before, most)).fetchall()
    if not found:
        return None
    facts.keep_note(connection, facts.ANONYMISED, to_json(found[-1]))
    return sum(_anonymise_all(connection, number) for _, number in found)


def _anonymise_all(connection: Connection, session_id: int) -> bool:
    """Remove everyone from a session who doesn't want to be kept. Returns whether there was anyone."""
    found = sorted(_people_of(connection, session_id))
    leaving = [user for user in found if not people.wants_to_be_kept(connection, user)]
    for user_id in leaving:
        anonymise_seat(connection, session_id, user_id)
    return bool(leaving)


def anonymise_seat(connection: Connection, session_id: int, user_id: int) -> None:
    """Replace a user by nobody in a session that has ended.

    The revision increases, so that no copy in memory can ever overwrite this.
    """
    query = "SELECT players, end_votes, host_id, revision, guild_id FROM sessions WHERE id = ?"
    players, end_votes, host_id, revision, guild_id = connection.execute(query, (session_id,)).fetchone()
    if not guild_id:
        leave_dm(connection, session_id)
    seats = seats_of(players, user_id)
    for seat in seats:
        for place in places_of(seat):
            connection.execute("DELETE FROM shown WHERE session_id = ? AND place = ?", (session_id, place))
        analysis.forget_review(connection, session_id, seat)
    rows.alter(
        connection,
        session_id,
        players=_without(players, user_id),
        end_votes=_without(end_votes, user_id),
        host_id=NOBODY if host_id == user_id else host_id,
        revision=revision + 1,
    )
    deals.forget(connection, session_id, user_id, seats)
    dailies.forget_try(connection, session_id, user_id)
    query = "DELETE FROM session_users WHERE session_id = ? AND user_id = ?"
    connection.execute(query, (session_id, user_id))


def leave_dm(connection: Connection, session_id: int) -> None:
    """Forget the messages and the channel of a table in a user's DM."""
    connection.execute("DELETE FROM shown WHERE session_id = ?", (session_id,))
    rows.alter(connection, session_id, channel_id=NOBODY)


def places_of(seat: int) -> tuple[str, ...]:
    """Return the places of all messages for the player of a seat."""
    return tuple(f"{kind}:{seat}" for kind in ("hand", "call", "gone"))


def _tables_of(connection: Connection, user_id: int) -> list[int]:
    """Return all sessions that name a user, in order."""
    query = "SELECT session_id FROM session_users WHERE user_id = ? ORDER BY session_id"
    return scalars(connection, int, query, (user_id,))


def _people_of(connection: Connection, session_id: int) -> set[int]:
    """Return all people named in a session. Ids of computers are below those of people."""
    query = "SELECT host_id, players, end_votes FROM sessions WHERE id = ?"
    host_id, players, end_votes = connection.execute(query, (session_id,)).fetchone()
    found = {host_id, *_numbers(players), *_numbers(end_votes), *rows.users_of(connection, session_id)}
    return {user_id for user_id in found if user_id > NOBODY}


def _is_live(connection: Connection, session_id: int) -> bool:
    return scalar(connection, str, "SELECT status FROM sessions WHERE id = ?", (session_id,)) in LIVE


def _numbers(users: object) -> list[int]:
    """Return the user ids in a stored list in order, even if it's damaged."""
    return [int(number) for number in re.findall(r"-?\d+", str(users))]


def seats_of(users: object, user_id: int) -> list[int]:
    """Return the positions of a user in a stored list."""
    return [place for place, number in enumerate(_numbers(users)) if number == user_id]


def _without(users: object, user_id: int) -> str:
    return to_json([NOBODY if number == user_id else number for number in _numbers(users)])
