"""What the fields of positions are called for people who look at a replay, and what stands in them."""

from collections.abc import Mapping
from typing import Final

from bot.engine.cards import RANKS, SUITS
from bot.engine.chance import SHAPES
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.face import Face

LABELS: Final[Mapping[str, str]] = {
    "action": message("Move"),
    "armour": message("Armour"),
    "armour_value": message("Armour counts"),
    "aside": message("Set aside"),
    "believed": message("Let it pass"),
    "borrowed": message("Borrowed"),
    "cards": message("Cards"),
    "contenders": message("Still throwing"),
    "count": message("Count"),
    "crapauds": message("Crapaud"),
    "dealer": message("Dealer"),
    "declared": message("Said “one card”"),
    "die": message("Die"),
    "direction": message("Direction"),
    "discard": message("Discard pile"),
    "discards": message("Discard pile"),
    "double": message("Doubled"),
    "fed": message("Fed"),
    "field": message("Bots"),
    "finish": message("Finish"),
    "guesses": message("Guesses"),
    "hand_number": message("Number of the hand"),
    "hands": message("In hand"),
    "heads": message("Heads"),
    "houses": message("Houses"),
    "left": message("Out of the game"),
    "lifted": message("Lifted"),
    "marker": message("The dealer's wild card"),
    "offer": message("Offers a draw"),
    "owes": message("Owes a penalty"),
    "owner": message("By"),
    "pack": message("Not dealt"),
    "passed": message("Has passed"),
    "pending": message("Under way"),
    "placed": message("Hidden"),
    "pressures": message("Reshuffle penalties"),
    "protected": message("Protected"),
    "rank": message("Rank"),
    "round": message("Round"),
    "scavengers": message("To scavenge with"),
    "scoring_rounds": message("Scoring rounds"),
    "sets": message("Laid"),
    "stock": message("Stock"),
    "suit": message("Suit"),
    "surge": message("Surge card"),
    "taken": message("Taken from the pile"),
    "target": message("Against"),
    "throws": message("Throws"),
    "top": message("On top"),
    "totals": message("Points"),
    "turn": message("On turn"),
    "turn_number": message("Number of the turn"),
    "unable": message("Can build no bot"),
    "under": message("Below the top card"),
    "used": message("Seconds used"),
    "value": message("Worth"),
    "votes": message("Votes"),
    "weapon": message("Weapon"),
    "weapon_value": message("Weapon counts"),
    "wild": message("Wild"),
    "winners": message("Winners"),
}
"""All other fields are notes of the program, and keep their names of the notation."""
WAYS: Final[Mapping[str, str]] = {
    "clockwise": message("clockwise"),
    "anticlockwise": message("anticlockwise"),
}


def labels() -> dict[str, str]:
    """What fields are called, by their names in the notation."""
    return {field: say(label) for field, label in LABELS.items()}


def values(face: Face) -> dict[str, dict[str, str]]:
    """What stands in some fields, in words: a letter there is no seat."""
    suits: dict[str, str] = {suit: f"{words.SUIT_SIGN[suit]} {words.suit_name(suit)}" for suit in SUITS}
    ranks: dict[str, str] = {rank: words.first_large(words.ranks_name(rank)) for rank in RANKS}
    return {
        "action": {verb: say(label) for verb, label in face.verbs.items()},
        "direction": {way: say(label) for way, label in WAYS.items()},
        "finish": suits,
        "rank": ranks,
        "suit": suits,
        "throws": {str(shape): words.shape_name(shape) for shape in SHAPES},
        "wild": ranks,
    }
