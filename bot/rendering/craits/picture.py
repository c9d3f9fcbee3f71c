"""Craits as pictures: the pile, its suit and the players for everybody, the hand for its owner."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.engine.chance import Seat as Place
from bot.engine.chance import seat_letter
from bot.games.craits.sheet import CraitsSheet
from bot.rendering import plates, words
from bot.rendering.art.hands import Order, in_parts
from bot.rendering.art.zones import BACK, Banner, Board, Fan, Group, Pile, Seat, in_pairs
from bot.rendering.craits.sentences import amount
from bot.rendering.craits.table import playable, sheet_of
from bot.rendering.scene import Scene

_TITLES: Final[Mapping[str, str]] = {
    "opening-suit": "{who} is to name the first suit",
    "turn": "{who} is to play",
    "count": "{who} is to answer the count of {count}",
    "play-again": "{who} is to play once more",
    "king-run": "{who} is to play {steps} more",
    "between-hands": "Hand {hand} is over",
}


def board_of_table(scene: Scene) -> Board:
    """What the picture of the table shows."""
    sheet = sheet_of(scene)
    stock = Pile("Stock", BACK if sheet.stock else None, sheet.stock)
    discard = Pile("Discard", sheet.top, sheet.under + (sheet.top is not None))
    seats = [_seat(scene, place) for place in range(len(scene.players))]
    return Board(((stock, discard, _banner(scene)), *in_pairs(seats)))


def board_of_hand(scene: Scene, order: Order) -> Board:
    """What the picture of the viewer's hand shows."""
    assert scene.viewer is not None
    zone = sheet_of(scene).hands[seat_letter(scene.viewer)]
    parts = ((BACK,) * zone,) if isinstance(zone, int) else in_parts(zone, order)
    return Board(((Fan("Your hand", parts, lit=frozenset(playable(scene))),),))


def _banner(scene: Scene) -> Banner:
    if over := plates.stopped(scene):
        return over
    sheet = sheet_of(scene)
    title = _TITLES[sheet.phase].format(
        who=plates.names(scene, scene.deciders),
        count=sheet.count,
        steps=words.number(sheet.king_steps, "card"),
        hand=sheet.hand_number,
    )
    # Before an eight or nine is named, only the card itself shows a suit.
    named = None if sheet.phase == "opening-suit" else sheet.suit
    return Banner(title, " ".join(_facts(scene)), sign=named)


def _facts(scene: Scene) -> Iterator[str]:
    sheet = sheet_of(scene)
    if sheet.phase == "between-hands":
        yield "Any player may deal the next one."
    if sheet.jack_run:
        yield f"Jacks in a row: {sheet.jack_run}."
    yield f"Hand {sheet.hand_number} of {scene.options['hands']}, {sheet.direction}."


def _seat(scene: Scene, place: Place) -> Seat:
    sheet, letter = sheet_of(scene), seat_letter(place)
    away, zone = letter in sheet.left, sheet.hands[letter]
    shown = plates.seen(zone) if sheet.revealed else ()
    return Seat(
        name=scene.name(place),
        place=place + 1,
        score=amount(sheet.totals[letter]).replace(",", ""),
        unit="points",
        hand=None if away else plates.size(zone),
        acts=place in scene.deciders,
        away=away,
        notes=tuple(_notes(sheet, letter)),
        groups=(Group(shown),) if shown else (),
    )


def _notes(sheet: CraitsSheet, letter: str) -> Iterator[str]:
    if letter == sheet.dealer:
        yield "dealer"
    if letter in sheet.left:
        yield "has left"
    if letter in sheet.declared:
        yield "“one card!”"
    if letter in sheet.owes:
        yield "owes two cards"
