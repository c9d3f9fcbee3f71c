"""The pages of *Stats*: the finished games of a user, and of a server."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bot.rendering import endings, mine, numbers, pages, words
from bot.rendering.catalog import say, say_count
from bot.rendering.page import (
    ACCENT,
    Action,
    Block,
    Button,
    Choice,
    Line,
    Page,
    Section,
    Select,
    Text,
    button_rows,
)
from bot.rendering.panel import action
from bot.rendering.review import POINTS
from bot.rendering.scene import DailyRecord, Scene, seat_name

MAX_KINDS: Final = 5
MAX_PLAYERS: Final = 3
MAX_MOMENTS: Final = 3
ALL: Final = "all"
"""The choice of all games together."""


class Entry(msgspec.Struct, frozen=True):
    """One of the last games as its reader may see it, and the message with its result, if known."""

    scene: Scene
    message_id: int | None = None


class PlayerStats(msgspec.Struct, frozen=True):
    """A player's games in numbers."""

    games: int
    wins: int
    streak: int
    best: int


def user_page(
    last: Sequence[Entry],
    counts: Sequence[tuple[str, int]],
    stats: PlayerStats,
    game: str | None = None,
    games: Mapping[str, str] = {},
    *,
    skill: tuple[float, int] | None = None,
    daily: DailyRecord | None = None,
) -> Page:
    """Return the page of a user's own games. `counts` are games by name with how often they were played.

    `skill` is the chance to win that their moves gained per reviewed game, and the number of such games.
    `games` are all games to choose from, names by id.
    """
    head = say("### Your games of {game}", game=game) if game else say("### Your games")
    daily_line = "" if daily is None else _daily_line(daily, is_of_one_game=game is not None)
    if not last:
        lines = [head, daily_line or say("No finished games yet.")]
        return _page([Text("\n".join(lines))], "me", game, games)
    lines = [
        head,
        say("Games played: {number} · won: {wins}", number=stats.games, wins=stats.wins),
        _own_run(stats),
        _most_played(counts),
        _skill_line(*skill) if skill is not None else "",
        daily_line,
    ]
    return _page([Text("\n".join(filter(None, lines))), *_games(last, is_own=True)], "me", game, games)


def server_page(
    last: Sequence[Entry],
    counts: Sequence[tuple[str, int]],
    active: Sequence[tuple[str, PlayerStats]],
    game: str | None = None,
    games: Mapping[str, str] = {},
) -> Page:
    """Return the page of a server's games. `active` are its most active listed players, by name."""
    head = say("### Games of {game} in this server", game=game) if game else say("### Games in this server")
    if not counts:
        return _page([Text(f"{head}\n{say('No finished games yet.')}")], "server", game, games)
    lines = [head, _most_played(counts), _most_active(active), _longest_run(active)]
    return _page([Text("\n".join(filter(None, lines))), *_games(last)], "server", game, games)


def anonymous(scene: Scene, known: Mapping[int, str]) -> Scene:
    """Return a scene that names only computers and these users. Other players are called by their seats."""
    players = tuple(user if user < 0 or user in known else 0 for user in scene.players)
    names = tuple(
        known.get(user) or (name if user < 0 else seat_name(seat))
        for seat, (user, name) in enumerate(zip(players, scene.names, strict=True))
    )
    return msgspec.structs.replace(scene, players=players, names=names, owners=names)


def _games(last: Sequence[Entry], *, is_own: bool = False) -> list[Block]:
    """Return the last games, each with its result, a link and its replay.

    `is_own` limits the notable moments to their viewer's.
    """
    blocks: list[Block] = [Line(), Text(say("**Last games**"))] if last else []
    for one in last:
        line = mine.result_line(one.scene).removeprefix("-# ")
        if not one.scene.is_in_dm:
            address = words.table_address(one.scene, one.message_id)
            line = say("{line} [Open]({address})", line=line, address=address)
        blocks.append(Section(line, Button(say("Replay"), action(one.scene, "replay"))))
    moments = [moment for one in last for moment in _moments(one.scene, is_own=is_own)][:MAX_MOMENTS]
    if moments:
        blocks += [Line(), Text("\n".join([say("**Notable moments**"), *moments]))]
    return blocks


