"""What controls do that belong to no session, or work without one."""

from collections.abc import Awaitable, Callable

from cogs import daily, privacy, quiet, saved_rules, settings
from cogs.base import Interaction
from cogs.blocks import BLOCK_ACTS
from cogs.house import HOUSE_ACTS
from cogs.inviting import INVITING_ACTS
from cogs.lessons import turn_lesson
from cogs.mine import all_tables
from cogs.opening import GAME_ACTS
from cogs.records import RECORD_ACTS
from cogs.rules import turn_to_rules

READING_ACTS: dict[str, Callable[[Interaction, int, str, list[str]], Awaitable[None]]] = {
    "rules": turn_to_rules,
    "learn": turn_lesson,
}
"""Controls that work with a table and without one."""
FREE_ACTS: dict[str, Callable[[Interaction, str, list[str]], Awaitable[None]]] = {
    "set": settings.change,
    "server": settings.change_server,
    "settings": settings.show,
    "quiet": quiet.ask_hours,
    "forget": privacy.forget,
    "seconds": settings.ask_seconds,
    "setup": settings.show_server,
    "rules-saved": saved_rules.show,
    "unsave": saved_rules.remove,
    "all-tables": all_tables,
    "daily": daily.turn,
    **HOUSE_ACTS,
    **GAME_ACTS,
    **RECORD_ACTS,
    **INVITING_ACTS,
    **BLOCK_ACTS,
}
"""Controls that belong to no session."""
