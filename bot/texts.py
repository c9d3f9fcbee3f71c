"""The texts that the bot reads at its start: rules, lessons, messages, and the page that checks a deal."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from bot.config import BadSettings, Settings
from bot.engine.contract import AnyGame
from bot.games import GAMES
from bot.lessons.lesson import Lesson
from bot.lessons.reading import read_lesson
from bot.lessons.translating import translated
from bot.rendering.catalog import language, language_tag
from bot.rendering.languages import ENGLISH, NAMES
from bot.rendering.rules import Rules, read_rules, read_translated
from bot.rendering.stamps import lags, unstamped
from bot.shipped import REINSTALL

Text = TypeVar("Text", Rules, Lesson)
ByLanguage = dict[str, dict[str, Text]]
"""Texts by language and game."""


class Kind(NamedTuple, Generic[Text]):
    """A kind of text with a file for each game, and the functions that read it in English or translated.

    `translated` is given the English text as it was read, the translation, and whether that one lags behind.
    """

    name: str
    folder: Path
    ending: str
    read: Callable[[AnyGame, str], Text]
    translated: Callable[[Text, str, bool], Text]


class Texts:
    """All texts of the bot, by language. Raises BadSettings if a file is missing or malformed."""

    def __init__(self, settings: Settings) -> None:
        read_messages()
        self._rules, self._lessons = read_all_rules(settings), read_all_lessons(settings)
        self.verifier = read_verifier(settings)

    @property
    def rules(self) -> Mapping[str, Rules]:
        """Return the rules of all games in the present language."""
        return self._rules.get(language_tag(), self._rules[ENGLISH])

    @property
    def lessons(self) -> Mapping[str, Lesson]:
        """Return the lessons of all games in the present language."""
        return self._lessons.get(language_tag(), self._lessons[ENGLISH])


def read_messages() -> None:
    """Read the messages of all languages. Raises BadSettings naming a malformed file."""
    for tag in NAMES:
        try:
            language(tag)
        except ValueError as error:
            words = f"the messages of {NAMES[tag]} can't be read from {error}"
            raise BadSettings(f"{words}: {REINSTALL}") from error


def read_all_rules(settings: Settings) -> ByLanguage[Rules]:
    """Read the rules of all games. Raises BadSettings naming a missing or malformed file."""
    kind = Kind("rules", settings.rules, "md", lambda _game, text: read_rules(text), read_translated)
    return _read_all(kind)


def read_all_lessons(settings: Settings) -> ByLanguage[Lesson]:
    """Read the lessons of all games. Raises BadSettings naming a missing or malformed file."""
    return _read_all(Kind("lesson", settings.lessons, "toml", read_lesson, translated))


def _read_all(kind: Kind[Text]) -> ByLanguage[Text]:
    """Return the texts of all games by language. A language that lacks a text has the English one."""
    english = {
        game.id: _read(kind, game, kind.folder / f"{game.id}.{kind.ending}") for game in GAMES.values()
    }
    found = {ENGLISH: {game_id: read for game_id, (_, read) in english.items()}}
    for tag in NAMES:
        for game_id, (text, read) in english.items():
            file = kind.folder / tag / f"{game_id}.{kind.ending}"
            there = _read_translation(kind, file, text, read) if file.is_file() else read
            found.setdefault(tag, {})[game_id] = there
    return found


def _read(kind: Kind[Text], game: AnyGame, file: Path) -> tuple[str, Text]:
    try:
        text = file.read_text(encoding="utf-8")
        return text, kind.read(game, text)
    except (OSError, ValueError) as error:
        raise read_error(f"the {kind.name} of {game.id}", file, error) from error


def _read_translation(kind: Kind[Text], file: Path, english: str, read: Text) -> Text:
    """Return a translated text, or the English one if an outdated translation no longer fits it."""
    text = file.read_text(encoding="utf-8")
    is_old = lags(text, english)
    try:
        return kind.translated(read, unstamped(text), is_old)
    except ValueError as error:
        if is_old:
            return read
        raise read_error(f"the {kind.name}", file, error) from error


def read_verifier(settings: Settings) -> bytes:
    """Return the page that checks a deal. Raises BadSettings if it can't be read."""
    try:
        return settings.verifier.read_bytes()
    except OSError as error:
        raise read_error("the page that checks deals", settings.verifier, error) from error


def read_error(text: str, file: Path, error: Exception) -> BadSettings:
    """Return the error to raise for a text of the program that can't be read from its file."""
    why = getattr(error, "strerror", None) or error
    return BadSettings(f"{text} can't be read from {file} ({why}): {REINSTALL}")
