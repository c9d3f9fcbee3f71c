"""The Makefile explains itself, and `make quick` is the only target that leaves tests out."""

import os
import re
import shutil
import subprocess
import tomllib
from fnmatch import fnmatch

import pytest

from tests.conventions.source import ROOT, modules, within
from tests.helpers.slow import SLOW

TEXT = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = re.findall(r"^([a-z]+):(?!=)", TEXT, re.MULTILINE)
NEEDS_MAKE = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")


def printed(*arguments: str) -> str:
    """Return make's output. No caller gets as far as installing anything."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", *arguments]
    return subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=True).stdout


def test_no_target_is_taken_for_a_file() -> None:
    [phony] = re.findall(r"^\.PHONY: (.*)$", TEXT, re.MULTILINE)

    assert phony.split() == TARGETS


@NEEDS_MAKE
def test_make_alone_prints_help_for_each_target() -> None:
    helped = re.findall(r"^  make (\w+) +(\S.*)$", printed(), re.MULTILINE)

    assert [target for target, _ in helped] == TARGETS
    assert printed() == printed("help")


@NEEDS_MAKE
def test_make_test_runs_all_and_quick_skips_slow() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]
    [every] = [line for line in printed("-n", "test").splitlines() if "pytest" in line]
    [some] = [line for line in printed("-n", "quick").splitlines() if "pytest" in line]

    for words in (every, settings["ini_options"]["addopts"]):
        assert not re.search(r" -(m|k) (?!pytest)|--(deselect|ignore)|tests/", f" {words}"), words
    assert '-m "not slow"' in some


def test_listed_slow_tests_exist() -> None:
    names = [
        f"{module.name.replace('.', '/')}.py::{function.name}"
        for module in modules()
        if within(module.name, "tests")
        for function in module.functions()
        if function.name.startswith("test_")
    ]

    assert [pattern for pattern in SLOW if not any(fnmatch(name, pattern) for name in names)] == []


def test_planted_faults_are_left_to_make_test(request: pytest.FixtureRequest) -> None:
    planted = [item for item in request.session.items if item.get_closest_marker("sabotage")]

    assert [item.nodeid for item in planted if not item.get_closest_marker("slow")] == []


def test_checks_of_changes_run_what_makefile_has() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")

    assert re.findall(r"^make (\w+)$", script, re.MULTILINE) == ["check", "test"]
    assert "bash .ci/run" in workflow
    assert re.search(r"timeout-minutes: \d+", workflow)
