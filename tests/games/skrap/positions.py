"""Positions of Skrap for tests."""

from collections.abc import Sequence
from typing import Any


def hands_of(**hands: str) -> dict[str, list[str]]:
    """Return the seats' hands from texts: `A="9C 2S 2H"`."""
    return {seat: cards.split() for seat, cards in hands.items()}


def surging(**hands: str) -> dict[str, Any]:
    """Return a position before surge cards are chosen."""
    return {"hands": hands_of(**hands)}


def battling(turn: str, field: Sequence[tuple[str, str, str]], **hands: str) -> dict[str, Any]:
    """Return a battle without surge cards: all values are printed. A bot is (owner, weapon, armour)."""
    return {
        "phase": "battle",
        "turn": turn,
        "field": [{"owner": owner, "weapon": weapon, "armour": armour} for owner, weapon, armour in field],
        "hands": hands_of(**hands),
    }


def scavenging(champion: str, destroyed: int = 1, /, **hands: str) -> dict[str, Any]:
    """Return a position that asks for scavengers after this many destroyed bots, 0 or 1."""
    victim = {"owner": "B" if champion == "A" else "A", "weapon": "AS", "armour": "AH"}
    return {
        "phase": "scavenge",
        "field": [victim] * destroyed + [{"owner": champion, "weapon": "3S", "armour": "3H"}],
        "hands": hands_of(**hands),
    }
