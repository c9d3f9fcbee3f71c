"""The playground's own database file, separate from any real one."""

from pathlib import Path

from bot.storage.file import FileLock

NAME = "play.sqlite3"


def database_in(folder: Path, *, keep: bool) -> Path:
    """Return the path of the database, which is deleted first unless `keep` is set.

    Raises InUse if another playground runs in this folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME
    if not keep:
        _clear(path)
    return path


def _clear(path: Path) -> None:
    with FileLock(path):
        for ending in ("", "-wal", "-shm"):
            path.with_name(NAME + ending).unlink(missing_ok=True)
