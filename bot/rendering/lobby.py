"""The lobby of a table: its players, the length of its game, the ways to begin, and *More*."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.engine.contract import CLOCKS, AnyGame
from bot.players.computers import companions
from bot.rendering import fair, hint_rules, paces, rated, saved_rules, set_time, words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.computers import computer_name, level_of
from bot.rendering.computers_page import level_select
from bot.rendering.covers import cover
from bot.rendering.face import Face
from bot.rendering.lobbies import LOBBIES
from bot.rendering.lobby_words import Advice
from bot.rendering.minutes import minutes_of
from bot.rendering.options import custom_options
from bot.rendering.page import Block, Button, Buttons, Choice, Page, Select, Text, button_rows, text_page
from bot.rendering.panel import action
from bot.rendering.scene import Scene
from bot.storage.records import SLOW, Record, has_one_person

MAX_LISTED: Final = 30
"""The most tables of a server that are listed. A message has room for few more."""
NAMED_LENGTHS: Final[Mapping[str, str]] = {
    "short": message("short"),
    "normal": message("normal"),
    "long": message("long"),
}
"""The lengths as a command names them."""
LENGTHS: Final[Mapping[str, str]] = {
    "short": message("Short · {goal}"),
    "normal": message("Normal · {goal}"),
    "long": message("Long · {goal}"),
}


def page(scene: Scene, face: Face) -> Page:
    """Return the lobby: the game, its players, and the ways to begin."""
    game, about = scene.game, LOBBIES[scene.game.id]
    if scene.status == "cancelled":
        closed = say("-# {game} · closed before the deal. {command cards} opens another.", game=game.name)
        return text_page(closed, *fair.verify_button(scene))
    title = Text(say("## {game}\n{pitch}", game=game.name, pitch=say(about.pitch)))
    covers = (cover(game, _lobby_minutes(scene)),) if scene.pictures else ()
    advice = about.advice(scene.options, len(scene.players))
    blocks: tuple[Block, ...] = (
        title,
        *covers,
        Text("\n".join([*set_time.lobby_lines(scene), _players(scene), *_notes(scene, advice)])),
        *_lengths(scene),
        *(_dm_controls(scene) if scene.is_in_dm else _buttons(scene, advice)),
    )
    # Everyone who joins must have seen the seal, so even the page's shortest form keeps it.
    return Page(blocks, accent=face.accent, kept=fair.seal_line(scene))


def length_of(game: AnyGame, options: Mapping[str, Any], *, alone: bool = False) -> str | None:
    """Return the name of the length that these options make. None if they're custom."""
    for length, wanted in game.lengths_for(alone=alone).items():
        if all(options.get(name) == value for name, value in wanted.items()):
            return length
    return None


def goal(game: AnyGame, options: Mapping[str, Any], length: str | None, players: int) -> str:
    """Return the goal of a game with these options, and its minutes if they're known."""
    about = LOBBIES[game.id]
    target = about.goal(options)
    if most := about.most_minutes(options):
        return say("{goal} · at most {minutes} min", goal=target, minutes=most)
    about_minutes = _minutes(game, length, players)
    if about_minutes is None:
        return target
    return say("{goal} · about {minutes} min", goal=target, minutes=about_minutes)


def _minutes(game: AnyGame, length: str | None, players: int) -> int | None:
    """Estimate the minutes of a game of this length, for at least its usual number of players."""
    return minutes_of(game.id, length, max(players, usual_players(game))) if length else None


def _lobby_minutes(scene: Scene) -> int | None:
    """Return the minutes of a lobby's game: the most that its clocks allow, or an estimate."""
    game, options = scene.game, scene.options
    length = _timed_length(scene, length_of(game, options, alone=scene.is_in_dm))
    return LOBBIES[game.id].most_minutes(options) or _minutes(game, length, len(scene.players))


def _timed_length(scene: Scene, length: str | None) -> str | None:
    """Return the length by which to estimate minutes. None at a slow table, where a game takes days."""
    return None if scene.pace in SLOW else length


