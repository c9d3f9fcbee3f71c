"""The ledger: what rated games make of the standings; the same games make the same ones for ever."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from bot.ratings.model import Rating, rated

ENOUGH_GAMES: Final = 10
"""A number is shown after so many rated games …"""
ENOUGH_OTHERS: Final = 4
"""… against so many different people."""


class RatedGame(msgspec.Struct, frozen=True):
    """Who came where: participants by their numbers with ranks from 1, in seat order; when it ended."""

    ranks: tuple[tuple[int, int], ...]
    ended_at: float


class Standing(msgspec.Struct, frozen=True):
    """What is known of one participant in one game and server."""

    rating: Rating = Rating()
    games: int = 0
    met: tuple[int, ...] = ()
    """The first others they have played against, until those are enough."""
    last_at: float = 0.0

    @property
    def shown(self) -> int | None:
        """The number that people see; None as long as it rests on too few games or people."""
        is_known = self.games >= ENOUGH_GAMES and len(self.met) >= ENOUGH_OTHERS
        return self.rating.shown if is_known else None


class Shift(msgspec.Struct, frozen=True):
    """What one game did to a participant: how many rated games there are now, and the number they see."""

    games: int
    before: int | None = None
    after: int | None = None


NEWCOMER: Final = Standing()


def followed(
    standings: Mapping[int, Standing], game: RatedGame
) -> tuple[dict[int, Standing], tuple[Shift, ...]]:
    """The standings of those who played, after a game, and what it did to each of them in seat order.

    In which order they sat makes no difference, down to the last bit.
    """
    ordered = sorted(game.ranks)
    before = [standings.get(number, NEWCOMER) for number, _ in ordered]
    ratings = rated([one.rating for one in before], [rank for _, rank in ordered])
    numbers = [number for number, _ in ordered]
    after = {
        number: Standing(rating, old.games + 1, _met(old.met, number, numbers), game.ended_at)
        for number, old, rating in zip(numbers, before, ratings, strict=True)
    }
    shifts = (
        Shift(after[number].games, standings.get(number, NEWCOMER).shown, after[number].shown)
        for number, _ in game.ranks
    )
    return after, tuple(shifts)


def replayed(games: Iterable[RatedGame]) -> tuple[dict[int, Standing], list[tuple[Shift, ...]]]:
    """The standings after all games of a season, oldest first, and what each of them did."""
    standings: dict[int, Standing] = {}
    told: list[tuple[Shift, ...]] = []
    for game in games:
        after, shifts = followed(standings, game)
        standings |= after
        told.append(shifts)
    return standings, told


def _met(before: Sequence[int], number: int, numbers: Sequence[int]) -> tuple[int, ...]:
    others = dict.fromkeys((*before, *(one for one in numbers if one != number)))
    return tuple(others)[:ENOUGH_OTHERS]
