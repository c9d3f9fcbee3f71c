"""Notes in the record for each seat that must act: the revision it was asked at, and its last call."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame
from bot.sessions import deadlines
from bot.sessions.view import View
from bot.storage.records import NOTHING_OWED, Record


def called(record: Record, seats: Iterable[Seat]) -> Record:
    """Return the record with these seats asked at its revision."""
    return _owed(record, {seat: {"asked": record.revision} for seat in seats})


def called_last(game: AnyGame, record: Record, state: Any, seats: Iterable[Seat]) -> Record:
    """Return the record with the time of these seats counted from its revision, but for computers."""
    seconds = deadlines.last_call(game, record, state)
    if not seconds:
        return record
    there = [seat for seat in seats if record.at_play[seat] >= 0]
    return _owed(record, {seat: {"timed": record.revision, "seconds": seconds} for seat in there})


def after(table: View, state: Any, mover: Seat | None, record: Record) -> Record:
    """Return the record after a step: new deciders are asked, and a mover who goes on is only timed."""
    game = table.game
    if record.status == "over":
        return msgspec.structs.replace(record, owing=())
    is_restarted = record.since == record.revision
    is_new = table.state is None or is_restarted or table.record.is_idle
    before = () if is_new else table.deciders
    deciders = game.deciders(state)
    new = [seat for seat in deciders if seat not in before and seat != mover]
    kept = tuple(
        record.owed_by(seat) if seat in deciders and seat not in new and seat != mover else NOTHING_OWED
        for seat in range(len(record.players))
    )
    # Computers don't need a call, and neither do players with a single possible move.
    asked = [seat for seat in new if record.at_play[seat] >= 0 and game.forced(state, seat) is None]
    record = called(msgspec.structs.replace(record, owing=kept), asked)
    return called_last(game, record, state, [seat for seat in deciders if seat in new or seat == mover])


def _owed(record: Record, changes: Mapping[Seat, Mapping[str, int]]) -> Record:
    owing = tuple(
        msgspec.structs.replace(record.owed_by(seat), **changes.get(seat, {}))
        for seat in range(len(record.players))
    )
    return msgspec.structs.replace(record, owing=owing)
