"""The ledger: standings calculated from rated games. The same games always give the same standings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from bot.ratings.model import Rating, new_ratings

ENOUGH_GAMES: Final = 10
"""The number of rated games after which a rating is shown …"""
ENOUGH_OTHERS: Final = 4
"""… if they were against this many different people."""


class RatedGame(msgspec.Struct, frozen=True):
    """A rated game: its participants' numbers with ranks from 1, in seat order, and when it ended."""

    ranks: tuple[tuple[int, int], ...]
    ended_at: float


class RatingRecord(msgspec.Struct, frozen=True):
    """The standing of one participant in one game and server."""

    rating: Rating = Rating()
    games: int = 0
    met: tuple[int, ...] = ()
    """The numbers of their first opponents, at most `ENOUGH_OTHERS`."""
    last_at: float = 0.0

    @property
    def shown(self) -> int | None:
        """The rating that people see, or None while it's based on too few games or people."""
        is_known = self.games >= ENOUGH_GAMES and len(self.met) >= ENOUGH_OTHERS
        return self.rating.shown if is_known else None


class Shift(msgspec.Struct, frozen=True):
    """A game's effect on a participant: their number of games now, and the shown rating before and after."""

    games: int
    before: int | None = None
    after: int | None = None


NEWCOMER: Final = RatingRecord()


def standings_after(
    standings: Mapping[int, RatingRecord], game: RatedGame
) -> tuple[dict[int, RatingRecord], tuple[Shift, ...]]:
    """Return the standings of the players after a game, and its effect on each of them in seat order.

    The order of the seats makes no difference, down to the last bit.
    """
    ordered = sorted(game.ranks)
    before = [standings.get(number, NEWCOMER) for number, _ in ordered]
    ratings = new_ratings([one.rating for one in before], [rank for _, rank in ordered])
    numbers = [number for number, _ in ordered]
    after = {
        number: RatingRecord(rating, old.games + 1, _opponents(old.met, number, numbers), game.ended_at)
        for number, old, rating in zip(numbers, before, ratings, strict=True)
    }
    shifts = (
        Shift(after[number].games, standings.get(number, NEWCOMER).shown, after[number].shown)
        for number, _ in game.ranks
    )
    return after, tuple(shifts)


def replay_games(games: Iterable[RatedGame]) -> tuple[dict[int, RatingRecord], list[tuple[Shift, ...]]]:
    """Return the standings after all games of a season, oldest first, and the effect of each game."""
    standings: dict[int, RatingRecord] = {}
    all_shifts: list[tuple[Shift, ...]] = []
    for game in games:
        after, shifts = standings_after(standings, game)
        standings |= after
        all_shifts.append(shifts)
    return standings, all_shifts


def _opponents(before: Sequence[int], number: int, numbers: Sequence[int]) -> tuple[int, ...]:
    others = dict.fromkeys((*before, *(one for one in numbers if one != number)))
    return tuple(others)[:ENOUGH_OTHERS]
