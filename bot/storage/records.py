"""The stored data as plain values without behaviour."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, get_args

import msgspec

from bot.engine.chance import Seat
from bot.fair.deal import Deal
from bot.ratings.ledger import Shift

Status = Literal["lobby", "playing", "over", "cancelled", "frozen"]
HintsFor = Literal["first-games", "on", "off"]
"""The people who get hints at a table: those who haven't finished a game of this kind, all, or none."""
LIVE: frozenset[Status] = frozenset(("lobby", "playing"))
IDLE: Final = "idle"
"""The key of the clock that ends an idle table. Every clock key of a game contains a digit."""
AWAY: Final = "away"
"""The key of a lobby's clock while its host is away."""
TAKEOVER: Final = "after"
"""The first word of a lobby's clock key after a takeover. The former host's seat follows."""
CloseReason = Literal["host", "vote", "moderator", "idle", "deserted", "channel", "server"]
"""The reason a table was closed: by its host, by vote, by a moderator, after a long silence, because everyone
left, or because its channel or server was gone for too long."""
CLOSED: Final = "ended"
"""The first word of a closed table's clock key. The reason follows."""


PaceName = Literal["live", "relaxed", "slow-1", "slow-2", "slow-3", "none"]
"""The paces a table may choose. A number counts days per turn."""
Chosen = Literal["open", "wait", "default", "computer", "silence"]
"""The answer to a question about absent players: not chosen yet, a choice, the default, or silence."""


SLOW: Final[frozenset[PaceName]] = frozenset(("slow-1", "slow-2", "slow-3"))
SECONDS: Final[Mapping[PaceName, tuple[int, int]]] = {
    "live": (60, 30),
    "relaxed": (600, 120),
    "slow-1": (86400, 21600),
    "slow-2": (2 * 86400, 2 * 21600),
    "slow-3": (3 * 86400, 3 * 21600),
    "none": (0, 0),
}
"""The seconds that each pace gives for a turn and for an answer. 0 if no clock runs."""


class StandIn(msgspec.Struct, frozen=True, gc=False):
    """A computer that plays for the owner of a seat, starting with the move after `since`.

    `until` is the revision at which the owner returned, or None while the computer plays.
    """

    seat: Seat
    computer: int
    since: int
    until: int | None = None

    def covers(self, revision: int) -> bool:
        """Whether the computer made the seat's move of this revision, if there was one."""
        return self.since < revision and (self.until is None or revision < self.until)


class Question(msgspec.Struct, frozen=True, gc=False):
    """A question to the other players about players who are away or whose time ran out, and their answer."""

    seats: tuple[Seat, ...]
    """The seats of the absent players."""
    asked: int
    """The revision at which it was asked."""
    decision: int
    """The revision at which the overdue decision began."""
    phase: str = ""
    """The phase of the game when their time ran out, in the rules' word."""
    seconds: int = 0
    """The seconds that the absent players have had for it."""
    more: int = 0
    """The seconds that they get if the others wait."""
    chosen: Chosen = "open"
    by: Seat | None = None
    """The seat of the player who chose."""
    waits: int = 0
    """The number of times the others have chosen to wait for this decision."""
    until: float = 0.0
    """The time at which the absent players said they'd be back. 0 if their time ran out instead."""


OrderEnd = Literal["used", "touched", "impossible", "round", "time", "idle"]
"""The reason an order is over: it has acted, the hand has changed, its move isn't possible, the round is
over, or the time of its owner or of everyone has run out."""


