"""What computers call while others decide, as “Idiot!” in Craits: some seconds later, if they notice at all.

They look at what their seat may know, and each occasion has one throw of the dice.
"""

import random
from typing import Final

from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.players.computers import computer_of
from bot.players.player import Level, interrupt
from bot.players.policies import POLICIES
from bot.sessions.seeing import seen
from bot.sessions.session import Session

NOTICES: Final[dict[Level, float]] = {"easy": 0.3, "medium": 0.6, "hard": 0.9}
"""How often a computer of each level notices."""
MIN_SECONDS: Final = 3.0
MAX_SECONDS: Final = 10.0
"""When it calls out: people shall have the chance to be first."""


def watching(session: Session) -> list[Seat]:
    """Return the computers that may call while others decide. One that hasn't played yet has seen nothing."""
    policy = POLICIES.get(session.game.id)
    if policy is None or not policy.interjects:
        return []
    return [seat for seat, user in enumerate(session.record.players) if user < 0 and seat in session.notes]


def seconds_until(session: Session, seat: Seat) -> float | None:
    """Return how long a computer takes to call, or None if it notices nothing."""
    computer = computer_of(session.record.players[seat])
    dice = random.Random(f"{session.record.id} {session.record.revision} {seat}")  # noqa: S311
    if computer is None or dice.random() >= NOTICES[computer.level]:
        return None
    return dice.uniform(MIN_SECONDS, MAX_SECONDS)


def call(session: Session, seat: Seat) -> Move | None:
    """Return what the computer of a seat may call while others decide, from what it may know."""
    record = session.record
    if record.status != "playing" or record.is_idle or seat not in session.game.active(session.state):
        return None
    if seat in session.game.deciders(session.state):
        return None  # a decider makes this call with its move
    return interrupt(seen(session, seat, level="hard", revision=record.revision))
