"""Everything that the database holds about a user, and its removal."""

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.fair.deal import Share
from bot.storage import analysis, dailies, deals, facts, packing, people, ratings, rows
from bot.storage.analysis import StoredReview
from bot.storage.engine import Connection
from bot.storage.errors import Damaged, StillSeated
from bot.storage.packing import PackedBody
from bot.storage.records import Attendance, Hinted
from bot.storage.statements import ENDED, LIVE, scalars, to_json

NOBODY: Final = 0
"""The id that replaces a forgotten user."""


FACTS: Final[Mapping[str, Callable[[Connection, int], Any]]] = {
    "dm_closed_at": people.dm_closed_at,
    "dm_channel_id": people.dm_channel,
    "looked_at": people.looked_at,
    "preferences": people.preferences_of_user,
    "mention_requests": people.mention_requests_of,
    "blocks": people.blocks_of,
    "dailies": dailies.of_user,
    "ratings": ratings.of_user,
}
"""The facts about a user that an export contains besides tables, by their names there."""
WORK_SECONDS: Final = 0.005
"""The time for which an export uses the processor before it pauses."""
REST_SECONDS: Final = 0.001
"""The length of that pause."""
_OF_USER: Final = "IN (SELECT session_id FROM session_users WHERE user_id = ?)"
"""A condition for the id of a session that names a user."""
_ATTENDANCE: Final = msgspec.json.Decoder(Attendance)
_TABLE: Final = "id, game, guild_id, channel_id, status, created_at, updated_at, starts_at"


def tables_of(connection: Connection, user_id: int) -> list[int]:
    """Return all sessions that name a user, in order."""
    query = "SELECT session_id FROM session_users WHERE user_id = ? ORDER BY session_id"
    return scalars(connection, int, query, (user_id,))


def forget(connection: Connection, user_id: int, most: int) -> bool:
    """Remove a user from at most `most` sessions, and with the last ones from everything else.

    Returns whether all is done. Raises StillSeated while the user is at a live table.
    """
    live = f"SELECT id FROM sessions WHERE id {_OF_USER} AND {LIVE} ORDER BY id"
    if seated := scalars(connection, int, live, (user_id,)):
        raise StillSeated(seated)
    tables = tables_of(connection, user_id)
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
    """Replace a user with NOBODY in a session that has ended.

    The revision increases, so that no copy in memory can ever overwrite this.
    """
    query = "SELECT players, end_votes, host_id, revision, guild_id FROM sessions WHERE id = ?"
    players, end_votes, host_id, revision, guild_id = connection.execute(query, (session_id,)).fetchone()
    if not guild_id:
        forget_dm(connection, session_id)
    seats = seats_of(players, user_id)
    for seat in seats:
        for place in places_of(seat):
            connection.execute("DELETE FROM shown WHERE session_id = ? AND place = ?", (session_id, place))
        analysis.forget_review(connection, session_id, seat)
    rows.alter(
        connection,
        session_id,
        players=_replaced(players, user_id),
        end_votes=_replaced(end_votes, user_id),
        host_id=NOBODY if host_id == user_id else host_id,
        revision=revision + 1,
    )
    deals.forget(connection, session_id, user_id, seats)
    dailies.forget_try(connection, session_id, user_id)
    query = "DELETE FROM session_users WHERE session_id = ? AND user_id = ?"
    connection.execute(query, (session_id, user_id))


def forget_dm(connection: Connection, session_id: int) -> None:
    """Forget the messages and the channel of a table in a user's DM."""
    connection.execute("DELETE FROM shown WHERE session_id = ?", (session_id,))
    rows.alter(connection, session_id, channel_id=NOBODY)


def places_of(seat: int) -> tuple[str, ...]:
    """Return the places of all messages for the player of a seat."""
    return tuple(f"{kind}:{seat}" for kind in ("hand", "call", "gone"))


def _people_of(connection: Connection, session_id: int) -> set[int]:
    """Return all people named in a session. Ids of computers are below those of people."""
    query = "SELECT host_id, players, end_votes FROM sessions WHERE id = ?"
    host_id, players, end_votes = connection.execute(query, (session_id,)).fetchone()
    found = {host_id, *_numbers(players), *_numbers(end_votes), *rows.users_of(connection, session_id)}
    return {user_id for user_id in found if user_id > NOBODY}


def _numbers(users: object) -> list[int]:
    """Return the user ids in a stored list in order, even if it's damaged."""
    return [int(number) for number in re.findall(r"-?\d+", str(users))]


def seats_of(users: object, user_id: int) -> list[int]:
    """Return the positions of a user in a stored list."""
    return [place for place, number in enumerate(_numbers(users)) if number == user_id]


def _replaced(users: object, user_id: int) -> str:
    return to_json([NOBODY if number == user_id else number for number in _numbers(users)])


class RelatedRows(msgspec.Struct, frozen=True):
    """Rows about a user from other tables than `sessions`, by session."""

    moves: dict[int, list[tuple[Any, ...]]]
    """Seat, move, time. Empty for packed games."""
    hints: dict[int, list[Hinted]]
    shares: dict[int, Share]
    messages: dict[int, list[tuple[Any, ...]]]
    """Place, channel, message, time."""
    reviews: dict[int, list[StoredReview]]


def known_of(connection: Connection, user_id: int) -> dict[str, Any]:
    """Return everything stored about a user as plain values, without anything that others hold or did.

    There may be a lot, so it runs in a thread that pauses regularly.
    """
    return {
        "user_id": user_id,
        **{name: read(connection, user_id) for name, read in FACTS.items()},
        "tables": list(_tables(connection, user_id)),
    }


