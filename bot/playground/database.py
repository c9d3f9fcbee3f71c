"""The playground's own database file, apart from any real one."""

from pathlib import Path

from bot.storage.lock import FileLock

NAME = "play.sqlite3"


def database_in(folder: Path, *, keep: bool) -> Path:
    """The path of the database; without `keep` what was there before is removed.

    Raises InUse when another playground runs in this folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME
    if not keep:
        _clear(path)
    return path


def _clear(path: Path) -> None:
    lock = FileLock(path.with_name(NAME + ".lock"))
    lock.acquire()
    try:
        for ending in ("", "-wal", "-shm"):
            path.with_name(NAME + ending).unlink(missing_ok=True)
    finally:
        lock.release()
