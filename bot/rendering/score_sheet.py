"""The score sheet at the end of a game: everyone in order, with what their total is made of."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

import msgspec

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.rendering import words
from bot.rendering.numbers import short
from bot.rendering.scene import Scene
from bot.rendering.widths import cells_of, fit_width

MAX_ROW_CHARACTERS: Final = 36
"""The most characters that a phone shows in a row of a code block."""
MAX_NAME_CHARACTERS: Final = 12
MAX_GAINS: Final = 3
"""The most rounds that a player's row shows if they don't all fit."""
EQUALS: Final = " = "


class Standing(msgspec.Struct, frozen=True):
    """One player's place at the end."""

    seat: Seat
    place: int
    """Counted from 1. Equal results share a place. 0 in a game that was ended early."""
    gains: tuple[int, ...] = ()
    """The points of each round, which add up to the total. Rounds without points are left out."""
    total: int | None = None
    shown: str = ""
    """The result in a game without points, in place of the total: `31 left`."""
    note: str = ""
    """The parts of a result: `4 in the crapaud`."""


class Ending(msgspec.Struct, frozen=True):
    """The end of a game in words."""

    title: str
    """`Ben wins with 340`."""
    why: str = ""
    """A sentence about an end that wasn't the usual one."""
    length: str = ""
    """`82 turns`."""
    standings: tuple[Standing, ...] = ()
    """Best first."""
    cards: tuple[Card, ...] = ()
    """Cards that won, at most four."""
    wild: frozenset[Card] = frozenset()
    best: tuple[Card, ...] = ()
    """Cards of the first highlight, at most four. Empty if they're the cards that won."""
    best_wild: frozenset[Card] = frozenset()
    highlights: tuple[tuple[str, str], ...] = ()
    """At most two facts from the log, each a title and a text: `Biggest set`, `Ben's aces, 140`."""
    notes: tuple[str, ...] = ()
    """More sentences worth a line each."""


def score_sheet(scene: Scene, standings: Sequence[Standing], *, has_totals: bool = True) -> str:
    """Return the ranking in one block that fits a phone: `1 Ben     140 + 200 = 340`.

    Without totals, as below a picture of the ranking, it shows only players who gained in several rounds.
    """
    if not has_totals:
        standings = [msgspec.structs.replace(one, place=0) for one in standings if len(one.gains) > 1]
    if len(standings) < (1 if has_totals else 2):
        return ""
    names = [fit_width(words.in_block(scene, one.seat), MAX_NAME_CHARACTERS) for one in standings]
    width = max(cells_of(name) for name in names)
    places = max(len(_place(one)) for one in standings)
    room = MAX_ROW_CHARACTERS - places - width - 3
    totals = max(len(total_of(one)) for one in standings) if has_totals else 0
    sums = [_sum(one, room - totals) for one in standings]
    widest = max(map(len, sums))
    if has_totals:
        ends = [f"{row:>{widest}}{total_of(one):>{totals}}" for one, row in zip(standings, sums, strict=True)]
    else:
        ends = [f"{row:>{widest}}".removesuffix(EQUALS) for row in sums]
    rows = [
        f"{_place(one):>{places}}{' ' * bool(places)}{name}{' ' * (width - cells_of(name))}  {end}".rstrip()
        for one, name, end in zip(standings, names, ends, strict=True)
    ]
    return "```\n" + "\n".join(rows) + "\n```"


def _place(one: Standing) -> str:
    return str(one.place or "")


def total_of(one: Standing) -> str:
    """Return a player's result as people read it: `1,070`, `31 left`."""
    return one.shown if one.total is None else short(one.total)


def _sum(one: Standing, room: int) -> str:
    """Return the rounds of a total, or the last that fit: `140 + 200 = `, `… + 31 − 50 + 7 = `."""
    if len(one.gains) < 2:
        return ""
    whole = _terms(one.gains)
    if len(whole) <= room:
        return whole
    for count in range(min(MAX_GAINS, len(one.gains) - 1), 0, -1):
        last = _terms(one.gains[-count:], more=True)
        if len(last) <= room:
            return last
    return ""


def _terms(gains: Sequence[int], *, more: bool = False) -> str:
    first, *others = gains
    text = f"… {'−' if first < 0 else '+'} {short(abs(first))}" if more else short(first)
    return text + "".join(f" {'−' if gain < 0 else '+'} {short(abs(gain))}" for gain in others) + EQUALS


def gains_by_seat(scene: Scene, gains: Iterable[tuple[Seat, int]]) -> list[tuple[int, ...]]:
    """Return each seat's points in these rounds, oldest first."""
    rounds: list[list[int]] = [[] for _ in scene.players]
    for seat, gain in gains:
        rounds[seat].append(gain)
    return list(map(tuple, rounds))


def ranking(
    totals: Sequence[int], gains: Sequence[tuple[int, ...]], *, low: bool = False, left: Collection[Seat] = ()
) -> tuple[Standing, ...]:
    """Return the standings with these totals and gains, best first. Equal totals share a place.

    Players who have `left` couldn't win, so they come after all who stayed.
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