def _moments(scene: Scene, *, is_own: bool) -> list[str]:
    """Return a line about a game's first highlight, or with `is_own` the first that names its viewer."""
    highlights = endings.ending_of(scene, pages.face_of(scene)).highlights
    if is_own:
        name = "" if scene.viewer is None else words.name(scene, scene.viewer)
        highlights = tuple(one for one in highlights if name and name in one[1])
    facts = {"game": scene.game.name, "table": words.table_name(scene)}
    return [
        say("-# {title}: {what} ({game}, {table})", title=title, what=what, **facts)
        for title, what in highlights[:1]
    ]


def _own_run(stats: PlayerStats) -> str:
    if stats.best < 2:
        return ""
    if stats.streak == stats.best:
        return say("You've won the last {number} in a row, your longest run.", number=stats.streak)
    return say("Your longest run: {number} won in a row.", number=stats.best)


def _skill_line(gain: float, games: int) -> str:
    points = numbers.signed(round(POINTS * gain))
    return say(
        "Compared with a medium computer's, your moves give you {points} of 100 a game, over {number} "
        "reviewed games.",
        points=points,
        number=games,
    )


def _daily_line(daily: DailyRecord, *, is_of_one_game: bool) -> str:
    """Return a line about a user's dailies: the number of days, and in a single game their results."""
    days = say_count("Dailies: one day.", "Dailies: {number} days.", daily.days)
    if not is_of_one_game:
        return days
    best, above = numbers.signed(daily.best), numbers.signed(daily.above_par)
    return f"{days} {say('Best lead: {best}. Median against par: {above}.', best=best, above=above)}"


def _most_played(counts: Sequence[tuple[str, int]]) -> str:
    if not counts:
        return ""
    played = ", ".join(say("{game} {times}×", game=name, times=times) for name, times in counts[:MAX_KINDS])
    return say("Most played: {games}.", games=played)


def _most_active(players: Sequence[tuple[str, PlayerStats]]) -> str:
    if not players:
        return ""
    active = ", ".join(
        say_count(
            "{player} (one game, {wins} won)",
            "{player} ({number} games, {wins} won)",
            stats.games,
            player=words.quoted(name) or "–",
            wins=stats.wins,
        )
        for name, stats in players[:MAX_PLAYERS]
    )
    return say("Most active: {players}.", players=active)


def _longest_run(players: Sequence[tuple[str, PlayerStats]]) -> str:
    """Return a line about the most wins in a row. If several players share that, it names the first."""
    name, stats = max(players, key=lambda one: one[1].best, default=("", PlayerStats(0, 0, 0, 0)))
    if stats.best < 2:
        return ""
    return say(
        "Longest run: {player} won {number} in a row.", player=words.quoted(name) or "–", number=stats.best
    )


def tabs(present: str, game: str = "") -> list[Button]:
    """Return buttons to the other pages of *Stats*, limited to the game with this id if there's one."""
    pages_of = {"me": say("Your games"), "server": say("This server"), "ratings": say("Ratings")}
    return [
        Button(label, Action(f"record {name} {game}".strip()))
        for name, label in pages_of.items()
        if name != present
    ]


def _page(blocks: Sequence[Block], present: str, game: str | None, games: Mapping[str, str]) -> Page:
    chosen = next((game_id for game_id, name in games.items() if name == game), "")
    return Page((*blocks, *_select(present, game, games), *button_rows(tabs(present, chosen))), accent=ACCENT)


def _select(present: str, game: str | None, games: Mapping[str, str]) -> tuple[Select, ...]:
    """Return the select that limits a page to one game. `game` is the name of the chosen one."""
    if not games:
        return ()
    all_games = Choice(say("All games"), ALL, chosen=game is None)
    choices = (Choice(name, game_id, chosen=name == game) for game_id, name in games.items())
    act = Action(f"record {present} *")
    return (Select(game or all_games.label, act, (all_games, *choices)),)
