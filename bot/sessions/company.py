"""Computers at tables: when they act, their input, and how their moves are made.

A computer moves like a person: through the same door, at the revision it has thought about. It acts some
seconds after the last change, however long it has thought and whatever it holds. All it does in one turn
is shown at once, or in a game of long turns a few moves at a time. In the same way a player's turn passes
who has nothing to choose.
"""

import random
from collections.abc import Callable
from functools import partial

import msgspec

from bot.engine.chance import Seat
from bot.engine.contract import Malformed
from bot.engine.draft import Refusal
from bot.engine.notation import parse_move
from bot.players.computers import computer_of
from bot.players.player import Seen
from bot.players.thinker import Thinker, Thought
from bot.sessions import play
from bot.sessions.agenda import Agenda
from bot.sessions.clocks import Moment
from bot.sessions.noticing import Make, Noticing
from bot.sessions.seeing import remember, seen
from bot.sessions.session import Session
from bot.sessions.view import Change
from bot.storage.store import Store
from bot.timings import Timings


class Company:
    """Has computers act at their tables. `show` shows a table. `may_act` says whether its clock runs."""

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        agenda: Agenda,
        *,
        make: Make,
        show: Callable[[Session], None],
        may_act: Callable[[int], bool],
        timings: Timings,
    ) -> None:
        self._store = store
        self._thinker = thinker
        self._agenda = agenda
        self._make = make
        self._show = show
        self._may_act = may_act
        self.timings = timings
        self._noticing = Noticing(agenda, make, self._acted)

    def look(self, session: Session) -> None:
        """See whether a computer has to act at a table, and let it do so in a moment. Returns at once."""
        if session.record.is_daily:
            return  # they move within the answer to their player
        key = ("computer", session.record.id)
        self._noticing.look(session)
        self._agenda.drop(key)
        if not self._agenda.is_doing(*key) and (wait := _pause(session, self.timings)) is not None:
            self._agenda.put(key, wait, partial(self._act, session))

    @property
    def is_busy(self) -> bool:
        """Whether a computer is acting."""
        return self._agenda.is_doing("computer")

    async def close(self) -> None:
        """Think no more."""
        await self._thinker.close()

    def _acted(self, session: Session) -> None:
        """A computer has done something: show it, and go on."""
        self._show(session)
        self.look(session)

    async def _act(self, session: Session) -> float | None:
        """One computer's turn, from its first to its last move. When the next one acts."""
        if not self._may_act(session.record.id):
            if (wait := _pause(session, self.timings)) is not None:
                self._agenda.hold(("computer", session.record.id), wait, partial(self._act, session))
            return None
        try:
            await self._run(session)
        except Exception:
            self._acted(session)  # what it has done so far
            raise
        self._acted(session)
        return _pause(session, self.timings)

    async def _run(self, session: Session) -> None:
        acting: Seat | None = None
        for _ in range(session.game.moves_at_once):
            seats = _acting(session)
            if not seats or (acting is not None and seats != (acting,)):
                return
            revision = session.record.revision
            acting = _dice(session, revision).choice(seats)
            thought = forced(session, acting)
            if thought is None:
                thought = await self._thinker.choose(await self._seen(session, acting))
            if await self._make(session, thought_move(session, acting, thought, revision)) is not None:
                return

    async def _seen(self, session: Session, seat: Seat) -> Seen:
        """Return what the computer on a seat is handed: no more than its seat may know."""
        await remember(session, seat, self._store)
        record = session.record
        who = computer_of(record.at_play[seat])
        assert who is not None, "only computers are handed anything"
        made = seen(session, seat, level=who.level, revision=record.revision, play_style=who.play_style)
        return msgspec.structs.replace(made, is_stand_in=record.players[seat] > 0)


def deciding(session: Session) -> tuple[Seat, ...]:
    """Return the computers that must decide now, substitutes included."""
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
    """The computers that have to decide now. Where there are none, the people whose move is forced."""
    record = session.record
    if record.status != "playing" or record.is_idle or session.state is None:
        return ()
    return deciding(session) or tuple(
        seat for seat in session.game.deciders(session.state) if forced(session, seat)
    )


def _pause(session: Session, timings: Timings) -> float | None:
    """Return how long a computer waits: by chance, but never by what it holds. None where none has to act."""
    if not _acting(session):
        return None
    if not deciding(session):
        return timings.forced
    deciders = session.game.deciders(session.state)
    at_play = session.record.at_play
    are_people_asked = any(at_play[seat] >= 0 for seat in deciders)
    seconds = timings.computer_answer if are_people_asked else timings.computer
    return seconds * _dice(session, session.record.revision).uniform(0.75, 1.25)


def _dice(session: Session, revision: int) -> random.Random:
    """Dice for when and in which order computers act. They say nothing of any card."""
    return random.Random(f"{session.record.id} {revision}")  # noqa: S311 # nothing secret hangs on it


def thought_move(
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
