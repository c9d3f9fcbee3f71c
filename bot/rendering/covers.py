"""The pictures of games before the deal: one cover each, and all of them in a row. None are drawn yet."""

from bot.rendering.page import Picture


def cover(_game_id: str) -> Picture | None:
    """The cover of a game."""
    return None


def cover_strip() -> Picture | None:
    """The covers of all games in a row, in the order in which people choose."""
    return None
