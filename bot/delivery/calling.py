"""When players hear that they have to act: at most twice a decision, and only while it's true."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bot.delivery.errors import Found
from bot.delivery.messages import Messages
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.sessions.clocks import Clocks
from bot.sessions.session import Session
from bot.sessions.spots import HandAt, OfSeat, Spot, TableAt, spots_of
from bot.sessions.steady import Clock
from bot.storage.records import Owing, Rang

GRAIN_SECONDS: Final = 0.01
"""Tolerance for timers that fire early by rounding."""
NEVER: Final = float("inf")
REMIND_SECONDS: Final = 75.0
"""How long after their hand has changed in front of them players who haven't acted are called."""
LATELY_SECONDS: Final = 60.0
"""How long after a player's own move no last call comes."""
HERE_SECONDS: Final = 180.0
"""Players who acted this lately see their hand change; a new message calls them only if they don't act."""
EARLY_SHARE: Final = 0.25
MAX_EARLY_SECONDS: Final = 300.0
"""A call so shortly before the last one makes it needless: at most a quarter of the time left then."""
STILL_SECONDS: Final = 60.0
"""While all clocks stand still, nothing that waits for the end of one is due sooner."""


class Facts(NamedTuple):
    """What decides when a player is called, beside what they owe and were told. Times in seconds."""

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
    is_last: bool

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
    """Return the next call of a player who is waited for; None where there's none for now."""
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
    return Due(max(left, facts.quiet_for, 0.0), is_last=False)


def _last(owing: Owing, rang: Rang, facts: Facts) -> Due | None:
    is_over = facts.until_last <= -owing.seconds
    if not owing.timed or rang.timed == owing.timed or not facts.takes_last or is_over:
        return None
    if facts.until_last == NEVER or _makes_needless(owing, rang, facts):
        return None
    return Due(max(facts.until_last, facts.quiet_for, 0.0), is_last=True)


def _makes_needless(owing: Owing, rang: Rang, facts: Facts) -> bool:
    """Whether a call was made so late that it is as good as the last one, or after it was due."""
    return rang.at > 0 and not rang.is_silent and rang.at >= facts.now + facts.until_last - early(owing)


def early(owing: Owing) -> float:
    """How much too early a last call may be."""
    return min(MAX_EARLY_SECONDS, EARLY_SHARE * owing.seconds)


def called(owing: Owing, before: Rang, facts: Facts, *, is_last: bool, is_silent: bool = False) -> Rang:
    """Return what a player was told once this call is made."""
    if is_silent:
        return Rang(owing.asked, before.timed, facts.now, is_silent=True)
    is_late = is_last or facts.until_last <= early(owing)
    return Rang(owing.asked, owing.timed if is_late else before.timed, facts.now)


def is_owed(session: Session, seat: Seat) -> bool:
    """Whether a seat's player is waited for."""
    record = session.record
    if session.state is None or record.status != "playing" or record.is_idle:
        return False
    return seat in session.game.deciders(session.state)


def is_true(session: Session, seat: Seat, rang: Rang) -> bool:
    """Whether what a player was told of their decision still holds."""
    owing = session.record.owed_by(seat)
    is_same = (rang.asked and rang.asked == owing.asked) or (rang.timed and rang.timed == owing.timed)
    return bool(is_same) and is_owed(session, seat)


def takes_calls(session: Session, seat: Seat) -> bool:
    """Whether a seat's player is a person who may be called at this table."""
    record = session.record
    return not record.is_alone and record.at_play[seat] > 0 and session.chosen_by(seat).when != "never"


def wants_dm(session: Session, seat: Seat) -> bool:
    """Whether a player takes calls by DM at this table."""
    chosen = session.chosen_by(seat)
    return chosen.hand != "button" and (pages.has_hand(session.scene(seat)) or chosen.calls)


def acted_at(session: Session, seat: Seat) -> float:
    """When a player made the last of their moves that are at hand, in seconds since the epoch."""
    return next((told.at for told in reversed(session.recent) if told.seat == seat), float("-inf"))


