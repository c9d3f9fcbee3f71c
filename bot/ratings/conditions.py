"""The conditions for a rated table, and the order in which its players count as finishing."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, Literal

import msgspec

MAX_MEETINGS: Final = 5
"""The most rated games that two people may play together, in one game and server …"""
MEETING_SECONDS: Final = 7 * 86400.0
"""… within this time."""
IGNORED_OPTIONS: Final = frozenset(("edition", "turn-timeout", "response-timeout"))
"""Options that don't affect whether a table is rated: time limits, and the edition of the rules."""


class Unrated(msgspec.Struct, frozen=True):
    """The reason why a table isn't rated, and the seats that cause it, if any."""

    why: Literal["off", "computers", "options", "hints", "met"]
    seats: tuple[int, ...] = ()


def has_usual_options(
    options: Mapping[str, Any], usual: Mapping[str, Any], lengths: Iterable[Mapping[str, Any]]
) -> bool:
    """Whether a table plays its server's usual options, at the server's length or one of the game's."""
    compared = (options.keys() | usual.keys()) - IGNORED_OPTIONS
    wanted = (usual, *({**usual, **length} for length in lengths))
    return any(all(options.get(name) == one.get(name) for name in compared) for one in wanted)


def find_frequent(games: Iterable[Collection[int]], players: Sequence[int]) -> tuple[int, ...]:
    """Return the positions of two players who have met too often in these games, or ()."""
    seated = set(players)
    met = Counter(pair for game in games for pair in combinations(sorted(seated.intersection(game)), 2))
    pairs = [pair for pair, times in met.items() if times >= MAX_MEETINGS]
    return tuple(sorted(players.index(one) for one in min(pairs))) if pairs else ()


def ranks(
    places: Mapping[int, int],
    winners: Collection[int],
    *,
    absent: Collection[int] = (),
    gone: Sequence[int] = (),
) -> tuple[int, ...]:
    """Return each seat's rank, counted from 1. Equal results share a rank.

    `places` are the seats' places in the result, all equal if it has none. Players whose seat a computer
    finished rank below those who stayed to the end. Players who left rank last, the first to leave lowest.
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
