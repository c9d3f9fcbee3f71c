"""The computers that take seats: their characters and levels, and the ids by which tables know them.

People have the ids that Discord gives them, which are positive. On the seat of a computer stands a negative
number that says all there's to know of it.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple, get_args

from bot.players.player import Level
from bot.players.policy import PlayStyle

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
PLAY_STYLES: Final[Mapping[str, PlayStyle]] = {
    "fox": PlayStyle(bold=0.8),
    "magpie": PlayStyle(hoard=0.8),
    "wasp": PlayStyle(spite=0.8),
    "hare": PlayStyle(haste=0.8),
    "tortoise": PlayStyle(haste=-0.8, bold=-0.3),
    "owl": PlayStyle(),
    "badger": PlayStyle(hoard=0.4),
    "ram": PlayStyle(bold=0.4, spite=0.4),
    "bear": PlayStyle(haste=-0.4),
    "walrus": PlayStyle(hoard=0.4, haste=-0.4),
}
"""The characters, and how each leans."""
FIRST: Final = 5
"""How many characters sit down before the others do."""
CHARACTERS: Final[tuple[str, ...]] = tuple(PLAY_STYLES)
_STEP: Final = 100


class Computer(NamedTuple):
    """A computer at a table. `number` tells it from others of the same kind there, from 0."""

    character: str
    level: Level
    number: int = 0

    @property
    def id(self) -> int:
        """The number that represents it among a table's players."""
        kind = CHARACTERS.index(self.character) * len(LEVELS) + LEVELS.index(self.level)
        return -(1 + kind + _STEP * self.number)

    @property
    def play_style(self) -> PlayStyle:
        """Return how it leans."""
        return PLAY_STYLES[self.character]


def computer_of(user_id: int) -> Computer | None:
    """Return the computer that a number represents. None for a person and for nobody."""
    if user_id >= 0:
        return None
    number, kind = divmod(-user_id - 1, _STEP)
    character, level = divmod(kind, len(LEVELS))
    if character >= len(CHARACTERS):
        return None
    return Computer(CHARACTERS[character], LEVELS[level], number)


def known_level(text: str) -> Level:
    """Return the level of this name. *medium* for anything else."""
    return next((level for level in LEVELS if level == text), "medium")


def people(players: Sequence[int]) -> list[int]:
    """Return the persons among a table's players."""
    return [user for user in players if user > 0]


def companions(seats: range) -> int:
    """Return the number of computers for someone who plays alone: two, or one in a game for two."""
    return max(seats.start - 1, min(2, seats.stop - 2))


def newcomer(players: Collection[int], level: Level, character: str | None, seed: int) -> Computer:
    """Return a computer for a table: this character, or one that doesn't sit there yet."""
    seated = [found for user in players if (found := computer_of(user)) is not None]
    if character is None:
        there = {one.character for one in seated}
        others = [name for name in CHARACTERS if name not in there]
        free = [name for name in others if name in CHARACTERS[:FIRST]] or others or CHARACTERS
        character = random.Random(seed).choice(free)  # noqa: S311 # nothing hangs on it
    return next(one for number in count() if (one := Computer(character, level, number)).id not in players)
