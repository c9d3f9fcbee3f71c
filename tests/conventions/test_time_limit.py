"""A time limit ends its test and nothing else, wherever the test hangs."""

import re

import pytest

from tests.conventions.source import ROOT

pytest_plugins = ("pytester",)

SETTINGS = """
[pytest]
asyncio_mode = auto
asyncio_default_fixture_loop_scope = function
timeout = 1
filterwarnings = error
"""
CONFTEST = """
from tests.helpers import time_limit

time_limit.AGAIN_SECONDS = 0.1
time_limit.PATIENCE = 3
time_limit.GRACE_SECONDS = 0.5
"""
HANGING = """
import asyncio
import socket
import threading
import time

import pytest


@pytest.mark.timeout(60)
async def test_first():
    await asyncio.sleep(0)


async def test_waits_for_ever():
    await asyncio.Event().wait()


async def test_waits_while_somebody_else_works():
    async def work():
        while True:
            time.sleep(0.01)
            await asyncio.sleep(0)

    working = asyncio.ensure_future(work())
    await asyncio.Event().wait()


async def test_does_not_want_to_end():
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            pass


def test_waits_for_a_thread():
    threading.Event().wait()


def test_sleeps():
    time.sleep(3600)


@pytest.fixture
async def slow_to_go():
    yield
    await asyncio.sleep(0.2)
    with open("gone", "a") as file:
        file.write("gone ")


async def test_has_a_fixture_that_takes_its_time(slow_to_go):
    await asyncio.Event().wait()


@pytest.fixture
async def stuck_before():
    await asyncio.Event().wait()


async def test_has_a_stuck_fixture(stuck_before):
    pass


@pytest.fixture
async def stuck_after():
    yield
    await asyncio.Event().wait()


async def test_has_a_fixture_that_is_stuck_afterwards(stuck_after):
    pass


async def test_leaves_something_open():
    here, there = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=here)
    await reader.read()


@pytest.mark.timeout(60)
async def test_last():
    await asyncio.sleep(0)
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_hanging_test_fails_and_others_still_run(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeini(SETTINGS)
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(HANGING)
    plugins = ("pytest_asyncio.plugin", "pytest_timeout", "xdist.plugin", "tests.helpers.time_limit")

    found = pytester.runpytest_subprocess(*(f"-p{one}" for one in plugins), "-n", workers)

    assert "crashed" not in found.stdout.str()
    outcomes = found.parseoutcomes()
    assert (outcomes["passed"], outcomes["failed"]) == (3, 7)
    assert (pytester.path / "gone").read_text() == "gone "
    [both] = [line for line in found.outlines if line.startswith("E ") and line.count(".py:") == 2]
    lines = {HANGING.splitlines()[int(number)].strip() for number in re.findall(r"\.py:(\d+)", both)}
    working = {"while True:", "time.sleep(0.01)", "await asyncio.sleep(0)"}  # The limit can meet any of them.
    assert "await asyncio.Event().wait()" in lines
    assert len(lines & working) == 1
    assert "waiting at plugin.py" not in found.stdout.str()
    stuck = [line for line in found.outlines if line.startswith("ERROR")]
    assert len(stuck) == outcomes["errors"] == 3
    for name in ("has_a_stuck_fixture", "is_stuck_afterwards", "does_not_want_to_end"):
        assert sum(name in line for line in stuck) == 1
