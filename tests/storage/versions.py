"""An invented next version, and a database from before the first release."""

import gzip
import shutil
from pathlib import Path
from typing import Final

from bot.storage.migrations import newest_number
from tests.helpers.stores import MIGRATIONS

PRESENT: Final = newest_number(MIGRATIONS)
NEXT: Final = PRESENT + 1
TOO_OLD: Final = Path(__file__).parent / "before_the_first_release.sqlite3.gz"
"""A database with a lobby in a schema from before the first release."""


def next_version(folder: Path, rolling: str = "yes") -> Path:
    """Write the migrations of the next version into a new folder. Each table gets a colour."""
    shutil.copytree(MIGRATIONS, folder)
    head = f"-- revises: {PRESENT:04}\n-- date: 2026-12-01\n-- rolling: {rolling}\n-- reason: a test\n\n"
    tables = "CREATE TABLE colours (session_id INTEGER PRIMARY KEY, colour TEXT NOT NULL) STRICT;\n"
    filled = "INSERT INTO colours SELECT id, 'green' FROM sessions;\n"
    (folder / f"{NEXT:04}_colours.sql").write_text(head + tables + filled)
    return folder


def too_old(path: Path) -> Path:
    """Write the database from before the first release to a path."""
    path.write_bytes(gzip.decompress(TOO_OLD.read_bytes()))
    return path
