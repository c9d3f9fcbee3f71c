"""Unsuitable files and network drives are refused and left unchanged. New files are marked as ours."""

import asyncio
import errno
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.storage import commands, file
from bot.storage.errors import InUse, TooNew, TooOld, Unusable
from bot.storage.file import APPLICATION_ID, PAGE_BYTES, FileLock, check_drive, network_drive
from bot.storage.store import Store
from tests.helpers.behind import change, rows_of
from tests.helpers.stores import MIGRATIONS, open_once, opened
from tests.storage.games import NOON
from tests.storage.versions import NEXT, PRESENT, next_version, too_old

Command = Callable[[Path, Path], object]
OPENING: dict[str, Command] = {
    "run": lambda file, _: asyncio.run(open_once(file)),
    "rebuild-ratings": lambda file, _: commands.rebuild_ratings(file, MIGRATIONS, print),
}
"""Commands that make a missing database or upgrade an older one."""
SHOWING: dict[str, Command] = {
    "daily-chain show": lambda file, _: commands.show_chain(file, MIGRATIONS, print)
}
PACKING: dict[str, Command] = {
    "pack": lambda file, _: asyncio.run(commands.pack(Store(file, MIGRATIONS), 0, print))
}
GIVEN: dict[str, Command] = {
    "copy-db": lambda file, folder: commands.copy_db(file, folder / "copy.sqlite3", MIGRATIONS, GAMES, print),
    "restore": lambda file, folder: commands.restore(
        file, folder / "cards.sqlite3", MIGRATIONS, GAMES, at=NOON, write=print
    ),
}
"""Commands that read a file that they're given."""
READING: dict[str, Command] = {
    **GIVEN,
    "verify-db": lambda file, _: commands.verify_db(file, MIGRATIONS, GAMES, print),
}
BACKUP: dict[str, Command] = {
    "backup": lambda file, folder: commands.back_up(file, MIGRATIONS, folder / "backups", NOON, print)
}
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


def foreign(path: Path) -> Path:
    """Make a database of another program."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES ('Ace of Spades')"
        )
    return path


def empty(path: Path) -> Path:
    """Make a file without anything in it."""
    path.touch()
    return path


def without_games(path: Path) -> Path:
    """Make a database of ours without tables."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    return path


def too_new(path: Path) -> Path:
    """Make a database of the next version."""
    asyncio.run(open_once(path, next_version(path.with_name("next"))))
    return path


def altered(path: Path) -> Path:
    """Make a database with an index added by hand."""
    asyncio.run(open_once(path))
    change(path, "CREATE INDEX by_hand ON moves (move)")
    return path


TOO_OLD = r"no release can read this database from before the first release \(schema 18\): "
REBUILDING = {"rebuild-ratings": OPENING["rebuild-ratings"]}
ALL: dict[str, Command] = {**OPENING, **READING, **BACKUP, **SHOWING, **PACKING}
REFUSED: dict[str, tuple[Callable[[Path], Path], dict[str, Command], type[Unusable], str]] = {
    "foreign": (foreign, ALL, Unusable, "another program"),
    "empty": (
        empty,
        {**READING, **BACKUP, **SHOWING, **PACKING, **REBUILDING},
        Unusable,
        "is empty: choose a file with games in it$",
    ),
    "without games": (without_games, {**READING, **BACKUP, **SHOWING}, Unusable, "is empty: choose"),
    "too old": (too_old, {**OPENING, **PACKING}, TooOld, TOO_OLD + ".* in DATABASE$"),
    "too old, to save": (
        too_old,
        {**BACKUP, **SHOWING},
        TooOld,
        TOO_OLD + "name another file in DATABASE, or",
    ),
    "too old, given": (too_old, GIVEN, TooOld, TOO_OLD + "choose another file$"),
    "too new": (
        too_new,
        ALL,
        TooNew,
        f"is at schema {NEXT}, this version of Cardcrate knows {PRESENT}: run the newer version",
    ),
    "altered": (
        altered,
        {**OPENING, **BACKUP, **SHOWING, **PACKING},
        Unusable,
        r"\(by_hand\): .*restore a backup$",
    ),
    "altered, given": (altered, GIVEN, Unusable, r"\(by_hand\): choose another file$"),
}


