"""`.env.example` explains every setting and nothing else."""

import re

from bot.config import Settings
from tests.conventions.source import ROOT

LINES = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
EXPLAINED = {
    match[1]: match[2] for line in LINES if (match := re.fullmatch(r"(?:# )?([A-Z][A-Z_]+)=(.*)", line))
}


def test_every_setting_is_explained_and_exists() -> None:
    assert set(EXPLAINED) == {name.upper() for name in Settings.model_fields}


def test_the_defaults_shown_are_the_real_ones() -> None:
    shown = {name.lower(): value for name, value in EXPLAINED.items() if value}

    settings = Settings(_env_file=None, **shown)  # type: ignore[call-arg, arg-type] # pydantic reads texts

    for name in shown:
        default = Settings.model_fields[name].get_default(call_default_factory=True)
        assert getattr(settings, name) in (default, _inside(default)), name


def test_every_setting_stands_below_an_explanation() -> None:
    for place, line in enumerate(LINES):
        if re.fullmatch(r"(?:# )?[A-Z][A-Z_]+=.*", line):
            assert re.match(r"# [A-Za-z(]", LINES[place - 1]), line


def _inside(path: object) -> object:
    """Return a path relative to the project's folder, or None for another value."""
    from pathlib import Path

    return path.relative_to(ROOT) if isinstance(path, Path) else None
