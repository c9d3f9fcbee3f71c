"""A table at one instant, as rules see it, the change that a rule makes, and the spots of its messages."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from bot.engine.chance import Seat, SeededChance
from bot.engine.contract import AnyGame, Clock, Options
from bot.engine.draft import Refusal
from bot.engine.notation import stored_options
from bot.sessions.clocks import TIMES, Instant, shift_times
from bot.storage.records import Played, Record
from bot.storage.shown import LEFT_CHANNEL


class View:
    """A game with its stored record and its position. Rules read it and never change it."""

    def __init__(self, game: AnyGame, record: Record, state: Any = None) -> None:
        self.game = game
        self.record = record
        self.state = state

    @property
    def options(self) -> Options:
        """The game's options as fixed in the lobby."""
        return stored_options(self.game, self.record.options)

    @property
    def chance(self) -> SeededChance:
        """A random stream to try a move with. Its draws count only once the change is stored."""
        return SeededChance(self.record.chance_key, self.record.chance_counts)

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that are still in the game."""
        return () if self.state is None else tuple(self.game.active(self.state))

    @property
    def deciders(self) -> tuple[Seat, ...]:
        """The seats that owe a decision."""
        return () if self.state is None else tuple(self.game.deciders(self.state))

    @property
    def waited_for(self) -> tuple[Seat, ...]:
        """The seats whose decision a running game waits for, computers included. None while it's idle."""
        return self.deciders if self.record.status == "playing" and not self.record.is_idle else ()

    @property
    def clock(self) -> Clock | None:
        """The clock that runs in this position."""
        return None if self.state is None else self.game.clock(self.state)

    def decision_of(self, seat: Seat) -> int:
        """Return the revision at which a seat's present decision began. Older controls are stale."""
        return max(self.record.since, self.last_move(seat))

    def last_move(self, seat: Seat) -> int:
        """Return the revision of a seat's last move. 0 before its first."""
        acted = self.record.acted
        return acted[seat] if seat < len(acted) else 0

    def playing_seat(self, user_id: int) -> Seat | Refusal:
        """Return the seat of a user who is in the running game, or the reason why they aren't."""
        if refusal := self.not_playing:
            return refusal
        seat = self.seat_of(user_id)
        return Refusal("not-a-player") if seat is None or seat not in self.active else seat

    @property
    def not_playing(self) -> Refusal | None:
        """Return why anything that needs a running game is refused."""
        status = self.record.status
        if status == "playing":
            return None
        return Refusal("not-started" if status == "lobby" else "game-over")

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat of a user, also after leaving a running game. None for a stranger."""
        players = self.record.players
        return players.index(user_id) if user_id in players else None


class Click(msgspec.Struct, frozen=True):
    """The interaction that carries a request.

    `id` makes it count once. `at` is its time in seconds since the epoch. `revision` is the one that its
    control was made for, None for a command. `act` is the control's action, with the values chosen on it.
    """

    id: int | None = None
    at: float | None = None
    revision: int | None = None
    act: str = ""
    foresee: Callable[[Any], None] = lambda _after: None
    """Called with the session's next form before that's stored. Nothing of it may be shown yet."""


NO_CLICK: Final = Click()


class Act(NamedTuple):
    """The control with which a seat made its last move or dealt, and the values chosen on it."""

    seat: Seat
    what: str
    since: int
    """The revision of the seat's move before that."""


class Change(msgspec.Struct, frozen=True):
    """The result of one accepted action: stored first, then adopted, then shown."""

    record: Record
    state: Any
    played: Played | None = None
    shows: bool = True
    """Whether anything of it has to be shown."""
    resumes: bool = False
    """Whether the table was waiting until this change."""
    act: Act | None = None
    search_effort: int | None = None
    """How many games a hard computer has sampled for its move. None if the move wasn't a hard computer's."""
    is_secret: bool = False
    """Whether only one player may notice the change. It doesn't count up the revision."""

    def with_times(self, before: Record, instant: Instant) -> "Change":
        """Return the change with times by the table's clock, which resumes if the table was waiting.

        A lobby's times that begin during a pause are set back by it, because they'll move when the clock goes
        on.
        """
        record, behind = self.record, instant.now - instant.on_clock
        if record.status == "lobby" and behind:
            begun = [name for name in TIMES if getattr(record, name) != getattr(before, name)]
            record = shift_times(record, -behind, begun)
        if self.resumes:
            record = shift_times(record, instant.waited or 0.0)
        return msgspec.structs.replace(self, record=record)


class Spot(msgspec.Struct, frozen=True, gc=False):
    """The place of one message of a table. Stored as its tag and its numbers, `hand:0`."""

    def __str__(self) -> str:
        """Return the stored form."""
        return ":".join([str(self.__struct_config__.tag), *map(str, msgspec.structs.astuple(self))])


class TableAt(Spot, frozen=True, tag="table"):
    """The public table."""


class AbsentAt(Spot, frozen=True, tag="absent"):
    """The line about players who weren't in time or are away, or whose game starts soon."""


class MentionAt(Spot, frozen=True, tag="mention"):
    """The mention in the channel that calls players whom DMs don't reach."""


class HandAt(Spot, frozen=True, tag="hand"):
    """A player's hand."""

    seat: Seat


class CallAt(Spot, frozen=True, tag="call"):
    """The DM that calls a player without a hand."""

    seat: Seat


class GoneAt(Spot, frozen=True, tag="gone"):
    """The DM that tells a player of a lost channel."""

    seat: Seat


class LeftAt(Spot, frozen=True, tag=LEFT_CHANNEL):
    """A channel that the table has left, where a message may still arrive."""

    channel_id: int


OfSeat: TypeAlias = HandAt | CallAt | GoneAt
"""Spots in a player's DMs."""


def spots_of(seat: Seat) -> tuple[OfSeat, ...]:
    """Return the spots in the DMs of a seat's player."""
    return HandAt(seat), CallAt(seat), GoneAt(seat)


def own_spot(record: Record, seat: Seat) -> TableAt | HandAt:
    """Return the spot of a seat's hand. In a DM with one person it's the table's."""
    return TableAt() if record.is_in_dm else HandAt(seat)


_KINDS: Final[dict[str, type[Spot]]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (TableAt, AbsentAt, MentionAt, HandAt, CallAt, GoneAt, LeftAt)
}


def spot_of(stored: str) -> Spot | None:
    """Read a stored spot. None where only a newer version knows it."""
    word, *numbers = stored.split(":")
    try:
        return _KINDS[word](*map(int, numbers))
    except (LookupError, TypeError, ValueError):
        return None
