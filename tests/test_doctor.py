"""The doctor finds what would keep the bot from running, and says what to do."""

import os
import re
import shutil
import socket
import sqlite3
import zoneinfo
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from structlog.testing import capture_logs

from bot.assembly import assemble
from bot.config import Settings
from bot.games import GAMES
from bot.process import doctor
from bot.process.doctor import Application, examine
from bot.process.findings import Finding, show
from bot.process.health import HealthReport
from bot.sessions.lobby import Join, Pace, Start
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.status import heartbeat
from bot.storage import shown
from bot.storage.errors import Unusable
from bot.storage.file import PAGE_BYTES
from bot.storage.restore import restore
from bot.storage.store import Store
from tests.helpers.guild import settings_for
from tests.helpers.stores import opened

TOKEN = "top.secret.token"


async def known(token: str, guild_id: int | None) -> Application:
    """Return the answer of a Discord that knows the token and has the bot in its server."""
    return Application(name="Cardcrate#1234", application_id=42, is_member=True)


def answering(**facts: Any) -> doctor.Ask:
    """Return a replacement for asking Discord, which answers with these facts about the application."""

    async def ask(token: str, guild_id: int | None) -> Application:
        return Application(**{"name": "Cardcrate#1234", "application_id": 42, **facts})

    return ask


