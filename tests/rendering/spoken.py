"""Sessions whose players type the notation, and their texts with letters for players."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import AnyGame, Options
from bot.engine.draft import Refusal
from bot.engine.moves import Leave
from bot.engine.notation import parse_move, read_seat
from bot.rendering.faces import FACES
from bot.rendering.scene import Scene
from bot.sessions import play
from bot.sessions.clocks import Instant
from bot.sessions.session import Session
from bot.sessions.view import Change
from tests.helpers.records import at_table

NOW = 1_700_000_000.0
TYPED = re.compile(r"`[^`]*`|“[^”]*(?=”)|(?<= like )\w+(, \w+)*( or \w+)?")
PLAYERS = tuple(1_000_000_000_000_000_001 + seat for seat in range(7))
"""User ids as long as Discord's, because they count towards the length of texts."""


def session_at(game: AnyGame, seats: int, options: Options, position: Any = None, *, key: str) -> Session:
    """Return a session in the lobby, or in a position."""
    record = at_table(
        game,
        PLAYERS[:seats],
        options,
        id=123_456_789,
        status="lobby" if position is None else "playing",
        position=position,
        chance_key=key.encode() * 8,
        deadline=NOW,
        created_at=NOW,
        updated_at=NOW,
    )
    return Session(game, record)


def played(session: Session, change: Callable[[Session], Change | Refusal]) -> Iterator[Session]:
    """Yield the session after the deal and after every change, until the game is over or refuses a change."""
    made: Change | Refusal = play.dealt(session, Instant.at(NOW))
    while isinstance(made, Change):
        session.adopt(made)
        yield session
        made = change(session) if session.record.status == "playing" else Refusal("game-over")


def random_change(session: Session, chooser: random.Random) -> Change | Refusal:
    """Let the clock run out, or make a random player leave or move."""
    game, state, what = session.game, session.state, chooser.random()
    if what < 0.03:
        return play.expired(session, Instant.at(NOW))
    if what < 0.035:
        return play.moved(session, chooser.choice(game.active(state)), Leave(), Instant.at(NOW))
    seats = game.active(state) if what < 0.3 else game.deciders(state)
    seat = chooser.choice([one for one in seats if game.legal(state, one)] or game.deciders(state))
    return play.moved(session, seat, chooser.choice(game.legal(state, seat)), Instant.at(NOW))


def do(session: Session, *commands: str, after: float = 0) -> Session:
    """Carry out commands that must be accepted. `*: wait` lets the clock run out."""
    for command in commands:
        who, what = command.split(": ", 1)
        made = play.expired(session, Instant.at(NOW + after)) if who == "*" else move(session, who, what)
        assert isinstance(made, Change), made
        session.adopt(made)
    return session


def move(session: Session, who: str, what: str) -> Change | Refusal:
    seats = len(session.record.players)
    return play.moved(session, read_seat(who, seats), parse_move(session.game, what, seats), Instant.at(NOW))


def scenes(session: Session) -> list[Scene]:
    """Return the scenes of a spectator and of every seat."""
    return [session.scene(viewer) for viewer in (None, *range(len(session.record.players)))]


def told(session: Session, viewer: Seat | None = None) -> str:
    """Return the sentences about the last move for one viewer, with letters for players."""
    scene, face = session.scene(viewer), FACES[session.game.id]
    return plain(" ".join(face.sentence(event, scene) for event in scene.recent[-1].events))


def plain(text: str) -> str:
    """Return the text with letters for mentions."""
    return re.sub(r"<@(\d+)>", lambda found: seat_letter(PLAYERS.index(int(found[1]))), text)


def sentence_fault(text: str) -> str | None:
    """Return the fault of a text that should be whole sentences, apart from typed and quoted words."""
    plain = TYPED.sub("“typed", text.replace("**", ""))
    if not re.fullmatch(r"[^a-z].*[.!?”…]", plain):
        return f"no sentence: {text!r}"
    wrong = re.search(r"None|True|[{}\[\]\n]|  |\bJK\b|\b(10|[2-9AJQK])[CDHS]\b|my-|their-", plain)
    return f"{wrong[0]!r} in {text!r}" if wrong else None
