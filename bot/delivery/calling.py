"""When players hear that they have to act: at most twice a decision, and only while it's true."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from bot.delivery.errors import Found
from bot.delivery.messages import AtSeat, Call, Job, Messages
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.sessions import orders
from bot.sessions.clocks import Clock, Clocks
from bot.sessions.preferences import UserPreferences
from bot.sessions.session import Session
from bot.sessions.view import HandAt, OfSeat, Spot, TableAt
from bot.storage.records import Owing, Rang

GRAIN_SECONDS: Final = 0.01
"""Tolerance for timers that fire early by rounding."""
NEVER: Final = float("inf")
REMIND_SECONDS: Final = 75.0
"""How long after their hand has changed in front of them players who haven't acted are called."""
LATELY_SECONDS: Final = 60.0
"""How long after a player's own move no last call comes."""
HERE_SECONDS: Final = 180.0
"""Players who acted this lately see their hand change. A new message calls them only if they don't act."""
EARLY_SHARE: Final = 0.25
MAX_EARLY_SECONDS: Final = 300.0
"""A call made this shortly before the last call is due makes that one needless. Also a share of the time."""
STILL_SECONDS: Final = 60.0
"""While all clocks are paused, nothing that waits for the end of one is due sooner."""


class Facts(NamedTuple):
    """What decides when a player is called, next to what they owe and were told. Times in seconds."""

    now: float
    """Since the epoch."""
    quiet_for: float = 0.0
    """For how long their quiet hours last."""
    until_last: float = NEVER
    """Until their last call by the clock."""
    takes_last: bool = True


class Due(NamedTuple):
    """A call, and for how many seconds it waits."""

    seconds: float
    call: Call

    @property
    def is_now(self) -> bool:
        """Whether it waits for nothing."""
        return self.seconds <= GRAIN_SECONDS


def heard(owing: Owing, told: Sequence[Rang]) -> Rang:
    """Return what a player has heard of the decision that they owe, and when they were called last at all."""
    asked = [one for one in told if one.asked == owing.asked]
    last = max(told, key=lambda one: one.at, default=Rang())
    is_silent = all(one.is_silent for one in asked) if asked else last.is_silent
    return Rang(
        owing.asked if asked else 0,
        owing.timed if any(one.timed == owing.timed for one in told) else 0,
        max((one.at for one in asked), default=last.at) if is_silent else last.at,
        is_silent,
    )


def call(owing: Owing, rang: Rang, facts: Facts) -> Due | None:
    """Return the next call of a player who owes a move. None where there's none yet."""
    last, first = _last(owing, rang, facts), _first(owing, rang, facts)
    if last is not None and (first is None or last.seconds <= first.seconds):
        return last
    return first


def _first(owing: Owing, rang: Rang, facts: Facts) -> Due | None:
    is_told = rang.asked == owing.asked
    if not owing.asked or (is_told and not rang.is_silent):
        return None
    left = rang.at + REMIND_SECONDS - facts.now if is_told else 0.0
    left = left if left <= REMIND_SECONDS else 0.0  # the clock was set back
    return Due(max(left, facts.quiet_for, 0.0), Call(owing, is_last=False))


def _last(owing: Owing, rang: Rang, facts: Facts) -> Due | None:
    is_over = facts.until_last <= -owing.seconds
    if not owing.timed or rang.timed == owing.timed or not facts.takes_last or is_over:
        return None
    if facts.until_last == NEVER or _makes_needless(owing, rang, facts):
        return None
    return Due(max(facts.until_last, facts.quiet_for, 0.0), Call(owing, is_last=True))


def _makes_needless(owing: Owing, rang: Rang, facts: Facts) -> bool:
    """Whether a call was late enough to count as the last one, or came after it was due."""
    return rang.at > 0 and not rang.is_silent and rang.at >= facts.now + facts.until_last - early(owing)


def early(owing: Owing) -> float:
    """Return how much too early a last call may be."""
    return min(MAX_EARLY_SECONDS, EARLY_SHARE * owing.seconds)


def called(owing: Owing, before: Rang, facts: Facts, *, is_last: bool, is_silent: bool = False) -> Rang:
    """Return what a player was told once this call is made."""
    if is_silent:
        return Rang(owing.asked, before.timed, facts.now, is_silent=True)
    is_late = is_last or facts.until_last <= early(owing)
    return Rang(owing.asked, owing.timed if is_late else before.timed, facts.now)


