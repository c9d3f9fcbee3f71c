"""The names of the fields that only positions of Crapette have."""

from collections.abc import Mapping
from typing import Final

from bot.rendering.catalog import message

FIELDS: Final[Mapping[str, str]] = {
    "crapauds": message("Crapaud"),
    "discards": message("Discard pile"),
    "finish": message("Finish"),
    "houses": message("Houses"),
    "lifted": message("Lifted"),
    "offer": message("Offers a draw"),
    "used": message("Seconds used"),
}
