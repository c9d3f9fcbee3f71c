"""The pages about the ratings of a server's game: the list, and the change to a new season."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bot.ratings.ledger import ENOUGH_GAMES, ENOUGH_OTHERS, RatingRecord
from bot.rendering import words
from bot.rendering.catalog import say, say_count
from bot.rendering.page import ACCENT, Action, Block, Button, Choice, Page, Select, Text, button_rows
from bot.rendering.records import tabs
from bot.rendering.widths import cells_of, fit_width

MAX_NAME_CHARACTERS: Final = 16
DAYS: Final = 60
"""Players who haven't played for this many days aren't listed."""


class Row(msgspec.Struct, frozen=True):
    """One line of the list."""

    name: str
    shown: int
    games: int


class Leaderboard(msgspec.Struct, frozen=True):
    """The ratings of a server's game in one season, best first."""

    game_id: str
    game: str
    season: int
    rows: Sequence[Row] = ()


def page(board: Leaderboard, own: RatingRecord | None, games: Mapping[str, str], *, may_end: bool) -> Page:
    """Return the list, its reader's rating and the games to choose from. `may_end` adds *New season…*."""
    facts = {"games": ENOUGH_GAMES, "others": words.numeral(ENOUGH_OTHERS), "days": DAYS}
    footer = say(
        (
            "-# Listed: anyone who has played {games} rated games here against {others} people, "
            "one of them in the last {days} days. The lobby shows whether a table is rated."
        ),
        **facts,
    )
    choices = tuple(Choice(name, game, chosen=game == board.game_id) for game, name in games.items())
    select = (Select(board.game, Action("record ratings"), choices),) if len(choices) > 1 else ()
    buttons = tabs("ratings", board.game_id)
    if may_end and board.rows:
        buttons.append(Button(say("New season…"), Action(f"season {board.game_id} {board.season}")))
    head = say("### {game} · ratings, season {season}", game=board.game, season=board.season)
    texts = (Text(f"{head}\n{_own_line(own)}"), *_list(board), Text(footer))
    return Page((*texts, *select, *button_rows(buttons)), accent=ACCENT)


def confirm_season(board: Leaderboard) -> Page:
    """Return the page on which a moderator confirms a new season."""
    text = say(
        (
            "### Begin a new season of {game}?\nThe list of season {season} is posted here, and "
            "then everyone starts over. You can't undo this."
        ),
        game=board.game,
        season=board.season,
    )
    buttons = (
        Button(say("Begin it"), Action(f"newseason {board.game_id} {board.season}"), "red"),
        Button(say("Back"), Action(f"record ratings {board.game_id}")),
    )
    return Page((Text(text), *button_rows(list(buttons))), accent=ACCENT)


def final_list(board: Leaderboard) -> Page:
    """Return the last list of a season, for everyone."""
    head = say("### {game}: season {season} is over", game=board.game, season=board.season)
    on = say("-# Season {season} has begun. {command cardcrate} (*Stats*) shows it.", season=board.season + 1)
    return Page((Text(head), *_list(board), Text(on)), accent=ACCENT)


def _own_line(own: RatingRecord | None) -> str:
    """Return the line about the reader's own rating, or what they still need for one."""
    if own is None:
        return say("You haven't played a rated game yet.")
    if own.shown is not None:
        return say_count(
            "You: **{rating}** after one game.", "You: **{rating}** after {number} games.", own.games,
            rating=own.shown,
        )  # fmt: skip
    if own.games < ENOUGH_GAMES:
        return say("You: {games} of {needed} rated games.", games=own.games, needed=ENOUGH_GAMES)
    met, needed = words.numeral(len(own.met)), words.numeral(ENOUGH_OTHERS)
    return say("You've met {met} of {needed} people.", met=met, needed=needed)


def _list(board: Leaderboard) -> tuple[Block, ...]:
    """Return all rows in one block that fits a phone: `1 Ann   1432  24 games`."""
    if not board.rows:
        return (Text(say("Nobody is listed yet.")),)
    names = [fit_width(words.in_code(row.name) or "–", MAX_NAME_CHARACTERS) for row in board.rows]
    width = max(map(cells_of, names))
    points = [row.shown for row in board.rows]
    places = [points.index(row.shown) + 1 for row in board.rows]
    digits = len(str(places[-1]))
    lines = [
        say_count(
            "{place} {player}  {rating}  one game",
            "{place} {player}  {rating}  {number} games",
            row.games,
            place=str(place).rjust(digits),
            player=name + " " * (width - cells_of(name)),
            rating=str(row.shown).rjust(4),
        )
        for place, name, row in zip(places, names, board.rows, strict=True)
    ]
    return (Text("```\n" + "\n".join(lines) + "\n```"),)
