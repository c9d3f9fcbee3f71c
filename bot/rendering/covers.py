"""Pictures beside the table: a lobby's cover, the games to choose from, the end of a game."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bot.engine.contract import AnyGame
from bot.rendering.art.fonts import unnamed
from bot.rendering.art.pictures import picture
from bot.rendering.art.plan import CoverPlan, EndingPlan, Highlight, Ranked, StripPlan
from bot.rendering.catalog import message, say, say_count
from bot.rendering.page import Picture
from bot.rendering.widths import number

MOODS: Final[Mapping[str, tuple[str, str]]] = {
    "crap": (message("Ask for anything."), message("Bluff if you must.")),
    "skrap": (message("Black arms a robot,"), message("red shields it.")),
    "craits": (message("Crazy Eights,"), message("gone wild.")),
    "crazy-rummy": (message("One rank is wild."), message("Which? The deal decides.")),
    "crapette": (message("Patience, fought"), message("as a duel.")),
}
"""What each game is like, in two short lines."""


class Standing(msgspec.Struct, frozen=True):
    """How one player stands at the end."""

    name: str
    place: int
    """The number of the seat, counted from 1."""
    points: int
    won: bool = False


def cover(game: AnyGame, minutes: int | None = None) -> Picture:
    """Return the cover of a game's lobby."""
    return picture(cover_plan(game, minutes), "cover")


def cover_plan(game: AnyGame, minutes: int | None = None) -> CoverPlan:
    """Return the plan of a cover: what a game is like, for how many, and how long it takes."""
    mood = MOODS.get(game.id, ())
    return CoverPlan(game.id, game.name, tuple(say(one) for one in mood), facts(game, minutes))


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


def ending(
    game: AnyGame,
    line: str,
    standings: Sequence[Standing],
    highlights: Sequence[Highlight] = (),
    foot: str = "",
) -> Picture:
    """The end of a game: winners, everybody in the order given, and at most two highlights.

    `line` says how it was won, `foot` how long it took. Bars are as long as the points are many.
    """
    most = max((one.points for one in standings), default=0)
    ranking = tuple(
        Ranked(
            rank="1" if one.won else _rank(standings, place),
            name=one.name,
            place=one.place,
            unnamed=unnamed(one.name, one.place),
            points=number(one.points),
            share=one.points / most if most > 0 else 0,
            won=one.won,
        )
        for place, one in enumerate(standings)
    )
    return picture(EndingPlan(game.id, _won(standings), line, ranking, tuple(highlights[:2]), foot), "end")


def _rank(standings: Sequence[Standing], place: int) -> str:
    """Counted from 1; those with equal points share a rank."""
    while place and standings[place - 1].points == standings[place].points and not standings[place - 1].won:
        place -= 1
    return str(place + 1)


def _won(standings: Sequence[Standing]) -> str:
    names = [one.name for one in standings if one.won]
    if not names:
        return say("Nobody wins")
    if len(names) == 1:
        return say("{player} wins", player=names[0])
    return say_count("One player wins", "{number} players win", len(names))
