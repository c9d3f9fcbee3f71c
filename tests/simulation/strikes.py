"""The choice of faults by the seed: the run's aimed ones, and random ones at any place."""

from tests.simulation.sites import STORE, TRANSPORT
from tests.simulation.world import World

EAGER = 0.6
"""The probability of an aimed fault at its place."""
MAX_STRIKES = 3
"""The maximum number of aimed faults of a kind in a run."""
HEAVY = frozenset(("F15 banned", "F8 channel gone", "F23 account gone", "F5 opening refused"))
"""Faults with large and long effects, which are rare unless they're aimed."""


class Strikes:
    """The faults of a run, chosen at random."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._aimed = dict.fromkeys(world.weather.aimed, MAX_STRIKES)

    def at(self, place: str) -> str:
        """Return the fault that happens at this place now, usually none."""
        world = self._world
        faults = TRANSPORT.get(place) or STORE.get(place, ())
        for fault in faults:
            pair = f"{place}: {fault}"
            if self._aimed.get(pair) and world.happens(EAGER):
                self._aimed[pair] -= 1
                return fault
        if place not in TRANSPORT or not world.happens(world.weather.struck):
            return ""
        fault = world.chance.choice(faults)
        return "" if fault in HEAVY and world.chance.random() < 0.9 else fault
