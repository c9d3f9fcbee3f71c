"""Computers at tables: their characters, their levels, and the ids by which tables know them.

People have positive ids, from Discord. The id of a computer is a negative number that holds its
character, level and number.
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
"""The characters and their play styles."""
EARLY_CHARACTERS: Final = 5
"""The number of characters that take seats before the others do."""
CHARACTERS: Final[tuple[str, ...]] = tuple(PLAY_STYLES)
_ID_STEP: Final = 100


class Computer(NamedTuple):
    """A computer at a table. `number`, from 0, tells apart those of the same character and level."""

    character: str
    level: Level
    number: int = 0

    @property
    def id(self) -> int:
        """The negative id of this computer among a table's players."""
        kind = CHARACTERS.index(self.character) * len(LEVELS) + LEVELS.index(self.level)
        return -(1 + kind + _ID_STEP * self.number)

    @property
    def play_style(self) -> PlayStyle:
        """The play style of this computer's character."""
        return PLAY_STYLES[self.character]


def computer_of(user_id: int) -> Computer | None:
    """Return the computer with this id. None for a person or for nobody."""
    if user_id >= 0:
        return None
    number, kind = divmod(-user_id - 1, _ID_STEP)
    character, level = divmod(kind, len(LEVELS))
    if character >= len(CHARACTERS):
        return None
    return Computer(CHARACTERS[character], LEVELS[level], number)


def level_named(text: str) -> Level:
    """Return the level of this name, *medium* if there's none."""
    return next((level for level in LEVELS if level == text), "medium")


def people(players: Sequence[int]) -> list[int]:
    """Return the people among a table's players."""
    return [user for user in players if user > 0]


def companions(seats: range) -> int:
    """Return the number of computers for someone who plays alone: two, or one in a game for two."""
    return max(seats.start - 1, min(2, seats.stop - 2))


def newcomer(players: Collection[int], level: Level, character: str | None, seed: int) -> Computer:
    """Return a new computer for a table, with this character or else one that isn't there yet, if any."""
    seated = [found for user in players if (found := computer_of(user)) is not None]
    if character is None:
        taken = {one.character for one in seated}
        others = [name for name in CHARACTERS if name not in taken]
        free = [name for name in others if name in CHARACTERS[:EARLY_CHARACTERS]] or others or CHARACTERS
        character = random.Random(seed).choice(free)  # noqa: S311 # the choice isn't secret
    return next(one for number in count() if (one := Computer(character, level, number)).id not in players)
