"""The memory of finished games: how often each was played, and winning streaks."""

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import mean
from typing import Final

import msgspec

from bot.players.policy import EDITION
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.storage import analysis, queries
from bot.storage.records import Won
from bot.storage.store import Store

SHOWN: Final = 5
"""How many of the last games are shown one by one."""
LOOKED_THROUGH: Final = 20
"""The most games searched for a streak."""


MIN_REVIEWED: Final = 10
"""One game tells little of how well someone plays. The average of this many does."""


class Tally(msgspec.Struct, frozen=True):
    """One player's games in numbers."""

    games: int
    wins: int
    streak: int
    """A player's present winning streak."""
    best: int
    """The most they have ever won in a row."""


async def of_user(store: Store, user_id: int, game: str | None) -> list[Won]:
    """The finished games of a user, latest first."""
    return await store.read(queries.results_of_user, user_id, game)


async def in_server(store: Store, guild_id: int, game: str | None) -> list[Won]:
    """The finished games of a server, latest first."""
    return await store.read(queries.results_in_server, guild_id, game)


def most_played(games: Sequence[Won]) -> list[tuple[str, int]]:
    """Return how often each game was played, the one played most first."""
    counts = Counter(one.game for one in games)
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def tally(games: Sequence[Won], user_id: int) -> Tally:
    """The games of one player in numbers. `games` has the latest first."""
    won = [user_id in _winners(one) for one in games if user_id in one.players]
    runs, run = [0], 0
    for has_won in reversed(won):
        run = run + 1 if has_won else 0
        runs.append(run)
    return Tally(len(won), sum(won), runs[-1], max(runs))


def tallies(games: Sequence[Won]) -> dict[int, Tally]:
    """The games of everyone in numbers, who has played most first. Computers are nobody."""
    users = Counter(user for one in games for user in one.players if user > 0)
    return {user: tally(games, user) for user, _ in users.most_common()}


async def own_play(store: Store, games: Sequence[Won], user_id: int) -> tuple[float, int] | None:
    """Return how much a user's play gained a game, and in how many that is known. None if it's too few.

    The gain is a chance to win, against the sensible moves.
    """
    found = await store.read(analysis.reviews_of_user, user_id, EDITION)
    gains = [
        review.skill
        for one in games
        for review in found.get(one.session_id, ())
        if review.skill is not None and one.players[review.seat] == user_id
    ]
    return (mean(gains), len(gains)) if len(gains) >= MIN_REVIEWED else None


async def last_games(
    sessions: Sessions, games: Sequence[Won], may_look: Callable[[Session], bool] = lambda _session: True
) -> list[Session]:
    """The latest of these games, as far as they can be read and may be looked at."""
    found: list[Session] = []
    async for session in sessions.readable(one.session_id for one in games[:LOOKED_THROUGH]):
        found += [session] if may_look(session) else []
        if len(found) == SHOWN:
            break
    return found


def _winners(one: Won) -> set[int]:
    return {one.players[seat] for seat in one.winners if seat < len(one.players)}
