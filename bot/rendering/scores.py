"""The score sheet of a game: a line a round, a column a player, narrow enough for a phone."""

import math
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from bot.rendering import words
from bot.rendering.scene import Scene

MAX_WIDTH_CHARACTERS: Final = 30
"""So many characters side by side a phone shows in a block; players for whom there is no room go below."""
MAX_BLOCKS: Final = 2
"""Where more blocks were needed the gains are left out: they can be worked out from the totals."""
EXACT: Final = 10**7
NOT_IN: Final = "–"
GAP: Final = "  "
LEFT_TO_RIGHT: Final = "\u200e"
"""Between names written from right to left it keeps each above its own column."""

Block: TypeAlias = list[str]
"""The names of some players, then a line a round."""


class Round(msgspec.Struct, frozen=True):
    """What one round brought, by seat; no total for those who were not in it."""

    name: str
    gains: tuple[str, ...]
    totals: tuple[int | None, ...]


def score_sheet(scene: Scene, rounds: Sequence[Round], *, unit: str, gains: str, room: int) -> str:
    """The sheet in at most `room` characters; first the gains give way, then the oldest rounds.

    `unit` is what a round is called, `gains` what its numbers are. Empty where there is nothing to show.
    """
    if not rounds:
        return ""
    blocks = _blocks(scene, rounds, _full)
    text = _joined(f"**Scores by {unit}**: {gains}, then the total", blocks)
    if len(blocks) <= MAX_BLOCKS and len(text) <= room:
        return text
    blocks = _blocks(scene, rounds, _total)
    for dropped in range(len(rounds)):
        text = _joined(_head(rounds, unit, dropped), [[block[0], *block[1 + dropped :]] for block in blocks])
        if len(text) <= room:
            return text
    return ""


def number(value: int) -> str:
    """A number in little room: `1234`, `−50`, `≈10^45`."""
    size = abs(value)
    exact = f"{size}" if size < EXACT else f"≈10^{int(math.log10(size))}"
    return f"−{exact}" if value < 0 else exact


def gain(value: int) -> str:
    """What a round has brought: `+120`, `0`, `−35`."""
    return f"+{number(value)}" if value > 0 else number(value)


def _head(rounds: Sequence[Round], unit: str, dropped: int) -> str:
    """The line above the totals, and one for the rounds that have found no room."""
    head = f"**Scores by {unit}**: the total after each"
    if not dropped:
        return head
    first, last = rounds[0].name, rounds[dropped - 1].name
    which = f"{unit} {first} is" if dropped == 1 else f"{unit}s {first} to {last} are"
    return f"{head}\n-# {which.capitalize()} in the log."


def _joined(head: str, blocks: Sequence[Block]) -> str:
    lines = "\n\n".join("\n".join(block) for block in blocks)
    return f"{head}\n```\n{lines}\n```"


def _full(one: Round, seat: int) -> str:
    """A gain and a total with one blank between them, for there are two between players."""
    return NOT_IN if one.totals[seat] is None else f"{one.gains[seat]} {_total(one, seat)}"


def _total(one: Round, seat: int) -> str:
    total = one.totals[seat]
    return NOT_IN if total is None else number(total)


def _blocks(scene: Scene, rounds: Sequence[Round], cell: Callable[[Round, int], str]) -> list[Block]:
    """The players side by side in as many blocks as it takes, about equally many in each."""
    seats = range(len(scene.players))
    cells = [[cell(one, seat) for seat in seats] for one in rounds]
    label = max(len(one.name) for one in rounds)
    widest = max(len(text) for line in cells for text in line)
    abreast = max(1, (MAX_WIDTH_CHARACTERS - label) // (widest + len(GAP)))
    abreast = math.ceil(len(seats) / math.ceil(len(seats) / abreast))
    names = [words.in_block(scene, seat) for seat in seats]
    room = (MAX_WIDTH_CHARACTERS - label) // abreast - len(GAP)
    width = max(widest, min(room, max(map(cells_of, names))))
    table = [("", [fitted(name, width) for name in names])]
    table += [(one.name, line) for one, line in zip(rounds, cells, strict=True)]
    return [
        [_line(first.rjust(label), line[start : start + abreast], width) for first, line in table]
        for start in range(0, len(seats), abreast)
    ]


def _line(first: str, cells: Sequence[str], width: int) -> str:
    return GAP.join([first, *(" " * (width - cells_of(cell)) + cell for cell in cells)])


def fitted(name: str, width: int) -> str:
    """A name in so much room, kept apart from its neighbours where it is written from right to left."""
    short = name
    while cells_of(short) > width:
        short = f"{short.removesuffix('…')[:-1]}…"
    is_turned = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in short)
    return LEFT_TO_RIGHT + short if is_turned else short


def cells_of(text: str) -> int:
    """How many places a text takes where all letters are equally wide: some take two, marks take none."""
    wide = sum(unicodedata.east_asian_width(sign) in ("W", "F") for sign in text)
    return len(text) + wide - sum(unicodedata.category(sign) in ("Mn", "Cf") for sign in text)
