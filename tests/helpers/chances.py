"""Chance that a test may use up."""

from bot.engine.chance import SeededChance


def fork(chance: SeededChance) -> SeededChance:
    """A copy whose use leaves the original untouched, for a move that may not be kept."""
    return SeededChance(chance.key, chance.counts)
