"""A database on a network drive is refused, by whatever name the drive is mounted."""

from pathlib import Path

import pytest

from bot.storage import file
from bot.storage.errors import Unusable
from bot.storage.file import check_drive, network_drive

MOUNTS = """\
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
41 27 0:38 / /mnt rw,relatime - nfs4 nas.example:/volume1 rw,vers=4.2
42 41 254:1 / /mnt/local rw,relatime - xfs /dev/vdb rw
43 27 0:40 / /media/my\\040share rw,relatime shared:1 - cifs //nas/share rw
44 27 0:41 / /home/ann/remote rw - fuse.sshfs ann@example: rw
45 27 0:42 / /home/ann/private rw - fuse.gocryptfs /home/ann/.private rw
46 27 0:43 / /srv rw - 9p host rw
47 27 254:2 / /srv rw - ext4 /dev/vdc rw
"""


@pytest.fixture(autouse=True)
def mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with these drives."""
    monkeypatch.setattr(file, "MOUNTS", tmp_path / "mountinfo")
    file.MOUNTS.write_text(MOUNTS)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/mnt/cards/cardcrate.sqlite3", "nfs4"),
        ("/mnt/local/../cards.sqlite3", "nfs4"),
        ("/media/my share/cards.sqlite3", "cifs"),
        ("/home/ann/remote/cards.sqlite3", "fuse.sshfs"),
        ("/home/ann/private/cards.sqlite3", ""),
        ("/mnt/local/cards.sqlite3", ""),
        ("/mnton/cards.sqlite3", ""),
        ("/srv/cards.sqlite3", ""),
        ("/var/lib/cardcrate/cardcrate.sqlite3", ""),
    ],
)
def test_drive_decides_by_its_file_system(path: str, kind: str) -> None:
    assert network_drive(Path(path)) == kind


def test_refusal_names_drive_and_way_out() -> None:
    with pytest.raises(
        Unusable, match=r"/mnt/x is on a network drive \(nfs4\), .*DATABASE.*NETWORK_DRIVE=true"
    ):
        check_drive(Path("/mnt/x"))


def test_every_drive_is_local_without_list() -> None:
    file.MOUNTS.unlink()

    check_drive(Path("/mnt/x"))