def failing(error: Exception) -> doctor.Ask:
    """Return a replacement for asking Discord, which fails with this error."""

    async def ask(token: str, guild_id: int | None) -> Application:
        raise error

    return ask


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return settings that the bot could run with: its own empty folder, a token, a server."""
    return settings_for(tmp_path / "guild.sqlite3", discord_token=TOKEN, guild_id=7)


async def played(settings: Settings) -> None:
    """Leave a database with one running game."""
    store = Store(settings.database, settings.migrations)
    await store.open()
    sessions = Sessions(store, GAMES, pace=Pace(turn=600, response=120), clock=lambda: 1_800_000_000.0)
    session = await sessions.open("crap", {}, guild_id=7, channel_id=1, host_id=10)
    assert isinstance(session, Session)
    for user in (11, 12):
        assert await sessions.act(session, user, Join()) is None
    assert await sessions.act(session, 10, Start()) is None
    await sessions.agenda.close()
    await store.close()


def change(settings: Settings, statement: str) -> None:
    """Run a statement on the database from outside."""
    with closing(sqlite3.connect(settings.file)) as connection, connection:
        connection.executescript(statement)


def about(findings: list[Finding], subject: str) -> Finding:
    """Return the one finding on this subject."""
    [found] = [finding for finding in findings if finding.subject == subject]
    return found


async def test_sound_setup_needs_nothing(settings: Settings) -> None:
    lines: list[str] = []

    code = show(await examine(settings, known), lines.append)

    assert code == 0
    assert all(line.startswith("ok ") for line in lines[:-1])
    assert lines[-1] == "All is well."


def test_fault_and_cure_share_one_line() -> None:
    lines: list[str] = []

    code = show([Finding("disk", "fine"), Finding("token", "there is none", "set one")], lines.append)

    assert code == 1
    assert lines == ["ok     disk   fine", "ERROR  token  there is none → set one", "Errors: 1 in 2 checks."]


async def test_beacon_of_dailies_that_fails_is_noticed(settings: Settings) -> None:
    world = settings.model_copy(update={"daily": "world", "beacon": "http://127.0.0.1:9/latest"})

    found = about(await examine(world, known), "dailies")

    assert "doesn't give the first round of today" in found.words
    assert "DAILY=chain" in found.advice
    assert not [one for one in await examine(settings, known) if one.subject == "dailies"]


async def test_without_a_token_the_playground_is_named(settings: Settings) -> None:
    bare = settings.model_copy(update={"discord_token": None})

    found = about(await examine(bare, failing(AssertionError("nobody is asked"))), "token")

    assert not found.is_good
    assert "`cardcrate play`" in found.advice, "a package has no make"


async def test_wrong_settings_stop_the_doctor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURN_SECONDS", "1")
    lines: list[str] = []

    assert await doctor.check_up(lines.append) == 1
    assert lines[0].startswith("ERROR  settings  TURN_SECONDS")
    assert lines[-1] == "Errors: 1 in 1 checks."


async def test_a_data_folder_without_migrations_is_noticed(settings: Settings, tmp_path: Path) -> None:
    elsewhere = settings.model_copy(update={"data_dir": tmp_path / "nowhere"})

    findings = await examine(elsewhere, known)

    [wrong] = [finding for finding in findings if not finding.is_good]
    assert wrong.words == f"the folder of migrations, {tmp_path}/nowhere/migrations, is missing"


async def test_rule_text_that_cannot_be_shown_is_named(settings: Settings, tmp_path: Path) -> None:
    for folder in ("migrations", "rules", "lessons"):
        shutil.copytree(settings.data_dir / folder, tmp_path / folder)
    (tmp_path / "rules" / "crap.md").write_text("Anything goes.", encoding="utf-8")

    findings = await examine(settings.model_copy(update={"data_dir": tmp_path}), known)

    assert about(findings, "rule texts").words.startswith("crap.md can't be used (the first line")


async def test_a_lesson_that_cannot_be_played_is_named(settings: Settings, tmp_path: Path) -> None:
    for folder in ("migrations", "rules", "lessons"):
        shutil.copytree(settings.data_dir / folder, tmp_path / folder)
    (tmp_path / "lessons" / "skrap.toml").write_text("steps = []", encoding="utf-8")

    findings = await examine(settings.model_copy(update={"data_dir": tmp_path}), known)

    assert about(findings, "lessons").words.startswith("skrap.toml can't be used (Object missing")


async def test_new_database_needs_nothing_and_is_not_made(settings: Settings) -> None:
    found = about(await examine(settings, known), "database")

    assert found.is_good
    assert list(settings.file.parent.iterdir()) == []


async def test_empty_file_of_failed_start_counts_as_none(settings: Settings) -> None:
    settings.file.touch()
    folder = settings.file.parent / "backups"

    findings = await examine(settings.model_copy(update={"backups": folder}), known)

    for subject in ("database", "backups"):
        assert about(findings, subject).is_good
        assert "will be created" in about(findings, subject).words
    assert settings.file.stat().st_size == 0


async def test_machine_without_time_zones_is_noticed(settings: Settings) -> None:
    here = zoneinfo.TZPATH
    zoneinfo.reset_tzpath(())
    ZoneInfo.clear_cache()
    try:
        without = about(await examine(settings, known), "time zones")
        with capture_logs() as logged:
            store, _ = await assemble(settings)
            await store.close()
    finally:
        zoneinfo.reset_tzpath(here)

    assert "quiet hours" in without.words
    assert "install tzdata" in without.advice
    assert [line["cure"] for line in logged if line["event"] == "time_zones_missing"] == [without.advice]
    assert about(await examine(settings, known), "time zones").is_good


async def test_a_missing_folder_for_the_database_is_noticed(settings: Settings, tmp_path: Path) -> None:
    astray = settings.model_copy(update={"database": tmp_path / "none" / "guild.sqlite3"})

    findings = await examine(astray, known)

    assert "is missing" in about(findings, "database").words
    assert "disk" not in [finding.subject for finding in findings]


async def test_folder_that_cannot_be_written_is_noticed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.config.os.access", lambda path, mode: False)
    backups = settings.file.parent / "backups"

    findings = await examine(settings.model_copy(update={"backups": backups}), known)

    assert "can't be written to" in about(findings, "database").words
    assert not [finding for finding in findings if finding.subject == "disk"]


async def test_backup_folder_that_cannot_be_made_is_noticed(settings: Settings) -> None:
    file = settings.file.parent / "file"
    file.touch()

    found = about(await examine(settings.model_copy(update={"backups": file / "backups"}), known), "backups")

    assert not found.is_good
    assert f"{file} isn't a folder" in found.words


@pytest.mark.parametrize("kind", ["file", "dangling link"])
async def test_wrong_place_of_state_is_named(
    settings: Settings, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "state"
    place.touch() if kind == "file" else place.symlink_to(tmp_path / "nowhere")
    monkeypatch.setattr("bot.config._folder", lambda: place)
    astray = settings.model_copy(update={"database": place / "cards.sqlite3", "backups": place / "backups"})

    found = await examine(astray, known)

    assert {one.subject for one in found if not one.is_good} == {"database"}
    assert re.search("isn't a folder|is a link to .*, which isn't there", about(found, "database").words)


TURNED = """UPDATE sessions SET position = replace(position, '"turn_number":1', '"turn_number":2')"""


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("ALTER TABLE notes RENAME TO bookmarks; PRAGMA application_id = 0", "database of another program"),
        (TURNED, "doesn't match its checksum"),
        ("UPDATE moves SET move = 'recycle'", "moves of session 1 are damaged"),
    ],
    ids=["another program", "position", "move"],
)
async def test_changed_database_is_noticed(settings: Settings, statement: str, words: str) -> None:
    await played(settings)
    change(settings, statement)

    found = about(await examine(settings, known), "database")

    assert not found.is_good
    assert words in found.words


async def test_index_added_by_hand_is_noticed(settings: Settings) -> None:
    await played(settings)
    change(settings, "CREATE INDEX by_hand ON moves (move)")

    found = about(await examine(settings, known), "database")

    assert not found.is_good
    assert found.words.endswith("of the migrations (by_hand)")
    assert found.advice == "drop everything added by hand, or restore a backup"
    with pytest.raises(Unusable, match="by_hand"):
        await Store(settings.database, settings.migrations).open()


@pytest.fixture
def taken() -> Iterator[int]:
    """Yield a port that another program uses."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


async def test_status_port_of_the_running_bot_is_fine(settings: Settings, taken: int) -> None:
    async with opened(settings.database):
        found = about(await examine(settings.model_copy(update={"status_port": taken}), known), "status port")

    assert found.is_good
    assert "in use by another Cardcrate" in found.words