@pytest.mark.parametrize(
    ("kind", "command"), [(kind, command) for kind, one in REFUSED.items() for command in one[1]]
)
def test_commands_refuse_unsuitable_files_unchanged(tmp_path: Path, kind: str, command: str) -> None:
    make, refusing, error, reason = REFUSED[kind]
    file = make(tmp_path / "file.sqlite3")
    before = file.read_bytes()

    with pytest.raises(error, match=re.compile(reason)):
        refusing[command](file, tmp_path)

    assert file.read_bytes() == before
    assert not [name for name in ("copy.sqlite3", "cards.sqlite3", "backups") if (tmp_path / name).exists()]


@pytest.mark.parametrize("command", [*READING, *BACKUP, "rebuild-ratings"])
def test_missing_database_is_reported(tmp_path: Path, command: str) -> None:
    with pytest.raises(Unusable, match=r"doesn't exist: (start the bot once|choose another)"):
        {**OPENING, **READING, **BACKUP}[command](tmp_path / "none.sqlite3", tmp_path)


def test_backup_of_an_older_schema_can_be_restored(path: Path, tmp_path: Path) -> None:
    later = next_version(tmp_path / "next")

    assert commands.back_up(path, later, tmp_path / "backups", NOON, print) == 0

    [saved] = (tmp_path / "backups").iterdir()
    assert commands.restore(saved, tmp_path / "new.sqlite3", later, GAMES, at=NOON, write=print) == 0


def test_chain_of_an_older_schema_needs_start(path: Path, tmp_path: Path) -> None:
    with pytest.raises(
        Unusable, match=f"is at schema {PRESENT}: start this version of Cardcrate with it once"
    ):
        commands.show_chain(path, next_version(tmp_path / "next"), print)


@pytest.mark.parametrize("command", ["run", "restore", "copy-db", "backup"])
def test_database_below_a_file_is_named(path: Path, command: str) -> None:
    file = path.with_name("file")
    file.touch()
    places = {
        "run": (file / "x", path),
        "restore": (path, file),
        "copy-db": (path, file),
        "backup": (file / "x", file),
    }

    with pytest.raises(Unusable, match=rf"{file} isn't a folder: name another place"):
        ALL[command](*places[command])


async def test_new_database_is_marked_with_small_pages(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite3"

    await open_once(path)

    assert rows_of(path, "PRAGMA application_id") == [(APPLICATION_ID,)]
    assert rows_of(path, "PRAGMA page_size") == [(PAGE_BYTES,)]
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("prepare", [Path.unlink, lambda path: path.chmod(0o644)], ids=["new", "open to all"])
async def test_log_is_as_private_as_the_database(path: Path, prepare: Callable[[Path], None]) -> None:
    prepare(path)

    async with opened(path):
        modes = {
            one.name.removeprefix(path.name): one.stat().st_mode & 0o777 for one in path.parent.iterdir()
        }

    assert modes == dict.fromkeys(("", "-wal", "-shm", ".lock"), 0o600)


@pytest.mark.parametrize("is_there", [True, False])
async def test_lock_that_is_a_link_is_refused(tmp_path: Path, is_there: bool) -> None:
    other = tmp_path / "other"
    other.write_text("kept")
    FileLock(tmp_path / "cards.sqlite3").path.symlink_to(other if is_there else tmp_path / "none")

    with pytest.raises(Unusable, match=r"cards.sqlite3.lock is a link.*: remove"):
        await open_once(tmp_path / "cards.sqlite3")

    assert other.read_text() == "kept"
    assert not (tmp_path / "none").exists()


async def test_folder_without_locks_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("bot.storage.file.fcntl.flock", refuse)

    with pytest.raises(
        Unusable, match=r"can't lock .* \(No locks available\): keep the database on a local disk"
    ) as told:
        async with opened(tmp_path / "cards.sqlite3"):
            pass
    assert not isinstance(told.value, InUse)


@pytest.fixture
def mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the machine has these drives."""
    monkeypatch.setattr(file, "MOUNTS", tmp_path / "mountinfo")
    file.MOUNTS.write_text(MOUNTS)


@pytest.mark.usefixtures("mounted")
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


@pytest.mark.usefixtures("mounted")
def test_refusal_names_drive_and_way_out() -> None:
    with pytest.raises(
        Unusable, match=r"/mnt/x is on a network drive \(nfs4\), .*DATABASE.*NETWORK_DRIVE=true"
    ):
        check_drive(Path("/mnt/x"))


@pytest.mark.usefixtures("mounted")
def test_every_drive_is_local_without_list() -> None:
    file.MOUNTS.unlink()

    check_drive(Path("/mnt/x"))