def usual_players(game: AnyGame) -> int:
    """Return the number of players assumed before anyone joins: one person and the usual computers."""
    return companions(game.seats) + 1


def short_minutes(game: AnyGame, *, alone: bool = False) -> int | None:
    """Return the minutes of a short game, or the most that its clock allows, for the usual players."""
    short = {**game.lengths_for(alone=alone).get("short", {}), **(game.alone if alone else {})}
    most = LOBBIES[game.id].most_minutes(short) if short else None
    return most or _minutes(game, "short", 0)


def rules_in_force(scene: Scene) -> str:
    """Return the goal, pace and changed options of a table, for players who may not change them."""
    game = scene.game
    length = length_of(game, scene.options, alone=scene.is_alone)
    target = goal(game, scene.options, _timed_length(scene, length), len(scene.players))
    what = say("**{game}** · {goal}", game=game.name, goal=target)
    pace = paces.pace_line(scene)
    return "\n".join(
        [what, *filter(None, [_small(pace)]), _small(_changes(scene)) or say("-# Standard rules.")]
    )


def more(scene: Scene, *, is_host: bool, is_seated: bool, may_close: bool, adds_words: bool = False) -> Page:
    """Return the page *More* of a lobby. Only the host gets the options."""
    head = say("### {game}, table {table}", game=scene.game.name, table=scene.session_id)
    buttons = [
        *([Button(say("Options"), action(scene, "options"))] if is_host else []),
        *([set_time.button(scene)] if is_host and not scene.is_in_dm else []),
        *(_home_buttons(scene) if is_host else []),
        *([Button(say("Add words"), action(scene, "words"))] if adds_words else []),
        *([Button(say("Leave"), action(scene, "leave"))] if is_seated else []),
        *([Button(say("Close the table"), action(scene, "close"))] if may_close else []),
    ]
    join_hint = say("-# Join, and you can leave again here.")
    return text_page(head if buttons else f"{head}\n{join_hint}", *buttons)


def _home_buttons(scene: Scene) -> list[Button]:
    """Return a button for each computer at the table that sends it home."""
    computers = [user for user in scene.players if user < 0]
    return [
        Button(say("Send {computer} home", computer=computer_name(user)), action(scene, f"unsit {-user}"))
        for user in computers
    ]


def confirm_close(scene: Scene) -> Page:
    """Ask whether the host means to close the lobby."""
    text = say("### Close this table?\nThe others lose their seats.")
    buttons = (
        Button(say("Close it"), action(scene, "end"), "red"),
        Button(say("Back"), action(scene, "more")),
    )
    return text_page(text, *buttons)


def not_dealt_line(scene: Scene) -> str:
    """Say that a lobby hasn't dealt, and what its viewer can do, or what they wait for."""
    host, taken = scene.players.index(scene.host_id), len(scene.players)
    missing = scene.game.seats.start - taken
    if scene.viewer is None and taken < scene.game.seats.stop - 1:
        return say("Not dealt yet. **Join** takes a seat.")
    if scene.is_in_dm or (taken == 1 and scene.game.notes is not None):
        return say("Not dealt yet. **Play alone** deals.")
    if missing > 0:
        return say_count("Not dealt yet: one more needed.", "Not dealt yet: {number} more needed.", missing)
    if scene.viewer == host or (scene.viewer is not None and scene.is_host_away):
        return say("Not dealt yet. **Start** deals.")
    return say("Not dealt yet. {host} starts the game.", host=words.name(scene, host))


def join_answer(scene: Scene) -> str:
    """Return the answer to *Join*."""
    most = scene.game.seats.stop - 1
    return say_count(
        "You're in. One of {most} seats taken.",
        "You're in. {number} of {most} seats taken.",
        len(scene.players),
        most=most,
    )


