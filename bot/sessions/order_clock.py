"""The clock of orders: each is carried out when it's due, one commit each."""

from collections.abc import Awaitable, Callable
from functools import partial

from bot.engine.draft import Refusal
from bot.sessions import orders, play
from bot.sessions.agenda import Agenda
from bot.sessions.clocks import Clocks, Moment
from bot.sessions.noticing import Make
from bot.sessions.session import Session
from bot.sessions.view import Change


class OrderClock:
    """Has orders carried out. `key` is the database's, so that every process draws the same times."""

    def __init__(
        self,
        agenda: Agenda,
        clocks: Clocks,
        *,
        get: Callable[[int], Awaitable[Session | None]],
        make: Make,
        key: bytes,
    ) -> None:
        self._agenda = agenda
        self._clocks = clocks
        self._get = get
        self._make = make
        self._key = key

    def look(self, session: Session) -> None:
        """See whether an order acts at a table, and when. Returns at once."""
        number = session.record.id
        self._agenda.drop(("order", number))
        if (first := orders.first_due(session, self._key)) is None:
            return
        at, seat = first
        work = partial(self._act, number, session.record.version, seat)
        if self._clocks.may_run(number):
            self._agenda.put(("order", number), max(0.0, at - self._clocks.time_at(number)), work)
        else:
            self._agenda.hold(("order", number), 0.0, work)

    async def _act(self, number: int, version: int, seat: int) -> None:
        """Carry out one order, unless something has come first: then that has brought a new look."""
        session = await self._get(number)
        if session is None:
            return

        def change(moment: Moment) -> Change | Refusal:
            found = orders.acting(session, seat)
            if session.record.version != version or not self._is_due(session) or found is None:
                return Refusal("stale")
            if isinstance(found.moves, Refusal):
                return orders.failed(session, found.order)
            move = orders.drawn(session, seat, found.moves, self._key)
            made = play.moved(session, seat, move, moment, by_owner=False)
            if isinstance(made, Refusal):
                return orders.failed(session, found.order)
            return orders.acted(made, found.order)

        if await self._make(session, change) is not None:
            self.look(session)

    def _is_due(self, session: Session) -> bool:
        number, first = session.record.id, orders.first_due(session, self._key)
        if first is None or not self._clocks.may_run(number):
            return False
        return first[0] <= self._clocks.time_at(number) + 0.01
