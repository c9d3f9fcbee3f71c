"""Points as text. Totals double with each pressure, so any number of digits must find room."""

from typing import Final

EXACT_DIGITS: Final = 45
"""Longer numbers are shortened in the middle: a message must hold those of seven players."""


def amount(number: int) -> str:
    """A number with thousands separated: `1,234`, `−50`; a very long one by both ends and its length."""
    sign, size = "−" if number < 0 else "", abs(number)
    return sign + (f"{size:,}" if size < 10**EXACT_DIGITS else _shortened(size))


def points(number: int) -> str:
    """`1 point`, `−50 points`, `1,234 points`."""
    return f"{amount(number)} {'point' if number == 1 else 'points'}"


def _shortened(size: int) -> str:
    """`123,456,789,012,…,345,678,901 (1,052 digits)`, without writing all of it out first.

    Python refuses to turn integers of several thousand digits into text, so only the ends are.
    """
    digits = _digits(size)
    head = size // 10 ** ((digits - 1) // 3 * 3 - 9)
    return f"{head:,},…,{size % 10**9:011,} ({digits:,} digits)"


def _digits(size: int) -> int:
    """How many digits a positive number has: a guess from below by its bits, then counted up."""
    digits = (size.bit_length() - 1) * 30102 // 100_000
    while 10**digits <= size:
        digits += 1
    return digits