def export_file(connection: Connection, user_id: int) -> bytes:
    """Return everything stored about a user as JSON, even damaged texts. Pauses like `known_of`."""
    known, rest = known_of(connection, user_id), _pauser()
    tables = []
    for table in known["tables"]:
        rest()
        tables.append(_json(table))
    head = _json({name: value for name, value in known.items() if name != "tables"})
    return b'%s,\n "tables": [\n%s\n]\n}\n' % (head.removesuffix(b"\n}"), b",\n".join(tables))


def _json(value: Any) -> bytes:
    try:
        plain = msgspec.json.encode(value)
    except UnicodeEncodeError:  # A damaged text is exported by its bytes.
        plain = json.dumps(value).encode()
    return msgspec.json.format(plain, indent=1)


def _pauser() -> Callable[[], None]:
    """Return a function that pauses whenever the processor has worked for long enough."""
    since = time.thread_time()

    def rest() -> None:
        nonlocal since
        if time.thread_time() > since + WORK_SECONDS:
            time.sleep(REST_SECONDS)
            since = time.thread_time()

    return rest


def _tables(connection: Connection, user_id: int) -> Iterator[dict[str, Any]]:
    """Yield what each table stores about a user, in the order of table numbers."""
    rest, related = _pauser(), _related(connection, user_id)
    query = (
        f"SELECT {_TABLE}, host_id, players, end_votes, winners, attendance, body FROM sessions "
        f"LEFT JOIN packed ON session_id = id WHERE id {_OF_USER} ORDER BY id"
    )
    for *frame, host_id, players, end_votes, winners, absent, body in connection.execute(query, (user_id,)):
        rest()
        number, seats = frame[0], seats_of(players, user_id)
        packed = None if body is None else _unpack(number, body)
        yield {
            "table": number,
            **dict(zip(_TABLE.split(", ")[1:], frame[1:], strict=True)),
            "is_host": host_id == user_id,
            "has_voted_to_end": bool(seats_of(end_votes, user_id)),
            "seats": seats,
            "moves": _moves(
                related.moves.get(number, [])
                if packed is None
                else [(one.seat, one.move, one.at) for one in packed.moves],
                seats,
            ),
            "has_won": None if winners is None else not set(json.loads(winners)).isdisjoint(seats),
            **_of_seats(related, number, seats),
            **_absence(seats, Attendance() if absent is None else _ATTENDANCE.decode(absent)),
            "reviews": [review.moves for review in related.reviews.get(number, []) if review.seat in seats],
            "share_of_deal": _share(related.shares.get(number) or _packed_share(packed, seats, user_id)),
        }


def _related(connection: Connection, user_id: int) -> RelatedRows:
    """Return the rows about a user from other tables, read by one statement each."""
    which = f"session_id {_OF_USER}"
    moves = f"SELECT session_id, seat, move, at FROM moves WHERE {which} ORDER BY session_id, revision"
    shown = f"SELECT session_id, place, channel_id, message_id, posted_at FROM shown WHERE {which}"
    return RelatedRows(
        _by_table(connection.execute(moves, (user_id,))),
        analysis.hints_at(connection, which, user_id),
        deals.shares_of(connection, user_id, which, user_id),
        _by_table(connection.execute(shown, (user_id,))),
        analysis.reviews_at(connection, which, user_id),
    )


def _unpack(number: int, body: bytes) -> PackedBody:
    """Return a packed game without playing it again. A damaged one comes without moves."""
    try:
        return packing.unpack(number, body)
    except Damaged:
        return PackedBody({}, [])


def _by_table(found: Any) -> dict[int, list[tuple[Any, ...]]]:
    rows: dict[int, list[tuple[Any, ...]]] = {}
    for number, *values in found:
        rows.setdefault(number, []).append(tuple(values))
    return rows


def _moves(made: Sequence[Sequence[Any]], seats: Sequence[int]) -> list[dict[str, Any]]:
    """Return the moves of these seats, seat by seat."""
    return [{"move": move, "at": at} for seat in seats for mover, move, at in made if mover == seat]


def _of_seats(related: RelatedRows, number: int, seats: Sequence[int]) -> dict[str, Any]:
    return {
        "hints": [hint.move for hint in related.hints.get(number, []) if hint.seat in seats],
        "messages": [
            {"channel_id": channel_id, "message_id": message_id, "posted_at": posted_at}
            for seat in seats
            for place in places_of(seat)
            for stands_at, channel_id, message_id, posted_at in related.messages.get(number, [])
            if stands_at == place
        ],
    }


def _absence(seats: Sequence[int], absent: Attendance) -> dict[str, Any]:
    return {
        "stand_ins": [
            {"since_revision": one.since, "until_revision": one.until}
            for seat in seats
            for one in absent.stand_ins
            if one.seat == seat
        ],
        "orders": [{"kind": one.kind, "value": one.value} for one in absent.orders if one.seat in seats],
        "last_pressed_at": [absent.pressed[seat] for seat in seats if seat < len(absent.pressed)],
        "silences": sum(map(absent.silences_of, seats)),
    }


def _packed_share(packed: PackedBody | None, seats: Sequence[int], user_id: int) -> Share | None:
    """Return the share that a user with these seats has added to the deal of a packed game, or None."""
    deal = None if packed is None else packed.deal
    found = (packing.packed_share(deal, seat, user_id) for seat in seats) if deal is not None else ()
    return next(filter(None, found), None)


def _share(share: Share | None) -> dict[str, Any] | None:
    return None if share is None else {"interaction_id": share.interaction, "words": share.words}
