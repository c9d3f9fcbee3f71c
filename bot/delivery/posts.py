"""New messages, each exactly once: whatever answer is lost, and whenever the process dies.

A post is open from before it is sent until its message is known. What is open is looked for in its channel
before anything else happens for its outbox row, and taken over when it is there. A table that was relocated
has left a row `left` behind: whatever is older may have been posted in that channel.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec
import structlog

from bot.delivery.dms import Dms
from bot.delivery.errors import Courier, DeliveryError, Forbidden, Held, Overtaken, Purpose, Unknown
from bot.delivery.lanes import TABLE_LANE, Lane, Row, Whereabouts
from bot.delivery.outbox import Outbox, Try
from bot.engine.chance import Seat
from bot.rendering.page import Page
from bot.sessions import faultpoints
from bot.sessions.places import (
    TABLE,
    Absent,
    AbsentAt,
    Call,
    CallAt,
    Gone,
    GoneAt,
    HandAt,
    Hands,
    LastCall,
    LastCallAt,
    PingAt,
    Place,
    Remind,
    Remove,
    Spot,
    Strip,
    Table,
    TableAt,
    Task,
)
from bot.sessions.session import Session
from bot.storage.records import Shown
from bot.storage.store import Store

log = structlog.get_logger(__name__)


class Answer(NamedTuple):
    """What an interaction was answered with on one of our messages; `mark` is from before the answer."""

    message_id: int
    page: Page
    mark: int | None


class Posts:
    """Posts and edits pages for outbox rows, and notes where they stand and what they say."""

    def __init__(
        self, store: Store, courier: Courier, dms: Dms, *, clock: Callable[[], float], key: bytes
    ) -> None:
        self._store = store
        self._courier = courier
        self._dms = dms
        self._clock = clock
        self._key = key

    async def post(
        self, outbox: Outbox, row: Row, spot: Spot, channel_id: int, page: Page, *, quiet: bool = False
    ) -> None:
        """Post a page as what stands at a spot from now on; a row that is for this spot only ends."""
        self.check_sure(outbox, spot)
        under = outbox.posted_under(row, spot, channel_id)
        digest = page.digest() if under is row else ""  # what has arrived meanwhile is given, and says less
        outbox.open.setdefault(row.id, {})[spot] = {channel_id: Try(under, digest)}
        faultpoints.fault("before-post")
        try:
            nonce = self.nonce(under, spot)
            message_id = await self._courier.post(
                channel_id, page, nonce=nonce, purpose=_purpose(row, spot), quiet=quiet
            )
        except Unknown:
            raise
        except DeliveryError:
            _close(outbox, row, spot, channel_id)
            raise
        faultpoints.fault("after-post")
        self._remember(outbox, row, spot, channel_id, message_id, is_new=under is row)

    async def dm(
        self,
        session: Session,
        outbox: Outbox,
        row: Row,
        seat: Seat,
        spot: Spot,
        *,
        page: Page,
        quiet: bool = False,
        is_due: Callable[[], bool] = lambda: True,
    ) -> bool:
        """Post a page by DM, `quiet` so that nobody is notified; False when no DM reaches this player.

        Raises Overtaken when it is not due any more by the time at which the DM is open to it.
        """
        user_id = session.record.players[seat]

        async def send(channel_id: int) -> None:
            if not is_due():
                raise Overtaken
            await self.post(outbox, row, spot, channel_id, page, quiet=quiet)

        try:
            is_open = await self._dms.deliver(user_id, send, purpose=_purpose(row, spot))
        except Held:
            return False
        (session.button_only.discard if is_open else session.button_only.add)(user_id)
        return is_open

    async def edit(
        self, outbox: Outbox, row: Row, spot: Spot, page: Page, *, then: Sequence[Task] = ()
    ) -> bool:
        """Make a message say this page, unless it surely does; whether that has ended its row.

        With that the rows `then` begin.
        """
        self.check_sure(outbox, spot)
        shown = outbox.shown[spot]
        if outbox.is_new(spot):
            await outbox.write()
        if spot not in outbox.sure or shown.digest != page.digest():
            outbox.sure.discard(spot)
            await self._send_edit(outbox, spot, shown, page, _purpose(row, spot))
        elif not then:
            return False
        _note(outbox, row, _saying(shown, page, row.revision), then)
        outbox.sure.add(spot)
        return bool(_ended(row))

    def check_sure(self, outbox: Outbox, spot: Spot) -> None:
        """Raise Forbidden when a post of ours may stand there already, which nobody can see as things are."""
        if error := outbox.doubtful.get(spot):
            raise error

    async def _send_edit(
        self, outbox: Outbox, spot: Spot, shown: Shown, page: Page, purpose: Purpose
    ) -> None:
        outbox.edits[spot] += 1
        outbox.editing.add(spot)
        try:
            faultpoints.fault("before-edit")
            await self._courier.edit(shown.channel_id, shown.message_id, page, purpose=purpose)
            faultpoints.fault("after-edit")
        finally:
            outbox.editing.discard(spot)

    def mark(self, outbox: Outbox, spot: Spot) -> int | None:
        """A number that changes with every edit of a spot; None while one is under way."""
        return None if spot in outbox.editing else outbox.edits[spot]

    def answered(self, outbox: Outbox, spot: Spot, answer: Answer, *, revision: int) -> None:
        """The answer to an interaction has made a message say a page, so that it needs no edit.

        That is not sure when the message was edited beside.
        """
        shown = outbox.shown.get(spot)
        if shown is None or shown.message_id != answer.message_id:
            return
        if answer.mark is not None and answer.mark == self.mark(outbox, spot):
            outbox.sure.add(spot)
            outbox.note_shown(_saying(shown, answer.page, revision))

    async def settle(
        self, outbox: Outbox, session: Session, lane: Lane, rows: Sequence[Row], where: Whereabouts
    ) -> set[Spot]:
        """Take over what was posted for a lane's rows without our hearing of it; where that stands."""
        for row in rows:
            if row.id <= self._store.mark(session.record.guild_id) and (row.id, lane) not in outbox.inherited:
                found = await self._may_stand(outbox, session, lane, row, where.of(row))
                tries = {spot: dict.fromkeys(there, Try()) for spot, there in found.items()}
                outbox.open.setdefault(row.id, {}).update(tries)
                outbox.inherited.add((row.id, lane))
        channels: dict[int, list[tuple[Row, Spot]]] = {}
        for row in rows:
            for spot, there in outbox.open.get(row.id, {}).items():
                if _lane_of(spot) == lane:
                    for channel_id in there:
                        channels.setdefault(channel_id, []).append((row, spot))
        for spot in [spot for spot in outbox.doubtful if _lane_of(spot) == lane]:
            del outbox.doubtful[spot]
        stands: set[Spot] = set()
        for channel_id, posts in channels.items():
            stands |= await self._look(outbox, channel_id, posts, is_left=where.has_left(channel_id))
        return stands

    def is_untried(self, outbox: Outbox, session: Session, row: Row, lane: Lane) -> bool:
        """Whether surely nothing was posted for a row of this lane."""
        is_old = row.id <= self._store.mark(session.record.guild_id)
        return not outbox.is_open(row) and (not is_old or (row.id, lane) in outbox.inherited)

    def nonce(self, row: Row, spot: Place) -> str:
        """The nonce of a row's post: the same at every try, and telling nobody how many rows there are.

        Where another server may take over from a database's, its numbers may be given twice, at other times.
        """
        number = f"{row.id}@{row.at!r}" if self._store.is_shared else f"{row.id}"
        return nonce_of(f"{number}:{spot}", self._key)

    async def _look(
        self, outbox: Outbox, channel_id: int, posts: Sequence[tuple[Row, Spot]], *, is_left: bool
    ) -> set[Spot]:
        """Take over which of these posts are in a channel; their spots.

        One that the table has left, and that we may not look into any more, keeps nobody waiting.
        """
        tries = {(row, spot): outbox.open[row.id][spot][channel_id] for row, spot in posts}
        nonces = {self.nonce(one.under or row, spot): (row, spot) for (row, spot), one in tries.items()}
        try:
            found = await self._courier.find(channel_id, nonces.keys())
        except Unknown:
            raise
        except DeliveryError as error:
            if isinstance(error, Forbidden) and not is_left:
                for _, spot in posts:
                    outbox.doubtful[spot] = error
                return set()
            found = {}
        # What is to be tidied away was followed by something newer, and is not taken for new again.
        leaving = {row.task.message_id for row in outbox.rows if isinstance(row.task, Remove | Strip)}
        found = {nonce: message_id for nonce, message_id in found.items() if message_id not in leaving}
        for nonce, (row, spot) in nonces.items():
            if nonce in found:
                log.info("post_found", session=row.session_id, place=str(spot))
                self._remember(outbox, row, spot, channel_id, found[nonce], is_new=False)
            else:
                if (under := tries[row, spot].under) is not None:
                    outbox.late[spot, channel_id] = under
                _close(outbox, row, spot, channel_id)
        return {nonces[nonce][1] for nonce in found}

    def _remember(
        self, outbox: Outbox, row: Row, spot: Spot, channel_id: int, message_id: int, *, is_new: bool
    ) -> None:
        """A message stands at a spot now; what stood there is tidied away."""
        old = outbox.shown.get(spot)
        then: list[Task] = []
        if old is not None and old.message_id != message_id:
            tidy = Strip if spot == TableAt() else Remove
            then.append(tidy(old.channel_id, old.message_id))
        if not is_new:  # meanwhile there may be more to say
            then.append(_afresh(spot))
        shown = Shown(
            place=str(spot),
            channel_id=channel_id,
            message_id=message_id,
            revision=row.revision,
            digest=outbox.open[row.id][spot][channel_id].digest,
            posted_at=self._clock(),
        )
        _note(outbox, row, shown, then)
        _close(outbox, row, spot, channel_id)
        outbox.late.pop((spot, channel_id), None)
        outbox.sure.add(spot)

    async def _may_stand(
        self, outbox: Outbox, session: Session, lane: Lane, row: Row, channels: Sequence[int]
    ) -> dict[Spot, Sequence[int]]:
        """Where a process before this one may have posted for a row: spots, and their channels."""
        match row.task:
            case Hands():
                return await self._in_dm(outbox, session, lane.number, (HandAt(lane.number),))
            case Call(seat=seat) | Remind(seat=seat):
                spots = (HandAt(seat), CallAt(seat))
                return {PingAt(seat): channels} | await self._in_dm(outbox, session, seat, spots)
            case LastCall(seat=seat):
                private = (HandAt(seat), CallAt(seat), LastCallAt(seat))
                return {PingAt(seat): channels} | await self._in_dm(outbox, session, seat, private)
            case Gone(seat=seat):
                return await self._in_dm(outbox, session, seat, (GoneAt(seat),))
            case Absent():
                return {AbsentAt(): channels}
        return {TableAt(): channels} if row.task in TABLE else {}

    async def _in_dm(
        self, outbox: Outbox, session: Session, seat: Seat, spots: Iterable[Spot]
    ) -> dict[Spot, Sequence[int]]:
        """These spots of a seat with its DM channel, opened if need be."""
        found: dict[Spot, Sequence[int]] = {}

        async def add(channel_id: int) -> None:
            found.update(dict.fromkeys(spots, (channel_id,)))

        user_id = session.record.players[seat]
        standing = (HandAt(seat), CallAt(seat))
        known = next((outbox.shown[spot].channel_id for spot in standing if spot in outbox.shown), None)
        known = known or await self._dms.known(user_id)
        if known is not None:  # nothing needs to be opened, which might be refused
            await add(known)
        else:
            with suppress(Held):
                await self._dms.deliver(user_id, add, purpose="lost post")
        return found


