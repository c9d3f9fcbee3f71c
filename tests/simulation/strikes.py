"""Which faults strike: by seed some of all that a place can meet, and some that the run is after."""

from tests.simulation.sites import COURIER, STORE
from tests.simulation.world import World

EAGER = 0.6
"""How likely a fault that the run is after comes where it can."""
MAX_STRIKES = 3
"""How often such a fault comes in a run."""
HEAVY = frozenset(("F15 banned", "F8 channel gone", "F23 account gone", "F5 opening refused"))
"""Faults that change much for long; by mere chance they come seldom."""


class Strikes:
    """Chooses the faults of a run by chance."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._aimed = dict.fromkeys(world.weather.aimed, MAX_STRIKES)

    def at(self, place: str) -> str:
        """The fault that strikes something done at this place now; mostly none."""
        world = self._world
        faults = COURIER.get(place) or STORE.get(place, ())
        for fault in faults:
            pair = f"{place}: {fault}"
            if self._aimed.get(pair) and world.happens(EAGER):
                self._aimed[pair] -= 1
                return fault
        if place not in COURIER or not world.happens(world.weather.struck):
            return ""
        fault = world.chance.choice(faults)
        return "" if fault in HEAVY and world.chance.random() < 0.9 else fault
