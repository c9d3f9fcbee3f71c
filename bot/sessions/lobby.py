"""What happens before the deal, and how a game is ended early: changes of a session's frame."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame, Malformed
from bot.engine.draft import Refusal
from bot.engine.notation import read_options
from bot.fair import deal as deals
from bot.fair.deal import Beacon, Share
from bot.players.computers import newcomer, people
from bot.players.player import Level
from bot.sessions import absence, play
from bot.sessions.clocks import Moment
from bot.sessions.places import Absent, Call, Deal, Hands, Left, Table
from bot.sessions.preferences import ServerPreferences
from bot.sessions.session import Change, Session
from bot.storage.records import (
    AFTER,
    AWAY,
    ENDED,
    LIVE,
    SECONDS,
    Attendance,
    HintsFor,
    PaceName,
    Reason,
    Record,
)

GRACE_SECONDS = 300.0
"""How long a host presses nothing before they are away: then any seated player may start or take over."""
ALONE_SECONDS = 3600.0
"""How long a lobby in which nothing happens stays open as long as only one person sits there."""
MAX_SECONDS = 24 * 3600.0
"""How long it stays open when there are more."""
CLOCK_OPTIONS: Final = frozenset(("turn-timeout", "response-timeout"))
"""Options of games that say how much time there is, as a pace does."""
NOTED_SECONDS = 15.0
"""A press of the host that changes nothing is noted at most so often."""


class Pace(msgspec.Struct, frozen=True):
    """The clocks of games that have no clock options of their own, in seconds."""

    turn: int
    response: int


def opened(
    game: AnyGame,
    options: Mapping[str, Any],
    *,
    guild_id: int,
    channel_id: int,
    host_id: int,
    others: Sequence[int] = (),
    pace: Pace | PaceName,
    now: float,
    chance_key: bytes = b"",
    deal: deals.Deal | None = None,
    hints: HintsFor = "first-games",
) -> Record:
    """The record of a new lobby with its host, and perhaps others, seated.

    Raises Malformed for options that cannot be.
    """
    players = (host_id, *(user for user in others if user not in (0, host_id)))
    # A rematch hands on the options of a stored game: whatever that was played by, a new one is of today.
    chosen = {name: value for name, value in options.items() if name != "edition"}
    return Record(
        id=0,
        game=game.id,
        options=msgspec.to_builtins(read_options(game, chosen)),
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host_id,
        status="lobby",
        revision=1,
        players=players,
        end_votes=(),
        position=None,
        chance_key=chance_key,
        chance_counts={},
        acted=(0,) * len(players),
        since=1,
        clock_key=None,
        deadline=now + GRACE_SECONDS,
        measured_at=now,
        created_at=now,
        updated_at=now,
        hints=hints,
        **of_pace(game, pace),
        deal=deal,
    )


def join(session: Session, user_id: int, now: float, interaction_id: int = 0) -> Change | Refusal:
    """Take a seat in the lobby; the press goes into the deal."""
    record = session.record
    if record.status != "lobby":
        return too_late(record)
    if user_id in record.players:
        return Refusal("already-seated")
    deal = record.deal and record.deal.with_share(Share(user_id, interaction_id))
    most = session.game.seats.stop - 1
    if len(record.players) < most:
        return changed(session, now, players=(*record.players, user_id), deal=deal)
    computers = [user for user in record.players if user < 0]
    if not computers:
        return Refusal("table-full", {"most": most})
    players = tuple(user_id if user == computers[-1] else user for user in record.players)
    return changed(session, now, players=players, deal=deal)


def add_computer(
    session: Session, user_id: int, level: Level, character: str | None, now: float
) -> Change | Refusal:
    """Seat a computer in the lobby: of this character, or of one that does not sit there yet."""
    record = session.record
    if record.status != "lobby":
        return too_late(record)
    if user_id not in record.players:
        return Refusal("not-seated")
    if session.game.notes is None:
        return Refusal("no-computers")
    most = session.game.seats.stop - 1
    if len(record.players) >= most:
        return Refusal("table-full", {"most": most})
    made = newcomer(record.players, level, character, seed=record.id * 1000 + record.revision)
    return changed(session, now, by=user_id, players=(*record.players, made.id))


def remove_computer(session: Session, user_id: int, computer: int, now: float) -> Change | Refusal:
    """Let a computer get up from the lobby."""
    record = session.record
    if record.status != "lobby":
        return too_late(record)
    if user_id not in record.players:
        return Refusal("not-seated")
    if computer >= 0 or computer not in record.players:
        return Refusal("no-such-computer")
    return changed(session, now, by=user_id, players=tuple(u for u in record.players if u != computer))


def leave(session: Session, user_id: int, now: float) -> Change | Refusal:
    """Give the seat in the lobby back; the next player becomes host, the last one closes the lobby."""
    record = session.record
    if record.status != "lobby":
        return too_late(record)
    if user_id not in record.players:
        return Refusal("not-seated")
    players = tuple(user for user in record.players if user != user_id)
    deal = record.deal and record.deal.without(user_id)
    if not people(players):
        return closed(session, now, "host", players=players, deal=deal)
    host = people(players)[0] if user_id == record.host_id else record.host_id
    # Seats have moved up: who was host before somebody took over cannot be told from a number any more.
    key = AWAY if record.is_host_away and host == record.host_id else None
    seen = record.measured_at if host == record.host_id else now
    return changed(session, now, players=players, host_id=host, clock_key=key, measured_at=seen, deal=deal)


def take_over(session: Session, user_id: int, moment: Moment) -> Change | Refusal:
    """Become the host of a lobby whose host is away; the former one keeps the seat."""
    record = session.record
    if record.status != "lobby":
        return too_late(record)
    if user_id not in record.players:
        return Refusal("not-seated")
    if user_id == record.host_id:
        return Refusal("host-already")
    if moment.on_clock < host_missed_at(record):
        return Refusal("host-here", {"host": record.host_id})
    key = f"{AFTER} {record.players.index(record.host_id)}"
    return changed(session, moment.now, host_id=user_id, clock_key=key, measured_at=moment.now)


def here(session: Session, user_id: int, moment: Moment) -> Change | Refusal:
    """Note that the host has pressed something, though it changes nothing else."""
    record = session.record
    if not is_worth_noting(record, user_id, moment.on_clock):
        return Refusal("nothing-new")
    made = changed(session, moment.now, by=user_id)
    return made if record.is_host_away else msgspec.structs.replace(made, places=())


def is_worth_noting(record: Record, user_id: int, on_clock: float) -> bool:
    """Whether a press of this user, at that time on the table's clock, tells that a lobby's host is there."""
    if record.status != "lobby" or user_id != record.host_id:
        return False
    return record.is_host_away or on_clock >= (record.measured_at or 0.0) + NOTED_SECONDS


def host_missed_at(record: Record) -> float:
    """From when on the host of a lobby is away by its clock, if nothing is pressed until then."""
    return (record.created_at if record.measured_at is None else record.measured_at) + GRACE_SECONDS


def run_out(session: Session, now: float) -> Change:
    """What the clock does to a lobby: first its host is away, and in the end it closes."""
    record = session.record
    deadline = max(record.measured_at or 0.0, record.updated_at) + _most_seconds(record.players)
    if record.is_host_away or now >= deadline:
        made = closed(session, now, "idle")  # and its page can say that nobody came
        return msgspec.structs.replace(made, record=msgspec.structs.replace(made.record, clock_key=AWAY))
    return changed(session, now, clock_key=AWAY, deadline=deadline)


def of_today(record: Record) -> Record:
    """A stored record, where it is a lobby of an older release with the times of this one."""
    if record.status != "lobby" or record.measured_at is not None or record.deadline is None:
        return record
    pressed_at = record.deadline - MAX_SECONDS
    return msgspec.structs.replace(record, measured_at=pressed_at, deadline=pressed_at + GRACE_SECONDS)


def set_options(
    session: Session,
    user_id: int,
    options: Mapping[str, Any],
    now: float,
    *,
    hints: HintsFor | None = None,
    pace: Pace | PaceName | None = None,
) -> Change | Refusal:
    """Change options before the game starts, who may ask for hints, and the pace.

    What is not named stays as it is.
    """
    record = session.record
    if record.status != "lobby":
        return too_late(record)
    if user_id != record.host_id:
        return not_host(session, user_id)
    try:
        complete = read_options(session.game, {**record.options, **options})
    except Malformed as error:
        return unplayable(error)
    fields: dict[str, Any] = {"options": msgspec.to_builtins(complete), "hints": hints or record.hints}
    if pace is not None:
        fields |= of_pace(session.game, pace)
    elif record.attendance.pace and any(  # who writes other seconds means those
        options[name] != record.options.get(name) for name in CLOCK_OPTIONS & set(options)
    ):
        fields["attendance"] = msgspec.structs.replace(record.attendance, pace=None)
    return changed(session, now, by=user_id, **fields)


def set_pace(session: Session, user_id: int, pace: PaceName, now: float) -> Change | Refusal:
    """Choose how much time a turn has; not in a game that measures time by its rules."""
    record = session.record
    if record.status != "lobby":
        return too_late(record)
    if user_id != record.host_id:
        return not_host(session, user_id)
    if session.game.measures_time:
        return Refusal("own-clock")
    return changed(session, now, by=user_id, **of_pace(session.game, pace))


def of_pace(game: AnyGame, pace: Pace | PaceName) -> dict[str, Any]:
    """The fields of a record that a pace gives, or seconds without a name."""
    clocks = pace if isinstance(pace, Pace) else Pace(*SECONDS[pace])
    named = pace if isinstance(pace, str) and not game.measures_time else None
    attendance = Attendance(pace=named)
    return {"turn_seconds": clocks.turn, "response_seconds": clocks.response, "attendance": attendance}


def pace_of(chosen: ServerPreferences, usual: Pace, options: Mapping[str, Any]) -> Pace | PaceName:
    """The pace or the clocks of a server, where it has chosen any and a table has none of its own."""
    if chosen.pace is not None and not CLOCK_OPTIONS & set(options):
        return chosen.pace
    return Pace(turn=chosen.turn_seconds or usual.turn, response=chosen.response_seconds or usual.response)


def paced(pace: Pace | PaceName) -> tuple[int, int] | None:
    """What a named pace gives for a turn and an answer; None where a game's own seconds go first."""
    return SECONDS[pace] if isinstance(pace, str) else None


