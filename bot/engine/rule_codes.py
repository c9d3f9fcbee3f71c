"""Codes that share a table's rules: how its options differ from the standard rules of its game.

A code holds the game's letter, the edition of its rules, the differences and a check sign, in the signs of
Crockford's base 32, so nobody confuses O with 0. The differences are one number in mixed radix: for each
option, in order, a digit for whether it differs, then one for the value it has instead. So options may be
added at the end, but a changed limit or value changes the meaning of old codes.
"""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from bot.engine.contract import AnyGame
from bot.engine.options import OptionInfo, option_infos
from bot.engine.spelling import key

SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LOOKALIKES: Final = str.maketrans("OIL", "011")
_GROUP: Final = 4
_POLYNOMIAL: Final = 0b100101
"""The polynomial of the field GF(32), in which the check sign is computed."""


class NotACode(ValueError):
    """A text that isn't a code of rules."""


class NewerCode(NotACode):
    """A code that only a newer version can read."""


class OtherGame(NotACode):
    """A code for another game than the requested one."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game.id)
        self.game = game


def code_of(game: AnyGame, options: Mapping[str, Any]) -> str:
    """Return the code of these options, in groups of four signs."""
    number = 0
    for option in reversed(option_infos(game.options)):
        values, standard = _values(option)
        place = values.index(options.get(option.name, option.default))
        if place != standard:
            number = number * (len(values) - 1) + place - (place > standard)
        number = number * 2 + (place != standard)
    signs = [SIGNS.index(game.letter), game.options().edition, *_digits(number)]
    return "-".join(wrap("".join(SIGNS[sign] for sign in (*signs, _check(signs))), _GROUP))


def is_like_code(text: str) -> bool:
    """Whether a text looks like a code: one word with a digit and without `=`."""
    return "=" not in text and len(text.split()) == 1 and any(map(str.isdigit, text))


def read_code_for(game: AnyGame, games: Mapping[str, AnyGame], text: str) -> dict[str, Any]:
    """Return the options that a code of this game changes. Raise NotACode, or OtherGame for another's."""
    owner, given = read_code(games, text)
    if owner is not game:
        raise OtherGame(owner)
    return given


def read_code(games: Mapping[str, AnyGame], text: str) -> tuple[AnyGame, dict[str, Any]]:
    """Return the game of a code, and the options that it changes. Raise NotACode."""
    signs = list(map(SIGNS.find, key(text).upper().translate(_LOOKALIKES)))
    if len(signs) < 3 or -1 in signs or _check(signs[:-1]) != signs[-1]:
        raise NotACode(text)
    letter, edition, *digits = signs[:-1]
    if digits[:1] == [0]:
        raise NotACode(text)
    game = next((one for one in games.values() if one.letter == SIGNS[letter]), None)
    if game is None or edition > game.options().edition:
        raise NewerCode(text)
    number = 0
    for digit in digits:
        number = number * len(SIGNS) + digit
    given: dict[str, Any] = {}
    for option in option_infos(game.options):
        number, differs = divmod(number, 2)
        if differs:
            values, standard = _values(option)
            number, place = divmod(number, len(values) - 1)
            given[option.name] = values[place + (place >= standard)]
    if number:
        raise NewerCode(text)
    return game, given


def _values(option: OptionInfo) -> tuple[Sequence[Any], int]:
    """Return every possible value of an option, and the place of the standard one among them."""
    is_number = option.least is not None and option.most is not None
    values = range(option.least or 0, (option.most or 0) + 1) if is_number else option.offered
    return values, values.index(option.default)


def _digits(number: int) -> Iterator[int]:
    """Yield the digits of a number in base 32. 0 doesn't have any."""
    if number:
        yield from _digits(number // len(SIGNS))
        yield number % len(SIGNS)


def _check(signs: list[int]) -> int:
    """Return the check sign. Each place has its own weight, which shows a wrong sign or two swapped ones."""
    total = 0
    for sign in signs:
        total = (total ^ sign) << 1
        total ^= _POLYNOMIAL if total >= len(SIGNS) else 0
    return total
