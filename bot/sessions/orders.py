"""Orders: decisions that players of slow tables make ahead, so that nobody has to wait for them.

An order answers every question of its kind, whatever the hand, after a time that doesn't depend on cards. So
waiting times betray nothing. Only its owner ever sees that there's an order.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Final

import msgspec

from bot.engine.cards import in_order
from bot.engine.chance import Seat
from bot.engine.draft import Refusal, Step
from bot.engine.events import TimedOut
from bot.engine.moves import Move
from bot.sessions import deadlines
from bot.sessions.clocks import Instant
from bot.sessions.view import Change, Click, View
from bot.storage.records import Attendance, Order, OrderEnd, Record

NEXT: Final = "next"
"""The kind of an order for one turn. Every other kind lasts until it's taken back, or ends by the rules."""
LIVELY_SECONDS: Final = 300.0
"""The time after a move by hand in which orders act within seconds, because people are there."""
QUICKEST, QUICK_SECONDS = 5.0, 15.0
SOONEST_SECONDS, LATEST_SECONDS = 120.0, 1200.0
"""The bounds of an order's delay: the quick ones if people are there, these if they aren't."""


class Acting(msgspec.Struct, frozen=True):
    """An order that answers its owner's present question. A refusal says that it can't any more."""

    order: Order
    moves: tuple[Move, ...] | Refusal
    """The moves from which one is drawn, or why there are none."""


def plans(table: View, seat: Seat) -> Mapping[str, tuple[str, ...]]:
    """Return the kinds of decisions that a seat may make ahead now, each with its values.

    There are none as long as a computer plays for its owner.
    """
    record = table.record
    if table.state is None or record.status != "playing" or not record.is_unhurried or record.is_alone:
        return {}
    if record.at_play[seat] < 0:
        return {}
    kinds: Mapping[str, tuple[str, ...]] = table.game.plans(table.state, seat)
    return kinds


def acting(table: View, seat: Seat) -> Acting | None:
    """Return the order that answers for a seat now, if one does."""
    record = table.record
    if seat not in table.waited_for or record.at_play[seat] <= 0:
        return None
    for order in record.attendance.orders:
        if order.seat == seat and order.ended is None:
            moves = table.game.ordered(table.state, seat, order.kind, order.value)
            if moves is not None:
                return Acting(order, moves)
    return None


def due_at(table: View, seat: Seat, key: bytes) -> float:
    """Return when the order of a seat that's asked now acts, on the clock of the table."""
    record = table.record
    began, pressed = _decision_began(table), max(record.attendance.pressed, default=0.0)
    return began + pause(
        f"order {record.id} {seat} {record.since}", key, is_lively=began - pressed <= LIVELY_SECONDS
    )


def pick_move(table: View, seat: Seat, moves: tuple[Move, ...], key: bytes) -> Move:
    """Return one of several moves, drawn so that nobody can foresee it."""
    what = f"move {table.record.id} {seat} {table.record.since}"
    return moves[int(_share(what, key) * len(moves))]


def pause(what: str, key: bytes, *, is_lively: bool) -> float:
    """Return the seconds from question to order. They don't depend on the order, so they betray nothing."""
    share = _share(what, key)
    if is_lively:
        return QUICKEST + (QUICK_SECONDS - QUICKEST) * share
    return float(SOONEST_SECONDS * (LATEST_SECONDS / SOONEST_SECONDS) ** share)


def _share(what: str, key: bytes) -> float:
    """Return a number from 0 to below 1 that nobody can work out without the database's key."""
    return int.from_bytes(hmac.new(key, what.encode(), hashlib.sha256).digest()[:6]) / 2**48


def _decision_began(table: View) -> float:
    """Return when the present decision began, on the clock of the table."""
    record = table.record
    seconds = deadlines.clock_end(record, table.clock, table.deciders, 0.0)
    is_stopped = record.attendance.open_question is not None
    if record.deadline is None or seconds is None or is_stopped:
        return record.updated_at
    return record.deadline - seconds


def first_due(table: View, key: bytes) -> tuple[float, Seat] | None:
    """Return when the next order acts, and its seat. Two that are due at once act in the drawn order."""
    if not table.record.attendance.orders:
        return None
    seats = [seat for seat in table.deciders if acting(table, seat)]
    return min(((due_at(table, seat, key), seat) for seat in seats), default=None)


def secret_change(table: View, orders: tuple[Order, ...]) -> Change:
    """Return a change of orders. Its revision is the old one, because others see revisions."""
    record = table.record
    attendance = msgspec.structs.replace(record.attendance, orders=orders)
    record = msgspec.structs.replace(record, attendance=attendance, version=record.version + 1)
    return Change(record=record, state=table.state, is_secret=True)


def after_move(made: Change, order: Order) -> Change:
    """Return an order's move, with a note of it on the order. An order for one turn is then over."""
    revision, attendance = made.record.revision, made.record.attendance
    orders = tuple(
        msgspec.structs.replace(one, acted=revision, ended=None if one.kind != NEXT else "used")
        if (one.seat, one.kind) == (order.seat, order.kind)
        else one
        for one in attendance.orders
    )
    attendance = msgspec.structs.replace(attendance, orders=orders)
    return msgspec.structs.replace(made, record=msgspec.structs.replace(made.record, attendance=attendance))


