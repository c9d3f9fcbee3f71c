"""The names of the fields that only positions of C.R.A.P. have."""

from collections.abc import Mapping
from typing import Final

from bot.rendering.catalog import message

FIELDS: Final[Mapping[str, str]] = {
    "action": message("Move"),
    "believed": message("Let it pass"),
    "borrowed": message("Borrowed"),
    "die": message("Die"),
    "double": message("Doubled"),
    "guesses": message("Guesses"),
    "pending": message("Under way"),
    "placed": message("Placed"),
    "protected": message("Protected"),
    "scoring_rounds": message("Scoring rounds"),
    "target": message("Against"),
    "value": message("Worth"),
    "votes": message("Votes"),
}