def is_here(session: Session, seat: Seat, now: float) -> bool:
    """Whether a player has acted a short time ago."""
    return 0 <= now - acted_at(session, seat) < HERE_SECONDS


def sees_table(session: Session, seat: Seat) -> bool:
    """Whether a player without a hand sees at the table that it's their turn: they have dealt just now."""
    has_dealt = seat in session.acts and len(session.recent) == 1
    return has_dealt and not pages.has_hand(session.scene(seat))


class Calls:
    """Says who is to be called when; `clocks` are those of the tables."""

    def __init__(self, clock: Clock, clocks: Clocks) -> None:
        self._clock = clock
        self._clocks = clocks

    def rang(self, session: Session, messages: Messages, seat: Seat) -> Rang:
        """Return the calls that a seat's player has heard for the decision that they owe."""
        return heard(session.record.owed_by(seat), messages.told_to(seat, spots_of(seat)))

    def due(self, session: Session, messages: Messages, seat: Seat) -> Due | None:
        """The next call of a seat's player; None where there's none for now."""
        if not (takes_calls(session, seat) and is_owed(session, seat)):
            return None
        owing, rang = session.record.owed_by(seat), self.rang(session, messages, seat)
        due = call(owing, rang, self._facts(session, seat))
        is_hopeless = due is not None and messages.seats[seat].given_up == self.key(session, seat, due)
        return None if is_hopeless else due

    def give_up(self, session: Session, messages: Messages, called: Mapping[Seat, Due]) -> None:
        """These calls are refused in every way."""
        for seat, due in called.items():
            messages.seats[seat].given_up = self.key(session, seat, due)

    def told(
        self,
        session: Session,
        messages: Messages,
        seat: Seat,
        *,
        is_last: bool = False,
        is_silent: bool = False,
    ) -> Rang:
        """What a seat's player was told once this call is made."""
        owing, rang = session.record.owed_by(seat), self.rang(session, messages, seat)
        facts = self._facts(session, seat)
        return called(owing, rang, facts, is_last=is_last, is_silent=is_silent)

    def told_by(self, session: Session, messages: Messages, spot: Spot, found: Found) -> dict[Seat, Rang]:
        """What a message that was found has told players of the decisions that they owe now."""
        owner = spot.seat if isinstance(spot, OfSeat) else None
        return {
            seat: self.told(session, messages, seat)
            for seat, user_id in enumerate(session.record.players)
            if is_owed(session, seat)
            if (seat == owner and not found.is_quiet) or user_id in found.pinged
        }

    def is_unreached(self, session: Session, messages: Messages, seat: Seat, due: Due) -> bool:
        """Whether this call was found to reach nobody by DM."""
        return messages.seats[seat].unreached == self.key(session, seat, due)

    def key(self, session: Session, seat: Seat, due: Due) -> Rang:
        """Return what tells a call from all others of a seat's player."""
        owing = session.record.owed_by(seat)
        return Rang(owing.asked, owing.timed, is_silent=due.is_last)

    def _facts(self, session: Session, seat: Seat) -> Facts:
        now, chosen = self._clock(), session.chosen_by(seat)
        return Facts(
            now,
            chosen.quiet_for(now),
            self._until_last(session, seat),
            chosen.when != "turn",
        )

    def _until_last(self, session: Session, seat: Seat) -> float:
        number, deadline = session.record.id, session.record.deadline
        if deadline is None or number in self._clocks.paused:
            return NEVER
        seconds = session.record.owed_by(seat).seconds
        left = max(
            deadline - seconds - self._clocks.time_at(number),
            acted_at(session, seat) + LATELY_SECONDS - self._clock(),
        )
        return max(left, STILL_SECONDS) if self._clocks.are_stopped else left

    def in_view(self, session: Session, messages: Messages, seat: Seat) -> HandAt | TableAt | None:
        """Return the spot at which a player who is surely here sees that they have to act."""
        spot: HandAt | TableAt = TableAt()
        if not sees_table(session, seat):
            if session.chosen_by(seat).hand == "button" or not is_here(session, seat, self._clock()):
                return None
            spot = HandAt(seat)
        return None if messages.standing(spot) is None else spot
