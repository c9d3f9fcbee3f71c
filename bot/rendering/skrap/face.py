"""The face of Skrap: its table, hands and sentences."""

from collections.abc import Mapping
from typing import ClassVar, Final

from bot.rendering.catalog import message
from bot.rendering.face import Face


class SkrapFace(Face, package=__package__):
    """Skrap for the eye and the screen reader."""

    accent = 0x6B8299
    fields: ClassVar[Mapping[str, str]] = {
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


FACE: Final = SkrapFace()
