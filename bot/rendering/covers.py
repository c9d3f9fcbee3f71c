"""Pictures before a game: a lobby's cover, and the games to choose from."""

from collections.abc import Sequence

from bot.engine.contract import AnyGame
from bot.rendering.art.pictures import picture
from bot.rendering.art.plan import CoverPlan, GamesPlan
from bot.rendering.catalog import say
from bot.rendering.lobbies import LOBBIES
from bot.rendering.page import Picture


def cover(game: AnyGame, minutes: int | None = None) -> Picture:
    """Return the cover of a game's lobby."""
    return picture(cover_plan(game, minutes), "cover")


def cover_plan(game: AnyGame, minutes: int | None = None) -> CoverPlan:
    """Return the plan of a cover: a game's name, mood, players and minutes."""
    mood = tuple(map(say, LOBBIES[game.id].mood))
    return CoverPlan(game.id, game.name, mood, facts(game, minutes))


def facts(game: AnyGame, minutes: int | None) -> str:
    """Return the number of players, and the minutes where they're known."""
    few, many = game.seats[0], game.seats[-1]
    if minutes is None:
        if few == many:
            return say("{number} players", number=few)
        return say("{few}–{many} players", few=few, many=many)
    if few == many:
        return say("{number} players · {minutes} min", number=few, minutes=minutes)
    return say("{few}–{many} players · {minutes} min", few=few, many=many, minutes=minutes)


def games(shown: Sequence[AnyGame]) -> Picture:
    """Return a picture with small covers of these games side by side."""
    return picture(GamesPlan(tuple((one.id, one.name) for one in shown)), "games")
