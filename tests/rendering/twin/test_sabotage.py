"""The reader notices whatever is left out of the texts or changed in them, so its silence means something."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

import pytest
from msgspec.structs import replace

from bot.engine.chance import Seat
from tests.rendering.twin import reader
from tests.rendering.twin.hearing import Heard
from tests.rendering.twin.moments import Moment
from tests.rendering.twin.reader import Differences
from tests.rendering.twin.readers import TABLES, descriptions, lettered, rare
from tests.rendering.twin.told import NOTHING, Told

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

SPOILS: Final[dict[str, Callable[[str], str]]] = {
    r"[♣♦♥♠]": dict(zip("♣♦♥♠", "♦♥♠♣", strict=True)).__getitem__,
    r"\d+": lambda number: str(int(number) + 1),
    r"▶ |\(to act\)": lambda _: "",
    r"(?<=@)[A-J]": lambda letter: "BCDEFGHIJA"["ABCDEFGHIJ".index(letter)],
    r"[a-zA-Z]{3,}": lambda word: "is" + word,
    r"\A.*\n|\n.*(?=\n|\Z)": lambda _: "",
}
"""Changes to try on each occurrence in a text: suits, numbers, deciders, players, words, lines."""
TABLE: Final = rf"\A.*?(?= {reader.MIDDLE.pattern}|\n)|(?<=Moved this turn: )(?:\S+ )+(?=\S+\.)|\(seat \d+\)"
OWN: Final = (
    rf"^Your (?:hand|turn) ·[^.\n]*\. (.*)$|^{reader.EMPTY}$|(?:{reader.UNREAD.pattern})\.?"
    r"|^(?!Protected|placed|[Ss]urge|armour|Playable|Wild)(?:a set: )?[^:\n]*(?=: )"
)
"""Parts of descriptions that may change unnoticed: headlines, tasks, and labels of groups of cards."""

games = pytest.mark.parametrize("name", TABLES)


def rich(name: str) -> Iterator[tuple[Moment, Seat]]:
    """Yield the rare moments of running games, seen by the first and by the last player."""
    running = (one for one in rare(name) if one.game.outcome(one.state) is None)
    for moment in running:
        yield from ((moment, viewer) for viewer in {0, moment.seats - 1})


def is_noticed(read: Callable[[], Differences]) -> bool:
    """Whether a reading finds a difference, or fails because the text makes no sense."""
    try:
        return read() != []
    except AssertionError:
        return True


def unnoticed(text: str, spared: str, read: Callable[[str], Differences]) -> list[str]:
    """Return the changes of a text that the reading doesn't notice, outside the spared parts."""
    spans = [hit.span(hit.lastindex or 0) for hit in re.finditer(spared, text, re.MULTILINE)]
    found = []
    for pattern, other in SPOILS.items():
        for hit in re.finditer(pattern, text):
            spoilt = text[: hit.start()] + other(hit[0]) + text[hit.end() :]
            is_spared = any(
                start <= hit.start() + hit[0].startswith("\n") and hit.end() <= end for start, end in spans
            )
            if not is_spared and not is_noticed(partial(read, spoilt)):
                found.append(f"{hit[0]!r} in {text[max(0, hit.start() - 30) : hit.end() + 20]!r}")
    return found


@games
@pytest.mark.parametrize("part", ["zones", "own_lines"])
def test_whatever_is_spoilt_in_words_is_noticed(name: str, part: str) -> None:
    table = TABLES[name]

    def read(heard: Heard, told: Told, text: str) -> Differences:
        return reader.unheard(replace(heard, **{part: tuple(text.splitlines())}), told, table)

    for moment, viewer in rich(name):
        heard, told = moment.heard(viewer), table.told(moment.scene(viewer))
        spared = table.UNREAD if part == "own_lines" else NOTHING
        assert unnoticed("\n".join(getattr(heard, part)), spared, partial(read, heard, told)) == []


@games
@pytest.mark.parametrize("part", ["table", "own"])
def test_whatever_is_spoilt_in_descriptions_is_noticed(name: str, part: str) -> None:
    def read(texts: Mapping[str, str], told: Told, text: str) -> Differences:
        spoilt = {**texts, part: text}
        return reader.undescribed(spoilt["table"], spoilt["own"], told)

    for moment, viewer in rich(name):
        table, own = lettered(moment, viewer, *descriptions(moment, viewer))
        texts, told = {"table": table, "own": own}, TABLES[name].told(moment.scene(viewer))
        spared = TABLE if part == "table" or name == "crapette" else OWN
        assert unnoticed(texts[part], spared, partial(read, texts, told)) == []


@pytest.mark.parametrize(
    ("name", "place", "part", "words", "others"),
    [
        ("crap", 0, "state", r"@\w, your turn\.", "The game is over."),
        ("crap", 3, "log", r"@B gives @A 2\.", "@B gives @A 1."),
        ("crap", 3, "log", r"@C calls", "@B calls"),
        ("skrap", 0, "state", "destroy it or pass", "sleep"),
        ("craits", 0, "title", "hand 1", "hand 2"),
        ("crazy-rummy", 3, "state", "@B", "@A"),
        ("crapette", 4, "state", "Agreed draw", "@A resigned"),
        ("crapette", 2, "state", r"@\w offers a draw\.", ""),
    ],
)
def test_spoilt_fact_outside_table_is_noticed(
    name: str, place: int, part: str, words: str, others: str
) -> None:
    moment, table = rare(name)[place], TABLES[name]
    heard = moment.heard(0)
    said = getattr(heard, part)
    spoilt = (
        re.sub(words, others, said) if isinstance(said, str) else [re.sub(words, others, one) for one in said]
    )

    assert spoilt not in (said, list(said))
    assert is_noticed(
        lambda: reader.unheard(replace(heard, **{part: spoilt}), table.told(moment.scene(0)), table)
    )
