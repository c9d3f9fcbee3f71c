"""What pictures are put together from: stage, rows, hands, Crapette's table, covers, the ending."""

from bot.rendering.art.kit.canvas import Canvas, Mark
from bot.rendering.art.parts.duel import duel
from bot.rendering.art.parts.hand import hand
from bot.rendering.art.parts.table import table
from bot.rendering.art.plan import DuelPlan, HandPlan, Plan, TablePlan


def painted(plan: Plan, notes: list[Mark] | None = None) -> Canvas:
    """The picture of a plan; what is put on it is noted in `notes`."""
    match plan:
        case TablePlan():
            return table(plan, notes)
        case HandPlan():
            return hand(plan, notes)
        case DuelPlan():
            return duel(plan, notes)
    raise NotImplementedError(type(plan).__name__)
