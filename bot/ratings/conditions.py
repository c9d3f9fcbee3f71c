"""When a table is rated, and in which order its players count as having finished."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, Literal

import msgspec

MAX_MEETINGS: Final = 5
"""Two people meet rated in one game no more often than this …"""
MEETING_SECONDS: Final = 7 * 86400.0
"""… within so long."""
UNCOUNTED: Final = frozenset(("edition", "turn-timeout", "response-timeout"))
"""Options that do not matter: how much time there is, and of which edition the rules are."""


class Unrated(msgspec.Struct, frozen=True):
    """Why a table is not rated: the reason, and the seats it is about where it is about some."""

    why: Literal["off", "computers", "options", "hints", "met"]
    seats: tuple[int, ...] = ()


def plays_as_usual(
    options: Mapping[str, Any], usual: Mapping[str, Any], lengths: Iterable[Mapping[str, Any]]
) -> bool:
    """Whether a table plays the usual options of its server, at the server's length or one of the game's."""
    compared = (options.keys() | usual.keys()) - UNCOUNTED
    wanted = (usual, *({**usual, **length} for length in lengths))
    return any(all(options.get(name) == one.get(name) for name in compared) for one in wanted)


def met_too_often(games: Iterable[Collection[int]], players: Sequence[int]) -> tuple[int, ...]:
    """The places of two of these players who have met in so many of these games that no more counts."""
    there = set(players)
    met = Counter(pair for game in games for pair in combinations(sorted(there.intersection(game)), 2))
    pairs = [pair for pair, times in met.items() if times >= MAX_MEETINGS]
    return tuple(sorted(players.index(one) for one in min(pairs))) if pairs else ()


def ranks(
    places: Mapping[int, int],
    winners: Collection[int],
    *,
    absent: Collection[int] = (),
    gone: Sequence[int] = (),
) -> tuple[int, ...]:
    """The rank of every seat from 1, equal ones shared.

    `places` are those of the result by seat, all alike where it has none. Behind those who played to the
    end come those for whom a computer did, then who left, first to go last.
    """
    seats = range(len(places))
    order = [
        (2, -gone.index(seat))
        if seat in gone
        else (1, 0)
        if seat in absent
        else (0, 0 if seat in winners else places[seat])
        for seat in seats
    ]
    return tuple(1 + sum(other < order[seat] for other in order) for seat in seats)
