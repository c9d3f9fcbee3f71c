"""What is stored: plain values without behaviour."""

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

import msgspec

from bot.engine.chance import Seat
from bot.fair.deal import Deal
from bot.ratings.ledger import Shift

Status = Literal["lobby", "playing", "over", "cancelled", "frozen"]
HintsFor = Literal["first-games", "on", "off"]
"""Who may ask for hints at a table: those who have not finished a game of this kind, all, or nobody."""
LIVE: frozenset[Status] = frozenset(("lobby", "playing"))
IDLE: Final = "idle"
"""The key of the clock that says when an idle table ends; every key of a game holds a digit."""
AWAY: Final = "away"
"""The key of a lobby's clock while its host is away."""
AFTER: Final = "after"
"""The key of a lobby's clock when somebody has taken over, before a space and the former host's seat."""
Reason = Literal["host", "vote", "moderator", "idle", "deserted", "channel", "server"]
"""Why a table was closed: its host, the players or a moderator wanted it, everybody was silent or has left,
or its channel or server was gone for too long."""
ENDED: Final = "ended"
"""The key of the clock of a table that was closed, before a space and the reason."""


PaceName = Literal["live", "relaxed", "slow-1", "slow-2", "slow-3", "none"]
"""The paces that a table may choose; the number is of days a turn."""
Chosen = Literal["open", "wait", "default", "computer", "silence"]
"""What came of a question about absent players: nobody has chosen yet, what was chosen, or nobody did."""


SLOW: Final[frozenset[PaceName]] = frozenset(("slow-1", "slow-2", "slow-3"))
SECONDS: Final[Mapping[PaceName, tuple[int, int]]] = {
    "live": (60, 30),
    "relaxed": (600, 120),
    "slow-1": (86400, 21600),
    "slow-2": (2 * 86400, 2 * 21600),
    "slow-3": (3 * 86400, 3 * 21600),
    "none": (0, 0),
}
"""What each pace gives for a turn and for an answer; 0: no clock runs."""


class StandIn(msgspec.Struct, frozen=True, gc=False):
    """A computer that plays for the owner of a seat, from the moves after `since` on.

    `until` is the revision at which the owner had come back; None while the computer plays.
    """

    seat: Seat
    computer: int
    since: int
    until: int | None = None

    def covers(self, revision: int) -> bool:
        """Whether the computer made the seat's move of this revision, if there was one."""
        return self.since < revision and (self.until is None or revision < self.until)


class Question(msgspec.Struct, frozen=True, gc=False):
    """What becomes of players who were not in time: asked of the others, or what they chose."""

    seats: tuple[Seat, ...]
    """Who was not in time."""
    asked: int
    """The revision at which it was asked."""
    decision: int
    """The revision at which the decision began that they owe."""
    phase: str = ""
    """What went on when their time was up, in the rules' word."""
    seconds: int = 0
    """How much time they have had."""
    more: int = 0
    """How many seconds they get when the others wait."""
    chosen: Chosen = "open"
    by: Seat | None = None
    """Who chose."""
    waits: int = 0
    """How often the others have waited on for this decision."""


class Attendance(msgspec.Struct, frozen=True, gc=False):
    """Who is absent from a session, and at what pace it is played."""

    pace: PaceName | None = None
    """None: by the clocks of the game, or the seconds of the record."""
    stand_ins: tuple[StandIn, ...] = ()
    """All that have played here, oldest first."""
    silences: tuple[int, ...] = ()
    """By seat how often in a row its time was up; shorter than there are seats: never for the others."""
    question: Question | None = None

    def sitting(self, revision: int | None = None) -> dict[Seat, int]:
        """The computers that play for others now, or did at the move of this revision, by seat."""
        return {
            one.seat: one.computer
            for one in self.stand_ins
            if (one.until is None if revision is None else one.covers(revision))
        }

    def stand_in(self, seat: Seat, revision: int | None = None) -> int | None:
        """The computer that plays for a seat now, or made its move of this revision; None: nobody did."""
        return self.sitting(revision).get(seat)

    def silences_of(self, seat: Seat) -> int:
        """How often in a row the time of a seat was up."""
        return self.silences[seat] if seat < len(self.silences) else 0


