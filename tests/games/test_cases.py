"""Every worked example of every game's rules, tried by the referee."""

from typing import Any

import msgspec
import pytest

from bot.engine.notation import referee
from tests.helpers.cases import cases_of, differences
from tests.helpers.recipe import EVERY_GAME

ALL = [pytest.param(case, id=case["id"]) for game in EVERY_GAME for case in cases_of(game)]


def judge(case: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = referee(EVERY_GAME, msgspec.json.encode(case))
    return result


@pytest.mark.parametrize("case", ALL)
def test_worked_example_comes_out_as_rules_say(case: dict[str, Any]) -> None:
    assert differences(case, judge(case)) == []


@pytest.mark.parametrize("case", ALL)
def test_a_printed_position_can_be_given_back(case: dict[str, Any]) -> None:
    first = judge(case)
    again: dict[str, Any] = {name: case[name] for name in ("game", "seats", "options") if name in case}

    second = judge({**again, "position": first["position"]})

    assert second["position"] == first["position"]
    assert second["views"] == first["views"]
