"""Possible trouble of a run. Each seed mixes it differently, so that all combinations occur."""

from collections.abc import Sequence
from random import Random
from typing import Any, Literal

import msgspec

from bot.storage.records import PaceName
from tests.simulation.sites import STORE, TRANSPORT

Closing = Literal["none", "some", "all"]


class Weather(msgspec.Struct, frozen=True):
    """Probabilities of each kind of trouble. 0 means that it doesn't occur in this run."""

    lost: float = 0.0
    """A request of the bot isn't answered, but may be executed."""
    repeated: float = 0.0
    """The library repeats a request."""
    deleted: float = 0.0
    """Someone deletes a message of the bot, per second."""
    unsaved: float = 0.0
    """The database fails to write."""
    unread: float = 0.0
    """The database fails to read."""
    crashes: int = 0
    """The number of fault points at which the process dies. With any, it also dies once anywhere."""
    cancelled: float = 0.0
    """The caller is cancelled in the middle of a call."""
    twice: float = 0.0
    """An interaction is delivered a second time."""
    outages: bool = False
    """Discord is away for a time."""
    jumps: bool = False
    """The wall clock is set."""
    forbidden: bool = False
    """A permission is missing for a time."""
    vanishes: bool = False
    """A table's channel is deleted."""
    closing: Closing = "none"
    """The users who close their DMs, from the start or at some moment."""
    silent: int | None = None
    """A seat that never acts after the deal."""
    hasty: bool = False
    """Few sessions fit into memory."""
    ended: bool = False
    """Players may vote for the end, and the host ends the game when all have gone home."""
    struck: float = 0.0
    """A request meets one of the faults possible at its place."""
    aimed: tuple[str, ...] = ()
    """Pairs of place and fault. The fault happens there up to a few times."""
    slow: bool = False
    """Players often look away for minutes."""
    nameless: bool = False
    """Some players can't be found by name."""
    leaves: bool = False
    """The server can't be reached for a time."""
    dragging: float = 0.0
    """A request is slow."""
    computers: int = 0
    """The number of seats for computers, if the game has enough. At least one person plays."""
    pace: PaceName | None = None
    """The pace that the host chooses in the lobby."""
    absent: bool = False
    """Players go away for a while, and others let computers play for them, or make another choice."""
    quiet: bool = False
    """Players have quiet hours during the run."""

    @property
    def only_drags(self) -> bool:
        """Whether the only trouble is that some channels are slow."""
        return msgspec.structs.replace(self, dragging=0.0, silent=None, ended=False, slow=False) == Weather()


SELDOM = ("absent line", "reminder", "last call", "host alert", "gone note", "for lost post")
"""Parts of the names of rarely reached places, which are aimed at more often."""
AIMS = [
    f"{place}: {fault}"
    for place, faults in (TRANSPORT | STORE).items()
    for fault in faults
    for _ in range(4 if any(words in place for words in SELDOM) else 1)
]
MAX_AIMS = 8
"""The maximum number of aimed faults in a run, if there are any."""
FITTING: dict[str, dict[str, Any]] = {
    "gone note": {"vanishes": True},
    "host alert": {"forbidden": True, "closing": "none"},
    "open DM": {"hasty": True},
    "find lost post": {"lost": 0.1},
    "for lost post": {"crashes": 3},
    "reminder": {"slow": True, "closing": "none", "silent": None},
    "edit last call": {"hasty": True, "slow": True, "closing": "none"},
    "last call": {"slow": True, "closing": "none"},
    "mention": {"closing": "all"},
    "learn names: F22": {"nameless": True},
    "pause": {"vanishes": True},
    "resume": {"leaves": True},
    "in_guild": {"leaves": True},
    "live_guilds": {"leaves": True},
    "dm_closed": {"closing": "some"},
    "absent line": {"pace": "slow-1", "absent": True, "vanishes": False},
}
"""Weather in which rare places are reached."""


def mixed(chance: Random) -> Weather:
    """Return the weather of a run, with each kind of trouble in about a third of them."""

    def rate(most: float, share: float = 0.35) -> float:
        return round(chance.random() * most, 4) if chance.random() < share else 0.0

    def flag(share: float) -> bool:
        return chance.random() < share

    weather = Weather(
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
        struck=rate(0.1),
        slow=flag(0.2),
        nameless=flag(0.1),
        leaves=flag(0.15),
        dragging=rate(0.3, 0.15),
    )
    weather = msgspec.structs.replace(weather, **_company(chance))
    if flag(0.06):
        return Weather(dragging=rate(0.3, 1.0), silent=weather.silent, ended=weather.ended, slow=weather.slow)
    return aiming(weather, chance.sample(AIMS, MAX_AIMS)) if flag(0.6) else weather


def _company(chance: Random) -> dict[str, Any]:
    """Return computers, absence, paces and quiet hours for half of the runs."""
    if chance.random() < 0.5:
        return {}
    return {
        "computers": chance.choice((0, 1, 1, 2, 3)),
        "pace": chance.choice((None, None, "live", "relaxed", "slow-1", "slow-3", "none")),
        "absent": chance.random() < 0.6,
        "quiet": chance.random() < 0.4,
    }


def aiming(weather: Weather, aims: Sequence[str]) -> Weather:
    """Return weather in which these faults can happen and do."""
    for aim in aims:
        for words, fitting in FITTING.items():
            weather = msgspec.structs.replace(weather, **fitting) if words in aim else weather
    return msgspec.structs.replace(weather, aimed=tuple(aims))
