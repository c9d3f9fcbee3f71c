"""Faults in the lock file, for the checks of what's shipped."""

from typing import Any
from unittest.mock import patch

from tests.conventions import lockfile
from tests.sabotage.planting import Planted

MANY = [{"name": f"helper-{number}"} for number in range(10)]


def ask_for_many_packages() -> Planted:
    def greedy(package: dict[str, Any]) -> dict[str, Any]:
        is_ours = package["name"] == lockfile.PROJECT
        return package | {"dependencies": [*package["dependencies"], *MANY]} if is_ours else package

    return _shipped(*map(greedy, lockfile.packages()))


def pin_a_file_by_its_name_alone() -> Planted:
    *others, last = lockfile.packages()
    return _shipped(*others, last | {"wheels": [{"url": "a.whl", "hash": ""}]})


def _shipped(*packages: dict[str, Any]) -> Planted:
    return patch.object(lockfile, "packages", lambda: packages)
