"""The pages on which people choose a game, and the search for a game by any of its names."""

from collections.abc import Mapping
from typing import Final

from bot.engine.contract import AnyGame
from bot.engine.spelling import key
from bot.rendering import covers
from bot.rendering.catalog import say
from bot.rendering.lobbies import LOBBIES
from bot.rendering.lobby import players_range, short_minutes
from bot.rendering.lobby_words import LobbyWords
from bot.rendering.page import ACCENT, Action, Block, Button, Buttons, Page, Section, Text, text_page


def games_page(
    games: Mapping[str, AnyGame], *, alone: bool = False, pictures: bool = False, note: str | None = None
) -> Page:
    """Return the page for choosing a game to open. `alone` gives the minutes against computers."""
    head = say("### Which game?\n-# Players, and minutes of a short game.")
    strip = (covers.games([games[game_id] for game_id in LOBBIES if game_id in games]),) if pictures else ()
    blocks: tuple[Block, ...] = (
        Text(f"{note}\n{head}" if note else head),
        *strip,
        *(
            _section(games[game_id], about, alone=alone)
            for game_id, about in LOBBIES.items()
            if game_id in games
        ),
        Buttons(
            (
                Button(say("Learn one in 2 minutes"), Action("learn")),
                Button(say("My tables"), Action("tables")),
            )
        ),
    )
    return Page(blocks, accent=ACCENT)


def lessons_page(games: Mapping[str, AnyGame]) -> Page:
    """Return the page for choosing a game to learn."""
    blocks: tuple[Block, ...] = (
        Text(say("### Learn which game?\n-# A few clicks each, against computers. Only you see it.")),
        *_game_lines(games, say("Learn"), "learn"),
        Buttons((Button(say("Back"), Action("games")),)),
    )
    return Page(blocks, accent=ACCENT)


def rules_page(games: Mapping[str, AnyGame]) -> Page:
    """Return the page for choosing a game whose rules to read."""
    blocks: tuple[Block, ...] = (
        Text(say("### The rules of which game?\n-# In short, with a lesson of 2 minutes.")),
        *_game_lines(games, say("Rules"), "rules"),
    )
    return Page(blocks, accent=ACCENT)


def _game_lines(games: Mapping[str, AnyGame], label: str, act: str) -> list[Section]:
    """Return a line with a button for each game."""
    return [
        Section(
            say("**{game}**\n-# {line}", game=games[game_id].name, line=say(about.line)),
            Button(label, Action(f"{act} {game_id}"), "blue"),
        )
        for game_id, about in LOBBIES.items()
        if game_id in games
    ]


def busy(game_id: str, *, has_threads: bool) -> Page:
    """Say that this channel already has a table, and offer a thread if the channel can have any."""
    if not has_threads:
        return text_page(say("There's already a table here. Another channel has room for yours."))
    thread = Button(say("Open a thread for yours"), Action(f"thread {game_id}"), "blue")
    return text_page(say("There's already a table here."), thread)


def busy_dm(table: int) -> Page:
    """Say that there's already a table in this DM, and offer to open it."""
    look = Button(say("Open"), Action("look", table), "blue")
    text = say("You have a table here. {command cardcrate} (*End a game*) ends it, so you can open another.")
    return text_page(text, look)


def match(games: Mapping[str, AnyGame], typed: str) -> list[tuple[str, str]]:
    """Return the games that a typed name may mean, best first: each id, and a label with the name found."""
    start = key(typed)
    matches: list[tuple[int, str, str]] = []
    for game_id, about in LOBBIES.items():
        name = games[game_id].name
        names = (name, game_id, *about.other_names)
        hits = [(_rank(start, key(one)), one) for one in names]
        rank, best = min(hits, key=lambda hit: hit[0])
        if rank < NO_MATCH:
            label = name if best in (name, game_id) else say("{game} ({name})", game=name, name=best)
            matches.append((rank, game_id, label))
    matches.sort(key=lambda one: one[0])
    return [(game_id, label) for _, game_id, label in matches]


def find_game(games: Mapping[str, AnyGame], typed: str) -> str | None:
    """Return the id of the game with this id or name, or of the only one that it may mean. Else None."""
    if typed in games:
        return typed
    plain = key(typed)
    for game_id, about in LOBBIES.items():
        if plain in map(key, (games[game_id].name, game_id, *about.other_names)):
            return game_id
    matches = match(games, typed) if plain else []
    return matches[0][0] if len(matches) == 1 else None


NO_MATCH: Final = 2


def _rank(typed: str, name: str) -> int:
    """Return how well a typed text fits a name: 0 at its beginning, 1 further on, MISS nowhere."""
    if name.startswith(typed):
        return 0
    return 1 if typed in name else NO_MATCH


def _section(game: AnyGame, about: LobbyWords, *, alone: bool) -> Section:
    minutes = short_minutes(game, alone=alone)
    facts = {"game": game.name, "players": players_range(game), "line": say(about.line)}
    text = (
        say("**{game}** · {players} · {minutes} min\n-# {line}", minutes=minutes, **facts)
        if minutes
        else say("**{game}** · {players}\n-# {line}", **facts)
    )
    return Section(text, Button(say("Open"), Action(f"open {game.id}"), "blue"))
