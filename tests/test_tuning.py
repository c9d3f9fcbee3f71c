"""A bot that runs for a long time gives memory back."""

import subprocess
import sys

import pytest

from bot.process.tuning import LARGE_BYTES, give_large_memory_back

PICTURES = f"""
from pathlib import Path
def memory():
    [line] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("RssAnon")]
    return int(line.split()[1]) // 1024
before = memory()
pictures = [bytes({LARGE_BYTES}) for _ in range(4000)]
pictures = pictures[::20]
print(memory() - before)
"""
"""Code that makes many pictures, keeps few, and prints how many MB that takes."""

GARBAGE = """
import gc
searched = []
gc.callbacks.append(lambda phase, info: phase == "start" and searched.append(info["generation"]))
kept = [[] for _ in range(400_000)]
print(searched.count(2))
"""
"""Code that makes and keeps many objects, and prints how many full garbage collections that takes."""


def left_over(*lines: str) -> int:
    """Return how many MB PICTURES takes after these lines."""
    code = "\n".join((*lines, PICTURES))
    return int(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)


@pytest.fixture
def _settable() -> None:
    code = "from bot.process.tuning import give_large_memory_back as can; raise SystemExit(not can())"
    if subprocess.run([sys.executable, "-c", code], check=False).returncode:
        pytest.skip("this C library has other ways")


@pytest.mark.usefixtures("_settable")
def test_free_memory_between_pictures_returns_to_system() -> None:
    tuned = left_over("from bot.process.tuning import tune", "tune()")

    assert tuned < 10
    assert left_over("import bot.process.tuning") > 50


def test_unsettable_limit_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")

    assert not give_large_memory_back()


def searches(*lines: str) -> int:
    """Return how many full garbage collections GARBAGE takes after these lines."""
    code = "\n".join((*lines, GARBAGE))
    return int(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)


def test_everything_is_seldom_searched_for_garbage() -> None:
    assert searches("from bot.process.tuning import tune", "tune()") == 0
    assert searches("import bot.process.tuning") > 1
