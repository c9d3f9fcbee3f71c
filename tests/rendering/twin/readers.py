"""The facts of every game, the moments in which they're read, and what the texts leave out there."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, cast

from bot.engine.chance import Seat
from bot.games import GAMES
from bot.rendering.art.shortening import MAX_ALT_CHARACTERS
from tests.helpers.walks import RESTLESS, USUAL, Habits
from tests.rendering.twin import craits, crap, crapette, crazy_rummy, hearing, reader, skrap
from tests.rendering.twin.moments import Moment, moments
from tests.rendering.twin.rare import rare_moments
from tests.rendering.twin.reader import Differences
from tests.rendering.twin.told import Table

TABLES: Final[Mapping[str, Table]] = {
    "crap": cast("Table", crap),
    "skrap": cast("Table", skrap),
    "craits": cast("Table", craits),
    "crazy-rummy": cast("Table", crazy_rummy),
    "crapette": cast("Table", crapette),
}
WALKS: Final[Mapping[str, tuple[tuple[int, Habits, int], ...]]] = {
    "crap": ((3, USUAL, 12), (8, USUAL, 12), (11, RESTLESS, 12)),
    "skrap": (
        (3, USUAL, 1),
        (4, USUAL, 1),
        (5, USUAL, 1),
        (7, RESTLESS, 1),
        (9, RESTLESS, 1),
        (11, USUAL, 1),
    ),
    "craits": ((5, USUAL, 21), (6, RESTLESS, 21), (17, RESTLESS, 21)),
    "crazy-rummy": ((8, USUAL, 18), (9, RESTLESS, 18), (17, USUAL, 18)),
    "crapette": ((1, USUAL, 12), (2, USUAL, 12), (3, RESTLESS, 12)),
}
"""Random games: seed, habits, and the number of moves from one look to the next."""


@cache
def rare(name: str) -> tuple[Moment, ...]:
    return tuple(rare_moments(name))


def everywhere(name: str) -> Iterator[tuple[Moment, Seat | None]]:
    """Yield every moment of a game with each of its viewers."""
    for seed, habits, every in WALKS[name]:
        for moment in moments(GAMES[name], seed, habits, every):
            yield from ((moment, viewer) for viewer in moment.viewers)
    yield from ((moment, viewer) for moment in rare(name) for viewer in moment.viewers)


def unheard(moment: Moment, viewer: Seat | None) -> Differences:
    """Return what someone who only hears the texts doesn't know. It's empty if they know everything."""
    table = TABLES[moment.game.id]
    return reader.unheard(moment.heard(viewer), table.told(moment.scene(viewer)), table)


def undescribed(moment: Moment, viewer: Seat | None, *, is_full: bool = False) -> Differences:
    """Return what the descriptions of the pictures leave out. It's empty if they're complete."""
    table, own = descriptions(moment, viewer)
    told = TABLES[moment.game.id].told(moment.scene(viewer))
    too_long = [(text, "shorter") for text in (table, own) if len(text) > MAX_ALT_CHARACTERS]
    board, hand = lettered(moment, viewer, table, own)
    return too_long + reader.undescribed(board, hand, told, is_full=is_full)


def descriptions(moment: Moment, viewer: Seat | None) -> tuple[str, str]:
    """Return the descriptions of the table's picture and of the hand's, empty if there's none."""
    table, own = moment.pages(viewer, pictures=True)
    [board] = [picture.alt for picture in table.pictures]
    return board, "".join(picture.alt for picture in own.pictures) if own else ""


def lettered(moment: Moment, viewer: Seat | None, *texts: str) -> list[str]:
    return [hearing.lettered(text, moment.scene(viewer)) for text in texts]
