"""The readable names of fields and values in positions, for replays."""

from collections.abc import Mapping
from typing import Final

from bot.engine.cards import RANKS, SUITS
from bot.engine.chance import SHAPES
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.face import Face

COMMON_FIELDS: Final[Mapping[str, str]] = {
    "aside": message("Set aside"),
    "cards": message("Cards"),
    "dealer": message("Dealer"),
    "discard": message("Discard pile"),
    "hand_number": message("Number of the hand"),
    "hands": message("In hand"),
    "left": message("Out of the game"),
    "owner": message("By"),
    "pack": message("Not dealt"),
    "passed": message("Has passed"),
    "rank": message("Rank"),
    "sets": message("Laid"),
    "stock": message("Stock"),
    "suit": message("Suit"),
    "totals": message("Points"),
    "turn": message("On turn"),
    "turn_number": message("Number of the turn"),
    "winners": message("Winners"),
}
"""Fields of several games. A field without a name, here or in its face, is only for the program."""
DIRECTIONS: Final[Mapping[str, str]] = {
    "clockwise": message("clockwise"),
    "anticlockwise": message("counter-clockwise"),
}


def labels(face: Face) -> dict[str, str]:
    """Return the readable names of a game's fields, by their names in the notation."""
    return {field: say(label) for field, label in {**COMMON_FIELDS, **face.fields}.items()}


def values(face: Face) -> dict[str, dict[str, str]]:
    """Return words for the values of some fields, by the field's name and the value in the notation."""
    suits: dict[str, str] = {suit: f"{words.SUIT_SIGN[suit]} {words.suit_name(suit)}" for suit in SUITS}
    ranks: dict[str, str] = {rank: words.capitalised(words.ranks_name(rank)) for rank in RANKS}
    return {
        "action": {verb: say(label) for verb, label in face.verbs.items()},
        "direction": {way: say(label) for way, label in DIRECTIONS.items()},
        "finish": suits,
        "rank": ranks,
        "suit": suits,
        "throws": {str(shape): words.shape_name(shape) for shape in SHAPES},
        "wild": ranks,
    }
