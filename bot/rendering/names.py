"""What else games are called, so that people find the one they know."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.engine.contract import AnyGame
from bot.games import GAMES

OTHER_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "crap": ("Challenge Recycle Acquire Protect",),
    "skrap": ("Robots",),
    "craits": ("Crates", "Creights", "Crazy Eights"),
    "crazy-rummy": ("5000 Rummy", "1500 Rummy"),
    "crapette": ("Crapaud", "Russian Bank"),
}
"""By id of the game; Crazy Eights and Russian Bank are near relatives."""


def names_with(typed: str) -> Iterator[tuple[str, AnyGame]]:
    """Every game under each name that holds what was typed: `Russian Bank (Crapette)`."""
    wanted = _plain(typed)
    for game in GAMES.values():
        if wanted in _plain(game.name) or wanted in _plain(game.id):
            yield game.name, game
            continue
        for other in OTHER_NAMES.get(game.id, ()):
            if wanted in _plain(other):
                yield f"{other} ({game.name})", game


def game_called(typed: str) -> AnyGame | None:
    """The game of this id or name, however it is written; None when nothing is typed or no game is meant."""
    wanted = _plain(typed)
    for game in GAMES.values():
        if wanted and wanted in map(_plain, (game.id, game.name, *OTHER_NAMES.get(game.id, ()))):
            return game
    return None


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))
