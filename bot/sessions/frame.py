"""Changes of a lobby or a running game that aren't moves, the same in every game."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.sessions import deadlines
from bot.sessions.clocks import Instant
from bot.sessions.view import Change, Click, View
from bot.storage.records import AWAY, CLOSED, LIVE, CloseReason, Record


def changed(table: View, now: float, *, by: int = 0, **fields: Any) -> Change:
    """Return a change of some fields of a record, and of a lobby's clock. `by` is a user, or 0 for nobody."""
    before = table.record
    if before.status == "lobby":
        fields = {**_lobby_fields(before, now, by, fields), **fields}
    return Change(record=_next(before, now, fields), state=table.state)


def _next(before: Record, now: float, fields: Mapping[str, Any]) -> Record:
    numbers = {"revision": before.revision + 1, "version": before.version + 1}
    return msgspec.structs.replace(before, updated_at=now, **numbers, **fields)


def _lobby_fields(record: Record, now: float, by: int, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that follow from any change of a lobby: its clock, and whether the host is there."""
    players = fields.get("players", record.players)
    key, seen = fields.get("clock_key", record.clock_key), fields.get("measured_at", record.measured_at)
    if by == record.host_id:
        key, seen = None if key == AWAY else key, now
    deadline = deadlines.lobby_deadline(record, players, seen, now, is_host_away=key == AWAY)
    return {"acted": (0,) * len(players), "clock_key": key, "measured_at": seen, "deadline": deadline}


def closed(table: View, now: float, why: CloseReason, **fields: Any) -> Change:
    """End a lobby or a game for everyone, without a winner."""
    return changed(table, now, **{**_closing_fields(table.record, why), **fields})


def _closing_fields(record: Record, why: CloseReason) -> dict[str, Any]:
    key, attendance = f"{CLOSED} {why}", record.attendance.without_orders
    return {"status": "cancelled", "deadline": None, "clock_key": key, "attendance": attendance}


def closed_without_game(record: Record, user_id: int, now: float, *, moderator: bool) -> Record | Refusal:
    """Return the ended record of a table whose game isn't installed. Only a host or moderator may end it."""
    if record.status not in LIVE:
        return Refusal("game-over")
    if user_id != record.host_id and not moderator:
        return Refusal("not-host", {"host": record.host_id})
    return _next(record, now, _closing_fields(record, "host" if user_id == record.host_id else "moderator"))


def frozen(table: View, now: float) -> Change:
    """Freeze a game whose invariant is broken."""
    return changed(table, now, status="frozen", deadline=None, clock_key=None)


def after_act(table: View, seat: Seat, instant: Instant) -> dict[str, Any]:
    """Return the fields to store when a player of a running game has done something."""
    attendance = deadlines.with_return(table.record.attendance, seat, table.record.revision + 1)
    return {"attendance": attendance, **deadlines.for_returned(table, seat, attendance, instant.on_clock)}


class End(msgspec.Struct, frozen=True):
    """End a table for everyone: at once by the host or a moderator, a game also by votes of the players.

    More than half of the players still in the game must vote for it.
    """

    moderator: bool = False

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record, now = table.record, instant.now
        if record.status not in LIVE:
            return Refusal("game-over")
        if user_id == record.host_id:
            return closed(table, now, "host")
        if self.moderator:
            return closed(table, now, "moderator")
        seat = table.seat_of(user_id)
        if seat is None or not is_in(table, user_id):
            return Refusal("not-seated")
        if record.status == "lobby":
            return not_host(table, user_id)
        if not may_vote(table, user_id):
            return Refusal("already-voted", {"votes": len(record.end_votes), "needed": votes_needed(table)})
        votes = (*record.end_votes, user_id)
        there = {*voters(table), seat}  # a voter is there, even if a computer is playing for them
        if len(votes) >= len(there) // 2 + 1:
            return closed(table, now, "vote")
        return changed(table, now, end_votes=votes, **after_act(table, seat, instant))


def may_vote(table: View, user_id: int) -> bool:
    """Whether a user may vote to end the game, and hasn't yet."""
    return is_in(table, user_id) and user_id not in table.record.end_votes


def votes_needed(table: View) -> int:
    """Return how many votes end the game: more than half of the players still in it."""
    return len(voters(table)) // 2 + 1


def voters(table: View) -> tuple[Seat, ...]:
    """Return the seats of the people who still play themselves. Stand-ins don't vote for owners."""
    at_play = table.record.at_play
    seats = range(len(at_play)) if table.state is None else table.active
    return tuple(seat for seat in seats if at_play[seat] >= 0)


def is_in(table: View, user_id: int) -> bool:
    """Whether a user has a seat at this table and hasn't left the running game."""
    seat = table.seat_of(user_id)
    return seat is not None and (table.state is None or seat in table.active)


class Close(msgspec.Struct, frozen=True):
    """End a table for everyone because its place is gone, or because nobody has come back."""

    why: CloseReason

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        if table.record.status not in LIVE:
            return Refusal("game-over")
        return closed(table, instant.now, self.why)


class Relocate(msgspec.Struct, frozen=True):
    """Move the table to another channel: by its host or a moderator, or by any player if it's lost.

    A table that has waited for a channel goes on.
    """

    channel_id: int
    moderator: bool = False

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record, is_lost = table.record, instant.waited is not None
        if record.status not in LIVE:
            return Refusal("game-over")
        if not self.moderator and user_id not in record.players:
            return Refusal("not-seated")
        if not (self.moderator or is_lost or user_id == record.host_id):
            return not_host(table, user_id)
        if self.channel_id == record.channel_id:
            return Refusal("already-here")
        made = changed(table, instant.now, by=user_id, channel_id=self.channel_id)
        if not is_lost:
            return made
        due = deadlines.with_calls(made.record, table.deciders)  # calls in a deleted channel are lost with it
        return msgspec.structs.replace(made, record=due, resumes=True)


class GoBack(msgspec.Struct, frozen=True):
    """Return the table to the channel that still has its message."""

    channel_id: int

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        if table.record.status not in LIVE:
            return Refusal("game-over")
        return changed(table, instant.now, channel_id=self.channel_id)


def forgotten(table: View, user_id: int, now: float) -> Change:
    """Return a change that empties a forgotten user's seat. If they were the host, the next player is."""
    record = table.record
    players = tuple(0 if user == user_id else user for user in record.players)
    host = record.host_id
    if host == user_id:
        seats = (*voters(table), *table.active)  # preferably someone who is there
        host = next((players[seat] for seat in seats if players[seat] > 0), 0)
    votes = tuple(user for user in record.end_votes if user != user_id)
    deal = record.deal and record.deal.without(user_id)
    made = changed(table, now, players=players, host_id=host, end_votes=votes, deal=deal)
    if not record.is_in_dm:
        return made
    return msgspec.structs.replace(made, record=msgspec.structs.replace(made.record, channel_id=0))


def not_for_player(record: Record, user_id: int) -> Refusal | None:
    """Return a refusal unless this is a lobby in which the user has a seat."""
    if record.status in LIVE and user_id not in record.players:
        return Refusal("not-seated")
    return None if record.status == "lobby" else too_late(record)


def not_for_host(table: View, user_id: int) -> Refusal | None:
    """Return a refusal unless this is a lobby and the user is its host."""
    if table.record.status != "lobby":
        return too_late(table.record)
    return None if user_id == table.record.host_id else not_host(table, user_id)


def too_late(record: Record) -> Refusal:
    """Return the refusal of a lobby's change that comes after the deal."""
    return Refusal("already-started" if record.status == "playing" else "game-over")


def not_host(table: View, user_id: int) -> Refusal:
    """Return the refusal of a host's change. A former host reads that someone has taken over."""
    code = "host-changed" if is_former_host(table, user_id) else "not-host"
    return Refusal(code, {"host": table.record.host_id})


def is_former_host(table: View, user_id: int) -> bool:
    """Whether someone has taken over this lobby from a user."""
    former = table.record.former_host
    return former is not None and table.record.players[former] == user_id
