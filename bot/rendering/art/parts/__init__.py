"""The parts of pictures: stage, rows, hands, Crapette's table, covers and the ending."""

from bot.rendering.art.kit.bands import Band, Ground, stack
from bot.rendering.art.kit.canvas import Canvas, Mark
from bot.rendering.art.parts import duel, lone, table
from bot.rendering.art.parts.cover import cover, games
from bot.rendering.art.parts.ending import ending
from bot.rendering.art.parts.hand import hand
from bot.rendering.art.plan import (
    CoverPlan,
    DuelPlan,
    EndingPlan,
    GamesPlan,
    HandPlan,
    LonePlan,
    Plan,
    TablePlan,
)


def painted(plan: Plan, notes: list[Mark] | None = None) -> Canvas:
    """Draw the picture of a plan and note its marks in `notes`."""
    match plan:
        case TablePlan() | DuelPlan() | LonePlan():
            return stack(bands(plan), ground(plan), notes)
        case HandPlan():
            return hand(plan, notes)
        case CoverPlan():
            return cover(plan, notes)
        case GamesPlan():
            return games(plan, notes)
        case EndingPlan():
            return ending(plan, notes)


def bands(plan: TablePlan | DuelPlan | LonePlan) -> list[Band]:
    """Return the bands of a table, most of which stay the same when someone moves."""
    match plan:
        case TablePlan():
            return table.bands(plan)
        case LonePlan():
            return lone.bands(plan)
        case DuelPlan():
            return duel.bands(plan)


def ground(plan: TablePlan | DuelPlan | LonePlan) -> Ground:
    """Return the ground that a table's bands share."""
    return Ground(plan.game, plan.table.deck if isinstance(plan, LonePlan) else plan.deck)
