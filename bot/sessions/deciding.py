"""What players of slow tables ask of their orders: to decide something ahead, or to be asked again."""

import msgspec

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.sessions import frame, orders
from bot.sessions.clocks import Moment
from bot.sessions.requests import Click
from bot.sessions.view import Change, View
from bot.storage.records import Attendance, Order


class Decide(msgspec.Struct, frozen=True):
    """Decide something ahead."""

    kind: str
    value: str

    def change(self, table: View, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        seat = frame.playing_seat(table, user_id)
        if isinstance(seat, Refusal):
            return seat
        if not table.record.is_unhurried:
            return Refusal("not-slow")
        if self.value not in orders.plans(table, seat).get(self.kind, ()):
            return Refusal("stale")
        touched = orders.digest(table, table.state, seat) if self.kind == orders.NEXT else ""
        order = Order(seat, self.kind, self.value, since=table.record.revision, touched=touched)
        return orders.secretly(table, (*_others(table.record.attendance, seat, self.kind), order))


class TakeBack(msgspec.Struct, frozen=True):
    """Be asked again, about one kind of decision or about all."""

    kind: str | None = None

    def change(self, table: View, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        seat = frame.playing_seat(table, user_id)
        if isinstance(seat, Refusal):
            return seat
        return orders.secretly(table, _others(table.record.attendance, seat, self.kind))


def _others(attendance: Attendance, seat: Seat, kind: str | None) -> tuple[Order, ...]:
    return tuple(
        one for one in attendance.orders if one.seat != seat or (kind is not None and one.kind != kind)
    )
