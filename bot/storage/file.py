"""The place of a database file: its owner, its pages, its drive, and a lock against other processes."""

import errno
import fcntl
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import IO, Final

from bot.config import Problem, access_problem, folder_problem
from bot.storage.driver import DB_ERRORS, code_of, read_only, reason
from bot.storage.errors import NAME_ANOTHER, NEEDS_GAMES, STOP_IT, InUse, NotSaved, Unusable
from bot.storage.migrations import version

APPLICATION_ID: Final = int.from_bytes(b"Crat")
"""The application id in the header of our files."""
PAGE_BYTES: Final = 1024
"""A move writes about ten whole pages to the log. With small ones it writes only a third as much."""
PAGES_BETWEEN_CHECKPOINTS: Final = 16_000
"""The log grows to about 16 MB before its pages are copied into the file."""
FULL_ERRNOS: Final = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))
"""The system's error numbers for a full disk, a used-up quota, and a file that's too large."""
MOUNTS = Path("/proc/self/mountinfo")
"""Linux's list of mounted drives. Without it, every drive counts as a local one."""
NETWORK: Final = frozenset(
    (
        *("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "coda", "ncpfs", "davfs"),
        *("ceph", "glusterfs", "lustre", "beegfs", "ocfs2", "gfs2"),
    )
)
"""Linux's names for network file systems."""
NETWORK_FUSE: Final = re.compile(
    r"fuse\.(sshfs|rclone|s3fs|s3ql|goofys|gcsfuse|mount-?point-s3|mount-s3|blobfuse2?|juicefs|seaweedfs|"
    r"glusterfs|ceph(-fuse)?|davfs2?|curlftpfs|smbnetfs|afp|moosefs|mfs|lizardfs|onedriver|google-drive-ocamlfuse)"
)
"""The same for FUSE. Its other file systems, such as encrypted folders, are local."""
OCTAL_ESCAPE: Final = re.compile(r"\\([0-7]{3})")


def check_place(path: Path) -> None:
    """Raise Unusable if no database can be opened or made at this path. Changes nothing there."""
    check_writable(path)
    try:
        check_not_foreign(path)
    except DB_ERRORS as error:
        raise unusable_file(path, error) from error


def check_writable(path: Path) -> None:
    """Raise Unusable if the files of a database at this path can't be written or made."""
    if wrong := folder_problem(path.parent):
        raise Unusable(*wrong)
    if not path.parent.is_dir():
        raise folder_missing(path)
    if path.is_dir():
        raise Unusable(f"{path} is a folder", "name a file in DATABASE")
    for ending in ("", "-wal", "-shm", ".lock"):
        if wrong := access_problem(path.with_name(path.name + ending)):
            raise Unusable(*wrong)


def folder_missing(path: Path) -> Unusable:
    """Return the error to raise when the folder for a database is missing."""
    return Unusable("the folder for the database is missing", f"make {path.parent}, or correct DATABASE")


def check_exists(path: Path, cure: str) -> None:
    """Raise Unusable unless there's a file at this path that can be read and isn't empty."""
    if wrong := access_problem(path, os.R_OK):
        raise Unusable(*wrong)
    if path.is_dir():
        raise Unusable(f"{path} is a folder", "name a file")
    if not path.is_file():
        raise Unusable(f"{path} doesn't exist", cure)
    if not path.stat().st_size:
        raise Unusable(f"{path} is empty", NEEDS_GAMES)


def make_file(path: Path) -> None:
    """Make an empty file that only its folder's owner can use. Raises FileExistsError."""
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    give_to_owner(number, path.parent)
    os.close(number)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, if they're missing, each for the owner of the one above it."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    number = os.open(folder, os.O_DIRECTORY | os.O_NOFOLLOW)
    give_to_owner(number, folder.parent)
    os.close(number)


def give_to_owner(number: int, folder: Path) -> None:
    """Give a new file, by its descriptor, to the owner of its folder if root makes it.

    Otherwise the service couldn't use it later.
    """
    if os.geteuid() == 0:
        there = folder.stat()
        with suppress(OSError):  # Root may not do it on a network drive, or in a container.
            os.fchown(number, there.st_uid, there.st_gid)


def unusable_file(path: Path, error: Exception, cure: str = NAME_ANOTHER) -> Unusable:
    """Return the error to raise for a file that can't be used as a database."""
    if isinstance(error, OSError):
        return write_error(path, error)
    match code_of(error):
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY if wrong := _write_problem(path):
            return Unusable(*wrong)
        case sqlite3.SQLITE_NOTADB:
            return Unusable(f"{path} isn't a database", cure)
        case sqlite3.SQLITE_CORRUPT:
            return Unusable(f"{path} is damaged", cure)
        case sqlite3.SQLITE_FULL:
            cure = f"make room in {path.parent}"
        case _:
            cure = "check the disk and its owner"
    return Unusable(f"{path} can't be used as a database ({reason(error)})", cure)


def check_not_foreign(path: Path, *, is_still: bool = False) -> None:
    """Raise Unusable if the path holds another program's database, without changing a byte of it.

    With `is_still`, no process may write to the file meanwhile, and no other file appears next to it.
    """
    if not path.exists() or path.stat().st_size == 0:
        return
    with closing(read_only(path, is_still=is_still)) as connection:
        if _tables(connection) and not is_ours(connection):
            raise Unusable(
                f"{path} is a database of another program", "name a file of Cardcrate's own in DATABASE"
            )


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether Cardcrate made this database."""
    return bool(connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID)


def set_up(connection: sqlite3.Connection) -> None:
    """Mark a new file as ours and give it small pages."""
    if not is_ours(connection):
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def check_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Raise Unusable unless this is a database of Cardcrate with data in it."""
    if _tables(connection) and not is_ours(connection):
        raise Unusable(f"{path} belongs to another program", "name a database of Cardcrate")
    if version(connection) == 0:
        raise Unusable(f"{path} is empty", NEEDS_GAMES)


def truncate_log(connection: sqlite3.Connection) -> bool:
    """Empty the write-ahead log without waiting. Returns False while another connection reads from it."""
    [patience] = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        [[is_busy, *_]] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience}")
    return not is_busy


