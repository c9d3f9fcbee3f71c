"""The messages that a table should send, and when: its pages, and calls to players who have to act.

Everything is worked out from one look at a table, which reads its times and its players' choices once.
Players are called at most twice a decision, and only while they owe it.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from bot.delivery.errors import Found, Purpose
from bot.delivery.messages import Call, Debounced, Messages, SeatState
from bot.engine.chance import Seat
from bot.rendering import absence, pages, set_time
from bot.rendering.faces import FACES
from bot.rendering.page import Page
from bot.sessions import orders
from bot.sessions.clocks import Clock, Clocks
from bot.sessions.preferences import UserPreferences
from bot.sessions.session import Session
from bot.sessions.view import AbsentAt, CallAt, GoneAt, HandAt, MentionAt, OfSeat, Spot, TableAt
from bot.storage.records import Owing, Rang, ShownMessage

NEVER: Final = float("inf")
TOLERANCE_SECONDS: Final = 0.01
"""Tolerance for timers that fire early by rounding."""

REMIND_SECONDS: Final = 75.0
"""The time after which players are called who saw their hand change but haven't acted."""
RECENT_SECONDS: Final = 60.0
"""The time after a player's own move in which no last call comes."""
HERE_SECONDS: Final = 180.0
"""The time after an act in which players see their hand change. They're only called if they don't act."""
EARLY_SHARE: Final = 0.25
MAX_EARLY_SECONDS: Final = 300.0
"""The time before the last call in which another call makes it needless. The share limits it as well."""
STILL_SECONDS: Final = 60.0
"""The least wait for anything due near the end of a clock while all clocks are paused."""

CHOICE_SHARE: Final = 0.1
LOST_REASONS: Final = ("channel", "server")
"""The reasons for which tables that nobody can see are closed."""
REMINDER_LEAD_SECONDS: Final = 600.0
"""The time before the planned start of a game at which its players are reminded."""
REPOST_SECONDS: Final = 40 * 60
"""The age at which a table message is posted again: Discord limits edits of messages older than an hour, and
archives threads in which nothing new was posted for an hour."""
REPOST_MESSAGES: Final = 10
"""The most messages that a table message may have below it before it's reposted."""


class Paces(msgspec.Struct, frozen=True):
    """The seconds for which pages wait for newer ones."""

    table: float = 1.0
    """The time between edits of a table."""
    answer: float = 3.0
    """The wait of a hand whose player has just acted. They see the answer, unless it was given elsewhere."""
    choice: float = 30.0
    """The longest wait of hands whose players may answer at the table. It's a tenth of the time to answer,
    because most players answer at the table."""
    hand: float = 80.0
    """The wait of a hand whose player doesn't have a decision. Any press refreshes it."""

    @classmethod
    def of(cls, table: float) -> "Paces":
        """Return the usual paces with this one for tables. With 0 nothing waits at all."""
        return cls(table) if table else AT_ONCE


AT_ONCE: Final = Paces(table=0.0, answer=0.0, choice=0.0, hand=0.0)


class Facts(NamedTuple):
    """The facts that decide when a player is called, besides what they owe and were told. In seconds."""

    now: float
    """The present time, since the epoch."""
    quiet_for: float = 0.0
    """The time until their quiet hours are over."""
    until_last: float = NEVER
    """The time until their last call is due by the clock."""
    takes_last: bool = True


class Due(NamedTuple):
    """A call, and the seconds for which it waits."""

    seconds: float
    call: Call

    @property
    def is_now(self) -> bool:
        """Whether it doesn't have to wait any more."""
        return self.seconds <= TOLERANCE_SECONDS


def calls_so_far(owing: Owing, calls: Sequence[Rang]) -> Rang:
    """Return the calls that a player has had for the decision they owe, and the time of the last call."""
    if not calls:
        return Rang()
    asked = [one for one in calls if one.asked == owing.asked]
    last = max(calls, key=lambda one: one.at)
    is_silent = all(one.is_silent for one in asked) if asked else last.is_silent
    return Rang(
        owing.asked if asked else 0,
        owing.timed if any(one.timed == owing.timed for one in calls) else 0,
        max((one.at for one in asked), default=last.at) if is_silent else last.at,
        is_silent,
    )


def next_call(owing: Owing, calls: Rang, facts: Facts) -> Due | None:
    """Return the next call of a player who owes a move. None if there isn't one yet."""
    last, first = _last(owing, calls, facts), _first(owing, calls, facts)
    if last is not None and (first is None or last.seconds <= first.seconds):
        return last
    return first


