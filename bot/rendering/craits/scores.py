"""The score sheet of Craits."""

from collections.abc import Iterator, Mapping, Sequence

from bot.rendering.craits.table import sheet_of
from bot.rendering.scene import Scene
from bot.rendering.scores import NOT_IN, Round, gain, number


def score_lines(scene: Scene) -> Sequence[Round]:
    """A line a hand, and one for pressure in a hand that was not played to its end."""
    return tuple(_lines(scene))


def _lines(scene: Scene) -> Iterator[Round]:
    sheet = sheet_of(scene)
    totals = dict.fromkeys(sheet.totals, 0)
    for place, scored in enumerate(sheet.record, start=1):
        points, pressure = scored["points"], scored["pressure"]
        for letter in points:
            totals[letter] += points[letter] + pressure.get(letter, 0)
        yield Round(
            name=str(place),
            gains=tuple(_cost(points, pressure, letter) for letter in totals),
            totals=tuple(totals[letter] if letter in points else None for letter in totals),
        )
    if totals != sheet.totals:
        more = {letter: sheet.totals[letter] - total for letter, total in totals.items()}
        yield Round(
            name="end",
            gains=tuple(map(gain, more.values())),
            totals=tuple(sheet.totals.values()),
        )


def _cost(points: Mapping[str, int], pressure: Mapping[str, int], letter: str) -> str:
    """`37`, `37+5` with pressure."""
    if letter not in points:
        return NOT_IN
    more = f"+{number(pressure[letter])}" if pressure.get(letter) else ""
    return number(points[letter]) + more
