"""What may go wrong in a run: each seed draws its own mixture, so that every fault meets every other."""

from random import Random
from typing import Literal

import msgspec

Closing = Literal["none", "some", "all"]


class Weather(msgspec.Struct, frozen=True):
    """Probabilities of each kind of trouble; nought means that it does not occur in this run."""

    lost: float = 0.0
    """A request of ours is not answered; it may have been executed."""
    repeated: float = 0.0
    """The library sends a request twice by itself."""
    deleted: float = 0.0
    """Somebody deletes a message of ours, per second."""
    unsaved: float = 0.0
    """The database does not write."""
    unread: float = 0.0
    """The database cannot be read."""
    crashes: int = 0
    """So often the process dies at a fault point, and some time later once more wherever it is."""
    cancelled: float = 0.0
    """The caller goes away in the middle of a call."""
    twice: float = 0.0
    """An interaction is delivered again."""
    outages: bool = False
    """Discord is away for a time."""
    jumps: bool = False
    """The wall clock is set."""
    forbidden: bool = False
    """A permission is taken away for a time."""
    vanishes: bool = False
    """A table's channel is deleted."""
    closing: Closing = "none"
    """Whose DMs are closed, from the start or from some moment on."""
    silent: int | None = None
    """A seat that never acts after the deal."""
    hasty: bool = False
    """Few sessions fit into memory."""
    ended: bool = False
    """Players may vote for the end, and when all have gone home the host ends the game."""


def drawn(chance: Random) -> Weather:
    """The weather of a run: each kind of trouble comes in about a third of them."""

    def rate(most: float, share: float = 0.35) -> float:
        return round(chance.random() * most, 4) if chance.random() < share else 0.0

    def flag(share: float) -> bool:
        return chance.random() < share

    return Weather(
        lost=rate(0.25, 0.5),
        repeated=rate(0.1),
        deleted=rate(0.02),
        unsaved=rate(0.05),
        unread=rate(0.01, 0.2),
        crashes=chance.randint(1, 4) if flag(0.5) else 0,
        cancelled=rate(0.2),
        twice=rate(0.5, 0.6),
        outages=flag(0.25),
        jumps=flag(0.25),
        forbidden=flag(0.15),
        vanishes=flag(0.15),
        closing=chance.choices(("none", "some", "all"), (6, 3, 1))[0],
        silent=chance.randrange(10) if flag(0.2) else None,
        hasty=flag(0.2),
        ended=flag(0.6),
    )