def _first(owing: Owing, calls: Rang, facts: Facts) -> Due | None:
    is_called = calls.asked == owing.asked
    if not owing.asked or (is_called and not calls.is_silent):
        return None
    left = calls.at + REMIND_SECONDS - facts.now if is_called else 0.0
    left = left if left <= REMIND_SECONDS else 0.0  # the clock was set back
    return Due(max(left, facts.quiet_for, 0.0), Call(owing, is_last=False))


def _last(owing: Owing, calls: Rang, facts: Facts) -> Due | None:
    is_over = facts.until_last <= -owing.seconds
    if not owing.timed or calls.timed == owing.timed or not facts.takes_last or is_over:
        return None
    has_rung = calls.at > 0 and not calls.is_silent
    if facts.until_last == NEVER or (has_rung and calls.at >= facts.now + facts.until_last - margin(owing)):
        return None  # a call was late enough to count as the last one, or came after it was due
    return Due(max(facts.until_last, facts.quiet_for, 0.0), Call(owing, is_last=True))


def margin(owing: Owing) -> float:
    """Return the seconds by which a call may precede the last call and still make it needless."""
    return min(MAX_EARLY_SECONDS, EARLY_SHARE * owing.seconds)


def calls_after(owing: Owing, before: Rang, facts: Facts, *, is_last: bool, is_silent: bool = False) -> Rang:
    """Return a player's calls after this one is made."""
    if is_silent:
        return Rang(owing.asked, before.timed, facts.now, is_silent=True)
    is_late = is_last or facts.until_last <= margin(owing)
    return Rang(owing.asked, owing.timed if is_late else before.timed, facts.now)


class Instant(NamedTuple):
    """A table's times and the seats that it waits for, read once for all its players. Times in seconds."""

    now: float
    """The present time, since the epoch."""
    elapsed: float
    """The present time by the monotonic clock."""
    left: float
    """The time left on the table's clock. NEVER without a deadline, or while the table waits."""
    are_stopped: bool
    """Whether all clocks are paused."""
    deciders: tuple[Seat, ...]
    is_running: bool
    """Whether a game is being played, and isn't idle."""
    waited_for: frozenset[Seat]
    called: frozenset[Seat]
    """The seats of `waited_for` that may be called: no computer plays for them."""
    is_alone: bool
    has_lost_channel: bool


class Player(NamedTuple):
    """One seat at one moment, with everything that decides what goes out to its player."""

    session: Session
    messages: Messages
    seat: Seat
    user_id: int
    chosen: UserPreferences
    known: SeatState
    """Their waits and calls that no message records."""
    hand: ShownMessage | None
    """The present message of their hand."""
    acted_at: float
    """The time of their last move among the recent ones, in seconds since the epoch."""
    at: Instant
    owing: Owing
    calls: Rang
    """The calls that they've had for the decision that they owe."""
    facts: Facts
    due: Due | None
    """Their next call. None if there isn't one yet."""
    call: Call | None
    """Their next call, if it's due."""

    @property
    def has_hand(self) -> bool:
        """Whether they see a page of their own while they play."""
        session = self.session
        has_state = session.state is not None and FACES[session.game.id].has_hands
        return has_state and self.seat in session.active

    @property
    def reach(self) -> Literal["dm", "channel"]:
        """The first place for a call: a DM if the player surely sees it, or if nothing else may call them."""
        takes_dm = self.chosen.hand != "button" and (self.has_hand or self.chosen.calls)
        return "dm" if takes_dm and (self.chosen.sees_dms or self.at.has_lost_channel) else "channel"

    @property
    def is_here(self) -> bool:
        """Whether they have acted a short time ago."""
        return 0 <= self.at.now - self.acted_at < HERE_SECONDS

    @property
    def in_view(self) -> HandAt | TableAt | None:
        """The spot at which a player who is surely here sees that they have to act."""
        has_dealt = self.seat in self.session.acts and len(self.session.recent) == 1
        spot: HandAt | TableAt = TableAt()  # players without a hand who have just dealt see it there
        if not has_dealt or self.has_hand:
            if self.chosen.hand == "button" or not self.is_here:
                return None
            spot = HandAt(self.seat)
        return None if self.messages.current(spot) is None else spot

    @property
    def owes_note(self) -> bool:
        """Whether they still have to be told by DM that the table's channel is gone."""
        spot = GoneAt(self.seat)
        if not self.at.has_lost_channel or self.user_id <= 0:
            return False
        return self.messages.is_due(spot) and self.messages.current(spot) is None

    def purpose(self, call: Call) -> Purpose:
        """Return what a call to them is for."""
        if call.is_last:
            return "last call"
        return "reminder" if self.calls.asked == self.owing.asked else "call"

    def still_owes(self, calls: Rang) -> bool:
        """Whether a call that they've had is about a decision that they still owe."""
        owing = self.owing
        is_same = (calls.asked and calls.asked == owing.asked) or (calls.timed and calls.timed == owing.timed)
        return bool(is_same) and self.seat in self.at.waited_for

    def calls_after(self, *, is_last: bool = False, is_silent: bool = False) -> Rang:
        """Return their calls after this one is made."""
        return calls_after(self.owing, self.calls, self.facts, is_last=is_last, is_silent=is_silent)


