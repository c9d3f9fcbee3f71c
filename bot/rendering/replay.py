"""The replay of a finished game: a private page that shows one move at a time."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.engine.cards import ORDER
from bot.engine.chance import Seat, seat_letter, seat_of
from bot.rendering import pages, words
from bot.rendering.catalog import message, say
from bot.rendering.page import Action, Block, Button, Choice, Page, Select, Text, button_rows
from bot.rendering.panel import action
from bot.rendering.scene import Scene

EVERYBODY: Final = "all"
"""The view of spectators."""
OPEN: Final = "open"
"""The view with all cards face up."""
FILE: Final = "file"
POSITION: Final = "position"
BESIDE: Final = "beside"
"""The last word of a control that shows a moment in a new message and leaves its own page alone."""
SECRET_FIELDS: Final[Mapping[str, str]] = {
    "hands": "",
    "protected": message("protected {cards}"),
    "placed": message("hidden {cards}"),
    "surge": message("surge card {cards}"),
}
"""The fields of a position with a player's secret cards, and the words for each."""


class Frame(msgspec.Struct, frozen=True):
    """One moment of a game: its move's number (the deal is 0), the number of the last move, and the view."""

    number: int
    last: int
    view: str = EVERYBODY

    @property
    def seat(self) -> Seat | None:
        """Return the seat whose view it is. None for spectators and for open cards."""
        return seat_of(self.view) if len(self.view) == 1 else None


def frame_of(text: str, last: int, seats: int) -> Frame:
    """Return the moment that a control names, such as `31 B`, or the nearest one that exists."""
    number, _, view = text.partition(" ")
    views = (EVERYBODY, OPEN, *map(seat_letter, range(seats)))
    wanted = int(number) if number.isdecimal() else last
    known = view.partition(" ")[0]
    return Frame(max(0, min(wanted, last)), last, known if known in views else EVERYBODY)


def page(frame: Frame, position: Mapping[str, Any], scene: Scene) -> Page:
    """Return a moment as its viewer saw it. `position` has all cards, for the view with all face up."""
    face = pages.face_of(scene)
    head = say("-# {game} · {table} · replay", game=scene.game.name, table=words.table_name(scene))
    own: tuple[Block, ...] = ()
    if frame.view == OPEN:
        hands = "\n".join(_secret_lines(scene, position))
        own = (Text(hands),) if hands else ()
    elif scene.viewer is not None and face.has_hands and scene.viewer in scene.active:
        own = pages.own_cards(scene, face)
    blocks = (Text(head), *pages.bare_table(scene), Text(_line(frame, scene)), *own)
    return Page((*blocks, *_controls(frame, scene)), accent=face.accent)


def _line(frame: Frame, scene: Scene) -> str:
    """Return a line with the move's number and its words from the log."""
    lines = pages.log_lines(scene, scene.recent[-1:])
    text = "\n".join(lines).removeprefix("-# ")
    if frame.number == 0:
        return say("**The deal:** {what}", what=text) if text else say("**The deal**")
    facts = {"number": frame.number, "last": frame.last}
    if not text:
        return say("**Move {number} of {last}**", **facts)
    return say("**Move {number} of {last}:** {what}", what=text, **facts)


def _secret_lines(scene: Scene, position: Mapping[str, Any]) -> Sequence[str]:
    """Return a line about each player's secret cards. Empty in a game without hands."""
    lines = []
    for seat in range(len(scene.players)):
        parts = []
        for field, wording in SECRET_FIELDS.items():
            cards = _cards(position.get(field), seat_letter(seat))
            if cards:
                text = words.cards(sorted(cards, key=ORDER.__getitem__))
                parts.append(say(wording, cards=text) if wording else text)
        if parts:
            lines.append(
                say("**{player}:** {cards}", player=words.name(scene, seat), cards=" · ".join(parts))
            )
    return lines


def _cards(field: Any, letter: str) -> list[str]:
    """Return the cards that a field of a position has for a seat."""
    value = field.get(letter) if isinstance(field, dict) else None
    cards = value if isinstance(value, list) else [value]
    return [card for card in cards if isinstance(card, str) and card in ORDER]


def _controls(frame: Frame, scene: Scene) -> tuple[Block, ...]:
    """Return the buttons to other moments, the select of views, and the buttons for both files."""
    is_first, is_last = frame.number == 0, frame.number == frame.last
    arrows = [
        Button("⏮", _show(frame, scene, 0, "first"), disabled=is_first),
        Button("◀", _show(frame, scene, max(0, frame.number - 1), "back"), disabled=is_first),
        Button("▶", _show(frame, scene, min(frame.last, frame.number + 1), "on"), "blue", disabled=is_last),
        Button("⏭", _show(frame, scene, frame.last, "last"), disabled=is_last),
    ]
    files = [
        Button(say("Position"), action(scene, f"replay {POSITION} {frame.number}")),
        Button(say("As a file"), action(scene, f"replay {FILE}")),
    ]
    return (*button_rows(arrows), *_views(frame, scene), *button_rows(files))


def _show(frame: Frame, scene: Scene, number: int, which: str) -> Action:
    """Return the action that shows another moment. `which` tells buttons to the same moment apart."""
    return action(scene, f"replay {number} {frame.view} {which}")


def _views(frame: Frame, scene: Scene) -> tuple[Select, ...]:
    """Return the select of views. Empty in a game without hands, where all views are equal."""
    if not pages.face_of(scene).has_hands:
        return ()
    choices = [
        Choice(say("Seen by: everyone"), EVERYBODY),
        Choice(say("All cards open"), OPEN),
        *(
            Choice(say("Seen by: {player}", player=scene.name(seat))[:100], seat_letter(seat))
            for seat in range(len(scene.players))
        ),
    ]
    marked = [msgspec.structs.replace(one, chosen=one.value == frame.view) for one in choices]
    label = next(one.label for one in marked if one.chosen)
    return (Select(label, action(scene, f"replay {frame.number}"), tuple(marked)),)
