"""A lock that keeps other processes away from the database while this one lives."""

import errno
import fcntl
import os
from pathlib import Path
from typing import IO, Final

from bot.storage.errors import STOP_IT, InUse, Unusable

FULL: Final = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))
"""The system's numbers for a full disk, or a full share of one."""


def unwritten(path: Path, error: OSError) -> Unusable:
    """Return the error to raise for a file that can't be written."""
    cure = f": make room in {path.parent}" if error.errno in FULL else ""
    return Unusable(f"can't write {path}: {error.strerror}{cure}")


class FileLock:
    """An exclusive lock on `path`, released by the system when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        """Take the lock. Raises InUse if another process has it, Unusable if locking is impossible."""
        try:
            file = self.path.open("a+", encoding="utf-8")
        except OSError as error:
            raise unwritten(self.path, error) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            file.close()
            raise InUse(
                f"the database is in use by another Cardcrate (process {holder}): {STOP_IT}"
            ) from error
        except OSError as error:
            file.close()
            raise Unusable(
                f"can't lock {self.path}: {error.strerror}: keep the database on a local disk"
            ) from error
        try:
            file.truncate(0)
            os.write(file.fileno(), str(os.getpid()).encode())
        except OSError as error:  # The disk is full.
            file.close()
            raise unwritten(self.path, error) from error
        self._file = file

    def release(self) -> None:
        """Release the lock. Harmless if it isn't held."""
        if self._file is not None:
            self._file.close()
            self._file = None
