"""What users ask of a table, as values like moves; each says what it makes of a session, or why not."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

import msgspec

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.fair.deal import Beacon
from bot.players.player import Level
from bot.sessions import alone, frame, idle, lobby, play, sharing, stand_ins, timeouts
from bot.sessions.clocks import Moment
from bot.sessions.session import Session
from bot.sessions.view import Act, Change
from bot.storage.records import LIVE, HintsFor, PaceName, Reason


def _prepare_nothing(_after: Session) -> None:
    """The answer is made when what was asked is stored."""


class Click(msgspec.Struct, frozen=True):
    """The interaction by which something is asked.

    `id` makes it count once; `at` is when it was made, in seconds since the epoch; `revision` is that of
    the control that was used, None for a command; `act` is what that stood for, with what was chosen on it.
    """

    id: int | None = None
    at: float | None = None
    revision: int | None = None
    act: str = ""
    foresee: Callable[[Session], None] = _prepare_nothing
    """Sees the session as it will be, while that is being stored: nothing of it may be shown yet."""


NO_CLICK: Final = Click()


class Request(Protocol):
    """Something a user asks of a session."""

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        """What becomes of the session, still to be stored, or why nothing does."""


class Join(msgspec.Struct, frozen=True):
    """Take a seat in the lobby."""

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return lobby.join(session, user_id, moment.now, click.id or 0)


class GiveUpSeat(msgspec.Struct, frozen=True):
    """Give the seat in the lobby back."""

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return lobby.leave(session, user_id, moment.now)


class TakeOver(msgspec.Struct, frozen=True):
    """Become the host of a lobby whose host is away."""

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return lobby.take_over(session, user_id, moment)


class BeHere(msgspec.Struct, frozen=True):
    """The host of a lobby has pressed something."""

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return lobby.here(session, user_id, moment)


class SetOptions(msgspec.Struct, frozen=True):
    """Change options in the lobby, who may ask for hints, and the pace; what is not named stays as it is."""

    options: Mapping[str, Any] = {}
    hints: HintsFor | None = None
    pace: lobby.Pace | PaceName | None = None

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return lobby.set_options(session, user_id, self.options, moment.now, hints=self.hints, pace=self.pace)


class Cut(msgspec.Struct, frozen=True):
    """Add words of one's own to the deal."""

    words: str

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return sharing.cut(session, user_id, self.words, moment.now)


class AskBeacon(msgspec.Struct, frozen=True):
    """Choose whether a public beacon is asked at the deal."""

    wanted: bool

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return sharing.ask_beacon(session, user_id, moment.now, wanted=self.wanted)


class Start(msgspec.Struct, frozen=True):
    """Deal; `beacon` is what a public one has said."""

    beacon: Beacon | None = None

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return _dealt_by(user_id, lobby.start(session, user_id, moment, self.beacon))


class AddComputer(msgspec.Struct, frozen=True):
    """Seat a computer; without a character any that does not sit there yet."""

    level: Level
    character: str | None = None

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return lobby.add_computer(session, user_id, self.level, self.character, moment.now)


class RemoveComputer(msgspec.Struct, frozen=True):
    """Let a computer get up, named by its id."""

    computer: int

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return lobby.remove_computer(session, user_id, self.computer, moment.now)


class PlayAlone(msgspec.Struct, frozen=True):
    """Deal to the only person in a lobby, and to computers."""

    beacon: Beacon | None = None

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return _dealt_by(user_id, alone.played(session, user_id, moment, self.beacon))


class SetLevel(msgspec.Struct, frozen=True):
    """Let all computers of a lobby with one person play at this level."""

    level: Level

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return alone.set_level(session, user_id, self.level, moment.now)


class End(msgspec.Struct, frozen=True):
    """End the game for everybody, or vote for it."""

    moderator: bool = False

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return frame.end(session, user_id, moment, moderator=self.moderator)


class Close(msgspec.Struct, frozen=True):
    """End a table for everybody because its place is gone."""

    why: Reason

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        if session.record.status not in LIVE:
            return Refusal("game-over")
        return frame.closed(session, moment.now, self.why)


class Resume(msgspec.Struct, frozen=True):
    """Let an idle table go on."""

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return idle.resumed(session, user_id, moment)


class SitIn(msgspec.Struct, frozen=True):
    """Let a computer play for a seat; for one's own where none is named."""

    seat: Seat | None = None

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return stand_ins.sit_in(session, user_id, self.seat, moment)


class ComeBack(msgspec.Struct, frozen=True):
    """Take one's seat back from the computer that plays there."""

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return stand_ins.come_back(session, user_id, moment)


class Choose(msgspec.Struct, frozen=True):
    """Choose what becomes of players who were not in time."""

    what: timeouts.Choice

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return timeouts.choose(session, user_id, self.what, moment, click.revision)


class SetPace(msgspec.Struct, frozen=True):
    """Choose the pace of a table in its lobby."""

    pace: PaceName

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return lobby.set_pace(session, user_id, self.pace, moment.now)


class Relocate(msgspec.Struct, frozen=True):
    """Move the table to another channel, in which there is none; if it has waited it goes on."""

    channel_id: int
    moderator: bool = False

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        is_lost = moment.waited is not None
        made = frame.relocated(
            session, user_id, self.channel_id, moment.now, moderator=self.moderator, is_lost=is_lost
        )
        if moment.waited is None or isinstance(made, Refusal):
            return made
        return msgspec.structs.replace(made, resumes=True)


class GoBack(msgspec.Struct, frozen=True):
    """Move a table back to the channel in which its message stands, because another one takes none."""

    channel_id: int

    def change(self, session: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        if session.record.status not in LIVE:
            return Refusal("game-over")
        return frame.gone_back(session, self.channel_id, moment.now)


class MakeMove(msgspec.Struct, frozen=True):
    """Make a move of the game; refused by a control of an earlier decision."""

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


def _dealt_by(user_id: int, made: Change | Refusal) -> Change | Refusal:
    """Return a deal with who has made it, because they see at the table whose turn it is."""
    if isinstance(made, Refusal):
        return made
    return msgspec.structs.replace(made, act=Act(made.record.players.index(user_id), "", 0))


def is_stale(session: Session, seat: Seat, revision: int) -> bool:
    """Whether a control made at `revision` no longer speaks of the present decision of this seat."""
    return revision < decision_of(session, seat)


def decision_of(session: Session, seat: Seat) -> int:
    """The revision at which the present decision of a seat began."""
    return max(session.record.since, _last_move(session, seat))


def outdated(session: Session, seat: Seat, click: Click) -> Refusal:
    """Why a stale control does nothing; the second press of a double click has made its move already."""
    act, revision = session.acts.get(seat), click.revision
    if act is None or revision is None or not click.act or act.what != click.act:
        return Refusal("stale")
    # The first move since that control was made: who does the same again later means something else.
    has_done = act.since <= revision < _last_move(session, seat)
    return Refusal("done-already" if has_done else "stale")


def _last_move(session: Session, seat: Seat) -> int:
    """The revision of a seat's last move; 0 before its first."""
    acted = session.record.acted
    return acted[seat] if seat < len(acted) else 0
