"""A look for each game."""

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")


class Looks(dict[str, T]):
    """What games look like, by their ids; a game without a look of its own has the usual one."""

    def __init__(self, own: Mapping[str, T], usual: T) -> None:
        super().__init__(own)
        self.usual = usual

    def __missing__(self, game: str) -> T:
        return self.usual
