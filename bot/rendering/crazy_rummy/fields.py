"""The names of the fields that only positions of Crazy Rummy have."""

from collections.abc import Mapping
from typing import Final

from bot.rendering.catalog import message

FIELDS: Final[Mapping[str, str]] = {
    "fed": message("Fed"),
    "marker": message("The dealer's wildcard"),
    "taken": message("Taken from the pile"),
    "wild": message("Wild"),
}
