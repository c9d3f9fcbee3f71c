"""*Stats*: the past games of a user or a server, and a server's ratings."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Final

import msgspec

from bot.door.rights import may_look, may_set_server
from bot.games import GAMES
from bot.process.upkeep import DAY
from bot.rendering import answers, ratings, records
from bot.rendering.page import Page
from bot.rendering.ratings import DAYS, Leaderboard, Row
from bot.rendering.records import Entry, PlayerStats
from bot.sessions import histories
from bot.sessions.rated import new_season, rated_games, standings_of
from bot.sessions.session import Session
from cogs.base import FreeAct, Interaction, Refused, answer, managed_server, seen, server_of

NAMES: Final = {game_id: game.name for game_id, game in GAMES.items()}
MAX_ROWS: Final = 20
MAX_LOOKUPS: Final = 60
"""The most users whose membership is looked up for one list."""


async def show_page(interaction: Interaction, rest: str, values: list[str]) -> None:
    """Show the page that a control names: `me`, `server`, `ratings craits`."""
    name, _, game = rest.partition(" ")
    chosen = values[0] if values else game
    await PAGES.get(name, show_mine)(interaction, chosen if chosen in GAMES else None)


async def show_mine(interaction: Interaction, game: str | None) -> None:
    """Show the asker's own games from all servers."""
    await answer(interaction, await _mine(interaction, game))


async def _mine(interaction: Interaction, game: str | None) -> Page:
    sessions, user_id = interaction.client.sessions, interaction.user.id
    games = await histories.of_user(sessions.store, user_id, game)
    last = [await _last_game(interaction, one) for one in await histories.last_games(sessions, games)]
    kinds, numbers = _kinds(histories.most_played(games)), _numbers(histories.tally(games, user_id))
    played = await histories.own_play(sessions.store, games, user_id)
    daily = await sessions.dailies.record(user_id, game)
    return records.user_page(last, kinds, numbers, _name(game), NAMES, skill=played, daily=daily)


async def show_server(interaction: Interaction, game: str | None) -> None:
    """Show the server's games. They name only members who want to be listed."""
    await answer(interaction, await _of_server(interaction, server_of(interaction), game))


async def _of_server(interaction: Interaction, guild_id: int, game: str | None) -> Page:
    sessions = interaction.client.sessions
    games = await histories.in_server(sessions.store, guild_id, game)
    last = await histories.last_games(sessions, games, partial(may_look, interaction))
    tallies = await asyncio.to_thread(histories.tallies, games)
    known = await listed_names(interaction, users_to_name(last, tallies))
    busiest = [(known[user], _numbers(one)) for user, one in tallies.items() if user in known]
    shown = [await _last_game(interaction, one) for one in last]
    shown = [msgspec.structs.replace(one, scene=records.anonymous(one.scene, known)) for one in shown]
    return records.server_page(shown, _kinds(histories.most_played(games)), busiest, _name(game), NAMES)


def users_to_name(last: Sequence[Session], busiest: Iterable[int]) -> list[int]:
    """Return the users that a server's page may name: the last games' players, and the most active."""
    shown = (user for one in last for user in one.record.players if user > 0)
    return list(dict.fromkeys([*shown, *islice(busiest, MAX_ROWS)]))


async def show_ratings(interaction: Interaction, game: str | None) -> None:
    """Show a game's ratings in this server, with the asker's own."""
    guild_id = server_of(interaction)
    chosen = await interaction.client.sessions.choices.of_server(guild_id)
    if not chosen.ratings:
        raise Refused(answers.text_of(answers.NO_RATINGS_HERE))
    await answer(interaction, await _ratings(interaction, guild_id, game))


async def _ratings(interaction: Interaction, guild_id: int, game: str | None) -> Page:
    store = interaction.client.store
    kinds = [kind for kind in await rated_games(store, guild_id) if kind in GAMES]
    game = game or next(iter(kinds), next(iter(GAMES)))
    board = await board_of(interaction, guild_id, game)
    _, standings = await standings_of(store, guild_id, game)
    names = {kind: GAMES[kind].name for kind in dict.fromkeys((game, *kinds))}
    own, may_end = standings.get(interaction.user.id), may_set_server(interaction)
    return ratings.page(board, own, names, may_end=may_end)


async def board_of(interaction: Interaction, guild_id: int, game: str) -> Leaderboard:
    """Return a game's ratings: of members who've played enough, and lately, and want to be listed."""
    season, standings = await standings_of(interaction.client.store, guild_id, game)
    since = interaction.client.sessions.clock() - DAYS * DAY
    rated = [(user, one) for user, one in standings.items() if one.shown is not None and one.last_at >= since]
    rated.sort(key=lambda one: (-one[1].rating.shown, -one[1].games, one[0]))
    known = await listed_names(interaction, [user for user, _ in rated[:MAX_LOOKUPS]])
    rows = [Row(known[user], one.rating.shown, one.games) for user, one in rated if user in known]
    return Leaderboard(game, GAMES[game].name, season, rows[:MAX_ROWS])


async def listed_names(interaction: Interaction, users: Sequence[int]) -> dict[int, str]:
    """Return the names of the users who may be listed: members of this server who want it."""
    choices = interaction.client.sessions.choices
    wanted = [user for user in users if (await choices.of_user(user)).listed]
    known = await interaction.client.names.members(interaction.guild_id or 0, wanted)
    return {user: name for user, name in known.items() if name is not None}


async def ask_season(interaction: Interaction, rest: str, _values: list[str]) -> None:
    """Ask a server's manager to confirm a new season."""
    await answer(interaction, ratings.confirm_season(await _board_to_end(interaction, rest)))


async def begin_season(interaction: Interaction, rest: str, _values: list[str]) -> None:
    """Begin a new season, and post the final list of the old one."""
    board = await _board_to_end(interaction, rest)
    client, guild_id = interaction.client, interaction.guild_id or 0
    at = client.sessions.clock()
    began = await new_season(client.store, guild_id, board.game_id, board.season, at)
    if not began:
        raise Refused(answers.text_of(answers.SEASON_OVER))
    await show_ratings(interaction, board.game_id)
    await interaction.client.replies.announce(interaction, ratings.final_list(board))


async def _board_to_end(interaction: Interaction, rest: str) -> Leaderboard:
    """Return the list of a control's season. Raises Refused if it's over, or the user may not end it."""
    game, _, season = rest.partition(" ")
    guild_id = managed_server(interaction)
    if game not in GAMES:
        raise Refused(answers.text_of(answers.UNKNOWN_GAME))
    board = await board_of(interaction, guild_id, game)
    if season != str(board.season):
        raise Refused(answers.text_of(answers.SEASON_OVER))
    return board


async def _last_game(interaction: Interaction, session: Session) -> Entry:
    """Return a game as the asker sees it, with the message that shows its result."""
    return Entry(await seen(interaction, session), await interaction.client.sessions.table_message(session))


def _kinds(counts: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    return [(GAMES[kind].name, count) for kind, count in counts if kind in GAMES]


def _numbers(one: histories.Tally) -> PlayerStats:
    return PlayerStats(one.games, one.wins, one.streak, one.best)


def _name(game: str | None) -> str | None:
    return None if game is None else GAMES[game].name


PAGES: Final[dict[str, Callable[[Interaction, str | None], Awaitable[None]]]] = {
    "me": show_mine,
    "server": show_server,
    "ratings": show_ratings,
}
RECORD_ACTS: Final[dict[str, FreeAct]] = {
    "record": show_page,
    "season": ask_season,
    "newseason": begin_season,
}
"""Controls of these pages, which belong to no table."""