class Player(NamedTuple):
    """One seat of a session, and the messages of that session."""

    session: Session
    messages: Messages
    seat: Seat

    @property
    def user_id(self) -> int:
        """Return the player of a seat."""
        return self.session.record.players[self.seat]

    @property
    def has_seat(self) -> bool:
        """Whether the seat is there still: players leave a lobby."""
        return self.seat < len(self.session.record.players)

    @property
    def is_nobody(self) -> bool:
        """Whether only a computer would see anything, or someone who is forgotten."""
        return not self.has_seat or self.user_id <= 0

    @property
    def chosen(self) -> UserPreferences:
        """Their choices."""
        return self.session.chosen_by(self.seat)

    @property
    def known(self) -> AtSeat:
        """Their waits and calls that no message tells."""
        return self.messages.seats[self.seat]

    @property
    def has_hand(self) -> bool:
        """Whether they see a page of their own while they play."""
        return pages.has_hand(self.session.scene(self.seat))

    @property
    def takes_calls(self) -> bool:
        """Whether they're a person who may be called to act now. Nobody is whose order acts instead."""
        record = self.session.record
        is_called = not record.is_alone and record.at_play[self.seat] > 0 and self.chosen.when != "never"
        is_waited_for = is_called and self.seat in self.session.waited_for
        return is_waited_for and orders.acting(self.session, self.seat) is None

    @property
    def reach(self) -> Literal["dm", "channel"]:
        """The first place for a call: a DM if the player surely sees it, or if nothing else may call them."""
        takes_dm = self.chosen.hand != "button" and (self.has_hand or self.chosen.calls)
        return "dm" if takes_dm and self.chosen.sees_dms else "channel"

    @property
    def acted_at(self) -> float:
        """When they made the last of their moves that are at hand, in seconds since the epoch."""
        moves = reversed(self.session.recent)
        return next((told.at for told in moves if told.seat == self.seat), float("-inf"))

    def is_here(self, now: float) -> bool:
        """Whether they have acted a short time ago."""
        return 0 <= now - self.acted_at < HERE_SECONDS

    @property
    def sees_table(self) -> bool:
        """Whether they see at the table, without a hand, that it's their turn: they've just dealt."""
        has_dealt = self.seat in self.session.acts and len(self.session.recent) == 1
        return has_dealt and not self.has_hand

    def owes_still(self, rang: Rang) -> bool:
        """Whether what they were told of their decision still holds."""
        owing = self.session.record.owed_by(self.seat)
        is_same = (rang.asked and rang.asked == owing.asked) or (rang.timed and rang.timed == owing.timed)
        return bool(is_same) and self.seat in self.session.waited_for


def player_of(job: Job) -> Player:
    """Return the player whose lane this is."""
    return Player(job.session, job.messages, job.lane.number)


def players_of(session: Session, messages: Messages) -> Iterator[Player]:
    """Return the players of all seats."""
    return (Player(session, messages, seat) for seat in range(len(session.record.players)))


class Calls:
    """Decides which players are called when. `clocks` are those of the tables."""

    def __init__(self, clock: Clock, clocks: Clocks) -> None:
        self._clock = clock
        self._clocks = clocks

    def rang(self, player: Player) -> Rang:
        """Return the calls that a player has heard for the decision that they owe."""
        return heard(player.session.record.owed_by(player.seat), player.messages.told_to(player.seat))

    def due(self, player: Player) -> Due | None:
        """Return the next call of a player. None where there's none yet."""
        if not player.takes_calls:
            return None
        owing = player.session.record.owed_by(player.seat)
        due = call(owing, self.rang(player), self._facts(player))
        is_hopeless = due is not None and player.known.given_up == due.call
        return None if is_hopeless else due

    def told(self, player: Player, *, is_last: bool = False, is_silent: bool = False) -> Rang:
        """Return what a player was told once this call is made."""
        facts, owing = self._facts(player), player.session.record.owed_by(player.seat)
        return called(owing, self.rang(player), facts, is_last=is_last, is_silent=is_silent)

    def told_by(self, session: Session, messages: Messages, spot: Spot, found: Found) -> dict[Seat, Rang]:
        """Return the open decisions that a message found in a channel has called its players for."""
        owner = spot.seat if isinstance(spot, OfSeat) else None
        return {
            player.seat: self.told(player)
            for player in players_of(session, messages)
            if player.seat in session.waited_for
            if (player.seat == owner and not found.is_quiet) or player.user_id in found.pinged
        }

    def _facts(self, player: Player) -> Facts:
        now, chosen = self._clock(), player.chosen
        return Facts(now, chosen.quiet_for(now), self._until_last(player), chosen.when != "turn")

    def _until_last(self, player: Player) -> float:
        number, deadline = player.session.record.id, player.session.record.deadline
        if deadline is None or number in self._clocks.paused:
            return NEVER
        left = max(
            deadline - player.session.record.owed_by(player.seat).seconds - self._clocks.time_at(number),
            player.acted_at + LATELY_SECONDS - self._clock(),
        )
        return max(left, STILL_SECONDS) if self._clocks.are_stopped else left

    def in_view(self, player: Player) -> HandAt | TableAt | None:
        """Return the spot at which a player who is surely here sees that they have to act."""
        spot: HandAt | TableAt = TableAt()
        if not player.sees_table:
            if player.chosen.hand == "button" or not player.is_here(self._clock()):
                return None
            spot = HandAt(player.seat)
        return None if player.messages.standing(spot) is None else spot
