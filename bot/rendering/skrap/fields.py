"""The names of the fields that only positions of Skrap have."""

from collections.abc import Mapping
from typing import Final

from bot.rendering.catalog import message

FIELDS: Final[Mapping[str, str]] = {
    "armour": message("Armour"),
    "armour_value": message("Armour counts"),
    "contenders": message("Still throwing"),
    "field": message("Bots"),
    "heads": message("Heads"),
    "round": message("Round"),
    "scavengers": message("To scavenge with"),
    "surge": message("Surge card"),
    "throws": message("Throws"),
    "unable": message("Can't build a bot"),
    "weapon": message("Weapon"),
    "weapon_value": message("Weapon counts"),
}
