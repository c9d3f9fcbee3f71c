"""Anything left out of the messages or changed in them is missed, or the readers wouldn't hear anything."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import msgspec
import pytest

from bot.engine.chance import Seat
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from tests.rendering.twin import pictured, pictured_games
from tests.rendering.twin.hearing import Heard
from tests.rendering.twin.moments import Moment
from tests.rendering.twin.readers import READERS, differences, rare

pytestmark = pytest.mark.no_cover  # random walks: tracing them would double their time

Spoilt: TypeAlias = Iterator[tuple[str, str]]
"""The change of a text, and the text afterwards."""
Spared: TypeAlias = Sequence[range]
"""The parts of a text that need not be noticed."""
Spoil: TypeAlias = Callable[[str, Spared], Spoilt]
Unheard: TypeAlias = Iterator[tuple[str, bool]]
"""The change of a text, and whether it was noticed."""

NEXT_SUIT = dict(zip("♣♦♥♠", "♦♥♠♣", strict=True))
UNREADABLE = (AssertionError, KeyError, ValueError, TypeError, StopIteration, IndexError)

FOLLOWS = re.compile(
    r"""
    ^(?:You\ could\ feed:|In\ front\ of\ you).*
    | ^(?:From\ now\ on:|On\ your\ board,|Nothing\ in\ your\ hand\ fits|You\ have\ just\ taken|This\ turn\ is|Your\ first\ play).*
    | \(\d+\ make\ a\ player\ leave\) | ;\ \d+\ end\ the\ game | after\ \d+\ the\ pile
    | \(\w+\ \+1\) | at\ 3\ chance\ picks
    | of\ at\ most\ [\d,]+ | \d+\ on\ the\ board | \d+\ points?\ against\ you
    | \(seat\ \d+ | (?<=Turn\ \d\ of\ )\d+ | (?<=Hand\ \d\ of\ )\d+ | (?<=More\ than\ )\d+
    | \d+\ points\ end\ the\ game | [\d,]+\ end\ it | \d+\ against\ you | \d+\ close\ the\ pile
    | \+\ \d+(?=\ ·) | of\ \d+\ times
    | ^-\#\ \d+\. | ^Your\ hand\ \(\d+\ cards?\)\ stays.*\n.* | ^Your\ hand\ \(\d+\)\ stays.*
    """,
    re.VERBOSE | re.MULTILINE,
)
"""What follows from other words, or repeats the rules and the options of the table."""
OWN_VALUES = re.compile(r"^(?:Weapons|Armour): .*$", re.MULTILINE)
"""Cards of a hand with what they count: the values follow from the surge card."""

games = pytest.mark.parametrize("name", READERS)
WITH_HANDS = [name for name in READERS if name != "crapette"]
"""Crapette's players don't have a page but the table's."""


def missing_lines(text: str, spared: Spared) -> Spoilt:
    """Without each line alone. One of which every character is spared may go."""
    place = 0
    for line in text.splitlines(keepends=True):
        part = range(place, place + len(line.rstrip("\n")))
        place += len(line)
        if not FOLLOWS.match(line) and not any(part[0] in one and part[-1] in one for one in spared if part):
            yield f"without {line!r}", (text[: part.start] + text[place:]).removesuffix("\n")


def other_suits(text: str, spared: Spared) -> Spoilt:
    yield from _replaced(text, "[♣♦♥♠]", NEXT_SUIT.__getitem__, spared)


def other_numbers(text: str, spared: Spared) -> Spoilt:
    yield from _replaced(text, r"\d+", lambda number: str(int(number) + 1), spared)


def missing_marks(text: str, spared: Spared) -> Spoilt:
    """Without the sign of who must act."""
    yield from _replaced(text, r"▶ |\(to act\)", lambda _: "", spared)


def other_words(text: str, spared: Spared) -> Spoilt:
    """Without what is said of a player in words: who leads, what they do, that they have left."""
    yield from _replaced(
        text,
        r"(?<=: )[a-z][a-z ]+[a-z?](?=, )|, leads(?=, )|, said “one card”(?=[,.])",
        lambda _: "is",
        spared,
    )


def _follows(text: str) -> Spared:
    """Return what follows in a text from other words."""
    values = [hit for line in OWN_VALUES.finditer(text) for hit in _spans(r"\(\d+\)", line)]
    return [*values, *(range(*hit.span()) for hit in FOLLOWS.finditer(text))]


def _spans(pattern: str, within: re.Match[str]) -> list[range]:
    return [
        range(within.start() + hit.start(), within.start() + hit.end())
        for hit in re.finditer(pattern, within[0])
    ]


def _replaced(text: str, pattern: str, other: Callable[[str], str], spared: Spared) -> Spoilt:
    """Every occurrence alone, but for what is spared."""
    for hit in re.finditer(pattern, text):
        if not any(hit.start() in span for span in spared):
            spoilt = f"{text[: hit.start()]}{other(hit[0])}{text[hit.end() :]}"
            yield f"{hit[0]!r} in {text[max(0, hit.start() - 20) : hit.end() + 20]!r}", spoilt


spoiling = pytest.mark.parametrize("spoil", [missing_lines, other_suits, other_numbers])


def rich(name: str) -> Iterator[tuple[Moment, Seat]]:
    """Rare moments of running games, seen by the first and by the last player."""
    running = (one for one in rare(name) if one.game.outcome(one.state) is None)
    for moment in running:
        yield from ((moment, viewer) for viewer in {0, moment.seats - 1})


def is_noticed(name: str, heard: Heard, moment: Moment, viewer: Seat) -> bool:
    """Whether what was heard isn't what the sheet holds, or makes no sense."""
    reader = READERS[name]
    try:
        return differences(reader.read(heard), reader.expected(moment.scene(viewer))) != {}
    except UNREADABLE:
        return True


def spoilt_tables(name: str, spoil: Spoil) -> Unheard:
    for moment, viewer in rich(name):
        heard = moment.heard(viewer)
        said = "\n".join(heard.zones)
        for what, zones in spoil(said, _follows(said)):
            other = msgspec.structs.replace(heard, zones=tuple(zones.splitlines()))
            yield what, is_noticed(name, other, moment, viewer)


def spoilt_own_pages(name: str, spoil: Spoil) -> Unheard:
    for moment, viewer in rich(name):
        heard = moment.heard(viewer)
        said = "\n".join(heard.own_lines)
        for what, zones in spoil(said, _follows(said)):
            other = msgspec.structs.replace(heard, own_lines=tuple(zones.splitlines()))
            yield what, is_noticed(name, other, moment, viewer)


def spoilt_descriptions(name: str, spoil: Spoil) -> Unheard:
    for moment, viewer in rich(name):
        (table,), own = (described(page) for page in moment.pages(viewer, pictures=True))
        hand, scene = "".join(own), moment.scene(viewer)
        assert not is_described_otherwise(table, hand, scene)
        for what, text in spoil(table, pictured.unread(table)):
            yield what, is_described_otherwise(text, hand, scene)
        for what, text in spoil(hand, pictured.unread(hand)):
            yield what, is_described_otherwise(table, text, scene)


def described(page: Page | None) -> list[str]:
    return [picture.alt for picture in page.pictures] if page else []


def is_described_otherwise(table: str, hand: str, scene: Scene) -> bool:
    try:
        seen = pictured.read(table, hand, scene.names)
        return differences(seen, pictured.as_told(seen, pictured_games.expected(scene))) != {}
    except UNREADABLE:
        return True


def check(spoilt: Unheard) -> None:
    """Something was spoilt, and all of it was noticed."""
    tried = list(spoilt)

    assert tried
    assert {what for what, noticed in tried if not noticed} == set()


@games
@spoiling
def test_what_is_spoilt_on_the_table_is_noticed(name: str, spoil: Spoil) -> None:
    check(spoilt_tables(name, spoil))


@pytest.mark.parametrize("name", WITH_HANDS)
@spoiling
def test_what_is_spoilt_on_the_own_page_is_noticed(name: str, spoil: Spoil) -> None:
    check(spoilt_own_pages(name, spoil))


@games
@spoiling
def test_what_is_spoilt_in_a_description_is_noticed(name: str, spoil: Spoil) -> None:
    check(spoilt_descriptions(name, spoil))


@pytest.mark.parametrize("name", WITH_HANDS)
def test_other_words_of_a_player_in_a_description_are_noticed(name: str) -> None:
    check(spoilt_descriptions(name, other_words))


@games
def test_who_is_not_marked_as_to_act_is_missed(name: str) -> None:
    check(spoilt_descriptions(name, missing_marks))
    if name != "crapette":  # there the table's first line says it
        check(spoilt_tables(name, missing_marks))


FACTS = [
    ("crap", 0, "state", r"@\w, your turn\.", "The game is over."),
    ("crap", 3, "log", r"@B gives @A 2\.", "@B gives @A 1."),
    ("crap", 3, "log", r"@C calls", "@B calls"),
    ("skrap", 0, "state", "destroy it or pass", "sleep"),
    ("craits", 0, "title", "hand 1", "hand 2"),
    ("crazy-rummy", 3, "state", "@B", "@A"),
    ("crapette", 4, "state", "Agreed draw", "@A resigned"),
    ("crapette", 2, "state", r"@\w offers a draw\.", ""),
]


@pytest.mark.parametrize(("name", "place", "part", "words", "others"), FACTS)
def test_what_is_spoilt_beside_the_zones_is_noticed(
    name: str, place: int, part: str, words: str, others: str
) -> None:
    moment = rare(name)[place]
    heard = moment.heard(0)
    said = getattr(heard, part)
    spoilt = re.sub(words, others, said) if isinstance(said, str) else _each(words, others, said)
    assert spoilt != said

    assert is_noticed(name, msgspec.structs.replace(heard, **{part: spoilt}), moment, 0)


def _each(words: str, others: str, lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(re.sub(words, others, line) for line in lines)