def start(session: Session, user_id: int, moment: Moment, beacon: Beacon | None = None) -> Change | Refusal:
    """Deal; for the host at any time, for the others while the host is away."""
    record, game = session.record, session.game
    if record.status != "lobby":
        return too_late(record)
    if user_id not in record.players:
        return Refusal("not-seated")
    opens_at = host_missed_at(record)
    if user_id != record.host_id and moment.on_clock < opens_at:
        if _is_former(session, user_id):
            return not_host(session, user_id)
        at = opens_at + moment.now - moment.on_clock  # at the earliest, where the clock stands still
        return Refusal("host-starts", {"host": record.host_id, "at": at})
    if len(record.players) not in game.seats:
        return Refusal("too-few", {"least": game.seats.start, "now": len(record.players)})
    if problem := game.problem(len(record.players), session.options):
        return Refusal(problem.code, problem.facts)
    return play.dealt(session, moment, beacon=beacon)


def end(session: Session, user_id: int, moment: Moment, *, moderator: bool) -> Change | Refusal:
    """End the game for everybody: at once for the host and moderators, else by votes of the players.

    More than half of the players still in the game must vote for it.
    """
    record, now = session.record, moment.now
    if record.status not in LIVE:
        return Refusal("game-over")
    if user_id == record.host_id:
        return closed(session, now, "host")
    if moderator:
        return closed(session, now, "moderator")
    seat = session.seat_of(user_id)
    if seat is None or not is_in(session, user_id):
        return Refusal("not-seated")
    if not may_vote(session, user_id):
        return Refusal("already-voted", {"votes": len(record.end_votes), "needed": votes_needed(session)})
    votes = (*record.end_votes, user_id)
    there = {*voters(session), seat}  # who votes is there, whatever computer plays meanwhile
    if len(votes) >= len(there) // 2 + 1:
        return closed(session, now, "vote")
    return changed(session, now, end_votes=votes, **back(session, seat, moment))


