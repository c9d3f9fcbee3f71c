"""Numbers as people read them in their language."""

import math
from typing import Final

from bot.rendering.catalog import say_as

EXACT_BELOW: Final = 10**7


def grouped(value: int) -> str:
    """Return a number: `1,000`, `−20`."""
    return group_digits(f"{value:,}".replace("-", "−"))


def short(value: int) -> str:
    """Return points as tables, pictures and results all show them: `1,234`, `−50`, `≈10^45`."""
    if abs(value) < EXACT_BELOW:
        return grouped(value)
    return f"{'−' if value < 0 else ''}≈10^{int(math.log10(abs(value)))}"


def signed(value: int) -> str:
    """Return points won or lost: `+1,130`, `−20`, `0`."""
    return f"+{short(value)}" if value > 0 else short(value)


def group_digits(digits: str) -> str:
    """Replace the commas between thousands by the sign of the language."""
    return digits.replace(",", thousands_sign())


def thousands_sign() -> str:
    """Return the sign that the language writes between thousands."""
    return say_as("between thousands", ",")
