"""The worked examples, run through the referee and compared only as far as each one expects."""

from collections import Counter
from typing import Any

import msgspec

from tests.helpers import recipe

ORDERED: dict[str, set[str]] = {
    "crap": {"stock", "sets", "rolloff", "dice"},
    "skrap": {"field"},
    "craits": {"stock", "record"},
    "crazy-rummy": {"stock", "discard", "sets"},
    "crapette": {"hands", "discards", "crapauds", "houses", "finish", "undo", "history"},
    "highest": set(),
}
"""By game, the fields whose lists are compared in order. All other lists are multisets."""


def cases_of(game: str) -> list[dict[str, Any]]:
    """Return the worked examples of a game from its file."""
    return msgspec.json.decode(recipe.read(f"tests/cases/{game}.json"), type=list[dict[str, Any]])


def differences(case: dict[str, Any], result: dict[str, Any]) -> list[str]:
    """Return the differences between a case and its result, one line each. Fields not named are free."""
    expect = dict(case["expect"])
    found: list[str] = []
    if "errors" in expect:
        errors = [step["error"] for step in result["steps"]]
        found += _compare("errors", expect.pop("errors"), errors, frozenset({"errors"}), ordered=True)
    ordered = frozenset(ORDERED[case["game"]])
    for name, wanted in expect.items():
        found += _compare(name, wanted, result[name], ordered, ordered=False)
    return found


def _compare(path: str, wanted: Any, got: Any, ordered_fields: frozenset[str], *, ordered: bool) -> list[str]:
    if isinstance(wanted, dict):
        if not isinstance(got, dict):
            return [f"{path}: expected an object, got {got!r}"]
        lines = []
        for key, value in wanted.items():
            if key not in got:
                lines.append(f"{path}.{key} is missing")
            else:
                now = ordered or key in ordered_fields
                lines += _compare(f"{path}.{key}", value, got[key], ordered_fields, ordered=now)
        return lines
    if isinstance(wanted, list):
        return _compare_lists(path, wanted, got, ordered_fields, ordered=ordered)
    same = wanted == got and isinstance(wanted, bool) == isinstance(got, bool)
    return [] if same else [f"{path}: expected {wanted!r}, got {got!r}"]


def _compare_lists(
    path: str, wanted: list[Any], got: Any, ordered_fields: frozenset[str], *, ordered: bool
) -> list[str]:
    if not isinstance(got, list) or len(wanted) != len(got):
        return [f"{path}: expected {wanted!r}, got {got!r}"]
    if any(isinstance(one, dict | list) for one in wanted):
        lines = []
        for place, (one, other) in enumerate(zip(wanted, got, strict=True)):
            # A list inside a list (a set) is a group of cards, whose order never matters.
            lines += _compare(f"{path}[{place}]", one, other, ordered_fields, ordered=False)
        return lines
    same = wanted == got if ordered else Counter(map(repr, wanted)) == Counter(map(repr, got))
    return [] if same else [f"{path}: expected {wanted!r}, got {got!r}"]