def end_impossible(table: View, order: Order) -> Change:
    """Return the change that ends an order whose move isn't possible. Its owner is asked, and reads why."""
    orders = tuple(
        msgspec.structs.replace(one, ended="impossible") if one == order else one
        for one in table.record.attendance.orders
    )
    return secret_change(table, orders)


def ended(attendance: Attendance, why: OrderEnd, seats: Collection[Seat] | None = None) -> Attendance:
    """End the orders of some seats, or of all."""
    orders = tuple(
        msgspec.structs.replace(one, ended=why)
        if one.ended is None and (seats is None or one.seat in seats)
        else one
        for one in attendance.orders
    )
    return msgspec.structs.replace(attendance, orders=orders)


def without(attendance: Attendance, seats: Collection[Seat]) -> Attendance:
    """Return the attendance without the orders of seats that computers take over."""
    orders = tuple(one for one in attendance.orders if one.seat not in seats)
    return msgspec.structs.replace(attendance, orders=orders)


def with_press(record: Record, attendance: Attendance, seat: Seat, now: float) -> Attendance:
    """Return the attendance with the time at which a player of a slow table moved by hand."""
    if not record.is_unhurried or record.status != "playing":
        return attendance
    before = (*attendance.pressed, *(0.0,) * len(record.players))[: len(record.players)]
    times = tuple(float(int(now)) if one == seat else at for one, at in enumerate(before))
    return msgspec.structs.replace(attendance, pressed=times)


def after_step(
    table: View, step: Step[Any], attendance: Attendance, *, mover: Seat | None, by_owner: bool
) -> Attendance:
    """Return the attendance with the orders that are left after a step."""
    game, state = table.game, step.state
    if game.outcome(state) is not None:
        return attendance.without_orders
    if not attendance.orders:
        return attendance
    late = {seat for event in step.events if isinstance(event, TimedOut) for seat in event.seats}
    active = game.active(state)
    there = [one for one in attendance.orders if one.seat in active]
    if by_owner:
        there = [one for one in there if one.seat != mover or not _is_spent(table, one)]
    later = tuple(_after_step(table, state, one, is_late=one.seat in late) for one in there)
    return msgspec.structs.replace(attendance, orders=later)


def _is_spent(table: View, order: Order) -> bool:
    """Whether an order is of no use once its owner has moved by hand: it's over, or was for this turn."""
    if order.ended is not None:
        return True
    return order.kind == NEXT and table.game.ordered(table.state, order.seat, NEXT, order.value) is not None


def _after_step(table: View, state: Any, order: Order, *, is_late: bool) -> Order:
    if order.ended is not None:
        return order
    why: OrderEnd | None = None
    if is_late:
        why = "time"
    elif not table.game.outlasts(state, order.seat, order.kind):
        why = "round"
    elif order.kind == NEXT and (touched := digest(table, state, order.seat)) != order.touched:
        if _has_gained(table, state, order.seat):
            return msgspec.structs.replace(order, touched=touched)
        why = "touched"
    return msgspec.structs.replace(order, ended=why)


def _has_gained(table: View, state: Any, seat: Seat) -> bool:
    """Whether a seat's hand has only grown, by its own last move, which its owner knew of beforehand."""
    before, after = (Counter(table.game.basis(one, seat)) for one in (table.state, state))
    return table.record.acted[seat] == table.record.since and before <= after


def digest(table: View, state: Any, seat: Seat) -> str:
    """Return a digest of the cards on which a seat's next move was based."""
    cards = " ".join(in_order(table.game.basis(state, seat)))
    return hashlib.sha256(cards.encode()).hexdigest()[:16]


class Decide(msgspec.Struct, frozen=True):
    """Give an order, in place of an earlier one of its kind."""

    kind: str
    value: str

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        seat = table.playing_seat(user_id)
        if isinstance(seat, Refusal):
            return seat
        if not table.record.is_unhurried:
            return Refusal("not-slow")
        if self.value not in plans(table, seat).get(self.kind, ()):
            return Refusal("stale")
        touched = digest(table, table.state, seat) if self.kind == NEXT else ""
        order = Order(seat, self.kind, self.value, since=table.record.revision, touched=touched)
        return secret_change(table, (*_others(table.record.attendance, seat, self.kind), order))


class TakeBack(msgspec.Struct, frozen=True):
    """Take back the user's order of one kind, or all of them."""

    kind: str | None = None

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        seat = table.playing_seat(user_id)
        if isinstance(seat, Refusal):
            return seat
        return secret_change(table, _others(table.record.attendance, seat, self.kind))


def _others(attendance: Attendance, seat: Seat, kind: str | None) -> tuple[Order, ...]:
    return tuple(
        one for one in attendance.orders if one.seat != seat or (kind is not None and one.kind != kind)
    )
