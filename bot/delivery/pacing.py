"""How long hands wait for their newer page."""

from typing import Final

import msgspec

from bot.delivery.calling import GRAIN_SECONDS, Player
from bot.delivery.messages import Debounced
from bot.rendering import pages
from bot.sessions.clocks import Clock
from bot.sessions.session import Session
from bot.sessions.view import CallAt, HandAt, MentionAt

CHOICE_SHARE: Final = 0.1


class Paces(msgspec.Struct, frozen=True):
    """How long pages wait for newer ones, in seconds."""

    table: float = 1.0
    """Between edits of a table."""
    answer: float = 3.0
    """Players who have just acted see the answer. Their hand is edited only if that was given elsewhere."""
    choice: float = 30.0
    """Where several players may answer by buttons at the table, their hands follow after a tenth of the time
    to answer, and after this many seconds at most. Most players answer at the table before."""
    hand: float = 80.0
    """The hand of a player without a decision. Any press refreshes it."""

    @classmethod
    def of(cls, table: float) -> "Paces":
        """Return the usual paces with this one for tables. With 0 nothing waits at all."""
        return cls(table) if table else AT_ONCE


AT_ONCE: Final = Paces(table=0.0, answer=0.0, choice=0.0, hand=0.0)


class Pacing:
    """Says how long hands wait."""

    def __init__(self, paces: Paces, clock: Clock) -> None:
        self._paces = paces
        self._clock = clock

    def left(self, player: Player, *, is_call: bool = False) -> float:
        """Return how many more seconds a player's hand or call has to wait."""
        pace = self._pace(player, is_call=is_call)
        hand = player.messages.standing(HandAt(player.seat))
        if not pace or hand is None:
            return 0.0
        record, known = player.session.record, player.known
        shown, acted, now = hand.revision, record.acted[player.seat], self._clock.elapsed
        before = known.debounced
        is_news = before is not None and before.shown < shown < record.revision
        if before is None or before.acted != acted or is_news:
            waiting = Debounced(acted, shown, pace, now + pace)
        elif before.pace != pace:
            waiting = before._replace(pace=pace, due=min(before.due, now + pace))
        else:
            waiting = before
        known.debounced, left = waiting, waiting.due - now
        return left if left > GRAIN_SECONDS else 0.0

    def _pace(self, player: Player, *, is_call: bool) -> float:
        session, messages, seat = player
        record, hand = session.record, messages.standing(HandAt(seat))
        if record.status not in ("playing", "over") or record.is_idle or hand is None:
            return 0.0
        deciders = session.game.deciders(session.state)
        if seat not in deciders and (is_call or _is_called(player)):
            return 0.0  # what has called them goes at once
        known = max(hand.revision, player.known.seen)
        if not is_call and record.acted[seat] > known:
            return self._paces.answer
        if record.status == "over":
            return 0.0
        if seat not in deciders:
            return self._paces.hand
        is_choice = len(deciders) > 1 and player.is_here(self._clock())
        return self._choice(session) if is_choice else 0.0

    def _choice(self, session: Session) -> float:
        scene = session.scene(None)
        if not pages.face_of(scene).table_moves(scene):
            return 0.0
        if scene.deadline is None:
            return self._paces.choice
        return min(self._paces.choice, CHOICE_SHARE * max(0.0, scene.deadline - self._clock()))


def is_shown(player: Player) -> None:
    """Note that a player's hand shows what is so."""
    player.known.debounced, acted = None, player.session.record.acted
    if player.seat < len(acted):
        player.known.seen = acted[player.seat]


def _is_called(player: Player) -> bool:
    """Whether a message stands that has called a player."""
    _, messages, seat = player
    return seat in messages.rang(MentionAt()) or messages.standing(CallAt(seat)) is not None
