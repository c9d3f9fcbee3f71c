"""How a game ended: the message that stands when it is over."""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.rendering import covers, fair, hint_rules, rated, words
from bot.rendering.art.plan import Highlight
from bot.rendering.catalog import say
from bot.rendering.face import Ending, Face, Standing
from bot.rendering.page import Block, Button, Page, Picture, Text, button_rows
from bot.rendering.panel import action
from bot.rendering.scene import Scene, unescaped
from bot.rendering.widths import cells_of, fitted, number

MAX_ROW_CHARACTERS: Final = 36
"""How many characters of a block a phone shows side by side."""
MAX_NAME_CHARACTERS: Final = 10
MAX_GAINS: Final = 3
"""How many of the last rounds stand in a row of the ranking where not all of them fit."""


def won(scene: Scene, winners: Sequence[Seat], amount: str = "") -> str:
    """Who won, with what where there are points: `Ben wins with 340`."""
    who = words.names(scene, winners)
    if not winners:
        return say("Nobody wins")
    if len(winners) > 1:
        return (
            say("{players} share the win, {points}", players=who, points=amount)
            if amount
            else say("{players} share the win", players=who)
        )
    return (
        say("{player} wins with {points}", player=who, points=amount)
        if amount
        else say("{player} wins", player=who)
    )


def page(scene: Scene, face: Face) -> Page:
    """The result: who won, everybody's place, what was remarkable, and the way to another game."""
    ending = ended(scene, face)
    crown = "♛ " if scene.outcome is not None and scene.outcome.winners else ""
    facts = [scene.game.name, say("table {number}", number=scene.session_id), ending.length, _minutes(scene)]
    head = f"## {crown}{ending.title}\n-# {' · '.join(filter(None, facts))}"
    ranking = block_of(scene, ending.standings)
    marks = [words.headed(title, what) for title, what in ending.highlights]
    small = (rated.in_result(scene), hint_rules.counted(scene))
    below = "\n".join(filter(None, [ending.why, *marks, *ending.notes, *small]))
    texts = [Text(text) for text in (ranking, below) if text]
    shown = (_picture(scene, ending),) if scene.pictures and ending.standings else ()
    return Page((Text(head), *shown, *texts, *_buttons(scene)), accent=face.accent)


