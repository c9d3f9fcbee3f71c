"""The score sheet at the end of a game: everyone in order, with what their total is made of."""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.rendering import words
from bot.rendering.face import Standing
from bot.rendering.scene import Scene
from bot.rendering.widths import cells_of, fitted, number

MAX_ROW_CHARACTERS: Final = 36
"""How many characters of a block a phone shows side by side."""
MAX_NAME_CHARACTERS: Final = 10
MAX_GAINS: Final = 3
"""How many of the last rounds fit in a row of the ranking."""
EQUALS: Final = " = "


def score_sheet(scene: Scene, standings: Sequence[Standing], *, has_totals: bool = True) -> str:
    """The ranking in one block that fits a phone: `1 Ben     140 + 200 = 340`.

    Without totals, as below a picture of the ranking, it's the rounds of those who gained in several.
    """
    if not has_totals:
        standings = [msgspec.structs.replace(one, place=0) for one in standings if len(one.gains) > 1]
    if len(standings) < (1 if has_totals else 2):
        return ""
    names = [fitted(words.in_block(scene, one.seat), MAX_NAME_CHARACTERS) for one in standings]
    width = max(cells_of(name) for name in names)
    places = max(len(_place(one)) for one in standings)
    room = MAX_ROW_CHARACTERS - places - width - 3
    totals = max(len(total(one)) for one in standings) if has_totals else 0
    sums = [_sum(one, room - totals) for one in standings]
    widest = max(map(len, sums))
    if has_totals:
        ends = [f"{row:>{widest}}{total(one):>{totals}}" for one, row in zip(standings, sums, strict=True)]
    else:
        ends = [f"{row:>{widest}}".removesuffix(EQUALS) for row in sums]
    rows = [
        f"{_place(one):>{places}}{' ' * bool(places)}{name}{' ' * (width - cells_of(name))}  {end}".rstrip()
        for one, name, end in zip(standings, names, ends, strict=True)
    ]
    return "```\n" + "\n".join(rows) + "\n```"


def _place(one: Standing) -> str:
    return str(one.place or "")


def total(one: Standing) -> str:
    """A player's result as people read it: `1,070`, `31 left`."""
    return one.shown if one.total is None else number(one.total)


def _sum(one: Standing, room: int) -> str:
    """Return what a total is made of, as much of it as fits: `140 + 200 = `, `… + 31 − 50 + 7 = `."""
    if len(one.gains) < 2:
        return ""
    whole = _added(one.gains)
    if len(whole) <= room:
        return whole
    for count in range(min(MAX_GAINS, len(one.gains) - 1), 0, -1):
        last = _added(one.gains[-count:], more=True)
        if len(last) <= room:
            return last
    return ""


def _added(gains: Sequence[int], *, more: bool = False) -> str:
    first, *others = gains
    text = f"… {'−' if first < 0 else '+'} {number(abs(first))}" if more else number(first)
    return text + "".join(f" {'−' if gain < 0 else '+'} {number(abs(gain))}" for gain in others) + EQUALS


def ranked(
    totals: Sequence[tuple[Seat, int, tuple[int, ...]]], *, low: bool = False, left: Collection[Seat] = ()
) -> tuple[Standing, ...]:
    """Seats with their totals and gains, best first. Equal totals share a place.

    Those who have `left` couldn't win: they come behind all who stayed.
    """
    stayed = _in_order([one for one in totals if one[0] not in left], low=low)
    gone = _in_order([one for one in totals if one[0] in left], low=low)
    return (*stayed, *(msgspec.structs.replace(one, place=one.place + len(stayed)) for one in gone))


def _in_order(totals: Sequence[tuple[Seat, int, tuple[int, ...]]], *, low: bool) -> tuple[Standing, ...]:
    ordered = sorted(totals, key=lambda one: one[1] if low else -one[1])
    points = [total for _, total, _ in ordered]
    return tuple(
        Standing(seat, points.index(total) + 1, tuple(gain for gain in gains if gain), total)
        for seat, total, gains in ordered
    )