class Owing(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a seat's player is to be told of the decision that they owe."""

    asked: int = 0
    """The revision at which they were asked; 0: nobody needs to tell them."""
    timed: int = 0
    """The revision from which their time counts; 0: no last call comes."""
    seconds: int = 0
    """How much time is left on the clock when the last call comes."""


NOTHING_OWED: Final = Owing()


class Record(msgspec.Struct, frozen=True):
    """One session as the database holds it. Times are seconds since the epoch."""

    id: int
    game: str
    options: dict[str, Any]
    guild_id: int
    channel_id: int
    host_id: int
    status: Status
    revision: int
    turn_seconds: int
    response_seconds: int
    players: tuple[int, ...]
    """User ids in seat order; 0 where somebody is forgotten."""
    end_votes: tuple[int, ...]
    position: dict[str, Any] | None
    chance_key: bytes
    """Empty in a lobby with a sealed deal: there is none before everybody sits."""
    chance_counts: dict[str, int]
    acted: tuple[int, ...]
    """Per seat the revision of its last move: older controls of that seat are stale."""
    since: int
    """The revision at which the present decision began: older controls of anybody are stale."""
    clock_key: str | None
    deadline: float | None
    measured_at: float | None
    """Until when the game has charged time; in a lobby when its host last pressed something."""
    created_at: float
    updated_at: float
    hints: HintsFor = "first-games"
    attendance: Attendance = Attendance()
    deal: Deal | None = None
    """What the key follows from; None where the table has a key of its own."""
    owing: tuple[Owing, ...] = ()
    """Per seat; shorter than there are seats: nothing for the others."""
    version: int = 1
    """How often the row was changed, its making included: by more than moves, which alone count revisions."""

    @property
    def at_play(self) -> tuple[int, ...]:
        """Who plays, in seat order: the players, but computers where they stand in for them."""
        absent = self.attendance.sitting()
        return tuple(absent.get(seat, user) for seat, user in enumerate(self.players))

    def owed_by(self, seat: Seat) -> Owing:
        """Return what a seat's player is to be told of the decision that they owe."""
        return self.owing[seat] if seat < len(self.owing) else NOTHING_OWED

    @property
    def is_slow(self) -> bool:
        """Whether a turn may take days, and the others choose what becomes of a silent player."""
        return self.attendance.pace in SLOW

    @property
    def is_idle(self) -> bool:
        """Whether the game's own clock was stopped because no player has acted for long."""
        return self.status == "playing" and self.clock_key == IDLE

    @property
    def is_host_away(self) -> bool:
        """Whether the host of a lobby has pressed nothing for long; stays when that lobby closes."""
        return self.clock_key == AWAY

    @property
    def is_alone(self) -> bool:
        """Whether one person plays with computers in a DM, where table and hand are one message."""
        return self.guild_id == 0

    @property
    def ended(self) -> Reason | None:
        """Why the table was closed; None where it was not."""
        word, _, reason = (self.clock_key or "").partition(" ")
        return next((one for one in get_args(Reason) if one == reason), None) if word == ENDED else None

    @property
    def former_host(self) -> Seat | None:
        """The seat of a lobby's host before somebody took over."""
        word, _, seat = (self.clock_key or "").partition(" ")
        return int(seat) if word == AFTER else None


DEAL: Final = "deal"
"""The first line of a game's history, in the place of a move."""


class Played(msgspec.Struct, frozen=True, gc=False):
    """One line of a session's history: who (None: the clock or the deal), what, and what came of it."""

    revision: int
    seat: Seat | None
    move: str
    events: bytes
    """JSON list of events."""
    at: float
    """In whole seconds since the epoch."""
    waited: int = 0
    """Seconds the game was told of before the move, in games that count them."""

    @property
    def is_first_deal(self) -> bool:
        """Whether the game began with it; the players of some games deal later hands by a move."""
        return self.seat is None and self.move == DEAL


class Hinted(msgspec.Struct, frozen=True):
    """A hint that was given: to whom, for the decision that began at which revision, and which move."""

    seat: Seat
    decision: int
    move: str


class Won(msgspec.Struct, frozen=True):
    """A game that was played to its end: by whom, and which seats won."""

    session_id: int
    guild_id: int
    """0: played alone in a DM."""
    game: str
    ended_at: float
    winners: tuple[Seat, ...]
    players: tuple[int, ...] = ()
    """User ids in seat order, as far as they are still known."""


class Rated(msgspec.Struct, frozen=True):
    """What a game did to the ratings of its players, by seat."""

    shifts: tuple[Shift, ...]


class Finish(msgspec.Struct, frozen=True):
    """How a game ended: who won, and the rank of every seat where at least one whole round was played."""

    winners: tuple[Seat, ...]
    ranks: tuple[int, ...] = ()


class Commit(msgspec.Struct, frozen=True):
    """All that one accepted change writes, in one transaction."""

    record: Record
    """The new record; its revision and its version are one more than the stored ones."""
    played: Played | None = None
    shows: bool = True
    """Whether anything of it is to be shown."""
    interaction_id: int | None = None
    resumes: bool = False
    """Whether the session waits no longer."""
    begins_rated: bool = False
    """Whether the game that is dealt counts for ratings."""
    finish: Finish | None = None
    """How the game ended, where it is over with this change."""
    keeps_deal: bool = False
    """Whether the deal has changed."""
    thoughts: int | None = None
    """How many games a hard computer has imagined for this move; 0: none, None: it was not one's move."""


ShownStatus = Literal["stands", "leaves", "gone"]
"""A message that leaves is to be deleted, or stripped of its controls; one that's gone only has followers."""

Why = Literal["channel", "server"]
"""What is missing while a session waits: its channel was deleted, or its server cannot be reached."""


class Paused(msgspec.Struct, frozen=True, gc=False):
    """Since when a session waits, in seconds since the epoch, and why."""

    since: float
    why: Why


class Freshness(msgspec.Struct, frozen=True, gc=False):
    """How a session stands, as far as one must know to trust what is in memory of it."""

    version: int
    hints: int
    """How many hints were given."""
    paused: Paused | None
    """Since when its table waits; None when it does not."""
    still_since: float | None
    """Since when its clock stands still with those of its shard group; None while they run."""


class Rang(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a message has told a player of the decision that they owe."""

    asked: int = 0
    """`Owing.asked` of what it told them first."""
    timed: int = 0
    """`Owing.timed` of what it was the last call for."""
    at: float = 0.0
    """Seconds since the epoch."""
    is_silent: bool = False
    """Whether it only changed in front of somebody who was there, so that a reminder may follow."""


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A message of a session, what it says, and whom it has called."""

    place: str
    channel_id: int
    message_id: int
    revision: int
    digest: str
    """Of the page that it says; empty where that isn't known."""
    posted_at: float
    post: int = 0
    """The number of its `Wanted`: another one is posted anew."""
    status: ShownStatus = "stands"
    rang: dict[Seat, Rang] = {}


class Delivered(msgspec.Struct, frozen=True, gc=False):
    """What delivery has found out about one session, to be stored sometime soon."""

    session_id: int
    guild_id: int
    message: Shown | None = None
    """What is known of a message now."""
    forgotten: tuple[str, int] | None = None
    """Place and id of a message that nobody needs to know any more."""
    calm: "Calm | None" = None


class Calm(msgspec.Struct, frozen=True, gc=False):
    """A session with nothing to show for the time being."""

    version: int
    """The version of the session that is shown."""
    look_at: float | None
    """When there may be something to show again, in seconds since the epoch; None: after the next change."""