class Look(NamedTuple):
    """A table at one moment, with its messages and its players."""

    session: Session
    messages: Messages
    now: float
    players: dict[Seat, Player]


class Looks:
    """The source of looks at tables. `clocks` are those of the tables."""

    def __init__(self, clock: Clock, clocks: Clocks, paces: Paces) -> None:
        self._clock, self._clocks, self._paces = clock, clocks, paces

    def at(self, session: Session, messages: Messages, seats: Iterable[Seat] | None = None) -> Look:
        """Look at a table, or at some of its seats. Seats that don't exist any more are left out."""
        record, clocks, deciders = session.record, self._clocks, session.deciders
        is_running = record.status == "playing" and not record.is_idle
        waited_for = frozenset(deciders if is_running else ())
        paused, is_alone, left = clocks.paused.get(record.id), record.is_alone, NEVER
        if record.deadline is not None and paused is None and waited_for:
            left = record.deadline - clocks.time_at(record.id)
        instant = Instant(
            self._clock(),
            self._clock.elapsed,
            left,
            clocks.are_stopped,
            deciders,
            is_running,
            waited_for,
            waited_for - record.attendance.sitting().keys() if waited_for and not is_alone else frozenset(),
            is_alone,
            paused is not None and paused.why == "channel",
        )
        there = range(len(record.players))
        seats = there if seats is None else [seat for seat in seats if seat in there]
        players = {seat: _player(session, messages, seat, instant) for seat in seats}
        return Look(session, messages, instant.now, players)

    def refreshed(self, player: Player) -> Player | None:
        """Return a player as they are now. None if they have left."""
        return self.at(player.session, player.messages, (player.seat,)).players.get(player.seat)

    def hand_wait(self, player: Player) -> float:
        """Return the seconds for which a player's next page waits. NEVER if there isn't one."""
        if player.at.is_alone:
            return NEVER  # one message shows all of a table in a DM
        if player.owes_note:
            return 0.0
        if not player.messages.is_due(HandAt(player.seat), CallAt(player.seat)):
            return NEVER
        return 0.0 if player.user_id <= 0 else self._wait_left(player)

    def call_wait(self, player: Player) -> float:
        """Return the seconds for which a player's next call by DM waits. NEVER if there isn't one."""
        due, known = player.due, player.known
        if due is None or known.is_being_named or known.unreached == due.call:
            return NEVER
        if player.call is None:
            return due.seconds
        # They may act before the first call. Reminders and last calls have waited for that already.
        return self._wait_left(player, is_call=True) if player.purpose(player.call) == "call" else 0.0

    def _wait_left(self, player: Player, *, is_call: bool = False) -> float:
        """Return how many more seconds a player's hand or call waits for a newer page."""
        hand = player.hand
        pace = 0.0 if hand is None else self._pace(player, hand, is_call=is_call)
        if hand is None or not pace:
            return 0.0
        record, known = player.session.record, player.known
        shown, acted, now = hand.revision, record.acted[player.seat], player.at.elapsed
        before = known.debounced
        is_news = before is not None and before.shown < shown < record.revision
        if before is None or before.acted != acted or is_news:
            waiting = Debounced(acted, shown, pace, now + pace)
        elif before.pace != pace:
            waiting = before._replace(pace=pace, due=min(before.due, now + pace))
        else:
            waiting = before
        known.debounced, left = waiting, waiting.due - now
        return left if left > TOLERANCE_SECONDS else 0.0

    def _pace(self, player: Player, hand: ShownMessage, *, is_call: bool) -> float:
        seat, at, record = player.seat, player.at, player.session.record
        is_over = record.status == "over"
        if not (at.is_running or is_over):
            return 0.0
        was_called = seat in player.messages.calls(MentionAt()) or player.messages.current(CallAt(seat))
        if seat not in at.deciders and (is_call or was_called):
            return 0.0  # a message that called them is updated at once
        if not is_call and record.acted[seat] > max(hand.revision, player.known.seen):
            return self._paces.answer
        if is_over:
            return 0.0
        if seat not in at.deciders:
            return self._paces.hand
        return self._choice_wait(player) if len(at.deciders) > 1 and player.is_here else 0.0

    def _choice_wait(self, player: Player) -> float:
        scene = player.session.scene(None)
        if not pages.face_of(scene).table_moves(scene):
            return 0.0
        if scene.deadline is None:
            return self._paces.choice
        return min(self._paces.choice, CHOICE_SHARE * max(0.0, scene.deadline - player.at.now))