def back(session: Session, seat: Seat, moment: Moment) -> dict[str, Any]:
    """The fields of a record when a player of a running game has done something.

    Who was away and owes the decision has all of its time from now on; while the others are still asked
    about somebody else, they have theirs, too.
    """
    record = session.record
    attendance = absence.back(record.attendance, seat, record.revision + 1)
    if not absence.is_away(record, seat) or record.is_idle or session.game.measures_time:
        return {"attendance": attendance}
    deciders = session.game.deciders(session.state)
    if seat not in deciders:
        return {"attendance": attendance}
    now = msgspec.structs.replace(record, attendance=attendance)
    deadline = play.deadline(now, session.game.clock(session.state), moment.on_clock, deciders)
    question = attendance.question
    if question is not None and question.chosen == "open" and deadline and record.deadline:
        deadline = max(deadline, record.deadline)
    return {"attendance": attendance, "deadline": deadline}


def relocated(
    session: Session, user_id: int, channel_id: int, now: float, *, moderator: bool, is_lost: bool
) -> Change | Refusal:
    """Carry the table to another channel: by its host or a moderator; by anybody seated when it is lost."""
    record = session.record
    if record.status not in LIVE:
        return Refusal("game-over")
    if not moderator and user_id not in record.players:
        return Refusal("not-seated")
    if not (moderator or is_lost or user_id == record.host_id):
        return not_host(session, user_id)
    if channel_id == record.channel_id:
        return Refusal("already-here")
    made = changed(session, now, by=user_id, channel_id=channel_id)
    calls = _deciding(session) if is_lost else ()  # what was said in a channel is lost with it
    asked = (Absent(),) if record.attendance.question else ()
    places = (Deal(), *asked, *map(Call, calls), Hands(), Left(record.channel_id))
    return msgspec.structs.replace(made, places=places)


