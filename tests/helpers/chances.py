"""A copy of a game's chance that a test may use up."""

from bot.engine.chance import SeededChance


def fork(chance: SeededChance) -> SeededChance:
    """Return a copy whose use leaves the original unchanged, for a move that may not be kept."""
    return SeededChance(chance.key, chance.counts)
