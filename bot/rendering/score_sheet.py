"""The score sheet at the end of a game: everyone in order, with what their total is made of."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

import msgspec

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.rendering import words
from bot.rendering.scene import Scene
from bot.rendering.widths import cells_of, fitted, number

MAX_ROW_CHARACTERS: Final = 36
"""How many characters of a block a phone shows side by side."""
MAX_NAME_CHARACTERS: Final = 10
MAX_GAINS: Final = 3
"""How many of the last rounds fit in a row of the ranking."""
EQUALS: Final = " = "


class Standing(msgspec.Struct, frozen=True):
    """One player's place at the end."""

    seat: Seat
    place: int
    """Counted from 1. Equal results share a place. 0 in a game that was ended early."""
    gains: tuple[int, ...] = ()
    """What each round brought that the total is made of. Rounds that brought nothing are left out."""
    total: int | None = None
    shown: str = ""
    """Stands for the total in a game without points: `31 left`."""
    note: str = ""
    """The parts of a result: `4 in the crapaud`."""


class Ending(msgspec.Struct, frozen=True):
    """How a game ended."""

    title: str
    """`Ben wins with 340`."""
    why: str = ""
    """A sentence where the end wasn't the ordinary one."""
    length: str = ""
    """`82 turns`."""
    standings: tuple[Standing, ...] = ()
    """Best first."""
    cards: tuple[Card, ...] = ()
    """Cards that won, at most four."""
    wild: frozenset[Card] = frozenset()
    best: tuple[Card, ...] = ()
    """Cards of the first highlight, at most four, unless they're those that won."""
    best_wild: frozenset[Card] = frozenset()
    highlights: tuple[tuple[str, str], ...] = ()
    """At most two that the log proves, each a title and what it was: `Biggest set`, `Ben's aces, 140`."""
    notes: tuple[str, ...] = ()
    """More sentences worth a line each."""


def score_sheet(scene: Scene, standings: Sequence[Standing], *, has_totals: bool = True) -> str:
    """Return the ranking in one block that fits a phone: `1 Ben     140 + 200 = 340`.

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
    """Return a player's result as people read it: `1,070`, `31 left`."""
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


def gained(scene: Scene, gains: Iterable[tuple[Seat, int]]) -> list[tuple[int, ...]]:
    """Return by seat what these rounds have brought, oldest first."""
    rounds: list[list[int]] = [[] for _ in scene.players]
    for seat, gain in gains:
        rounds[seat].append(gain)
    return list(map(tuple, rounds))


def ranked(
    totals: Sequence[int],
    gains: Sequence[tuple[int, ...]],
    *,
    low: bool = False,
    left: Collection[Seat] = (),
) -> tuple[Standing, ...]:
    """Return seats with these totals and gains, best first. Equal totals share a place.

    Those who have `left` couldn't win: they come behind all who stayed.
    """
    everyone = range(len(totals))
    standings: list[Standing] = []
    for group in ([one for one in everyone if one not in left], [one for one in everyone if one in left]):
        ahead = len(standings)
        ordered = sorted(group, key=lambda seat: totals[seat] if low else -totals[seat])
        points = [totals[seat] for seat in ordered]
        for seat in ordered:
            place = ahead + points.index(totals[seat]) + 1
            standings.append(Standing(seat, place, tuple(filter(None, gains[seat])), totals[seat]))
    return tuple(standings)
