"""The lessons of all games, including the one that the documents build."""

from functools import cache
from typing import Final

from bot.lessons.lesson import Lesson
from bot.lessons.reading import read_lesson
from bot.rendering.lessons import Learner
from tests.helpers import recipe
from tests.helpers.recipe import EVERY_GAME

ANN: Final = Learner(user_id=7, name="Ann")


@cache
def lesson_of(game_id: str) -> Lesson:
    """Return the lesson of a game, even of the documents' example."""
    return read_lesson(EVERY_GAME[game_id], recipe.read(f"data/lessons/{game_id}.toml"))
