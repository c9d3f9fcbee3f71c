"""What the client reads at its start: rules, lessons, and the page that checks a deal."""

from bot.config import BadSettings, Settings
from bot.games import GAMES
from bot.lessons.lesson import Lesson
from bot.lessons.reading import read_lesson
from bot.rendering.rules import Rules, read_rules


def read_all_rules(settings: Settings) -> dict[str, Rules]:
    """The rule texts of all games; raises BadSettings naming the file that is missing or malformed."""
    found: dict[str, Rules] = {}
    for game_id in GAMES:
        path = settings.rules / f"{game_id}.md"
        try:
            found[game_id] = read_rules(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadSettings(f"the rules of {game_id} cannot be read from {path}: {error}") from error
    return found


def read_all_lessons(settings: Settings) -> dict[str, Lesson]:
    """The lessons of all games; raises BadSettings naming the file that is missing or malformed."""
    found: dict[str, Lesson] = {}
    for game in GAMES.values():
        path = settings.lessons / f"{game.id}.toml"
        try:
            found[game.id] = read_lesson(game, path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadSettings(f"the lesson of {game.id} cannot be read from {path}: {error}") from error
    return found


def read_verifier(settings: Settings) -> bytes:
    """The page that checks a deal; raises BadSettings when it cannot be read."""
    try:
        return settings.verifier.read_bytes()
    except OSError as error:
        raise BadSettings(
            f"the page that checks deals cannot be read: {settings.verifier}: {error}"
        ) from error