async def test_odd_settings_are_mentioned(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KEEP_GAME", "30")
    (tmp_path / ".env").write_text("")
    (tmp_path / ".env").chmod(0o644)

    findings = await examine(settings, known)

    assert [found.words for found in findings if found.verdict == "WARN"] == [
        "KEEP_GAME in the environment isn't a setting: did you mean KEEP_GAMES?",
        "every user of this machine can read .env, which holds the token",
    ]


async def test_a_sound_database_is_left_as_it_was(settings: Settings) -> None:
    await played(settings)
    before = settings.file.read_bytes()

    found = about(await examine(settings, known), "database")

    assert found.is_good
    assert "1 open table" in found.words
    assert settings.file.read_bytes() == before


async def test_a_bot_that_runs_may_be_examined(settings: Settings) -> None:
    store = Store(settings.database, settings.migrations)
    await store.open()

    found = about(await examine(settings, known), "database")
    await store.close()

    assert found.is_good
    assert "in use by another Cardcrate" in found.words


async def test_bot_can_start_after_doctor_has_looked(settings: Settings) -> None:
    await played(settings)
    await examine(settings, known)

    store = Store(settings.database, settings.migrations)
    assert await store.open() == []
    assert list(dict(await store.read(shown.due))) == [1]
    await store.close()


async def test_a_file_that_is_no_database_is_noticed(settings: Settings) -> None:
    settings.file.write_text("The cards were dealt. " * 500, encoding="utf-8")

    found = about(await examine(settings, known), "database")

    assert found.words.endswith("isn't a database")
    assert "backup" in found.advice


async def test_overwritten_pages_are_noticed(settings: Settings) -> None:
    await played(settings)
    content = bytearray(settings.file.read_bytes())
    content[PAGE_BYTES * 8 : PAGE_BYTES * 16] = b"\xff" * PAGE_BYTES * 8
    settings.file.write_bytes(content)

    assert not about(await examine(settings, known), "database").is_good


async def test_older_schema_is_brought_up_at_next_start(settings: Settings) -> None:
    await played(settings)
    change(settings, "PRAGMA user_version = 0")

    found = about(await examine(settings, known), "database")

    assert found.is_good
    assert "at the next start" in found.words


async def test_an_old_sqlite_is_noticed(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.process.doctor.sqlite_version", lambda: (3, 34, 1))

    assert "3.37.0 or newer" in about(await examine(settings, known), "SQLite").advice


NOON = "cardcrate-20260101-1200.sqlite3"


async def backed_up(settings: Settings, *names: str, behind: float = 0.0) -> Finding:
    """Return the doctor's finding about these backups of a database written this many hours after noon."""
    await played(settings)
    folder = settings.file.parent / "backups"
    folder.mkdir()
    for name in names:
        (folder / name).write_bytes(bytes(2_000_000))
    written = datetime(2026, 1, 1, 12, tzinfo=UTC).timestamp() + 3600 * behind
    for path in settings.file.parent.iterdir():
        os.utime(path, (written, written))
    return about(await examine(settings.model_copy(update={"backups": folder}), known), "backups")


async def test_backups_are_told_with_number_size_and_age(settings: Settings) -> None:
    found = await backed_up(settings, NOON, "cardcrate-20251231-1200.sqlite3", "notes.txt", behind=1)

    assert found.is_good
    assert found.words.startswith("2 in ")
    assert found.words.endswith("4 MB, the newest of 2026-01-01 12:00 UTC")


async def test_restored_old_backup_is_no_fault(settings: Settings) -> None:
    await backed_up(settings, "cardcrate-20251231-1200.sqlite3")
    folder = settings.file.parent / "backups"
    file = folder / "cardcrate-20251231-1200.sqlite3"
    shutil.copy2(settings.file, file)
    os.utime(file, (0, datetime(2025, 12, 31, 12, tzinfo=UTC).timestamp()))

    restore(file, settings.database, settings.migrations, GAMES, at=datetime.now(UTC))

    assert about(await examine(settings.model_copy(update={"backups": folder}), known), "backups").is_good


async def test_missing_backups_before_a_start_are_no_fault(settings: Settings) -> None:
    assert not (await backed_up(settings)).advice


@pytest.mark.parametrize(("saved_at", "missing"), [(None, False), (0.0, True)])
async def test_missing_backups_are_noticed_once_the_bot_runs(
    settings: Settings, saved_at: float | None, missing: bool
) -> None:
    heartbeat.write(settings.heartbeat, HealthReport(at=0.0, process=1, version="1", saved_at=saved_at))

    assert ("run `cardcrate backup`" in (await backed_up(settings)).advice) is missing


async def test_folder_made_by_the_bot_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "later"))
    made = settings_for(tmp_path / "later" / "cardcrate.sqlite3", discord_token=TOKEN)

    found = about(await examine(made, known), "database")

    assert found.is_good
    assert not (tmp_path / "later").exists()