def players_range(game: AnyGame) -> str:
    """Return the number of players that a game takes: `3 to 6`, or `2`."""
    least, most = game.seats.start, game.seats.stop - 1
    return str(least) if least == most else say("{least} to {most}", least=least, most=most)


def table_list(records: Sequence[Record], games: Mapping[str, AnyGame]) -> str:
    """Return a server's tables, a line each."""
    lines = [_table(record, games.get(record.game)) for record in records[:MAX_LISTED]]
    if len(records) > MAX_LISTED:
        lines.append(
            say_count("… and one older one.", "… and {number} older ones.", len(records) - MAX_LISTED)
        )
    return "\n".join(lines) or say("No tables here. {command cards} opens one.")


STATES: Final[Mapping[str, str]] = {
    "lobby": message("not dealt yet"),
    "playing": message("playing"),
    "frozen": message("stopped by a bug of mine"),
}


def _table(record: Record, game: AnyGame | None) -> str:
    state = message("waiting for someone to go on") if record.is_idle else STATES.get(record.status, "")
    if game is None:
        state = message("its game isn't installed here")
    return say_count(
        "**{game}** · table {table} in <#{channel}> · one player · {state}",
        "**{game}** · table {table} in <#{channel}> · {number} players · {state}",
        len(record.players),
        game=record.game if game is None else game.name,
        table=record.id,
        channel=record.channel_id,
        state=say(state) if state else record.status,
    )


def _players(scene: Scene) -> str:
    """Return the number of seats taken, and a line for each player."""
    most = scene.game.seats.stop - 1
    head = say("**{number} of {most} seats taken**", number=len(scene.players), most=most)
    return "\n".join([head, *(_player(scene, seat) for seat in range(len(scene.players)))])


def _player(scene: Scene, seat: int) -> str:
    facts = {"place": seat + 1, "player": words.signed(scene, seat)}
    if level := level_of(scene.players[seat]):
        return say("{place}. {player} · computer, {level}", **facts, level=level)
    is_host = scene.players[seat] == scene.host_id
    if is_host and scene.is_host_away and not scene.is_in_dm:
        return say("{place}. {player} · host, away for 5 minutes", **facts)
    if seat not in scene.button_only:
        return say("{place}. {player} · host", **facts) if is_host else say("{place}. {player}", **facts)
    if is_host:
        return say("{place}. {player} · host · DMs closed, plays by *My hand*", **facts)
    return say("{place}. {player} · DMs closed, plays by *My hand*", **facts)


def _notes(scene: Scene, advice: Advice | None) -> list[str]:
    """Return the small lines: changed rules, advice, and whether the game is rated and its deal sealed."""
    pace = [] if scene.is_alone else paces.lobby_lines(scene)
    advised = advice.text if advice else ""
    counts = " · ".join([*rated.lobby_lines(scene), *fair.seal_link(scene)])
    changes = _changes(scene, [*pace, *fair.lobby_lines(scene)])
    lines = (saved_rules.name_line(scene), changes, advised, counts)
    return [line for line in (_takeover_line(scene), *map(_small, lines)) if line]


def _small(line: str) -> str:
    return f"-# {line}" if line else ""


def _takeover_line(scene: Scene) -> str:
    """Return the line about a host who took over from an absent one. Empty if nobody did."""
    if scene.former_host is None or scene.host_id not in scene.players:
        return ""
    former, host = scene.former_host, scene.players.index(scene.host_id)
    return say(
        "-# {former} was away, so {host} is the host now.",
        former=words.name(scene, former),
        host=words.name(scene, host),
    )


def _changes(scene: Scene, extra: Sequence[str] = ()) -> str:
    """Return the differences from the standard rules, and `extra`. Empty if there aren't any."""
    lengths = scene.game.lengths_for(alone=scene.is_alone)
    length = length_of(scene.game, scene.options, alone=scene.is_alone)
    implied = lengths[length] if length else {name for options in lengths.values() for name in options}
    implied = {*implied, *(CLOCKS if scene.pace is not None else ())}
    changes = [text for name, text in custom_options(scene.game, scene.options) if name not in implied]
    changes += [*hint_rules.lobby_lines(scene), *extra]
    return say("Changed: {options}", options=" · ".join(changes)) if changes else ""


