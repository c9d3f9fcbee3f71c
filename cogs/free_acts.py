"""What controls do that belong to no session, or work without one."""

from collections.abc import Awaitable, Callable

from cogs import cardcrate, daily, saved_rules, settings
from cogs.base import Interaction
from cogs.cardcrate import HOUSE_ACTS
from cogs.opening import GAME_ACTS
from cogs.player import all_tables, back_to_mine
from cogs.records import RECORD_ACTS
from cogs.user_menu import BLOCK_ACTS, INVITING_ACTS

FREE_ACTS: dict[str, Callable[[Interaction, str, list[str]], Awaitable[None]]] = {
    "set": settings.change,
    "server": settings.change_server,
    "settings": settings.show,
    "quiet": settings.ask_hours,
    "forget": cardcrate.forget,
    "seconds": settings.ask_seconds,
    "setup": settings.show_server,
    "rules-saved": saved_rules.show,
    "unsave": saved_rules.remove,
    "all-tables": all_tables,
    "tables": back_to_mine,
    "daily": daily.turn,
    **HOUSE_ACTS,
    **GAME_ACTS,
    **RECORD_ACTS,
    **INVITING_ACTS,
    **BLOCK_ACTS,
}
"""Controls that belong to no session."""
