"""Sessions of Skrap to test its face with: commands in the notation go in, sentences come out."""

from typing import Any

from bot.engine.notation import read_options
from bot.games.skrap import GAME
from bot.rendering.faces import FACES
from bot.sessions.session import Session
from tests.games.skrap.positions import battling, scavenging, surging
from tests.rendering import spoken

FACE = FACES["skrap"]

TIE = {
    "phase": "throw",
    "contenders": ["A", "B"],
    "hands": {"A": ["2S", "2H"], "B": ["3S", "3H"]},
    "surge": {"A": "5C", "B": "5D"},
}
"""A throw for the first play. Its choices are secret."""

ROUND = {
    "phase": "open",
    "turn": "A",
    "heads": {"A": 3, "B": 0, "C": 6},
    "surge": {"A": "KD", "B": "6H", "C": "5S"},
    "hands": {
        "A": ["3S", "5C", "QS", "2H", "9D", "10D"],
        "B": ["4C", "8S", "KS", "JK", "AH", "4H", "8D", "QD"],
        "C": ["AC", "2C", "9C", "3H", "3D", "JH"],
    },
}
"""A round in which A plays first."""
SURGE = surging(A="KC 2S 2H JK", B="QC 3S 3H", C="4C 4S 4H")
BATTLE = battling("B", [("A", "3S", "5H")], A="2S 2H", B="7S 7H 4C JK 8S 8H", C="9S 9H") | {
    "surge": {"A": "QD", "B": "10S", "C": "2C"}
}
ANSWERING: dict[str, Any] = {
    "phase": "battle",
    "turn": "B",
    "heads": {"A": 4, "B": 7},
    "surge": {"A": "5S", "B": "6D"},
    "hands": {"A": ["2S", "2H", "KS", "QC"], "B": ["JK", "3S", "10C", "3H", "KD"]},
    "field": [
        {"owner": "B", "weapon": "4S", "armour": "4H"},
        {"owner": "A", "weapon": "9S", "armour": "10D"},
    ],
}
"""A battle in which B answers A's bot, and C can't."""
WEAK = battling("B", [("A", "3S", "5H")], A="2S 2H", B="4C 8H", C="9S 9H")
SCAVENGE = scavenging("A", A="4S 4H", B="2S 2H JK 5C", C="7S 8H")


def session_of(seats: int, position: Any = None, *, key: str = "k", options: Any = None) -> Session:
    """Return a session of Skrap, in the lobby or in a position."""
    session = spoken.session_at(GAME, seats, read_options(GAME, options or {}), position, key=key)
    session.names = dict(zip(session.record.players, "ABCDE", strict=False))
    return session
