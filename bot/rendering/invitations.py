"""*Invite to cards*: which game, the public line for whoever is invited, and the private answer."""

from collections.abc import Mapping

from bot.engine.contract import AnyGame
from bot.rendering.catalog import say
from bot.rendering.page import ACCENT, Action, Button, Page, Text, button_rows, text_page


def which_game(games: Mapping[str, AnyGame], user_id: int) -> Page:
    """Return the games to choose from, with a button each."""
    buttons = [Button(game.name, Action(f"invite {user_id} {game.id}"), "blue") for game in games.values()]
    head = Text(say("### Which game with {player}?", player=f"<@{user_id}>"))
    return Page((head, *button_rows(buttons)), accent=ACCENT)


def line(game: AnyGame, table: int, host: int, user_id: int, *, pings: bool) -> Page:
    """Return one public line that names who is invited, and perhaps notifies them."""
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


def sent(user_id: int) -> str:
    """Return the answer to whoever invites someone. It's the same in all cases."""
    return say("{player} is invited, if {player} takes invitations.", player=f"<@{user_id}>")
