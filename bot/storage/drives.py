"""The kind of drive a database file is on: SQLite's locks can't be trusted on a network drive."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.storage.errors import Unusable

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
"""The same for drives mounted by a program. Others of these, such as encrypted folders, are local."""
ESCAPED: Final = re.compile(r"\\([0-7]{3})")


def check_drive(path: Path) -> None:
    """Raise Unusable if a database at this path would be on a network drive."""
    if kind := network_drive(path):
        raise Unusable(
            f"{path} is on a network drive ({kind}), which can damage the database: name a local file in "
            "DATABASE, or set NETWORK_DRIVE=true at your own risk"
        )


def network_drive(path: Path) -> str:
    """Return the file system's name if a path is on a network drive, or else an empty string."""
    place = path.resolve()
    depth, kind = 0, ""
    for where, name in _mounts():
        # Of several at one place, the last one hides the others.
        if place.is_relative_to(where) and len(where.parts) >= depth:
            depth, kind = len(where.parts), name
    return kind if kind in NETWORK or NETWORK_FUSE.fullmatch(kind) else ""


def _mounts() -> Iterator[tuple[Path, str]]:
    """Yield the place and the file system of each mounted drive, in the order in which they were mounted."""
    try:
        text = os.fsdecode(MOUNTS.read_bytes())
    except OSError:
        return
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        if len(fields := before.split()) > 4 and after:
            yield Path(ESCAPED.sub(lambda found: chr(int(found[1], 8)), fields[4])), after.split()[0]
