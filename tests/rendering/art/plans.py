"""Facts read from the plans of pictures."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.engine.cards import Card
from bot.rendering.art.plan import (
    BACK,
    Bot,
    CardPile,
    DuelPlan,
    Fan,
    HandPlan,
    Plan,
    Played,
    Row,
    Section,
    Stage,
    TablePlan,
    Tray,
)


def seen(what: Plan) -> list[Card]:
    """Return a plan's face-up cards, sorted, without the sets that it shows as tiles."""
    return sorted(card for card in _cards(what) if card not in (BACK, None))


def players(what: Plan) -> Sequence[Row]:
    """Return the players' rows of a table. Other plans have none."""
    return what.rows if isinstance(what, TablePlan) else ()


def acting(what: Plan) -> list[tuple[int, str]]:
    """Return the places and names of the players who are marked to act."""
    if isinstance(what, DuelPlan):
        return [(side.place, side.name) for side in (what.far, what.near) if side.acts]
    return [(one.place, one.name) for one in players(what) if one.acts]


def tiles(plan: TablePlan) -> Counter[str]:
    """Return the number of cards of each rank in the tiles, wild ones included."""
    counts: Counter[str] = Counter()
    for row in plan.rows:
        for tile in row.tiles:
            counts[tile.rank] += tile.count
    return counts


def _cards(plan: Plan) -> Iterator[str | None]:
    match plan:
        case TablePlan():
            yield from _staged(plan.stage)
            for row in plan.rows:
                yield from row.cards
                yield row.surge
        case HandPlan():
            for section in plan.sections:
                yield from _in_section(section)
        case DuelPlan():
            yield from (pile.top for side in (plan.far, plan.near) for pile in side.piles)
            yield from (top for _, top in plan.finish)
            yield from (card for house in plan.houses for card in house.cards)


def _staged(stage: Stage) -> Iterator[str | None]:
    for one in stage.middle:
        match one:
            case CardPile():
                yield one.top
            case Played():
                yield one.top
            case Bot():
                yield from (one.weapon, one.armour)


def _in_section(section: Section) -> Iterator[str]:
    match section:
        case Fan():
            yield from (card for part in section.parts for card in part.cards)
        case Tray():
            yield from section.cards
