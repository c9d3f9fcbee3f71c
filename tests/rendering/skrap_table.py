"""Sessions of Skrap for tests of its face: commands in the notation go in, sentences come out."""

from functools import partial
from typing import Any

from bot.engine.notation import read_options
from bot.games.skrap import GAME
from bot.rendering.skrap.face import SkrapFace
from bot.sessions.session import Session
from tests.rendering import spoken

FACE = SkrapFace()
sentence_fault = partial(spoken.sentence_fault, example="7S, 10H or JK")

TIE = {
    "phase": "throw",
    "contenders": ["A", "B"],
    "hands": {"A": ["2S", "2H"], "B": ["3S", "3H"]},
    "surge": {"A": "5C", "B": "5D"},
}
"""A throw for the opening: its choices are secret."""


def session_of(seats: int, position: Any = None, *, key: str = "k", options: Any = None) -> Session:
    """A session of Skrap, in the lobby or from a position."""
    return spoken.session_at(GAME, seats, read_options(GAME, options or {}), position, key=key)
