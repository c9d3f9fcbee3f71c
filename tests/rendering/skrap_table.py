"""Sessions of Skrap for tests of its face: commands in the notation go in, sentences come out."""

import re
from typing import Any

import msgspec

from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Refusal
from bot.engine.notation import parse_move, read_options, seat_of
from bot.games.skrap import GAME
from bot.rendering.skrap.face import SkrapFace
from bot.sessions import play
from bot.sessions.session import Change, Session
from bot.storage.records import Record

FACE = SkrapFace()
NOW = 1_700_000_000.0
PLAYERS = tuple(1_000_000_000_000_000_001 + seat for seat in range(5))
"""User ids of the length that Discord's have, because they count in texts."""

TIE = {
    "phase": "throw",
    "contenders": ["A", "B"],
    "hands": {"A": ["2S", "2H"], "B": ["3S", "3H"]},
    "surge": {"A": "5C", "B": "5D"},
}
"""A throw for the opening: its choices are secret."""


def session_of(seats: int, position: Any = None, *, key: str = "k", options: Any = None) -> Session:
    """A session of Skrap, in the lobby or from a position."""
    record = Record(
        id=123_456_789,
        game="skrap",
        options=msgspec.to_builtins(read_options(GAME, options or {})),
        guild_id=1,
        channel_id=2,
        host_id=PLAYERS[0],
        status="lobby" if position is None else "playing",
        revision=1,
        turn_seconds=600,
        response_seconds=120,
        players=PLAYERS[:seats],
        end_votes=(),
        position=position,
        chance_key=key.encode() * 8,
        chance_counts={},
        acted=(0,) * seats,
        since=1,
        clock_key=None,
        deadline=NOW,
        measured_at=None,
        created_at=NOW,
        updated_at=NOW,
    )
    return Session(GAME, record)


def do(session: Session, *commands: str) -> Session:
    """Carry out commands that must be accepted."""
    for command in commands:
        who, what = command.split(": ")
        made = play.expired(session, NOW) if who == "*" else move(session, who, what)
        assert isinstance(made, Change), made
        session.adopt(made)
    return session


def move(session: Session, who: str, what: str) -> Change | Refusal:
    seats = len(session.record.players)
    return play.moved(session, seat_of(who, seats), parse_move(GAME, what, seats), NOW)


def told(session: Session, viewer: Seat | None = None) -> str:
    """The sentences of the last move for one viewer, players as letters."""
    scene = session.scene(viewer)
    return plain(" ".join(FACE.sentence(event, scene) for event in scene.recent[-1].events))


def plain(text: str) -> str:
    """The text with players as letters."""
    return re.sub(r"<@(\d+)>", lambda found: seat_letter(PLAYERS.index(int(found[1]))), text)


def sentence_fault(text: str) -> str | None:
    """What is wrong with a text that should be a sentence for people."""
    if not re.fullmatch(r"[A-Z0-9<“*].*[.!?]", text):
        return f"no sentence: {text!r}"
    wrong = re.search(
        r"None|True|\{|\[|  |\bJK\b|\b(10|[2-9AJQK])[CDHS]\b", text.replace("7S, 10H or JK", "")
    )
    return f"{wrong[0]!r} in {text!r}" if wrong else None
