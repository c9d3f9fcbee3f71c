"""Every press and every typed line is answered in one language, without a word of another."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from simcord.backend.errors import SetupError

from bot.engine.options import option_infos
from bot.games import GAMES
from bot.lessons.lesson import Lesson
from bot.rendering.cardcrate import CHOICES
from bot.rendering.catalog import say_command
from bot.rendering.languages import NAMES
from bot.rendering.rules import Rules
from bot.shipped import version
from tests.conventions import messages
from tests.helpers.guild import NAMES as PLAYERS
from tests.helpers.guild import SimGuild
from tests.languages import pseudo
from tests.languages.crawling import Crawler, words_sent

OPTIONS = [option.name for game in GAMES.values() for option in option_infos(game.options)]
NO_MESSAGES = frozenset(
    re.findall(
        r"[a-z]+",
        " ".join(
            (
                *PLAYERS,
                *NAMES.values(),
                *(game.name for game in GAMES.values()),
                *GAMES,
                "Guild",
                "cards",
                *OPTIONS,
                version(),
            )
        ).lower(),
        re.ASCII,
    )
)
"""The names of players, languages, games and their options, the server, its channel and this version."""
MAX_PRESSES = 60
BEFORE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("cards", {}),
    ("cardcrate", {}),
    *(("cardcrate", {"open": what}) for what in CHOICES),
    ("card-rules", {}),
    ("my-tables", {}),
    ("hand", {}),
    ("table", {}),
    ("turn", {"move": "acquire 7"}),
    ("cards", {"game": "XXX"}),
)
"""Commands typed before a game begins."""
WRONG: tuple[tuple[str, dict[str, Any]], ...] = (
    ("cards", {"game": "crap", "rules": "threshold"}),
    ("cards", {"game": "crap", "rules": "X=3"}),
    ("score-set", {"rank": "7", "cards": "XX"}),
    ("play-card", {"card": "1X"}),
    ("lay-set", {"cards": "7S 7H"}),
    ("idiot", {"player": "ZZ"}),
    *(("turn", {"move": text}) for text in ("XX", "undo", "place", "draw", "pass", "idiot ZZ", "leave")),
    ("table", {}),
    ("cards", {"game": "crap"}),
)
"""Commands typed at a running table."""


@pytest.fixture(autouse=True)
def _in_pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with pseudo.spoken_everywhere(monkeypatch):
        yield


def in_pseudo(rules: Rules) -> Rules:
    sections = tuple(
        msgspec.structs.replace(
            one, title=pseudo.marked(one.title), about=pseudo.marked(one.about), text=pseudo.marked(one.text)
        )
        for one in rules.sections
    )
    return msgspec.structs.replace(rules, sections=sections, lags=True)


def taught_in_pseudo(lesson: Lesson) -> Lesson:
    def said(one: Any) -> Any:
        marked = {name: pseudo.marked(getattr(one, name)) for name in ("heading", "text")}
        label = {"label": pseudo.marked(one.label)} if hasattr(one, "label") else {}
        return msgspec.structs.replace(one, **marked, **label)

    steps = []
    for step in lesson.steps:
        wrong = tuple(map(said, step.written.wrong))
        written = msgspec.structs.replace(said(step.written), right=said(step.written.right), wrong=wrong)
        steps.append(msgspec.structs.replace(step, written=written))
    return msgspec.structs.replace(lesson, steps=tuple(steps), lags=True)


def unmarked_in(guild: SimGuild, since: int = 0) -> dict[str, str]:
    """Return the words that come from no message, each with a text that has it."""
    found: dict[str, str] = {}
    for text in words_sent(guild, since):
        for word in pseudo.unmarked(text, NO_MESSAGES):
            found.setdefault(word, text)
    return found


async def tour(guild: SimGuild, game: str, most: int) -> None:
    """Read everything at and around a table of a game, from its lobby to its end."""
    ann, ben, *others = guild.players
    host, guest = Crawler(ann, most), Crawler(ben, most)
    for command, options in BEFORE:
        host.look_at((await ann.slash(command, **options)).message)
    await host.go()
    await ann.open("end")
    await ann.slash("cards", game=game)
    host.look_at(guild.messages[-1])
    guest.look_at(guild.messages[-1])
    await guest.go()
    await host.go()
    await ann.slash("cards", game=game)
    for one in (ben, *others):
        await one.act("join")
    host.look_at((await ann.slash("card-rules", game=game)).message)
    await ann.act("start")
    for one in guild.players[: GAMES[game].seats[-1]]:
        crawler = Crawler(one, most)
        crawler.look_at((await one.slash("hand")).message)
        crawler.look_at(guild.messages[-1])
        await crawler.go()
    for command, options in WRONG:
        with suppress(SetupError):  # SimCord refuses unknown options and impossible values.
            await ann.slash(command, **options)
    await guild.pass_time(700)
    await ben.open("end")
    await host.go()


@pytest.mark.slow
async def test_screens_around_table_have_one_language(guild: SimGuild) -> None:
    await no_other_word(guild, "crap")


@pytest.mark.night
@pytest.mark.parametrize("game", [game for game in GAMES if game != "crap"])
async def test_screens_of_games_have_one_language(guild: SimGuild, game: str) -> None:
    await no_other_word(guild, game)


async def no_other_word(guild: SimGuild, game: str) -> None:
    rules, lessons = guild.bot.texts._rules, guild.bot.texts._lessons
    rules[pseudo.TAG] = {name: in_pseudo(one) for name, one in rules["en"].items()}
    lessons[pseudo.TAG] = {name: taught_in_pseudo(one) for name, one in lessons["en"].items()}
    await tour(guild, game, MAX_PRESSES)

    assert len(list(words_sent(guild))) > 300
    assert unmarked_in(guild) == {}


@pytest.mark.slow
def test_no_command_has_a_word_of_another_language() -> None:
    texts = [*messages.described()]

    assert len(texts) > 60
    assert [text for text in texts if say_command(pseudo.TAG, text) != pseudo.marked(text)] == []
