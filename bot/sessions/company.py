"""Computers at tables: when they act, what they are handed, and how their moves are made.

A computer moves like a person: through the same door, at the revision it has thought about. It acts some
seconds after the last change, however long it has thought and whatever it holds; all it does in one turn
is shown at once. In the same way a player's turn passes who has nothing to choose.
"""

import asyncio
import random
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec
import structlog

from bot.engine.chance import Seat
from bot.engine.contract import Malformed
from bot.engine.draft import Refusal
from bot.engine.notation import parse_move
from bot.players.computers import computer_of
from bot.players.player import Seen
from bot.players.thinker import Thinker, Thought
from bot.sessions import play
from bot.sessions.clocks import Moment
from bot.sessions.noticing import Make, Noticing
from bot.sessions.seeing import remember, seen
from bot.sessions.session import Session
from bot.sessions.tasks import Delayed
from bot.sessions.view import Change
from bot.storage.errors import StoreError
from bot.storage.store import Store
from bot.timings import Timings

log = structlog.get_logger(__name__)

MAX_RUN: Final = 40
"""How many moves a computer makes at most before anything is shown."""
AGAIN_SECONDS: Final = 10.0
"""After how long a computer tries again whose move could not be stored."""


class Company:
    """Has computers act at their tables. `show` shows a table; `may_act` says whether its clock runs."""

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        *,
        make: Make,
        show: Callable[[Session], None],
        may_act: Callable[[int], bool],
        timings: Timings,
    ) -> None:
        self._store = store
        self._thinker = thinker
        self._make = make
        self._show = show
        self._may_act = may_act
        self.timings = timings
        self._waiting: Delayed[int] = Delayed()
        self._acting: dict[int, asyncio.Task[None]] = {}
        self._resting: dict[int, Session] = {}
        """Tables at which a computer was to act while no clock ran; held, so that they stay in memory."""
        self._noticing = Noticing(make, self._called)

    def look(self, session: Session, seconds: float | None = None) -> None:
        """See whether a computer has to act at a table, and let it do so in a moment; returns at once."""
        session_id = session.record.id
        if self._waiting.is_closed:
            return
        self._noticing.look(session)
        self._resting.pop(session_id, None)
        self._waiting.drop(session_id)
        if session_id not in self._acting and _acting(session):
            wait = _pause(session, self.timings) if seconds is None else seconds
            self._waiting.put(session_id, wait, partial(self._begin, session))

    @property
    def is_busy(self) -> bool:
        """Whether a computer acts just now."""
        return bool(self._acting)

    async def close(self) -> None:
        """Let no computer act from now on; what is being stored is stored."""
        self._waiting.close()
        await self._noticing.close()
        for task in list(self._acting.values()):
            task.cancel()
        await asyncio.gather(*self._acting.values(), return_exceptions=True)
        await self._thinker.close()

    def _called(self, session: Session) -> None:
        """A computer has called somebody: show it, and go on."""
        self._show(session)
        self.look(session)

    def _begin(self, session: Session) -> None:
        session_id = session.record.id
        if not self._may_act(session_id):  # it is looked at again when the clocks go on
            self._resting[session_id] = session
            return
        self._acting[session_id] = asyncio.get_running_loop().create_task(self._act(session))

    async def _act(self, session: Session) -> None:
        """One computer's turn, from its first to its last move."""
        again: float | None = None
        try:
            await self._run(session)
        except StoreError as error:
            log.warning("computer_waits", session=session.record.id, error=str(error))
            again = AGAIN_SECONDS
        except Exception:
            log.exception("computer_failed", session=session.record.id)
            again = AGAIN_SECONDS
        finally:
            self._acting.pop(session.record.id, None)
        self._show(session)
        self.look(session, again)

    async def _run(self, session: Session) -> None:
        acting: Seat | None = None
        for _ in range(MAX_RUN):
            seats = _acting(session)
            if not seats or (acting is not None and seats != (acting,)):
                return
            revision = session.record.revision
            acting = _dice(session, revision).choice(seats)
            thought = forced(session, acting)
            if thought is None:
                thought = await self._thinker.choose(await self._seen(session, acting))
            if await self._make(session, _door(session, acting, thought, revision)) is not None:
                return

    async def _seen(self, session: Session, seat: Seat) -> Seen:
        """What the computer on a seat is handed: no more than its seat may know."""
        await remember(session, seat, self._store)
        record = session.record
        who = computer_of(record.at_play[seat])
        assert who is not None, "only computers are handed anything"
        made = seen(session, seat, level=who.level, revision=record.revision, temper=who.temper)
        return msgspec.structs.replace(made, is_stand_in=record.players[seat] > 0)


def deciding(session: Session) -> tuple[Seat, ...]:
    """The computers that have to decide now, those that stand in for somebody among them."""
    record = session.record
    if record.status != "playing" or record.is_idle or session.state is None:
        return ()
    at_play = record.at_play
    return tuple(seat for seat in session.game.deciders(session.state) if at_play[seat] < 0)


def forced(session: Session, seat: Seat) -> Thought | None:
    """The move of a person who has nothing to choose."""
    move = session.game.forced(session.state, seat) if session.record.at_play[seat] > 0 else None
    return None if move is None else Thought(str(move))


def _acting(session: Session) -> tuple[Seat, ...]:
    """The computers that have to decide now; where there are none, the people whose move is forced."""
    record = session.record
    if record.status != "playing" or record.is_idle or session.state is None:
        return ()
    return deciding(session) or tuple(
        seat for seat in session.game.deciders(session.state) if forced(session, seat)
    )


def _pause(session: Session, timings: Timings) -> float:
    """How long a computer waits: by chance, but never by what it holds."""
    if not deciding(session):
        return timings.forced
    deciders = session.game.deciders(session.state)
    at_play = session.record.at_play
    are_people_asked = any(at_play[seat] >= 0 for seat in deciders)
    seconds = timings.computer_answer if are_people_asked else timings.computer
    return seconds * _dice(session, session.record.revision).uniform(0.75, 1.25)


def _dice(session: Session, revision: int) -> random.Random:
    """Dice for when and in which order computers act; they say nothing of any card."""
    return random.Random(f"{session.record.id} {revision}")  # noqa: S311 # nothing secret hangs on it


def _door(
    session: Session, seat: Seat, thought: Thought, revision: int
) -> Callable[[Moment], Change | Refusal]:
    """The way of a computer's move: it counts only at the revision that was thought about."""

    def change(moment: Moment) -> Change | Refusal:
        if session.record.revision != revision:
            return Refusal("stale")
        try:
            move = parse_move(session.game, thought.move, len(session.record.players))
        except Malformed:
            return Refusal("stale")
        made = play.moved(session, seat, move, moment, by_owner=False)
        return made if isinstance(made, Refusal) else msgspec.structs.replace(made, thoughts=thought.games)

    return change
