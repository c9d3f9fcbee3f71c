"""A reader of tables, from their texts and from the descriptions of their pictures, in all games.

It splits a text into lines and facts, and compares them with those that must be told. Nothing may be missing
or added, except for the headline, which isn't on the sheet, and for what follows from other words.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import BY_RANK, CARD, Heard
from tests.rendering.twin.told import Own, Table, Told, Ways

Differences: TypeAlias = list[tuple[Any, Any]]
"""Pairs of what the reader found and what the table must tell, where they differ."""

WRITTEN: Final = " · "
DESCRIBED: Final = r", | and |: "
LISTED: Final = ", |: |Can go to "
EXACT: Final = r"\n"
"""The separators of facts in a line, by kind of text."""
MIDDLE: Final = re.compile(
    r"(?:Asked for|Stock|Discard pile|Not dealt|Wild|On top|Suit|To draw|Moved last|Can be moved|Chosen): "
    r"|The die shows |The bot has |Can go to |\+\d+ heads?\.|\d+ at stake\."
)
"""Beginnings of sentences about the middle of a table. Sentences before those are the headline."""
EMPTY: Final = "Your hand is empty."
OPEN: Final = rf"{CARD}(?: {CARD})*|{BY_RANK}(?: · {BY_RANK})*"
HIDDEN: Final = r"(?:a card|\d+ cards) face down"
ZONE: Final = re.compile(rf"(?:(.*): )?((?:{OPEN})(?: and {HIDDEN})?|{HIDDEN})(?: \(wild: (.*)\))?")
ASIDE: Final = re.compile(r"Protected|placed|[Ss]urge card|armour \d+")
UNREAD: Final = re.compile(r"New: .*|left in hand −?[\d,]+|\S+ points? (?:against you|in your favour)")
"""Sentences about a hand that follow from others: which cards are new, what they're worth."""


def unheard(given: Heard, told: Told, table: Table) -> Differences:
    """Return where the heard texts differ from what must be told."""
    phase = next((phase for words, phase in table.PHASES.items() if words in given.state), "over")
    over = phase == "over"
    asked = re.findall(table.ASKED, f"{given.title}\n{given.state}")
    own = filter(None, (re.sub(table.UNREAD, "", line) for line in given.own_lines))
    pairs = [
        (phase, told.phase),
        (_winners(given.state) if over else hearing.NONE, told.winners),
        (next(end for words, end in table.ENDS.items() if words in given.state) if over else None, told.end),
        (frozenset(asked), told.asked),
        (_lines(own), _lines(told.own_written)),
        (table.last_heard(given.log, phase), told.last),
    ]
    return [(one, other) for one, other in pairs if one != other] + _unlike(
        given.zones, told.written, WRITTEN
    )


def _winners(state: str) -> hearing.Letters:
    """Return the winners, from the first sentence of the ending."""
    said = re.match(r"(.*?(?:wins?|share the win)\b|Nobody wins|A draw)", state)
    assert said, "nobody hears who has won"
    return hearing.named(said[1])


def _lines(lines: Iterable[str]) -> list[list[str]]:
    """Return the lines sorted, and each with its cards sorted."""
    return sorted(hearing.facts(line, EXACT) for line in lines)


def undescribed(table: str, own: str, told: Told, *, is_full: bool = False) -> Differences:
    """Return where the descriptions of a table and a hand differ from what must be told.

    Only on full tables may cards be counted, and undrawn facts be missing.
    """
    first, *lines = re.sub(r" \(seat \d+\)", "", table).splitlines()
    spare = tuple(line for line in told.spare if not is_full or line in lines)
    ways = [line if is_full else line[:1] if len(line) > 3 else line[:2] for line in told.described]
    stage = _unlike_middle(first, told.stage)
    found = stage + _unlike(lines, (*ways, *((line,) for line in spare)), DESCRIBED)
    if isinstance(told.own, Told):
        return found + undescribed(own, "", told.own)
    seen = _own(own) if own else None
    return found + [(seen, told.own)] * (seen != told.own)


def _unlike_middle(line: str, stage: hearing.Letters) -> Differences:
    """Compare a first line with the middle of the table. The sentences before that are the headline."""
    sentences = re.split(r"(?<=[.!?…]) ", re.sub(rf"Moved this turn: (?:{CARD} )*", "Moved last: ", line))
    place = next((place for place, one in enumerate(sentences) if MIDDLE.match(one)), len(sentences))
    heard = [hearing.facts(one.removesuffix("."), LISTED) for one in sentences[place:]]
    wanted = [hearing.facts(one, LISTED) for one in stage]
    return [(heard, wanted)] * (place == 0 or sorted(heard) != sorted(wanted))


def _unlike(lines: Sequence[str], told: Sequence[Ways], between: str) -> Differences:
    """Return the lines that are told in none of their ways."""
    pairs = zip_longest(lines, told, fillvalue="")
    return [
        (line, ways)
        for line, ways in pairs
        if _facts(str(line), between) not in [_facts(way, between) for way in ways]
    ]


def _facts(line: str, between: str) -> list[str]:
    """Return a player's facts, sorted. Other lines stay as they are."""
    is_row = re.match("(?:▶ )?@|> ", line)
    return hearing.facts(line.removesuffix("."), between) if is_row else [line]


def _own(text: str) -> Own:
    title, *lines = text.splitlines()
    head = re.match(r"Your (?:hand|turn) · (\d+)(?: · (\w+) \+1)?\.", title)
    assert head, f"no head: {title}"
    if lines and lines[-1] == EMPTY:
        assert head[1] == "0"
        lines.pop()
    sentences = [one for line in lines for one in line.removesuffix(".").split(". ")]
    said = [zone for one in sentences if not UNREAD.fullmatch(one) for zone in _zone(one)]
    hand = [cards for name, cards in said if name != "wild" and not ASIDE.fullmatch(name)]
    return Own(
        count=int(head[1]),
        suit=head[2],
        hand=tuple(sorted(card for cards in hand for card in hearing.cards(cards))),
        playable=next((hearing.cards(cards) for name, cards in said if name == "Playable"), None),
        wild=tuple(sorted({card for name, cards in said if name == "wild" for card in hearing.cards(cards)})),
        hidden=sum(
            int(many.replace("a", "1"))
            for cards in hand
            for many in re.findall(r"(a|\d+) cards? face", cards)
        ),
        aside={name: hearing.cards(cards) for name, cards in said if ASIDE.fullmatch(name)},
    )


def _zone(text: str) -> Iterator[tuple[str, str]]:
    """Yield a zone's cards with their label, then its wild ones: `nines · 30: 9♦ 9♥ (wild: 6♥)`."""
    zone = ZONE.fullmatch(text)
    assert zone, f"makes no sense: {text}"
    name, cards, wild = zone.groups()
    yield ("wild" if name == "Wild" else name or "", cards)
    if wild:
        yield "wild", wild
