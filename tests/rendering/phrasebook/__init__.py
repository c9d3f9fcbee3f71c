"""The phrasebook: every message of a game with sample facts, in one file that a reviewer can read.

Run `python -m tests.rendering.phrasebook` to write it. Its diff shows the words that a change affects.
"""

import pkgutil
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from bot.rendering.player_words import News
from bot.rendering.telling import About, By, Either, Joined, Tell, TellAs
from tests.conventions import messages

FOLDER: Final = Path(__file__).parent
FEW: Final = 1
MANY: Final = 3
SAMPLES: Final[Mapping[str, object]] = {
    "player": "Ann",
    "players": "Ann and Cyd",
    "other": "Ben",
    "others": "Ben and Cyd",
    "caller": "Ben",
    "card": "7♥",
    "cards": "7♥ 8♣",
    "top": "9♠",
    "rank": "king",
    "ranks": "kings",
    "suit": "hearts",
    "copies": "four",
    "number": MANY,
    "points": 70,
    "total": 90,
    "time": "in 5 minutes",
}
"""Sample values of common facts. Any other fact appears as its own name."""


class _Facts(dict[str, object]):
    def __missing__(self, name: str) -> str:
        return f"‹{name}›"


def path_of(game_id: str) -> Path:
    """Return the path of a game's phrasebook."""
    return FOLDER / f"{game_id}.txt"


def phrasebook(game_id: str) -> str:
    """Return a game's phrasebook: its tables of messages, then the messages in its functions."""
    told, lines = set[str](), list[str]()
    for name, table in tables(game_id):
        lines += ["", f"# {name}"]
        for key, tell in entries(table):
            texts = tell.texts[isinstance(tell, TellAs) :]
            told.update(texts)
            lines += [f"{_called(key)}: {phrase}" for phrase in _phrases(texts)]
    lines += ["", "# said by functions"]
    for said in messages.said():
        if said.where.startswith(f"bot/rendering/{_package(game_id)}/"):
            texts = tuple(filter(None, said.texts[said.function in messages.WITH_CONTEXT :]))
            texts = () if texts and texts[0] in told else texts
            told.update(texts)
            lines += _phrases(texts)
    return "\n".join([*lines[1:], ""])


def tables(game_id: str) -> Iterator[tuple[str, Any]]:
    """Yield the name and the contents of each table of sentences in a face's rooms, each once."""
    seen = set[int]()
    for name, module in rooms(game_id):
        for title, table in vars(module).items():
            if title.isupper() and id(table) not in seen and any(entries(table)):
                seen.add(id(table))
                yield f"{name}.{title}", table


def rooms(game_id: str) -> Iterator[tuple[str, ModuleType]]:
    """Yield the name and the module of each room of a face."""
    package = f"bot.rendering.{_package(game_id)}"
    for one in pkgutil.iter_modules(import_module(package).__path__):
        yield one.name, import_module(f"{package}.{one.name}")


def entries(table: Any) -> Iterator[tuple[Any, Tell]]:
    """Yield the messages of a table, each with its event, move or code."""
    if isinstance(table, Mapping):
        for key, sentence in table.items():
            yield from tells(key, sentence)
    elif isinstance(table, tuple):
        for news in (one for one in table if isinstance(one, News)):
            yield from tells(news.kind, news.headline)
            yield from tells(news.kind, news.outcome)


def tells(key: Any, sentence: Any) -> Iterator[tuple[Any, Tell]]:
    """Yield the messages that a sentence chooses among."""
    if isinstance(sentence, Tell):
        yield key, sentence
    elif isinstance(sentence, About):
        yield from tells(sentence.kind, sentence.sentence)
    else:
        for part in _parts(sentence):
            yield from tells(key, part)


def _parts(sentence: Any) -> tuple[Any, ...]:
    match sentence:
        case Either():
            return (sentence.yes, sentence.no)
        case By():
            return tuple(sentence.ways.values())
        case Joined():
            return sentence.parts
    return ()


def _phrases(texts: tuple[str, ...]) -> list[str]:
    """Return a message with sample facts, in singular and plural if it has a number."""
    numbers = (FEW, MANY) if len(texts) > 1 else (MANY,) * len(texts)
    return [
        text.format_map(_Facts({**SAMPLES, "number": number}))
        for text, number in zip(texts, numbers, strict=True)
    ]


def _called(key: Any) -> str:
    return key.__name__ if isinstance(key, type) else str(key)


def _package(game_id: str) -> str:
    return game_id.replace("-", "_")
