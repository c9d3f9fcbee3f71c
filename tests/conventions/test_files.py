"""Files that the project's folder must have."""

import os
import subprocess
import tomllib

from bot.config import DATA
from bot.storage.migrations import migrations_in
from tests.conventions.source import ROOT, TOPS


def test_migrations_are_numbered_and_say_why() -> None:
    files = migrations_in(DATA / "migrations")

    assert len(files) == len(list((DATA / "migrations").iterdir()))
    for _, path in files:
        said = [line.partition(": ") for line in path.read_text(encoding="utf-8").splitlines()[:4]]
        assert [name for name, *_ in said] == ["-- revises", "-- date", "-- rolling", "-- reason"], path.name
        assert said[2][-1] in ("yes", "no"), path.name


def test_licence_lies_next_to_its_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")

    assert project["license"] == "MIT AND Apache-2.0 AND OFL-1.1"
    assert text.startswith("MIT License")
    assert [pattern for pattern in project["license-files"] if not list(ROOT.glob(pattern))] == []


def test_all_our_code_is_type_checked() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]

    assert set(settings["packages"]) == {top for top in TOPS if any((ROOT / top).rglob("*.py"))}
    assert settings["strict"] is True


def test_checks_of_every_change_are_sound_program() -> None:
    script = ROOT / ".ci" / "run"

    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
