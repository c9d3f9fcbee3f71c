"""Everyone can tell the colours apart and read the texts."""

from itertools import combinations

import pytest

from bot.rendering.art.kit.colours import JOKER, PAPER, SUITS
from bot.rendering.art.palette import Colour, Deck

Light = tuple[float, float, float]

SIGHT: dict[str, tuple[Light, Light, Light]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}
"""Matrices for usual sight, and for sight without one kind of cone (Machado, Oliveira and Fernandes 2009)."""
DISTINCT = 25
"""A distance in CIE Lab that nobody overlooks. The eye can just notice about 2."""


def light(colour: Colour) -> Light:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return linear(red), linear(green), linear(blue)


def linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def seen(colour: Colour, sight: str) -> Light:
    parts = light(colour)
    red, green, blue = (
        min(1, max(0, sum(a * b for a, b in zip(row, parts, strict=True)))) for row in SIGHT[sight]
    )
    return red, green, blue


def brightness(colour: Colour) -> float:
    red, green, blue = light(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lab(parts: Light) -> Light:
    red, green, blue = parts
    x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def root(part: float) -> float:
    return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116


def distance(one: Colour, other: Colour, sight: str) -> float:
    both = zip(lab(seen(one, sight)), lab(seen(other, sight)), strict=True)
    return float(sum((a - b) ** 2 for a, b in both) ** 0.5)


def contrast(one: Colour, other: Colour) -> float:
    dark, bright = sorted((brightness(one), brightness(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("deck", SUITS)
@pytest.mark.parametrize("sight", SIGHT)
def test_suits_differ_for_every_eye(sight: str, deck: Deck) -> None:
    pairs = combinations(set(SUITS[deck].values()), 2)

    assert min(distance(one, other, sight) for one, other in pairs) > DISTINCT


@pytest.mark.parametrize("ink", sorted({*SUITS["two"].values(), *SUITS["four"].values(), JOKER}))
def test_every_ink_stands_out_on_a_card(ink: Colour) -> None:
    assert contrast(ink, PAPER) >= 4.5


def test_a_deck_gives_every_suit_a_colour() -> None:
    assert {deck: set(inks) for deck, inks in SUITS.items()} == {"two": set("CDHS"), "four": set("CDHS")}
