"""What computers call while others decide, as “Idiot!” in Craits: some seconds later, if they notice at all.

They look at what their seat may know, and each occasion has one throw of the dice.
"""

import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import structlog

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.players.computers import computer_of
from bot.players.player import Level, interrupt
from bot.players.policies import POLICIES
from bot.sessions import play
from bot.sessions.agenda import Agenda
from bot.sessions.clocks import Moment
from bot.sessions.seeing import seen
from bot.sessions.session import Session
from bot.sessions.view import Change
from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

NOTICES: Final[dict[Level, float]] = {"easy": 0.3, "medium": 0.6, "hard": 0.9}
"""How often a computer of each level notices."""
MIN_SECONDS: Final = 3.0
MAX_SECONDS: Final = 10.0
"""When it calls out: people shall have the chance to be first."""

Make = Callable[[Session, Callable[[Moment], Change | Refusal]], Awaitable[Refusal | None]]
"""Carries out a change and stores it, but doesn't show it yet."""
Key = tuple[int, Seat]


class Noticing:
    """Has computers call. `make` carries a call out, `after` shows it and lets the game go on."""

    def __init__(self, agenda: Agenda, make: Make, after: Callable[[Session], None]) -> None:
        self._agenda = agenda
        self._make = make
        self._after = after
        self._seen: dict[Key, Move] = {}

    def look(self, session: Session) -> None:
        """See whether computers may call now. Returns at once."""
        policy = POLICIES.get(session.game.id)
        if policy is None or not policy.interjects:
            return
        for seat, user in enumerate(session.record.players):
            if user < 0 and seat in session.notes:  # who hasn't played yet has seen nothing
                self._look(session, seat)

    def _look(self, session: Session, seat: Seat) -> None:
        key, call = (session.record.id, seat), _call(session, seat)
        if call == self._seen.get(key):
            return
        self._agenda.drop(("interjection", *key))
        if call is None:
            del self._seen[key]
            return
        self._seen[key] = call
        computer = computer_of(session.record.players[seat])
        dice = random.Random(f"{session.record.id} {session.record.revision} {seat}")  # noqa: S311
        if computer is not None and dice.random() < NOTICES[computer.level]:
            wait = dice.uniform(MIN_SECONDS, MAX_SECONDS)
            self._agenda.put(("interjection", *key), wait, partial(self._say, session, seat, call))

    async def _say(self, session: Session, seat: Seat, call: Move) -> None:
        def change(moment: Moment) -> Change | Refusal:
            if _call(session, seat) != call:
                return Refusal("stale")
            return play.moved(session, seat, call, moment)

        try:
            refusal = await self._make(session, change)
        except StoreError as error:
            log.warning("call_not_stored", session=session.record.id, error=str(error))
        else:
            if refusal is None:
                self._after(session)


def _call(session: Session, seat: Seat) -> Move | None:
    """Return what the computer of a seat may call while others decide, from what it may know."""
    record = session.record
    if record.status != "playing" or record.is_idle or seat not in session.game.active(session.state):
        return None
    if seat in session.game.deciders(session.state):
        return None  # a decider makes this call with its move
    return interrupt(seen(session, seat, level="hard", revision=record.revision))