def _lengths(scene: Scene) -> tuple[Select, ...]:
    """Return the select of lengths, each with its goal and minutes. Empty in a game without lengths."""
    game, about, players = scene.game, LOBBIES[scene.game.id], len(scene.players)
    lengths = game.lengths_for(alone=scene.is_alone)
    if not lengths:
        return ()
    present = length_of(game, scene.options, alone=scene.is_alone)
    choices = []
    for length, wanted in lengths.items():
        target = goal(game, {**scene.options, **wanted}, _timed_length(scene, length), players)
        hint = say(about.hints[length]) if length in about.hints else None
        choices.append(Choice(say(LENGTHS[length], goal=target), length, hint, chosen=length == present))
    closed = next((choice.label for choice in choices if choice.chosen), None)
    own = say("Custom · {goal}", goal=goal(game, scene.options, None, players))
    return (Select(closed or own, action(scene, "length"), tuple(choices)),)


def _buttons(scene: Scene, advice: Advice | None) -> tuple[Block, ...]:
    """Return the controls of a lobby. The blue one begins the game with the players who sit there."""
    has_room = len(scene.players) < scene.game.seats.stop - 1
    join = _join_button(scene, has_room=has_room)
    rest = [
        Button(say("Rules"), action(scene, f"rules {scene.game.id}")),
        Button(say("More"), action(scene, "more")),
    ]
    if advice:
        rest.insert(0, Button(say(advice.label), action(scene, f"choose {advice.option} {advice.value}")))
    computers: list[Button] = []
    if scene.game.notes is not None and has_room:
        computers = [Button(say("Add a computer"), action(scene, "computers"))]
    if computers and len(scene.players) == 1:
        alone = Button(say("Play alone"), action(scene, "alone"), "blue")
        learn = Button(say("Learn it in 2 minutes"), action(scene, f"learn {scene.game.id}"))
        return (Buttons((alone, join, *computers)), Buttons((learn, *rest)))
    take_over = Button(say("Take over as host"), action(scene, "takeover"))
    begin = [_start_button(scene), join]
    begin += [take_over] if scene.is_host_away and len(scene.players) > 1 else []
    levels = level_select(scene, "level") if has_one_person(scene.players) else ()
    return (*levels, Buttons(tuple(begin)), Buttons((*computers, *rest)))


def _start_button(scene: Scene) -> Button:
    missing = scene.game.seats.start - len(scene.players)
    if missing <= 0:
        return Button(say("Start"), action(scene, "start"), "blue")
    label = say_count("Start ({number} more needed)", "Start ({number} more needed)", missing)
    return Button(label, action(scene, "start"), "blue", disabled=True)


def _dm_controls(scene: Scene) -> tuple[Block, ...]:
    """Return the controls in a DM, where nobody else can join: the computers' level, and *Play alone*."""
    has_room = len(scene.players) < scene.game.seats.stop - 1
    begin = [Button(say("Play alone"), action(scene, "alone"), "blue")]
    if has_room:
        begin.append(Button(say("Add a computer"), action(scene, "computers")))
    begin += [
        Button(say("Rules"), action(scene, f"rules {scene.game.id}")),
        Button(say("More"), action(scene, "more")),
    ]
    return (*level_select(scene, "level"), *button_rows(begin))


def _join_button(scene: Scene, *, has_room: bool) -> Button:
    """Return *Join*, for a free seat or for that of the computer that sat down last."""
    computers = [user for user in scene.players if user < 0]
    if has_room:
        return Button(say("Join"), action(scene, "join"))
    if computers:
        label = say("Join (takes {computer}'s seat)", computer=computer_name(computers[-1]))
        return Button(label, action(scene, "join"))
    return Button(say("Full"), action(scene, "join"), disabled=True)
