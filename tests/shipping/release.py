"""Requirements of a release: a tag equal to its version, and a section in the changelog.

`python -m tests.shipping.release v1.2.3` prints its part of the changelog, and without a tag that of the present
version. A candidate such as 1.2.3rc1 uses the section of its release, dated or not. Only Python is needed.
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SEMANTIC: Final = re.compile(r"((0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*))(rc[1-9]\d*)?")


DATE: Final = r"\d{4}-\d\d-\d\d"


class NotReady(Exception):
    """An error that says why this isn't a release."""


def version() -> str:
    """Return the version of the project."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["project"]["version"])


def sections(changelog: str) -> dict[str, str]:
    """Return the changelog's sections by release, newest first. Later changes are `Unreleased`."""
    parts = re.split(r"^## \[?([\w.]+)\]?.*\n", changelog, flags=re.MULTILINE)
    return dict(zip(parts[1::2], map(str.strip, parts[2::2]), strict=True))


def notes(tag: str, present: str, changelog: str) -> str:
    """Return the release note for a tag. Raises NotReady."""
    if tag != f"v{present}":
        raise NotReady(f"the tag is {tag}, the version {present}")
    found = SEMANTIC.fullmatch(present)
    if found is None:
        raise NotReady(f"{present} isn't a semantic version")
    told = sections(changelog).get(found[1], "")
    if not told:
        raise NotReady(f"CHANGELOG.md has no section {found[1]}")
    if found[5] is None and not re.search(rf"^## {re.escape(present)} \({DATE}\)$", changelog, re.MULTILINE):
        raise NotReady(f"CHANGELOG.md has no date for {present}, like {present} (2026-12-24)")
    return told


if __name__ == "__main__":
    try:
        tag = sys.argv[1] if sys.argv[1:] else f"v{version()}"
        print(notes(tag, version(), (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
    except NotReady as why:
        sys.exit(f"This isn't a release: {why}.")