def gone_back(session: Session, channel_id: int, now: float) -> Change:
    """Return the table to the channel in which its message stands still."""
    made = changed(session, now, channel_id=channel_id)
    return msgspec.structs.replace(made, places=(*made.places, Left(session.record.channel_id)))


def frozen(session: Session, now: float) -> Change:
    """The game stopped where it stands, because an invariant is broken."""
    return changed(session, now, status="frozen", deadline=None, clock_key=None)


def is_in(session: Session, user_id: int) -> bool:
    """Whether a user plays at this table: has a seat, and has not left the running game."""
    seat = session.seat_of(user_id)
    return seat is not None and (session.state is None or seat in session.game.active(session.state))


def forgotten(session: Session, user_id: int, now: float) -> Change:
    """A table at which the seat of a user who has left is empty; the next player becomes host."""
    record = session.record
    players = tuple(0 if user == user_id else user for user in record.players)
    host = record.host_id
    if host == user_id:
        active = () if session.state is None else session.game.active(session.state)
        seats = (*voters(session), *active)  # rather somebody who is there
        host = next((players[seat] for seat in seats if players[seat] > 0), 0)
    votes = tuple(user for user in record.end_votes if user != user_id)
    deal = record.deal and record.deal.without(user_id)
    made = changed(session, now, players=players, host_id=host, end_votes=votes, deal=deal)
    if not session.record.is_alone:
        return made
    return msgspec.structs.replace(made, record=msgspec.structs.replace(made.record, channel_id=0))


def may_vote(session: Session, user_id: int) -> bool:
    """Whether a user may vote to end the game, and has not yet."""
    return is_in(session, user_id) and user_id not in session.record.end_votes


def votes_needed(session: Session) -> int:
    """How many votes end the game: more than half of the players still in it."""
    return len(voters(session)) // 2 + 1


def unplayable(error: Malformed) -> Refusal:
    """Options that cannot be, as far as possible with what would be right."""
    problem = error.problem
    return Refusal("unplayable-options") if problem is None else Refusal(problem.code, problem.facts)


def too_late(record: Record) -> Refusal:
    """Why something of a lobby cannot be done any more."""
    return Refusal("already-started" if record.status == "playing" else "game-over")


def voters(session: Session) -> tuple[int, ...]:
    """The seats of the people who are still there; no computer votes for whom it stands in."""
    at_play = session.record.at_play
    seats = range(len(at_play)) if session.state is None else session.game.active(session.state)
    return tuple(seat for seat in seats if at_play[seat] >= 0)


def _deciding(session: Session) -> tuple[int, ...]:
    return () if session.state is None else session.game.deciders(session.state)


def closed(session: Session, now: float, why: Reason, **fields: Any) -> Change:
    """The lobby or the game ended for everybody, with no winner."""
    key = f"{ENDED} {why}"
    return changed(session, now, status="cancelled", deadline=None, clock_key=key, **fields)


def changed(session: Session, now: float, *, by: int = 0, **fields: Any) -> Change:
    """The session with some fields of its record changed, by a user if it was one.

    The clock of a lobby starts again.
    """
    if session.record.status == "lobby":
        fields = {**_of_lobby(session.record, now, by, fields), **fields}
    before = session.record
    record = msgspec.structs.replace(
        before, revision=before.revision + 1, version=before.version + 1, updated_at=now, **fields
    )
    asked = (Absent(),) if session.record.attendance.question or record.attendance.question else ()
    places = (Table(),) if session.state is None else (Table(), *asked, Hands())
    return Change(record=record, state=session.state, places=places)


def _of_lobby(record: Record, now: float, by: int, fields: Mapping[str, Any]) -> dict[str, Any]:
    """What a change of a lobby brings with it: its clock, and whether the host is there."""
    players = fields.get("players", record.players)
    key, seen = fields.get("clock_key", record.clock_key), fields.get("measured_at", record.measured_at)
    if by == record.host_id:
        key, seen = None if key == AWAY else key, now
    missed_at = (record.created_at if seen is None else seen) + GRACE_SECONDS
    deadline = now + _most_seconds(players) if key == AWAY else missed_at
    return {"acted": (0,) * len(players), "clock_key": key, "measured_at": seen, "deadline": deadline}


def _most_seconds(players: Sequence[int]) -> float:
    return ALONE_SECONDS if len(people(players)) == 1 else MAX_SECONDS


def _is_former(session: Session, user_id: int) -> bool:
    former = session.record.former_host
    return former is not None and session.record.players[former] == user_id


def not_host(session: Session, user_id: int) -> Refusal:
    """Only the host can do that; who was it before hears that somebody has taken over."""
    code = "host-changed" if _is_former(session, user_id) else "not-host"
    return Refusal(code, {"host": session.record.host_id})
