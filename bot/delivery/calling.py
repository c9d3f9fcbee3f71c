"""When a player hears that they have to act: at most twice a decision, and only while it's true. Pure."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.engine.chance import Seat
from bot.rendering import pages
from bot.sessions.session import Session
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
    seen_at: float | None = None
    """When a player who sees the table anyway was asked there, since the epoch; None for everyone else."""
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
    told_at = rang.at if is_told else facts.seen_at
    left = 0.0 if told_at is None else told_at + REMIND_SECONDS - facts.now
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
