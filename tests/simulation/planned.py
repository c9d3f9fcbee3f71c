"""Checks that each order acts once, in time, while it's valid, and never for a computer."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from bot.engine.draft import Refusal
from bot.sessions import orders
from bot.storage.records import Order, Played, Record
from tests.simulation.database import Saved
from tests.simulation.line import Line

EARLY: Final = 0.5
"""The seconds by which a saved time may differ from the clock's."""


def check(line: Line) -> Iterator[str]:
    """Check every move that an order has made, and that no order outlives its reason."""
    for before, one in pairwise(line.saved):
        yield from _outliving(before.change.record, one.change.record)
        played = one.change.played
        if played is not None and one.change.interaction_id is None:
            made = order_of(line, before.change.record, played)
            if made is not None:
                yield from _acting(line, before.change.record, one, made)


def _outliving(before: Record, now: Record) -> Iterator[str]:
    if now.status != "playing" and now.attendance.orders:
        yield f"orders stay after the end at {now.revision}"
    for order in now.attendance.orders:
        if now.at_play[order.seat] < 0:
            yield f"an order stays at {now.revision} for someone for whom a computer plays"
        is_late = now.attendance.silences_of(order.seat) > before.attendance.silences_of(order.seat)
        if order.ended is None and is_late:
            yield f"an order of seat {order.seat} outlives its owner's time at {now.revision}"


def _acting(line: Line, before: Record, one: Saved, made: Order) -> Iterator[str]:
    """Check the time at which an order has just moved, and whether it's still stored."""
    now, waited = one.change.record, one.at - line.by_revision[before.since].at
    if waited < orders.QUICKEST - EARLY:
        yield f"an order acted {waited:.1f} s after its question at {now.revision}"
    if now.status != "playing":
        return
    kept = [same for same in now.attendance.orders if (same.seat, same.kind) == (made.seat, made.kind)]
    ends = {"used"} if made.kind == orders.NEXT else {None, "round"}
    if len(kept) != 1 or kept[0].acted != now.revision or kept[0].ended not in ends:
        yield f"the order that acted at {now.revision} is kept as {kept}"


def order_of(line: Line, before: Record, played: Played) -> Order | None:
    """Return the order that made a move, by the rules alone. None if the move was forced."""
    state = line.states.get(before.revision)
    if state is None or played.seat is None or str(line.game.forced(state, played.seat)) == played.move:
        return None
    for order in before.attendance.orders:
        if order.seat != played.seat or order.ended is not None or before.at_play[order.seat] <= 0:
            continue
        moves = line.game.ordered(state, order.seat, order.kind, order.value)
        if moves is not None and not isinstance(moves, Refusal) and played.move in map(str, moves):
            return order
    return None