def nonce_of(what: str, key: bytes) -> str:
    """The nonce under which this is posted, by a database with this key."""
    return hmac.new(key, what.encode(), hashlib.sha256).hexdigest()[:24]


def _purpose(row: Row, spot: Spot) -> Purpose:
    """What a page at a spot is for, when a row asks for it."""
    if isinstance(spot, PingAt):
        return "mention"
    match row.task:
        case Hands():
            return "hand"
        case Call():
            return "call"
        case Remind():
            return "reminder"
        case LastCall():
            return "last call"
        case Gone():
            return "gone note"
        case Absent():
            return "absent line"
    return "table"


def _lane_of(spot: Spot) -> Lane:
    return TABLE_LANE if isinstance(spot, TableAt | AbsentAt) else Lane("seat", spot.seat)


def _afresh(spot: Spot) -> Task:
    """What shows a spot again."""
    match spot:
        case TableAt():
            return Table()
        case AbsentAt():
            return Absent()
    return Hands()


def _close(outbox: Outbox, row: Row, spot: Spot, channel_id: int) -> None:
    """It is known what became of a post in a channel."""
    spots = outbox.open.get(row.id, {})
    tries = spots.get(spot, {})
    tries.pop(channel_id, None)
    if not tries:
        spots.pop(spot, None)
    if not spots:
        outbox.open.pop(row.id, None)


def _saying(shown: Shown, page: Page, revision: int) -> Shown:
    """A message that says this page now."""
    return msgspec.structs.replace(shown, revision=revision, digest=page.digest())


def _note(outbox: Outbox, row: Row, shown: Shown, then: Sequence[Task]) -> None:
    """What a message says and where it stands is known now."""
    faultpoints.fault("before-note")
    outbox.show(row, shown, ends=_ended(row), then=then)
    faultpoints.fault("after-note")


def _ended(row: Row) -> frozenset[Task]:
    """The tasks whose rows end with a message for this row; `hands` needs every lane."""
    if row.task in TABLE:
        return TABLE
    return frozenset() if isinstance(row.task, Hands) else frozenset((row.task,))