def _player(session: Session, messages: Messages, seat: Seat, at: Instant) -> Player:
    record, chosen, known = session.record, session.chosen_by(seat), messages.seats[seat]
    user_id, owing, due = record.players[seat], record.owed_by(seat), None
    hand, acted_at, calls, facts = messages.current(HandAt(seat)), float("-inf"), Rang(), Facts(at.now)
    if seat in at.waited_for:
        acted_at = next((move.at for move in reversed(session.recent) if move.seat == seat), acted_at)
        calls = calls_so_far(owing, messages.calls_to(seat))
        until_last = NEVER
        if at.left != NEVER:
            until_last = max(at.left - owing.seconds, acted_at + RECENT_SECONDS - at.now)
        if at.are_stopped:
            until_last = max(until_last, STILL_SECONDS)
        facts = Facts(at.now, chosen.quiet_for(at.now), until_last, chosen.when != "turn")
        has_order = bool(record.attendance.orders) and orders.acting(session, seat) is not None
        if seat in at.called and user_id > 0 and chosen.when != "never" and not has_order:
            due = next_call(owing, calls, facts)
    if due is not None and known.given_up == due.call:
        due = None
    now = due.call if due is not None and due.is_now else None
    return Player(
        session, messages, seat, user_id, chosen, known, hand, acted_at, at, owing, calls, facts, due, now
    )


def calls_by(look: Look, spot: Spot, found: Found, revision: int) -> dict[Seat, Rang]:
    """Return the calls for open decisions that a message found, sent at a revision, has made, by seat.

    Whoever has had the first call was called for the last time.
    """
    owner = spot.seat if isinstance(spot, OfSeat) else None
    return {
        seat: player.calls_after(is_last=_first(player.owing, player.calls, player.facts) is None)
        for seat, player in look.players.items()
        if seat in player.at.waited_for and player.owing.asked <= revision
        if (seat == owner and not found.is_quiet) or player.user_id in found.pinged
    }


def note_shown(player: Player) -> None:
    """Note that a player's hand is up to date."""
    player.known.debounced, acted = None, player.session.record.acted
    if player.seat < len(acted):
        player.known.seen = acted[player.seat]


def number_of(session: Session, spot: Spot, revision: int | None = None) -> int:
    """Return the number of a spot's message, or of one made at a revision.

    A message with another number than the present one is posted again, so that everyone sees it.
    """
    record, recent = session.record, session.recent
    at = record.revision if revision is None else revision
    if isinstance(spot, TableAt):
        if session.state is None or (recent and at < recent[0].revision):
            return 0
        has_result = record.status == "over" and not (recent and at < recent[-1].revision)
        return 2 if has_result else 1
    if isinstance(spot, AbsentAt):
        question = record.attendance.question
        return 0 if question is None else min(question.asked, at)
    return 0


def moves_down(session: Session, shown: ShownMessage, now: float, below: int) -> bool:
    """Whether a table is posted again, below `below` messages, instead of being edited in place."""
    record = session.record
    is_news = number_of(session, TableAt()) > shown.post and not record.is_alone
    is_elsewhere = shown.channel_id != record.channel_id
    if record.is_line:
        return is_elsewhere  # nobody has to see it again
    return is_news or is_elsewhere or now - shown.posted_at > REPOST_SECONDS or below > REPOST_MESSAGES


def reminder_in(session: Session, now: float) -> float:
    """Return the seconds until players are reminded of their game. 0 after that, NEVER once it's time."""
    at = session.record.starts_at
    if at is None or now >= at or session.record.status != "lobby":
        return NEVER
    return max(0.0, at - REMINDER_LEAD_SECONDS - now)


def absent_line(session: Session, shown: ShownMessage | None, now: float) -> Page | None:
    """Return the line about absent players, or about a game that starts soon. None if there's no line."""
    scene, question = session.scene(None), session.record.attendance.question
    page = absence.page(scene) if reminder_in(session, now) else set_time.reminder(scene)
    if page is None:
        return None
    if shown is None and question is not None and question.chosen not in ("open", "computer"):
        return None  # the choice means nothing to people who never saw the question
    seats = enumerate(session.record.players)
    wanted = {user for seat, user in seats if session.chosen_by(seat).may_ping(now)}
    return msgspec.structs.replace(page, pings=tuple(user for user in page.pings if user in wanted))


def is_undealt(session: Session) -> bool:
    """Whether the table was closed before its deal, so that nothing of it may stay anywhere."""
    return session.state is None and session.record.status == "cancelled"
