"""Every promise has a planted fault that one of its tests notices. An unnoticed fault fails the run."""

import ast
from collections.abc import Iterator

import pytest

from tests.conventions.source import modules, within
from tests.promises.listed import PROMISES
from tests.simulation.sabotage import SABOTAGES

pytest_plugins = ("pytester",)

BY_WHAT = ("sabotaged", "sabotage")
"""The decorators that name the promises for which a test notices a fault."""
SHOP = """
import math
from contextlib import nullcontext
from unittest.mock import Mock, patch

import pytest

from tests.sabotage.planting import sabotaged


def nothing():
    return nullcontext()


def a_round_number():
    return patch("math.pi", 3)


def a_wrong_name():
    return patch("math.pie", 3)


@sabotaged("P1", {fault}{how})
@pytest.mark.parametrize("least", [2, 3])
def test_circles(least):
    {check}
"""
"""A test with a planted fault, to be filled in."""
CHECK = "assert math.pi > least"


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep installed plugins out of the runs inside these tests."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def sabotaged_promises() -> Iterator[str]:
    """Yield the promises that decorators of tests name."""
    for module in modules():
        if within(module.name, "tests") and "sabotage" in module.text:
            for function in module.functions():
                if function.name.startswith("test_"):
                    yield from (name for one in function.decorator_list for name in named(one))


def named(decorator: ast.expr) -> list[str]:
    """Return the promises that a decorator names: `sabotaged("P9", ...)` or `pytest.mark.sabotage("P9")`."""
    match decorator:
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name), arguments) if name in BY_WHAT:
            return [str(one.value) for one in arguments if isinstance(one, ast.Constant)]
    return []


@pytest.mark.slow
def test_every_provable_promise_has_planted_fault() -> None:
    planted = {*sabotaged_promises(), *(sabotage.promise for sabotage in SABOTAGES)}

    assert planted == {promise.number for promise in PROMISES if not promise.instead}


@pytest.mark.sabotage("P32")
@pytest.mark.parametrize(
    ("fault", "check", "said"),
    [
        ("nothing", CHECK, "*nobody has noticed: nothing*"),
        ("a_round_number", CHECK, "*nobody has noticed: a round number*"),
        ("a_wrong_name", CHECK, "*does not have the attribute 'pie'*"),
        ("a_round_number", "1 / (math.pi - 3)", "*ZeroDivisionError*"),
        ("a_round_number", "math.pi > 3 or Mock().assert_called()", "*Expected 'mock' to have been called*"),
    ],
    ids=["no fault", "case unharmed", "no such name", "another error", "check of somebody else"],
)
def test_unnoticed_fault_turns_its_run_red(
    pytester: pytest.Pytester, fault: str, check: str, said: str
) -> None:
    found = opened(pytester, fault, check)

    found.assert_outcomes(passed=2, failed=1)
    found.stdout.fnmatch_lines([said])


@pytest.mark.parametrize(
    ("check", "how"),
    [
        (CHECK, ", case='3'"),
        ("1 / (math.pi - 3)", ", raises=(ZeroDivisionError,)"),
        ("with pytest.raises(ValueError): math.sqrt(3 - math.pi)", ""),
    ],
    ids=["check", "error", "error that does not come"],
)
def test_a_fault_that_is_noticed_is_planted_once(pytester: pytest.Pytester, check: str, how: str) -> None:
    found = opened(pytester, "a_round_number", check, how)

    found.assert_outcomes(passed=3)


def test_a_case_that_is_none_is_told(pytester: pytest.Pytester) -> None:
    found = opened(pytester, "a_round_number", CHECK, ", case='4'")

    found.assert_outcomes()
    found.stderr.fnmatch_lines(["*is no case '4'*"])


def opened(pytester: pytest.Pytester, fault: str, check: str, how: str = "") -> pytest.RunResult:
    """Run a test with a planted fault."""
    pytester.makepyfile(SHOP.format(fault=fault, how=how, check=check))
    return pytester.runpytest("-p", "tests.sabotage.planting")
