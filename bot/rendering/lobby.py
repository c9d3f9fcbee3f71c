"""Pages before the deal: the lobby of a table, and the choice of a game."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bot.engine.contract import AnyGame
from bot.engine.options import described, option_text
from bot.rendering import words
from bot.rendering.face import Face
from bot.rendering.page import Block, Button, Line, Page, Text, button_rows
from bot.rendering.panel import action
from bot.rendering.scene import Scene
from bot.storage.records import Record

MAX_LISTED: Final = 30
"""So many tables of a server are told one by one; a message has room for not many more."""


def page(scene: Scene, face: Face) -> Page:
    """The lobby: who sits, what is played, and how to begin."""
    game = scene.game
    title = Text(f"## {game.name} · table {scene.session_id}\n{face.blurb}")
    if scene.status == "cancelled":
        return Page((title, Text("**This table was closed before the deal.**")), accent=face.accent)
    blocks: tuple[Block, ...] = (
        title,
        Line(),
        Text(_seats(scene)),
        Text(_options(scene)),
        *button_rows(_buttons(scene)),
    )
    return Page(blocks, accent=face.accent)


def players_range(game: AnyGame) -> str:
    """`3 to 6 players`, `2 players`."""
    least, most = game.seats.start, game.seats.stop - 1
    return f"{least} players" if least == most else f"{least} to {most} players"


def chooser(games: dict[str, AnyGame], faces: dict[str, Face]) -> Page:
    """The games in a line each, for somebody who has not chosen one."""
    lines = [
        f"**{game.name}** (`/game new game:{game.id}`) · {players_range(game)}\n{faces[game.id].blurb}"
        for game in games.values()
    ]
    return Page((Text("## Which game?\n" + "\n\n".join(lines)),))


def tables(records: Sequence[Record], games: Mapping[str, AnyGame]) -> str:
    """Tables in a line each."""
    lines = [_table(record, games[record.game]) for record in records[:MAX_LISTED]]
    if len(records) > MAX_LISTED:
        lines.append(f"… and {len(records) - MAX_LISTED} older ones.")
    return "\n".join(lines) or "No tables here. `/game new` opens one."


def _table(record: Record, game: AnyGame) -> str:
    players = words.number(len(record.players), "player")
    state = "waits for somebody to go on" if record.is_idle else record.status
    return f"**{game.name}** · table {record.id} in <#{record.channel_id}> · {players} · {state}"


def _seats(scene: Scene) -> str:
    lines = []
    for seat, user in enumerate(scene.players):
        host = " · host" if user == scene.host_id else ""
        dms = " · DMs closed, plays by *My hand*" if seat in scene.button_only else ""
        lines.append(f"{seat + 1}. {scene.mention(seat)}{host}{dms}")
    game = scene.game
    missing = game.seats.start - len(scene.players)
    more = f"\n{words.number(missing, 'more player')} needed." if missing > 0 else ""
    return f"**Players** ({players_range(game)})\n" + "\n".join(lines) + more


def _options(scene: Scene) -> str:
    changed: list[str] = []
    usual: list[str] = []
    for option in described(scene.game.options):
        value = scene.options.get(option.name, option.default)
        (changed if value != option.default else usual).append(f"{option.name}={option_text(value)}")
    first = f"**Options** {', '.join(changed)}\n" if changed else "**Options** as usual\n"
    return first + f"-# {', '.join(usual)}"


def _buttons(scene: Scene) -> list[Button]:
    enough = len(scene.players) in scene.game.seats
    full = len(scene.players) >= scene.game.seats.stop - 1
    return [
        Button("Join", action(scene, "join"), "green", disabled=full),
        Button("Leave", action(scene, "leave")),
        Button("Options", action(scene, "options")),
        Button("Start", action(scene, "start"), "blue", disabled=not enough),
        Button("Rules", action(scene, f"rules {scene.game.id}")),
    ]


class Form(msgspec.Struct, frozen=True):
    """The words of a form with one field: at most 45 characters of title, 100 of hint."""

    title: str
    label: str
    hint: str
    text: str


def options_form(scene: Scene) -> Form:
    """The form in which the host changes all options, a line each."""
    options = described(scene.game.options)
    lines = [f"{one.name}={option_text(scene.options.get(one.name, one.default))}" for one in options]
    return Form(
        title=f"Options of {scene.game.name}"[:45],
        label="One option a line: name=value",
        hint=", ".join(one.name for one in options)[:100],
        text="\n".join(lines),
    )


def options_page(scene: Scene) -> Page:
    """The options with their meaning and present value."""
    lines = [
        f"`{option.name}={option_text(scene.options.get(option.name, option.default))}` {option.words}"
        for option in described(scene.game.options)
    ]
    return Page((Text(f"**Options of {scene.game.name}**\n" + "\n".join(lines)),))