def _minutes(scene: Scene) -> str:
    """How long it took from the deal to the last move; nothing for less than a minute."""
    if scene.began_at is None or not scene.recent:
        return ""
    minutes = int(scene.recent[-1].at - scene.began_at) // 60
    if minutes < 120:
        return say("{number} min", number=minutes) if minutes else ""
    hours = minutes // 60
    if hours < 48:
        return say("{number} hours", number=hours)
    return say("{number} days", number=hours // 24)


def _picture(scene: Scene, ending: Ending) -> Picture:
    """The winner crowned and everybody ranked."""
    winners = scene.outcome.winners if scene.outcome else ()
    standings = [
        covers.Standing(scene.name(one.seat), one.seat + 1, one.total or 0, won=one.seat in winners)
        for one in ending.standings
    ]
    marks = [Highlight(title, unescaped(what).removesuffix(".")) for title, what in ending.highlights]
    return covers.ending(scene.game, unescaped(ending.why), standings, marks, ending.length)


def ended(scene: Scene, face: Face) -> Ending:
    """How the game ended, also where its rules did not end it."""
    if scene.status == "cancelled" or scene.view is None:
        return Ending(say("Nobody wins"), why=why_closed(scene))
    return face.ending(scene)


def why_closed(scene: Scene) -> str:
    """Why a table was closed before its game was over."""
    match scene.ended:
        case "host" if scene.host_id in scene.players:
            player = words.name(scene, scene.players.index(scene.host_id))
            return say("{player} ended the game.", player=player)
        case "vote":
            return say("Most of the players voted to end the game.")
        case "moderator":
            return say("A moderator ended the game.")
        case "idle":
            return say("Nobody moved for too long.")
        case "deserted":
            return say("You left the game.") if scene.is_alone else say("All players had left.")
        case "channel":
            return say("The table's channel was deleted, and nobody carried the game on.")
        case "server":
            return say("For too long I could not reach the server.")
    return say("The game was ended; no winner.")


def in_words(scene: Scene, face: Face) -> str:
    """How a game ended, in a line or two."""
    ending = ended(scene, face)
    return "\n".join(filter(None, [say("{result}.", result=ending.title), ending.why]))


def _buttons(scene: Scene) -> tuple[Block, ...]:
    buttons = [
        Button(say("Rematch"), action(scene, "rematch"), "green"),
        *([] if scene.view is None else [Button(say("Replay"), action(scene, "replay"))]),
        *fair.verify_button(scene),
        Button(say("Rules"), action(scene, f"rules {scene.game.id}")),
        Button(say("More"), action(scene, "more")),
    ]
    return button_rows(buttons)


def block_of(scene: Scene, standings: Sequence[Standing]) -> str:
    """The ranking in one block that fits a phone: `1 Ben     140 + 200 = 340`."""
    if not standings:
        return ""
    names = [fitted(words.in_block(scene, one.seat), MAX_NAME_CHARACTERS) for one in standings]
    width = max(cells_of(name) for name in names)
    places = max(len(str(one.place)) for one in standings)
    room = MAX_ROW_CHARACTERS - places - width - 3
    totals = max(len(_total(one)) for one in standings)
    sums = [_sum(one, room - totals) for one in standings]
    widest = max(map(len, sums))
    ends = [f"{row:>{widest}}{_total(one):>{totals}}" for one, row in zip(standings, sums, strict=True)]
    rows = [
        f"{one.place:>{places}} {name}{' ' * (width - cells_of(name))}  {end}".rstrip()
        for one, name, end in zip(standings, names, ends, strict=True)
    ]
    return "```\n" + "\n".join(rows) + "\n```"


def _total(one: Standing) -> str:
    return "" if one.total is None else number(one.total)


def _sum(one: Standing, room: int) -> str:
    """What a total is made of, as much of it as fits: `140 + 200 = `, `… + 31 − 50 + 7 = `."""
    if len(one.gains) < 2:
        return ""
    whole = _added(one.gains)
    if len(whole) <= room:
        return whole
    for count in range(min(MAX_GAINS, len(one.gains) - 1), 0, -1):
        last = _added(one.gains[-count:], more=True)
        if len(last) <= room:
            return last
    return ""


def _added(gains: Sequence[int], *, more: bool = False) -> str:
    first, *others = gains
    text = f"… {'−' if first < 0 else '+'} {number(abs(first))}" if more else number(first)
    return text + "".join(f" {'−' if gain < 0 else '+'} {number(abs(gain))}" for gain in others) + " = "


def ranked(
    totals: Sequence[tuple[Seat, int, tuple[int, ...]]], *, low: bool = False, left: Collection[Seat] = ()
) -> tuple[Standing, ...]:
    """Seats with their totals and gains, best first; equal totals share a place.

    Those who have `left` could not win: they come behind all who stayed.
    """
    stayed = _in_order([one for one in totals if one[0] not in left], low=low)
    gone = _in_order([one for one in totals if one[0] in left], low=low)
    return (*stayed, *(msgspec.structs.replace(one, place=one.place + len(stayed)) for one in gone))


def _in_order(totals: Sequence[tuple[Seat, int, tuple[int, ...]]], *, low: bool) -> tuple[Standing, ...]:
    ordered = sorted(totals, key=lambda one: one[1] if low else -one[1])
    points = [total for _, total, _ in ordered]
    return tuple(
        Standing(seat, points.index(total) + 1, tuple(gain for gain in gains if gain), total)
        for seat, total, gains in ordered
    )
