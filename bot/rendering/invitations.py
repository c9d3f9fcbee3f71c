"""*Invite to cards*: the choice of a game, the public invitation, and the private answer."""

from collections.abc import Mapping

from bot.engine.contract import AnyGame
from bot.rendering.catalog import say
from bot.rendering.page import ACCENT, Action, Button, Page, Text, button_rows, text_page


def which_game(games: Mapping[str, AnyGame], user_id: int) -> Page:
    """Ask which game to invite someone to, with a button for each."""
    buttons = [Button(game.name, Action(f"invite {user_id} {game.id}"), "blue") for game in games.values()]
    head = Text(say("### Which game with {player}?", player=f"<@{user_id}>"))
    return Page((head, *button_rows(buttons)), accent=ACCENT)


def line(game: AnyGame, table: int, host: int, user_id: int, *, pings: bool) -> Page:
    """Return the public invitation of one user to a table. With `pings` it notifies them."""
    text = say(
        "{player}, {host} invites you to table {number} ({game}).",
        player=f"<@{user_id}>",
        host=f"<@{host}>",
        number=table,
        game=game.name,
    )
    join = Button(say("Join"), Action("join", table), "blue")
    rules = Button(say("Rules"), Action(f"rules {game.id}", table))
    return text_page(text, join, rules, pings=(user_id,) if pings else ())


def sent_answer(user_id: int) -> str:
    """Return the answer to whoever invites someone. It doesn't tell whether an invitation was posted."""
    return say("{player} is invited, if {player} takes invitations.", player=f"<@{user_id}>")
