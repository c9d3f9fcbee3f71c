"""Codes for sharing the rules of a table."""

import random
from typing import Any

import pytest

from bot.engine.contract import AnyGame
from bot.engine.options import OptionInfo, option_infos
from bot.engine.rule_codes import SIGNS, NewerCode, NotACode, code_of, read_code
from bot.games import GAMES
from tests.engine.toy import Toy

GIVEN: dict[str, tuple[str, dict[str, Any]]] = {
    "C1Q": ("crap", {}),
    "C1EK-N4Q8-0GF1-F": (
        "crap",
        {"threshold": 450, "jokers": True, "turn-timeout": 120, "response-timeout": 30},
    ),
    "S21V-E": ("skrap", {"target": 5, "pass-rule": "final"}),
    "T12Q-Q": ("craits", {"hands": 2, "faces": True, "packs": 2}),
    "P13W-WE": ("crapette", {"clock-minutes": 10, "undo": False, "repetition": 0}),
    "R1K1-EK": ("crazy-rummy", {"max-hands": 3, "turns-for-all": True, "packs": 4}),
}
"""Codes that people have been given, with the options that they must mean for ever."""


def values(option: OptionInfo) -> list[Any]:
    if option.least is None or option.most is None:
        return list(option.offered)
    return [option.least, option.default, option.most, random.randint(option.least, option.most)]


def some_options(game: AnyGame) -> dict[str, Any]:
    """Return random options, of which about half differ from the standard rules."""
    return {one.name: random.choice([one.default, *values(one)]) for one in option_infos(game.options)}


def differences(game: AnyGame, options: dict[str, Any]) -> dict[str, Any]:
    return {
        one.name: options[one.name] for one in option_infos(game.options) if options[one.name] != one.default
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_code_holds_the_differences_from_standard(game: AnyGame) -> None:
    random.seed(game.id)
    for _ in range(500):
        options = some_options(game)

        code = code_of(game, options)

        assert read_code(GAMES, code.lower().replace("-", " ")) == (game, differences(game, options))


def test_every_game_has_a_letter_of_its_own() -> None:
    letters = {game.letter for game in GAMES.values()}

    assert len(letters) == len(GAMES)
    assert letters < set(SIGNS)


def test_wrong_or_swapped_signs_are_never_accepted() -> None:
    random.seed(1)
    for _ in range(10_000):
        game = random.choice(list(GAMES.values()))
        signs = list(code_of(game, some_options(game)).replace("-", ""))
        wrong = list(signs)
        first, second = random.sample(range(len(signs)), 2)
        if random.random() < 0.5 and signs[first] != signs[second]:
            wrong[first], wrong[second] = wrong[second], wrong[first]
        else:
            wrong[first] = random.choice([sign for sign in SIGNS if sign != signs[first]])

        with pytest.raises(NotACode) as refused:
            read_code(GAMES, "".join(wrong))
        assert not isinstance(refused.value, NewerCode)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_even_the_longest_code_is_short(game: AnyGame) -> None:
    full = {one.name: values(one)[one.default == values(one)[0]] for one in option_infos(game.options)}
    full |= {one.name: one.most for one in option_infos(game.options) if one.most and one.most != one.default}

    signs = code_of(game, full).replace("-", "")

    assert len(signs) <= (19 if game.id == "crap" else 16)


@pytest.mark.parametrize(("code", "meant"), GIVEN.items())
def test_old_codes_keep_their_meaning(code: str, meant: tuple[str, dict[str, Any]]) -> None:
    game, given = read_code(GAMES, code)

    assert (game.id, given) == meant


def test_newer_codes_are_told_from_wrong_ones() -> None:
    toy = code_of(Toy(), {})

    with pytest.raises(NewerCode):
        read_code(GAMES, toy)
