"""Calls in the channel, for players whom no DM reaches: one message names all of them who have to act.

Where the process dies before it is noted for whom a message calls, a player is called once more.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from weakref import WeakValueDictionary

import msgspec

from bot.delivery.errors import Courier, Forbidden, Gone, Unfit, Unknown, Vanished
from bot.delivery.lanes import Lane, Row
from bot.delivery.outbox import Outbox
from bot.delivery.posts import Posts
from bot.delivery.timing import Timing, is_owed
from bot.engine.chance import Seat
from bot.rendering import calls, last_calls
from bot.rendering.catalog import speaking
from bot.rendering.page import Page
from bot.sessions.places import LastCall, OfCalls, PingAt, Remove
from bot.sessions.session import Session
from bot.storage.records import Shown


class Mentions:
    """Posts, edits and removes them.

    `clock` gives seconds since the epoch; `wrote` hears of the channels in which something was posted.
    """

    def __init__(
        self,
        courier: Courier,
        posts: Posts,
        timing: Timing,
        *,
        clock: Callable[[], float],
        wrote: Callable[[int], None],
    ) -> None:
        self._courier = courier
        self._posts = posts
        self._timing = timing
        self._clock = clock
        self._wrote = wrote
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def call(
        self,
        session: Session,
        outbox: Outbox,
        row: Row,
        seat: Seat,
        *,
        joins: Callable[[Row, Seat], bool],
    ) -> None:
        """Call a player, and with them all others whose row of the same kind `joins`.

        The message takes the place of one that stands, and names those it has called who have not acted.
        """
        async with self._turn(session):
            if row not in outbox.rows:
                return  # named in the call of another player meanwhile
            if not self._timing.is_due(session, row, seat):
                return  # they have acted meanwhile
            if self._is_named(outbox, row, seat):
                return
            called = {seat: row} | self._called_too(session, outbox, row, seat, joins)
            stood = _standing(outbox)
            try:
                await self._post(session, outbox, row, seat, called=called, stood=stood)
            except Unfit:
                if {*called, *stood} == {seat}:
                    raise
                await self._call_alone(session, outbox, row, seat, stood)

    async def _call_alone(
        self, session: Session, outbox: Outbox, row: Row, seat: Seat, stood: Mapping[Seat, Shown]
    ) -> None:
        """A call was refused, perhaps for another's name: name nobody else, and leave their calls alone."""
        older = stood.get(seat)
        if older is not None and any(
            one != seat and shown.message_id == older.message_id for one, shown in stood.items()
        ):
            outbox.forget(PingAt(seat))
        try:
            await self._post(session, outbox, row, seat, called={seat: row}, stood={})
        except Unfit:
            if older is not None:
                outbox.note_shown(older)
            raise

    async def _post(
        self,
        session: Session,
        outbox: Outbox,
        row: Row,
        seat: Seat,
        *,
        called: Mapping[Seat, Row],
        stood: Mapping[Seat, Shown],
    ) -> None:
        """Post a call in the place of those that `stood`, and note whom it names. The turn is held."""
        true = [one for one, shown in stood.items() if is_owed(session, shown.revision, one)]
        page = self._page(session, row, sorted({*called, *true}), sorted(called))
        channel_id = session.record.channel_id
        outbox.named[row.id] = called
        try:
            await self._posts.post(outbox, row, PingAt(seat), channel_id, page)
        finally:
            if not outbox.is_open(row):  # what became of it is known
                del outbox.named[row.id]
        here = outbox.shown[PingAt(seat)]
        _replace(outbox, row, seat, stood, true, at=self._clock())
        for one, due in called.items():
            if one != seat:
                outbox.share(due, PingAt(one), here)
            self._timing.called(row.session_id, one)
        self._wrote(channel_id)

    def _called_too(
        self, session: Session, outbox: Outbox, row: Row, seat: Seat, joins: Callable[[Row, Seat], bool]
    ) -> dict[Seat, Row]:
        """The rows of others that this call answers, too: nothing may stand for any row of theirs."""
        rows = [
            (one.task.seat, one)
            for one in outbox.rows
            if isinstance(one.task, OfCalls) and type(one.task) is type(row.task) and one.task.seat != seat
        ]
        tried = {
            other
            for other, one in rows
            if _may_be_named(outbox, one)
            or not self._posts.is_untried(outbox, session, one, Lane("seat", other))
        }
        return {other: one for other, one in rows if other not in tried and joins(one, other)}

    def _is_named(self, outbox: Outbox, row: Row, seat: Seat) -> bool:
        """Whether a call of others that stands names a player, too; raises Unknown while nobody knows."""
        waiting = {*outbox.rows}
        outbox.named = {
            number: called
            for number, called in outbox.named.items()
            if not waiting.isdisjoint(called.values())
        }
        for number, called in outbox.named.items():
            if number == row.id or called.get(seat) != row:
                continue
            if number in outbox.open:
                raise Unknown("another mention may call them already")
            first = next(one for one, due in called.items() if due.id == number)
            shown = outbox.shown.get(PingAt(first))
            if shown is not None and shown.revision == called[first].revision:
                outbox.share(row, PingAt(seat), shown)
                self._timing.called(row.session_id, seat)
                return True
        return False

    def is_naming(self, session: Session, outbox: Outbox, row: Row) -> bool:
        """Whether a mention that is on its way calls a player, too, besides the one that it is for."""
        turn = self._turns.get(session.record.id)
        is_busy = turn is not None and turn.locked()
        return is_busy and any(
            number != row.id and row in called.values() for number, called in outbox.named.items()
        )

    async def has_come(self, session: Session, outbox: Outbox, row: Row) -> None:
        """Wait for a mention that is on its way and calls a player, too."""
        if self.is_naming(session, outbox, row):
            async with self._turn(session):
                return

    async def drop(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> None:
        """A player's call goes if it is not true any more; where it names others, it goes on naming them."""
        is_being_called = any(seat in called for called in outbox.named.values())
        if not is_being_called and not self._is_outdated(session, outbox, seat):
            return  # waits for nobody else's call
        async with self._turn(session):
            if not self._is_outdated(session, outbox, seat):
                return
            shown = outbox.shown[PingAt(seat)]
            same = [one for one, other in _standing(outbox).items() if other.message_id == shown.message_id]
            left = [one for one in same if not self._is_outdated(session, outbox, one)]
            if left:
                await self._name_the_rest(session, outbox, shown, left)
            for one in same:
                if one not in left:
                    gone = () if left or one != seat else (Remove(shown.channel_id, shown.message_id),)
                    outbox.forget(PingAt(one), then=gone, revision=row.revision, at=self._clock())

    async def _name_the_rest(
        self, session: Session, outbox: Outbox, shown: Shown, left: Sequence[Seat]
    ) -> None:
        """A call names only those of its players who have not acted; where it cannot be changed it stays.

        It may stand where the table was before, and says nothing of whether that can be shown.
        """
        if outbox.is_new(PingAt(left[0])):  # one message stands for all of them
            await outbox.write()
        with suppress(Gone, Vanished, Forbidden, Unfit):
            with speaking(session.language()):
                page = calls.ping(session.scene(None), left, left)
            await self._courier.edit(shown.channel_id, shown.message_id, page, purpose="mention")

    def _turn(self, session: Session) -> asyncio.Lock:
        """Held while the calls of a table are looked at: its players are not called side by side."""
        return self._turns.setdefault(session.record.id, asyncio.Lock())

    def _is_outdated(self, session: Session, outbox: Outbox, seat: Seat) -> bool:
        """Whether a call stands that is not true any more."""
        shown = outbox.shown.get(PingAt(seat))
        return shown is not None and not is_owed(session, shown.revision, seat)

    def _page(self, session: Session, row: Row, seats: Sequence[Seat], called: Sequence[Seat]) -> Page:
        with speaking(session.language()):
            scene = session.scene(None)
            if isinstance(row.task, LastCall):
                return last_calls.ping(scene, seats, called, self._clock())
            return calls.ping(scene, seats, called)


def _replace(
    outbox: Outbox, row: Row, seat: Seat, stood: Mapping[Seat, Shown], true: Iterable[Seat], *, at: float
) -> None:
    """The message that now stands for one seat stands for those whose call is true, too; older ones go."""
    here, leaving = outbox.shown[PingAt(seat)], {stood[seat].message_id} if seat in stood else set()
    for one, shown in stood.items():
        if one != seat:
            gone = () if shown.message_id in leaving else (Remove(shown.channel_id, shown.message_id),)
            leaving.add(shown.message_id)
            outbox.forget(PingAt(one), then=gone, revision=row.revision, at=at)
            if one in true:
                place = str(PingAt(one))
                outbox.note_shown(msgspec.structs.replace(here, place=place, revision=shown.revision))


def _may_be_named(outbox: Outbox, row: Row) -> bool:
    """Whether another mention calls this player perhaps, of which nobody knows whether it has arrived."""
    return any(row in called.values() for number, called in outbox.named.items() if number in outbox.open)


def _standing(outbox: Outbox) -> dict[Seat, Shown]:
    """Where a call in the channel stands for whom."""
    return {spot.seat: shown for spot, shown in outbox.shown.items() if isinstance(spot, PingAt)}