def shrink(path: Path) -> None:
    """Give free space in a file that no process has open back to the disk. Raises NotSaved."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("VACUUM")
    except DB_ERRORS as error:
        words = f"{path} couldn't be shrunk ({reason(error)})"
        raise NotSaved(f"{words}: make room for a second copy beside it") from error


def _tables(connection: sqlite3.Connection) -> set[str]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {row[0] for row in found}


def write_error(path: Path, error: OSError) -> Unusable:
    """Return the error to raise for a file that can't be written."""
    if wrong := _write_problem(path):
        return Unusable(*wrong)
    if error.errno == errno.ELOOP:
        return Unusable(f"{path} is a link", "remove it, because the bot makes this file itself")
    cure = f"make room in {path.parent}" if error.errno in FULL_ERRNOS else "check the disk and its owner"
    return Unusable(f"can't write {path} ({error.strerror})", cure)


def _write_problem(path: Path) -> Problem | None:
    return access_problem(path.parent) or access_problem(path)


class FileLock:
    """An exclusive lock next to a database, which the system releases whenever the process ends."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(database.name + ".lock")
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        """Take the lock. Raises InUse if another process has it, Unusable if locking is impossible."""
        try:
            with suppress(FileExistsError):
                make_file(self.path)
            # A link might lead to someone else's file.
            number = os.open(self.path, os.O_RDWR | os.O_NOFOLLOW)
        except OSError as error:
            raise write_error(self.path, error) from error
        file = os.fdopen(number, "r+", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            file.close()
            words = f"the database is in use by another Cardcrate (process {holder})"
            raise InUse(words, STOP_IT) from error
        except OSError as error:
            file.close()
            words = f"can't lock {self.path} ({error.strerror})"
            raise Unusable(words, "keep the database on a local disk") from error
        try:
            file.truncate(0)
            os.write(file.fileno(), str(os.getpid()).encode())
        except OSError as error:  # The disk is full.
            file.close()
            raise write_error(self.path, error) from error
        self._file = file

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Release the lock. Harmless if it isn't held."""
        if self._file is not None:
            self._file.close()
            self._file = None


def check_drive(path: Path) -> None:
    """Raise Unusable if a database at this path would be on a network drive."""
    if kind := network_drive(path):
        raise Unusable(
            f"{path} is on a network drive ({kind}), which can damage the database",
            "name a local file in DATABASE, or set NETWORK_DRIVE=true at your own risk",
        )


def network_drive(path: Path) -> str:
    """Return the file system's name if a path is on a network drive, or else an empty string."""
    place = path.resolve()
    depth, kind = 0, ""
    for where, name in _mounts():
        # If several are mounted at one place, the last one hides the others.
        if place.is_relative_to(where) and len(where.parts) >= depth:
            depth, kind = len(where.parts), name
    return kind if kind in NETWORK or NETWORK_FUSE.fullmatch(kind) else ""


def _mounts() -> Iterator[tuple[Path, str]]:
    """Yield the place and the file system of each mounted drive, in the order of mounting."""
    try:
        text = os.fsdecode(MOUNTS.read_bytes())
    except OSError:
        return
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        if len(fields := before.split()) > 4 and after:
            yield Path(OCTAL_ESCAPE.sub(lambda found: chr(int(found[1], 8)), fields[4])), after.split()[0]
