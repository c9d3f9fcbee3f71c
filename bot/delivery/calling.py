"""When players hear that they have to act: at most twice a decision, and only while it's true."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.delivery.errors import Found
from bot.delivery.messages import Messages
from bot.delivery.player import Player, players_of
from bot.engine.chance import Seat
from bot.sessions.clocks import Clocks
from bot.sessions.session import Session
from bot.sessions.spots import HandAt, OfSeat, Spot, TableAt
from bot.sessions.steady import Clock
from bot.storage.records import Owing, Rang

GRAIN_SECONDS: Final = 0.01
"""Tolerance for timers that fire early by rounding."""
NEVER: Final = float("inf")
REMIND_SECONDS: Final = 75.0
"""How long after their hand has changed in front of them players who haven't acted are called."""
LATELY_SECONDS: Final = 60.0
"""How long after a player's own move no last call comes."""
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


class Calls:
    """Says who is to be called when; `clocks` are those of the tables."""

    def __init__(self, clock: Clock, clocks: Clocks) -> None:
        self._clock = clock
        self._clocks = clocks

    def rang(self, player: Player) -> Rang:
        """Return the calls that a player has heard for the decision that they owe."""
        return heard(player.owing, player.messages.told_to(player.seat, player.spots))

    def due(self, player: Player) -> Due | None:
        """The next call of a player; None where there's none for now."""
        if not (player.takes_calls and player.is_waited_for):
            return None
        due = call(player.owing, self.rang(player), self._facts(player))
        is_hopeless = due is not None and player.known.given_up == key(player, due)
        return None if is_hopeless else due

    def told(self, player: Player, *, is_last: bool = False, is_silent: bool = False) -> Rang:
        """What a player was told once this call is made."""
        facts = self._facts(player)
        return called(player.owing, self.rang(player), facts, is_last=is_last, is_silent=is_silent)

    def told_by(self, session: Session, messages: Messages, spot: Spot, found: Found) -> dict[Seat, Rang]:
        """What a message that was found has told players of the decisions that they owe now."""
        owner = spot.seat if isinstance(spot, OfSeat) else None
        return {
            player.seat: self.told(player)
            for player in players_of(session, messages)
            if player.is_waited_for
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
            deadline - player.owing.seconds - self._clocks.time_at(number),
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


def key(player: Player, due: Due) -> Rang:
    """Return what tells a call from all others of a player."""
    return Rang(player.owing.asked, player.owing.timed, is_silent=due.is_last)


def is_unreached(player: Player, due: Due) -> bool:
    """Whether this call was found to reach nobody by DM."""
    return player.known.unreached == key(player, due)
