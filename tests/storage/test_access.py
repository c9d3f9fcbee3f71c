"""Files and folders that the bot's user may not use are named with their owner and the cure."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from bot.storage.backup import copy
from tests.operators.machine import AS_NOBODY

ROOT: Final = Path(__file__).parents[2]
FOREIGN: Final = (
    r"belongs to \S+ \(mode \d00\), and this is \S+: "
    r"((run this as root, or )?name another place|chmod u\+rwX \S+)"
)
"""The rest of a line about a file or folder that's root's, or closed to its owner."""
NOBODY: Final = 65_534
SYSTEM: Final = ("/", "/etc", "/etc/passwd", "/home", "/root", "/usr/bin", "/var", "/var/lib")
Given = dict[str, str]
ASK: Final = "import sys, pathlib, bot.config as c; [print(c.access_problem(pathlib.Path(one))) for one in sys.argv[1:]]"


@pytest.fixture
def place(path: Path) -> Iterator[Path]:
    """Yield a folder for everyone, with a database in it and a closed folder."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o777)
        (folder / "closed").mkdir()
        copy(path, folder / "cards.sqlite3")
        yield folder
        (folder / "closed").chmod(0o700)


def said(code: str, *args: str, **settings: str) -> str:
    """Return the output of a program that doesn't run as root."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    line = [sys.executable, "-c", f"{AS_NOBODY}\n{code}", *args]
    ended = subprocess.run(line, cwd="/", env=env, capture_output=True, text=True, check=False)
    return ended.stdout + ended.stderr


def test_no_advice_gives_system_folders_away() -> None:
    lines = said(ASK, *SYSTEM).splitlines()

    assert len(lines) == len(SYSTEM)
    assert all(line.endswith(": name another place") for line in lines), lines


@pytest.mark.skipif(os.getuid() != 0, reason="only root makes files for others")
def test_what_root_made_in_our_folder_is_reclaimed(place: Path) -> None:
    assert said(ASK, f"{place}/closed").endswith(": name another place\n")

    os.chown(place, NOBODY, NOBODY)

    assert said(ASK, f"{place}/closed").endswith(f": sudo chown -R nobody {place}/closed\n")


@pytest.mark.parametrize(
    ("line", "settings", "words"),
    [
        ("restore {}/cards.sqlite3", {"DATABASE": "{}/new.sqlite3"}, "{}/cards.sqlite3 can't be read: it "),
        ("copy-db {}/cards.sqlite3 {}/new.sqlite3", {}, "{}/cards.sqlite3 can't be read: it "),
        ("verify-db", {"DATABASE": "{}/cards.sqlite3"}, "{}/cards.sqlite3 can't be read: it "),
        ("restore {}/closed/x.sqlite3", {"DATABASE": "{}/new.sqlite3"}, "{}/closed can't be read: it "),
    ],
)
def test_unreadable_file_is_named_with_cure(place: Path, line: str, settings: Given, words: str) -> None:
    (place / "cards.sqlite3").chmod(0o600 if os.getuid() == 0 else 0)
    (place / "closed").chmod(0o700 if os.getuid() == 0 else 0)

    told = run(place, line, settings)

    assert re.fullmatch(f"cardcrate: {words.format(place)}{FOREIGN}\n", told), told


@pytest.mark.parametrize(
    ("line", "settings", "words"),
    [
        ("backup", {"DATABASE": "{}/cards.sqlite3", "BACKUPS": "{}/closed"}, "BACKUPS: {}/closed"),
        ("restore {}/cards.sqlite3", {"DATABASE": "{}/closed/new.sqlite3"}, "{}/closed"),
        ("copy-db {}/cards.sqlite3 {}/closed/new.sqlite3", {}, "{}/closed"),
    ],
)
def test_unwritable_folder_is_named_with_cure(place: Path, line: str, settings: Given, words: str) -> None:
    (place / "cards.sqlite3").chmod(0o666)
    (place / "closed").chmod(0o500)

    told = run(place, line, settings)

    assert re.fullmatch(f"cardcrate: {words.format(place)} can't be written to: it {FOREIGN}\n", told), told


def run(place: Path, line: str, settings: Given) -> str:
    """Return the output of a command, with the place put into its line and its settings."""
    filled = {name: value.format(place) for name, value in settings.items()}
    words = [word.format(place) for word in line.split()]
    return said("from bot.__main__ import main; main()", *words, **{"DATABASE": f"{place}/none", **filled})
