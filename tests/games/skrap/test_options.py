"""The options of section 7, and the editions of the rules."""

import msgspec
import pytest

from bot.engine.notation import read_options, stored_options
from bot.games.skrap import GAME
from bot.games.skrap.options import SkrapOptions

RELEASE_0_1_0 = {
    "target": 10,
    "pass-rule": "reopen",
    "surged-king": "equal",
    "tie-break": "rps",
    "max-rounds": 60,
}
"""The default options as release 0.1.0 stored them."""


def test_the_defaults_are_those_of_the_rules() -> None:
    changed = {"edition": 2, "surged-king": "joker-only"}

    assert msgspec.to_builtins(read_options(GAME, {})) == RELEASE_0_1_0 | changed


def test_game_of_first_release_keeps_its_rules() -> None:
    assert stored_options(GAME, RELEASE_0_1_0) == SkrapOptions(edition=1, surged_king="equal")


@pytest.mark.parametrize("rule", ["reopen", "final"])
def test_passes_are_final_where_that_is_chosen(rule: str) -> None:
    options = read_options(GAME, {"pass-rule": rule})

    assert isinstance(options, SkrapOptions)
    assert options.passes_are_final == (rule == "final")
