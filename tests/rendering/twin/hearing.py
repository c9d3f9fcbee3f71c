"""A table as a blind player hears it: the texts of two pages as Discord shows them, and their cards.

Nothing here uses a state, a sheet or an engine, so a reader knows a game from its texts alone.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import msgspec

from bot.rendering.faces import FACES
from bot.rendering.page import Page, Text
from bot.rendering.scene import Scene

Cards: TypeAlias = tuple[str, ...]
"""Cards in the notation, sorted, because their order doesn't matter."""
Letters: TypeAlias = frozenset[str]
"""Players by the letters of their seats. The first one is A."""

LETTERS: Final = "ABCDEFGHIJ"
NONE: Letters = frozenset()
RANK: Final = r"(?:10|[2-9AJQK])"
CARD: Final = rf"(?:{RANK}[♣♦♥♠]|joker)"
BY_RANK: Final = rf"(?:{RANK} [♣♦♥♠]+|joker(?: ×\d+)?)"

_SUITS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_RUN: Final = re.compile(rf"{CARD}(?:(?: · | ){CARD})+")


class Heard(msgspec.Struct, frozen=True):
    """Everything that the texts say, with players as `@A`: the table, the log, and the viewer's own page."""

    title: str
    zones: tuple[str, ...]
    """The lines about the cards on the table."""
    state: str
    """The players who must act, or the ending."""
    log: tuple[str, ...]
    """The last moves in full, a line each, oldest first."""
    own_lines: tuple[str, ...] = ()
    """The player's own cards, without the heading above and the task below."""


def heard(table: Page, log: Iterable[str], own: Page | None, scene: Scene) -> Heard:
    """Return the pages' texts without Discord's markup."""
    title, *_, zones, state = drawn(_texts(table), scene)
    return Heard(
        title=title,
        zones=tuple(zones.splitlines()),
        state=state,
        log=drawn(log, scene),
        own_lines=() if own is None or scene.has_left else _own_lines(drawn(_texts(own), scene), scene),
    )


def _own_lines(page: Sequence[str], scene: Scene) -> tuple[str, ...]:
    """Return the lines of a hand, and check that the page has each of them, if only in its heading."""
    [lines] = drawn([FACES[scene.game.id].hand(scene)], scene)
    own = lines.splitlines()
    unsaid = [line for line in own if line.removesuffix(".") not in "\n".join(page)]
    assert unsaid == []
    return tuple(own)


def _texts(page: Page) -> list[str]:
    return [block.text for block in page.blocks if isinstance(block, Text)]


def drawn(texts: Iterable[str], scene: Scene) -> tuple[str, ...]:
    """Return texts as Discord shows them, with `@A` for the first player, mentioned or only named."""
    seats = {str(user): LETTERS[seat] for seat, user in enumerate(scene.players)}
    called = [re.sub(r"<@(\d+)>", lambda one: f"@{seats[one[1]]}", text) for text in texts]
    plain = [re.sub(r"\*\*|```\n?|\n```|\\(?=[^\w\s])|\u200b", "", text) for text in called]
    return tuple(lettered(text, scene) for text in plain)


def lettered(text: str, scene: Scene) -> str:
    """Return a text with `@A` for the name of the player in the first seat."""
    names = {name: LETTERS[seat] for seat, name in enumerate(scene.names)}
    longest = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{longest})(?!\w)", lambda one: f"@{names[one[0]]}", text)


def named(text: str) -> Letters:
    """Return the players that a text names."""
    return frozenset(re.findall(r"@([A-J])\b", text))


def facts(line: str, between: str) -> list[str]:
    """Return the facts of a line, sorted, and each with its cards sorted."""
    in_order = _RUN.sub(lambda hit: " ".join(sorted(re.findall(CARD, hit[0]))), line)
    return sorted(re.split(between, in_order))


def cards(text: str) -> Cards:
    """Return the open cards in a text, by name or by rank: `7 ♣♦♦ · K ♠ · joker ×2`."""
    if not re.search(rf"{RANK} [♣♦♥♠]|×", text):
        return tuple(sorted(map(_noted, re.findall(CARD, text))))
    gathered: list[str] = []
    for part in re.findall(BY_RANK, text):
        rank, _, rest = part.partition(" ")
        many = int(rest.removeprefix("×") or 1) if rank == "joker" else 0
        gathered += ["JK"] * many or [rank + _SUITS[sign] for sign in rest]
    return tuple(sorted(gathered))


def _noted(card: str) -> str:
    return "JK" if card == "joker" else card[:-1] + _SUITS[card[-1]]
