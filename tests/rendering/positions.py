"""Positions with many open cards, for tests of pictures, words and commands."""

from typing import Any, Final

CRAITS: Final[dict[str, Any]] = {
    "turn": "B",
    "top": "8S",
    "suit": "H",
    "under": ["2C"],
    "stock": ["3C"],
    "direction": "anticlockwise",
    "hands": {"A": ["4C"], "B": ["KH", "9C", "2S"], "C": ["5C"]},
    "declared": ["A"],
    "owes": ["C"],
}
RUMMY: Final[dict[str, Any]] = {
    "phase": "play",
    "turn": "B",
    "marker": "6C",
    "stock": ["3C"],
    "discard": ["KD", "8C"],
    "hands": {"A": ["AS", "6S", "3D"], "B": ["4C"]},
    "sets": {"B": [["6D", "JC", "JD"]]},
    "packs": 2,
    "fed": {"A": ["JS", "JS"]},
    "totals": {"A": -50, "B": 300},
}
