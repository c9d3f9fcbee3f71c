"""Runs of tests with a planted fault, in which they must fail.

`@sabotaged("P9", trust_every_row)` on a test adds such a run for promise P9. It passes if a check in the
test's own file fails, and fails if all of them hold or anything else goes wrong. A test that plants its own
faults has `@pytest.mark.sabotage("P18")`. `pytest -m sabotage` runs all of these and nothing else.
"""

import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, TypeVar

import pytest

from tests.helpers.figures import Figures

Planted = AbstractContextManager[Any]
Plant = Callable[[], Planted]
Test = TypeVar("Test", bound=Callable[..., object])


class Sabotage(NamedTuple):
    """A fault, the promise that it breaks, and the errors by which the test may notice it."""

    promise: str
    plant: Plant
    case: str
    """Part of the name of the case that's run again. Empty for the first one."""
    raises: tuple[type[BaseException], ...]

    def __str__(self) -> str:
        return self.plant.__name__.replace("_", " ")


def sabotaged(
    promise: str, plant: Plant, *, case: str = "", raises: tuple[type[BaseException], ...] = ()
) -> Callable[[Test], Test]:
    """Add a run in which the test must notice this fault, by a failed check or by one of these errors."""
    mark = pytest.mark.sabotaged(Sabotage(promise, plant, case, raises))

    def decorate(test: Test) -> Test:
        marked: Test = mark(pytest.mark.usefixtures("sabotage")(test))
        return marked

    return decorate


@pytest.fixture
def sabotage(request: pytest.FixtureRequest) -> Sabotage | None:
    """Return the fault that's planted in this run, if any."""
    found: Sabotage | None = request.param
    return found


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks."""
    config.addinivalue_line("markers", "sabotaged(sabotage): is run again with a fault planted")
    config.addinivalue_line("markers", "sabotage(*promises): shows that planted faults are noticed")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test once without a fault, and once with each."""
    faults = [mark.args[0] for mark in metafunc.definition.iter_markers("sabotaged")]
    if faults:
        again = [
            pytest.param(fault, id=str(fault), marks=pytest.mark.sabotage(fault.promise)) for fault in faults
        ]
        usual = pytest.param(None, id=pytest.HIDDEN_PARAM)
        metafunc.parametrize("sabotage", [usual, *again], indirect=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep only one case for each fault of a test with many cases."""
    wanted: dict[tuple[str, Sabotage], pytest.Item] = {}
    for item, fault in faulty(items):
        if fault.case in item.name:
            wanted.setdefault((item.nodeid.partition("[")[0], fault), item)
    for item, fault in faulty(items):
        if (item.nodeid.partition("[")[0], fault) not in wanted:
            raise pytest.UsageError(f"{item.nodeid} is no case {fault.case!r}")
    kept = {id(item) for item in wanted.values()}
    items[:] = [item for item in items if id(item) in kept or planted_in(item) is None]


def faulty(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, Sabotage]]:
    """Yield the runs with a planted fault."""
    for item in items:
        if (fault := planted_in(item)) is not None:
            yield item, fault


def planted_in(item: pytest.Item) -> Sabotage | None:
    """Return the fault that's planted in a run, if any."""
    found: Sabotage | None = item.callspec.params.get("sabotage") if hasattr(item, "callspec") else None
    return found


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Plant the fault while the test itself runs, but not during its fixtures."""
    fault = planted_in(pyfuncitem)
    if fault is None:
        return (yield)
    try:
        with fault.plant():
            yield
    except BaseException as failure:
        if not is_noticed(failure, fault, str(pyfuncitem.path)):
            raise
        return True
    pytest.fail(f"nobody has noticed: {fault}")


def is_noticed(failure: BaseException, fault: Sabotage, file: str) -> bool:
    """Whether a test failed because of the fault: by a check in its own file, or by an expected error."""
    if isinstance(failure, AssertionError):
        return traceback.extract_tb(failure.__traceback__)[-1].filename == file
    return isinstance(failure, fault.raises) or str(failure).startswith("DID NOT RAISE")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: "pytest.CallInfo[None]"
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Count the faults that were planted, and those that were noticed."""
    report = yield
    mark = item.get_closest_marker("sabotage")
    if mark is not None and call.when == "call":
        planted = len(mark.args)
        found = planted if report.passed else 0
        note = Figures(item.config.getoption("--figures", None), "sabotage")
        note("P32", planted=planted, noticed=found, unnoticed=planted - found)
    return report
