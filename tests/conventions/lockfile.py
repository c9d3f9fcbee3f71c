"""The packages in uv.lock, and which of them the bot ships with."""

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.conventions.source import ROOT

PROJECT = "cardcrate"


@cache
def packages() -> tuple[dict[str, Any], ...]:
    """Return all packages in the lock file, including our own."""
    found: list[dict[str, Any]] = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    return tuple(found)


def direct() -> list[str]:
    """Return the packages that our run-time code needs directly."""
    return [need["name"] for need in _named(PROJECT)[0]["dependencies"]]


def shipped() -> list[str]:
    """Return the names of all packages that a running bot loads, including the playground's."""
    ours = _named(PROJECT)[0]
    todo = [*direct(), *(need["name"] for need in ours["optional-dependencies"]["play"])]
    met: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in met:
            met.add(name)
            todo += [need["name"] for package in _named(name) for need in package.get("dependencies", [])]
    return sorted(met)


def files() -> Iterator[dict[str, Any]]:
    """Yield every file that can be downloaded for a package."""
    for package in packages():
        yield from package.get("wheels", [])
        if "sdist" in package:
            yield package["sdist"]


def _named(name: str) -> list[dict[str, Any]]:
    """Return the entries of a package. It has several if its version depends on the Python."""
    return [package for package in packages() if package["name"] == name]
