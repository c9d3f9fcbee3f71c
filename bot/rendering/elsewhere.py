"""The pages in place of a table that has moved, has closed, or can't be shown."""

from typing import Final

from bot.rendering import endings, words
from bot.rendering.catalog import message, say
from bot.rendering.page import Page, text_page
from bot.rendering.scene import Scene

CLOSED_UNDEALT: Final = message(
    "{game}, table {number}, is closed. No cards were dealt. {command cards} opens another."
)
"""For players of a table that closed before its deal."""


def moved_line(scene: Scene, channel_id: int) -> Page:
    """Return the line about where a table is now, for an old message of it that can't be deleted."""
    facts = {"game": scene.game.name, "number": scene.session_id}
    if channel_id == scene.channel_id:
        return text_page(words.small(say("{game} · table {number} has moved down.", **facts)))
    where = words.table_link(scene)
    return text_page(
        words.small(say("{game} · table {number} has moved to {channel}.", **facts, channel=where))
    )


def channel_gone(scene: Scene) -> Page:
    """Tell a player that the table's channel was deleted, and how to carry on."""
    text = say(
        (
            "The channel of table {number} ({game}) is gone. Nothing is lost: the game waits, "
            "and its clock is paused. To carry on, type {command cardcrate} (*Move a table "
            "here*) in another channel of this server. After 30 days, the table closes."
        ),
        number=scene.session_id,
        game=scene.game.name,
    )
    return text_page(text)


def closed_page(scene: Scene) -> Page:
    """Tell a player who can't look at their table that it's closed, and why."""
    facts = {"game": scene.game.name, "number": scene.session_id}
    if scene.view is None:
        return text_page(say(CLOSED_UNDEALT, **facts))
    why = endings.why_closed(scene)
    return text_page(say("{game}, table {number}, is closed. {why} Nobody wins.", **facts, why=why))


def show_failed(scene: Scene, about: str) -> Page:
    """Tell the host that the table can't be shown, and which permissions would help."""
    text = say(
        (
            "I can't show table {number} ({game}) in {channel}: {about}. The game goes on by DM "
            "and {command hand}. Please give me View Channel, Send Messages, Embed Links, Attach "
            "Files and Read Message History there (in threads also Send Messages in Threads)."
        ),
        number=scene.session_id,
        game=scene.game.name,
        channel=words.table_link(scene),
        about=words.permission(about),
    )
    return text_page(text)


def no_pictures(scene: Scene) -> Page:
    """Tell the host that the table is shown without pictures, and which permission would help."""
    text = say(
        (
            "I can't send pictures to {channel}, so table {number} ({game}) is shown there in "
            "words. For pictures, give me Attach Files there."
        ),
        number=scene.session_id,
        game=scene.game.name,
        channel=words.table_link(scene),
    )
    return text_page(text)
