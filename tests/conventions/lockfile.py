"""What uv.lock says of the packages that the program is built with."""

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.conventions.source import ROOT

PROJECT = "cardcrate"


@cache
def packages() -> tuple[dict[str, Any], ...]:
    """All packages of the lock file, ours among them."""
    found: list[dict[str, Any]] = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    return tuple(found)


def direct() -> list[str]:
    """The packages that run-time code asks for itself."""
    return [need["name"] for need in _named(PROJECT)[0]["dependencies"]]


def shipped() -> list[str]:
    """All packages that a running bot loads, by name, what the playground needs among them."""
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
    """Every file that can be downloaded for a package."""
    for package in packages():
        yield from package.get("wheels", [])
        if "sdist" in package:
            yield package["sdist"]


def _named(name: str) -> list[dict[str, Any]]:
    """The package of this name, in several versions where Pythons differ."""
    return [package for package in packages() if package["name"] == name]
