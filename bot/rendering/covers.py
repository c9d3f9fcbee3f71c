"""Pictures before a game: a lobby's cover, and the games to choose from."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.engine.contract import AnyGame
from bot.rendering.art.pictures import picture
from bot.rendering.art.plan import CoverPlan, StripPlan
from bot.rendering.catalog import message, say
from bot.rendering.page import Picture

MOODS: Final[Mapping[str, tuple[str, str]]] = {
    "crap": (message("Ask for anything."), message("Bluff if you must.")),
    "skrap": (message("Black arms a robot,"), message("red shields it.")),
    "craits": (message("Crazy Eights,"), message("gone wild.")),
    "crazy-rummy": (message("One rank is wild."), message("Which? The deal decides.")),
    "crapette": (message("Patience, fought"), message("as a duel.")),
}
"""What each game is like, in two short lines."""


def cover(game: AnyGame, minutes: int | None = None) -> Picture:
    """The cover of a game's lobby: what it is like, for how many, and how long it takes."""
    mood = MOODS.get(game.id, ())
    plan = CoverPlan(game.id, game.name, tuple(say(one) for one in mood), facts(game, minutes))
    return picture(plan, "cover")


def facts(game: AnyGame, minutes: int | None) -> str:
    """For how many a game is, and how many minutes it takes where that is known."""
    few, many = game.seats[0], game.seats[-1]
    if minutes is None:
        if few == many:
            return say("{number} players", number=few)
        return say("{few}–{many} players", few=few, many=many)
    if few == many:
        return say("{number} players · {minutes} min", number=few, minutes=minutes)
    return say("{few}–{many} players · {minutes} min", few=few, many=many, minutes=minutes)


def strip(games: Sequence[AnyGame]) -> Picture:
    """Small covers of these games side by side."""
    return picture(StripPlan(tuple((one.id, one.name) for one in games)), "games")
