"""Requests of users, as values like moves. Each returns the change that it makes of a table, or a refusal.

They stand with their rules in `lobby`, `frame`, `sharing`, `alone`, `idle`, `stand_ins` and `timeouts`.
"""

from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.sessions import play
from bot.sessions.clocks import Moment
from bot.sessions.session import Session
from bot.sessions.view import Act, Change


def _prepare_nothing(_after: Session) -> None:
    """The answer is made when what was asked is stored."""


class Click(msgspec.Struct, frozen=True):
    """The interaction by which something is asked.

    `id` makes it count once. `at` is its time in seconds since the epoch. `revision` is that of the control
    that was used, None for a command. `act` is the control's action, with the values chosen on it.
    """

    id: int | None = None
    at: float | None = None
    revision: int | None = None
    act: str = ""
    foresee: Callable[[Session], None] = _prepare_nothing
    """Sees the session's future form while it's being stored: nothing of it may be shown yet."""


NO_CLICK: Final = Click()


class Request(Protocol):
    """Something a user asks of a session."""

    def change(self, table: Session, user_id: int, moment: Moment, click: Click, /) -> Change | Refusal:
        """Return the change, which is still to be stored, or the reason why there's none."""


class MakeMove(msgspec.Struct, frozen=True):
    """Make a move of the game. Refused by a control of an earlier decision."""

    move: Move

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        seat, status = session.seat_of(user_id), session.record.status
        if status in ("cancelled", "frozen"):
            return Refusal("game-over" if status == "cancelled" else "frozen")
        if session.state is None:
            return Refusal("not-started")
        if seat is None:
            return Refusal("not-a-player")
        if click.revision is not None and is_stale(session, seat, click.revision):
            return outdated(session, seat, click)
        made = play.moved(session, seat, self.move, moment)
        if isinstance(made, Refusal):
            return made
        return msgspec.structs.replace(made, act=Act(seat, click.act, _last_move(session, seat)))


def is_stale(session: Session, seat: Seat, revision: int) -> bool:
    """Whether a control made at `revision` no longer speaks of the present decision of this seat."""
    return revision < decision_of(session, seat)


def decision_of(session: Session, seat: Seat) -> int:
    """The revision at which the present decision of a seat began."""
    return max(session.record.since, _last_move(session, seat))


def outdated(session: Session, seat: Seat, click: Click) -> Refusal:
    """Why a stale control does nothing. The second press of a double click has made its move already."""
    act, revision = session.acts.get(seat), click.revision
    if act is None or revision is None or not click.act or act.what != click.act:
        return Refusal("stale")
    # The first move since that control was made: who does the same again later means something else.
    has_done = act.since <= revision < _last_move(session, seat)
    return Refusal("done-already" if has_done else "stale")


def _last_move(session: Session, seat: Seat) -> int:
    """The revision of a seat's last move. 0 before its first."""
    acted = session.record.acted
    return acted[seat] if seat < len(acted) else 0