class Order(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A decision that a player has made ahead. Nobody else learns of it."""

    seat: Seat
    kind: str
    """The kind of decision, in the game's word."""
    value: str
    """The next move in the notation, or a card."""
    since: int
    """The revision at which it was given."""
    touched: str = ""
    """The digest of the hand for which a next move was chosen."""
    acted: int = 0
    """The revision of the last move that it made."""
    ended: OrderEnd | None = None
    """The reason it's over, which its owner is shown once, when they're asked."""


class Attendance(msgspec.Struct, frozen=True, gc=False):
    """The absent players of a session, and its pace."""

    pace: PaceName | None = None
    """None if the clocks of the game or the seconds of the record apply."""
    stand_ins: tuple[StandIn, ...] = ()
    """All stand-ins that have played here, oldest first."""
    silences: tuple[int, ...] = ()
    """By seat, how often in a row its time ran out. Missing seats count as 0."""
    question: Question | None = None
    orders: tuple[Order, ...] = ()
    """The orders of all players, at most one for each seat and kind."""
    pressed: tuple[float, ...] = ()
    """By seat, when its player last moved by hand at a slow table. In whole seconds since the epoch."""

    def sitting(self, revision: int | None = None) -> dict[Seat, int]:
        """Return the computers that play for others now, or did at the move of this revision, by seat."""
        return {
            one.seat: one.computer
            for one in self.stand_ins
            if (one.until is None if revision is None else one.covers(revision))
        }

    def stand_in(self, seat: Seat, revision: int | None = None) -> int | None:
        """Return the computer that plays for a seat now, or made its move of this revision, if any."""
        return self.sitting(revision).get(seat)

    @property
    def open_question(self) -> Question | None:
        """Return the question that the other players still have to answer. It stops the clock."""
        question = self.question
        return question if question is not None and question.chosen == "open" else None

    @property
    def without_orders(self) -> "Attendance":
        """The attendance without orders and the times of moves, which only a running game needs."""
        return msgspec.structs.replace(self, orders=(), pressed=())

    def silences_of(self, seat: Seat) -> int:
        """Return how often in a row the time of a seat ran out."""
        return self.silences[seat] if seat < len(self.silences) else 0


class Owing(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The notifications that a seat's player needs for the decision they owe."""

    asked: int = 0
    """The revision at which they were asked. 0 if no notification is needed."""
    timed: int = 0
    """The revision from which their time counts. 0 if there's no final reminder."""
    seconds: int = 0
    """The time left on the clock when the final reminder is sent."""


NOTHING_OWED: Final = Owing()


def has_one_person(players: Sequence[int]) -> bool:
    """Whether all players but one are computers, whose numbers are negative."""
    return len(players) > 1 and sum(user >= 0 for user in players) == 1


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
    """User ids in seat order. 0 for a forgotten user."""
    end_votes: tuple[int, ...]
    position: dict[str, Any] | None
    chance_key: bytes
    """Empty in a lobby with a sealed deal, because the key needs all players."""
    chance_counts: dict[str, int]
    acted: tuple[int, ...]
    """By seat, the revision of its last move. Older controls of that seat are stale."""
    since: int
    """The revision at which the present decision began. Older controls of all seats are stale."""
    clock_key: str | None
    deadline: float | None
    measured_at: float | None
    """The time up to which the game has charged time. In a lobby, the time of its host's last click."""
    created_at: float
    updated_at: float
    hints: HintsFor = "first-games"
    attendance: Attendance = Attendance()
    deal: Deal | None = None
    """The sealed deal from which the chance key follows. None if the table has an independent key."""
    owing: tuple[Owing, ...] = ()
    """By seat. Missing seats have nothing owing."""
    starts_at: float | None = None
    """The time the host has set for the start, or None. The host still has to start the game."""
    version: int = 1
    """The number of times the row was written, including its creation."""

    @property
    def at_play(self) -> tuple[int, ...]:
        """Return the players in seat order, with stand-ins in place of absent ones."""
        absent = self.attendance.sitting()
        return tuple(absent.get(seat, user) for seat, user in enumerate(self.players))

    def owed_by(self, seat: Seat) -> Owing:
        """Return the notifications for a seat's player."""
        return self.owing[seat] if seat < len(self.owing) else NOTHING_OWED

    @property
    def is_slow(self) -> bool:
        """Whether turns may take days and the others decide about a silent player."""
        return self.attendance.pace in SLOW

    @property
    def is_unhurried(self) -> bool:
        """Whether nobody has to look at the table all the time: a slow one, or one without a clock."""
        return self.is_slow or self.attendance.pace == "none"

    @property
    def is_idle(self) -> bool:
        """Whether the game's own clock was stopped because no player has acted for long."""
        return self.status == "playing" and self.clock_key == IDLE

    @property
    def is_host_away(self) -> bool:
        """Whether the host of a lobby has been inactive for long. Stays true after that lobby has closed."""
        return self.clock_key == AWAY

    @property
    def is_daily(self) -> bool:
        """Whether it's a daily, which has a number below 0 in place of a channel."""
        return self.channel_id < 0

    @property
    def day(self) -> str:
        """The day of a daily, as in `2026-11-29`. Empty for other tables."""
        if not self.is_daily or self.deal is None:
            return ""
        digits = str(self.deal.number(self.id))
        return f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"

    @property
    def is_in_dm(self) -> bool:
        """Whether one person plays against computers in a DM, where table and hand are one message."""
        return self.guild_id == 0

    @property
    def is_alone(self) -> bool:
        """Whether one person plays against computers: in a DM, or anywhere once the cards are dealt."""
        return self.is_in_dm or (self.position is not None and has_one_person(self.players))

    @property
    def is_line(self) -> bool:
        """Whether the table is one line: someone plays alone in a channel, on a page that they alone see."""
        return self.is_alone and not self.is_in_dm

    @property
    def lone_seat(self) -> Seat | None:
        """The seat of the person who plays alone. None if several people play."""
        players = enumerate(self.players)
        return next((seat for seat, user in players if user >= 0), None) if self.is_alone else None

    @property
    def close_reason(self) -> CloseReason | None:
        """Return why the table was closed, or None if it wasn't."""
        word, _, reason = (self.clock_key or "").partition(" ")
        return next((one for one in get_args(CloseReason) if one == reason), None) if word == CLOSED else None

    @property
    def former_host(self) -> Seat | None:
        """Return the seat of a lobby's host before a takeover."""
        word, _, seat = (self.clock_key or "").partition(" ")
        return int(seat) if word == TAKEOVER else None


DEAL: Final = "deal"
"""The first entry of a game's history, in place of a move."""


class Played(msgspec.Struct, frozen=True, gc=False):
    """An entry of a session's history: the seat (None for the clock or the deal), its move and its events."""

    revision: int
    seat: Seat | None
    move: str
    events: bytes
    """A JSON list of events."""
    at: float
    """In whole seconds since the epoch."""
    waited: int = 0
    """The seconds charged before the move, in games that measure time."""

    @property
    def is_first_deal(self) -> bool:
        """Whether it's the deal that began the game. In some games players deal later hands by a move."""
        return self.seat is None and self.move == DEAL


class Hinted(msgspec.Struct, frozen=True):
    """A hint that was given: the seat, the revision at which its decision began, and the move."""

    seat: Seat
    decision: int
    move: str


class Won(msgspec.Struct, frozen=True):
    """A game played to its end: its players and the seats that won."""

    session_id: int
    guild_id: int
    """0 if it was played in a DM."""
    game: str
    ended_at: float
    winners: tuple[Seat, ...]
    players: tuple[int, ...] = ()
    """User ids in seat order, as far as they're still known."""


class Rated(msgspec.Struct, frozen=True):
    """The effects of a game on the ratings of its players, by seat."""

    shifts: tuple[Shift, ...]


class Finish(msgspec.Struct, frozen=True):
    """The end of a game: the winners, and every seat's rank if at least one whole round was played."""

    winners: tuple[Seat, ...]
    ranks: tuple[int, ...] = ()


class DailyEnd(msgspec.Struct, frozen=True):
    """The result of a daily: the lead over the best computer, the number of moves, the code, and par."""

    lead: int
    moves: int
    code: str
    par: int
    is_listed: bool = True
    """Whether it came in time for its list."""


class Commit(msgspec.Struct, frozen=True):
    """Everything that one accepted change writes, in one transaction."""

    record: Record
    """The new record. Its version is one more than stored, and so is its revision unless `is_secret`."""
    played: Played | None = None
    shows: bool = True
    """Whether the change needs to be shown."""
    interaction_id: int | None = None
    resumes: bool = False
    """Whether it ends the session's pause."""
    begins_rated: bool = False
    """Whether the game being dealt is rated."""
    finish: Finish | None = None
    """The end of the game, if this change ends it."""
    daily: DailyEnd | None = None
    """The result of a daily, if this change ends it."""
    keeps_deal: bool = False
    """Whether the deal has changed and needs to be stored."""
    search_effort: int | None = None
    """The number of games a hard computer sampled for this move, perhaps 0. None for any other move."""
    is_secret: bool = False
    """Whether the change is one player's secret, so that not even the revision shows it."""


ShownStatus = Literal["stands", "leaves", "gone"]
"""`leaves`: to be deleted or to lose its controls. `gone`: deleted, but the next message refers to it."""

PauseReason = Literal["channel", "server", "game"]
"""The missing part for which a paused session waits: its channel, its server or its game."""


class Paused(msgspec.Struct, frozen=True, gc=False):
    """The start of a session's pause, in seconds since the epoch, and its reason."""

    since: float
    why: PauseReason


class Freshness(msgspec.Struct, frozen=True, gc=False):
    """The facts that show whether the copy of a session in memory is still valid."""

    version: int
    hints: int
    """The number of hints that were given."""
    paused: Paused | None
    """The pause of its table, or None."""
    still_since: float | None
    """The time its clock stopped together with its shard group, or None while it runs."""


class Rang(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The notifications that a message has given a player about the decision they owe."""

    asked: int = 0
    """`Owing.asked` of the first notification."""
    timed: int = 0
    """`Owing.timed` of the final reminder."""
    at: float = 0.0
    """In seconds since the epoch."""
    is_silent: bool = False
    """Whether the message only changed while its player was there, so that a reminder may follow."""


class ShownMessage(msgspec.Struct, frozen=True, gc=False):
    """A message of a session, its content, and the players it has notified."""

    place: str
    channel_id: int
    message_id: int
    revision: int
    digest: str
    """The digest of the page it shows. Empty if that isn't known."""
    posted_at: float
    post: int = 0
    """The number of its `Wanted`. A page with another number is posted as a new message."""
    status: ShownStatus = "stands"
    rang: dict[Seat, Rang] = {}


class Delivered(msgspec.Struct, frozen=True, gc=False):
    """A fact that delivery has found out about one session, to be stored soon."""

    session_id: int
    guild_id: int
    message: ShownMessage | None = None
    """The present state of a message."""
    forgotten: tuple[str, int] | None = None
    """Place and id of a message that nothing refers to any more."""
    calm: "Calm | None" = None


class Calm(msgspec.Struct, frozen=True, gc=False):
    """A session with nothing to show for the time being."""

    version: int
    """The version of the session that's shown."""
    look_at: float | None
    """The time there may be something to show, in seconds since the epoch. None until the next change."""
