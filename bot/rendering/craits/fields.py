"""The names of the fields that only positions of Craits have."""

from collections.abc import Mapping
from typing import Final

from bot.rendering.catalog import message

FIELDS: Final[Mapping[str, str]] = {
    "count": message("Count"),
    "declared": message("Said “one card”"),
    "direction": message("Direction"),
    "owes": message("Owes a penalty"),
    "pressures": message("Shuffle pressures"),
    "top": message("On top"),
    "under": message("Below the top card"),
}
