"""The doctor finds what would keep the bot from running, and says what to do."""

import asyncio
import os
import shutil
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.config import Settings
from bot.games import GAMES
from bot.process import doctor
from bot.process.doctor import Standing, examine
from bot.process.finding import Finding, show
from bot.process.surroundings import Grants
from bot.sessions.lobby import Pace
from bot.sessions.requests import Join, Start
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.storage.errors import Unusable
from bot.storage.file import PAGE_BYTES
from bot.storage.store import Store
from cogs import opening
from tests.discord_http.stand_in import StandIn, serving
from tests.helpers.guild import SimGuild, settings_for

TOKEN = "top.secret.token"


async def known(token: str, guild_id: int | None) -> Standing:
    """Discord knows the token, and the bot may do all it needs."""
    return Standing(name="Cardcrate#1234", application_id=42, is_member=True)


def answering(**facts: Any) -> doctor.Ask:
    """Discord answers with this standing."""

    async def ask(token: str, guild_id: int | None) -> Standing:
        return Standing(**{"name": "Cardcrate#1234", "application_id": 42, **facts})

    return ask


def failing(error: Exception) -> doctor.Ask:
    """Asking Discord fails so."""

    async def ask(token: str, guild_id: int | None) -> Standing:
        raise error

    return ask


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings with which the bot could run: its own empty folder, a token, a server."""
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
    await sessions.timers.close()
    await store.close()


def change(settings: Settings, statement: str) -> None:
    """Meddle with the database from outside."""
    with closing(sqlite3.connect(settings.file)) as connection, connection:
        connection.execute(statement)


def about(findings: list[Finding], subject: str) -> Finding:
    """The one finding on this subject."""
    [found] = [finding for finding in findings if finding.subject == subject]
    return found


async def test_where_all_is_well_nothing_needs_to_be_done(settings: Settings) -> None:
    lines: list[str] = []

    code = show(await examine(settings, known), lines.append)

    assert code == 0
    assert all(line.startswith("ok ") for line in lines[:-1])
    assert lines[-1] == "All is well."


async def test_what_is_wrong_stands_with_what_to_do_below_it() -> None:
    lines: list[str] = []

    code = show([Finding("disk", "fine"), Finding("token", "there is none", "set one")], lines.append)

    assert code == 1
    assert lines == [
        "ok     disk   fine",
        "WRONG  token  there is none",
        "              → set one",
        "Wrong: 1 of 2.",
    ]


async def test_without_a_token_the_playground_is_named(settings: Settings) -> None:
    bare = settings.model_copy(update={"discord_token": None})

    found = about(await examine(bare, failing(AssertionError("nobody is asked"))), "token")

    assert not found.is_good
    assert "`cardcrate play`" in found.advice, "a package has no make"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (discord.HTTPException(cast("Any", SimpleNamespace(status=503, reason="")), "down"), "status 503"),
        (aiohttp.ServerDisconnectedError(), "cannot be reached"),
        (TimeoutError(), "cannot be reached"),
        (OSError("no route"), "cannot be reached"),
    ],
)
async def test_discord_that_does_not_answer_is_explained(
    settings: Settings, error: Exception, words: str
) -> None:
    found = about(await examine(settings, failing(error)), "Discord")

    assert not found.is_good
    assert words in found.words


async def test_token_that_does_not_work_is_explained(settings: Settings) -> None:
    found = about(await examine(settings, failing(discord.LoginFailure("Improper token."))), "token")

    assert not found.is_good
    assert "doesn't accept the token" in found.words


async def test_fewer_shards_than_discord_wants_are_mentioned(settings: Settings) -> None:
    few = settings.model_copy(update={"shards": 1})

    found = about(await examine(few, answering(is_member=True, grants=Grants(3, 900, 900))), "shards")

    assert (found.verdict, found.words) == ("WARN", "SHARDS is 1, Discord wants 3")


async def test_the_token_is_never_shown(settings: Settings) -> None:
    lines: list[str] = []
    for ask in (known, failing(discord.LoginFailure(TOKEN)), failing(OSError(TOKEN))):
        show(await examine(settings, ask), lines.append)

    assert not any(TOKEN in line for line in lines)


async def test_a_server_the_bot_is_not_in_comes_with_an_invitation(settings: Settings) -> None:
    found = about(await examine(settings, answering(is_member=False)), "server")

    assert "client_id=42" in found.advice
    assert f"permissions={doctor.PERMISSIONS.value}" in found.advice
    assert "scope=bot+applications.commands" in found.advice


async def test_lacking_permissions_are_named(settings: Settings) -> None:
    ask = answering(is_member=True, lacking=("Embed Links", "Attach Files"))

    found = about(await examine(settings, ask), "server")

    assert not found.is_good
    assert "Embed Links, Attach Files" in found.words


async def test_no_server_is_asked_about_when_none_is_set(settings: Settings) -> None:
    everywhere = settings.model_copy(update={"guild_id": None})

    findings = await examine(everywhere, known)

    assert "server" not in [finding.subject for finding in findings]
    assert "every server" in about(findings, "settings").words


async def test_an_address_that_takes_the_clicks_away_is_noticed(settings: Settings) -> None:
    found = about(await examine(settings, answering(is_member=True, has_endpoint=True)), "application")

    assert "Endpoint" in found.advice


async def test_wrong_settings_are_named_and_nothing_else_is_tried(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURN_SECONDS", "1")
    lines: list[str] = []

    assert await doctor.check_up(lines.append) == 1
    assert lines[0].startswith("WRONG  settings  TURN_SECONDS")
    assert lines[-1] == "Wrong: 1 of 1."


async def test_a_data_folder_without_migrations_is_noticed(settings: Settings, tmp_path: Path) -> None:
    elsewhere = settings.model_copy(update={"data_dir": tmp_path / "nowhere"})

    findings = await examine(elsewhere, known)

    assert "migrations" in about(findings, "data folder").words
    assert "crap.md cannot be used: No such file" in about(findings, "rule texts").words


async def test_a_rule_text_that_cannot_be_shown_is_named(settings: Settings, tmp_path: Path) -> None:
    shutil.copytree(settings.data_dir / "rules", tmp_path / "rules")
    (tmp_path / "rules" / "crap.md").write_text("Anything goes.", encoding="utf-8")

    findings = await examine(settings.model_copy(update={"data_dir": tmp_path}), known)

    assert about(findings, "rule texts").words.startswith("crap.md cannot be used: the first line")


async def test_a_lesson_that_cannot_be_played_is_named(settings: Settings, tmp_path: Path) -> None:
    shutil.copytree(settings.data_dir / "lessons", tmp_path / "lessons")
    (tmp_path / "lessons" / "skrap.toml").write_text("steps = []", encoding="utf-8")

    findings = await examine(settings.model_copy(update={"data_dir": tmp_path}), known)

    assert about(findings, "lessons").words.startswith("skrap.toml cannot be used: Object missing")


async def test_a_new_database_needs_nothing_and_is_not_made(settings: Settings) -> None:
    found = about(await examine(settings, known), "database")

    assert found.is_good
    assert list(settings.file.parent.iterdir()) == []


async def test_an_empty_file_that_a_start_on_a_full_disk_has_left_is_as_good_as_none(
    settings: Settings,
) -> None:
    settings.file.touch()
    folder = settings.file.parent / "backups"

    findings = await examine(settings.model_copy(update={"backups": folder}), known)

    for subject in ("database", "backups"):
        assert about(findings, subject).is_good
        assert "will be made" in about(findings, subject).words
    assert settings.file.stat().st_size == 0


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
    assert f"{file} isn't a folder" in found.advice


async def test_database_of_another_program_is_noticed(settings: Settings) -> None:
    change(settings, "CREATE TABLE bookmarks (address TEXT)")

    found = about(await examine(settings, known), "database")

    assert not found.is_good
    assert "database of another program" in found.words


async def test_index_added_by_hand_is_noticed(settings: Settings) -> None:
    await played(settings)
    change(settings, "CREATE INDEX by_hand ON moves (move)")

    found = about(await examine(settings, known), "database")

    assert not found.is_good
    assert "drop what was added by hand, or restore a backup (by_hand)" in found.words
    with pytest.raises(Unusable, match="by_hand"):
        await Store(settings.database, settings.migrations).open()


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program has."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


async def test_status_port_that_is_taken_is_noticed(settings: Settings, taken: int) -> None:
    found = about(await examine(settings.model_copy(update={"status_port": taken}), known), "status port")

    assert not found.is_good
    assert found.words.endswith("cannot be used: Address already in use")


async def test_status_port_of_the_running_bot_is_fine(settings: Settings, taken: int) -> None:
    store = Store(settings.database, settings.migrations)
    await store.open()

    found = about(await examine(settings.model_copy(update={"status_port": taken}), known), "status port")
    await store.close()

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


async def test_the_bot_can_start_after_the_doctor_has_looked(settings: Settings) -> None:
    await played(settings)
    await examine(settings, known)

    store = Store(settings.database, settings.migrations)
    assert await store.open() == []
    assert await store.unpublished() == [1]
    await store.close()


async def test_a_file_that_is_no_database_is_noticed(settings: Settings) -> None:
    settings.file.write_text("The cards were dealt. " * 500, encoding="utf-8")

    found = about(await examine(settings, known), "database")

    assert "cannot be used as a database" in found.words
    assert "backup" in found.advice


async def test_a_changed_position_is_noticed(settings: Settings) -> None:
    await played(settings)
    change(
        settings, "UPDATE sessions SET position = replace(position, '\"turn_number\":1', '\"turn_number\":2')"
    )

    found = about(await examine(settings, known), "database")

    assert "does not match its checksum" in found.words


async def test_a_changed_move_is_noticed(settings: Settings) -> None:
    await played(settings)
    change(settings, "UPDATE moves SET move = 'recycle'")

    assert "moves of session 1 are damaged" in about(await examine(settings, known), "database").words


async def test_overwritten_pages_are_noticed(settings: Settings) -> None:
    await played(settings)
    content = bytearray(settings.file.read_bytes())
    content[PAGE_BYTES * 8 : PAGE_BYTES * 16] = b"\xff" * PAGE_BYTES * 8
    settings.file.write_bytes(content)

    assert not about(await examine(settings, known), "database").is_good


async def test_a_newer_schema_is_noticed(settings: Settings) -> None:
    await played(settings)
    change(settings, "PRAGMA user_version = 99")

    assert "has schema 99" in about(await examine(settings, known), "database").words


async def test_an_older_schema_is_brought_up_at_the_next_start(settings: Settings) -> None:
    await played(settings)
    change(settings, "PRAGMA user_version = 0")

    found = about(await examine(settings, known), "database")

    assert found.is_good
    assert "at the next start" in found.words


async def test_a_full_disk_is_noticed(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.process.doctor.shutil.disk_usage", lambda path: SimpleNamespace(free=5_000_000))

    found = about(await examine(settings, known), "disk")

    assert not found.is_good
    assert found.words.startswith("only 5 MB")


async def test_an_old_sqlite_is_noticed(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.process.doctor.sqlite_version", lambda: (3, 34, 1))

    assert "3.37.0 or newer" in about(await examine(settings, known), "SQLite").advice


async def test_discord_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(client: discord.Client, token: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(doctor, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(discord.Client, "login", never)

    with pytest.raises(TimeoutError):
        await doctor.ask_discord(TOKEN, None)


async def test_the_name_and_the_address_come_from_discord() -> None:
    class Known(discord.Client):
        user = "Cardcrate#1234"  # type: ignore[assignment]
        application = SimpleNamespace(id=42, interactions_endpoint_url="https://example.org")  # type: ignore[assignment]

        async def login(self, token: str) -> None:
            assert token == TOKEN

    found = await doctor.standing(Known(intents=discord.Intents.none()), TOKEN, None)

    assert found == Standing(name="Cardcrate#1234", application_id=42, has_endpoint=True)


async def test_permissions_are_read_from_the_server(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    guild_id = int(guild.handle.id)

    assert await doctor.lacking_in(guild.bot, guild_id) == ()

    monkeypatch.setattr(doctor, "NEEDED", ("view_channel", "administrator"))
    assert await doctor.lacking_in(guild.bot, guild_id) == ("Administrator",)
    assert await doctor.lacking_in(guild.bot, guild_id + 1) is None


def test_the_doctor_asks_for_what_a_table_asks_for_and_for_files_which_its_pictures_are() -> None:
    assert set(doctor.NEEDED) == {*opening.NEEDED, "attach_files", "send_messages_in_threads"}


NOON = "cardcrate-20260101-1200.sqlite3"


async def backed_up(settings: Settings, *names: str, behind: float = 0.0) -> Finding:
    """What the doctor says of these backups when the database was written so many hours after noon."""
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


async def test_a_backup_that_is_far_behind_the_database_is_noticed(settings: Settings) -> None:
    assert "behind the database" in (await backed_up(settings, NOON, behind=48)).advice


@pytest.mark.parametrize("runs", [False, True])
async def test_missing_backups_are_noticed_while_the_bot_runs(settings: Settings, runs: bool) -> None:
    if runs:
        settings.pulse.touch()

    assert ("make one" in (await backed_up(settings)).advice) is runs


async def test_too_little_room_for_another_backup_is_noticed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database would fit, but BACKUPS_FREE_GB is 1."""
    monkeypatch.setattr(
        "bot.storage.backup.shutil.disk_usage", lambda path: SimpleNamespace(free=994_000_000)
    )

    assert "another copy does not fit" in (await backed_up(settings, NOON)).advice


@pytest.mark.parametrize(
    ("grants", "subject", "words", "advice"),
    [
        (Grants(1, 1000, 997), "gateway", "997 of 1000 starts left today", ""),
        (Grants(1, 1000, 3), "gateway", "3 of 1000 starts left today", "why the bot starts so often"),
        (Grants(1, 9, 9, intents=("Presence",)), "intents", "Presence on, and not needed", ""),
        (Grants(1, 900, 900, clock_ahead=-2.0), "clock", "2 s behind Discord's", ""),
        (Grants(1, 900, 900, clock_ahead=90.0), "clock", "90 s ahead of Discord's", "NTP"),
    ],
)
async def test_what_discord_says_of_connections_and_time_is_judged(
    settings: Settings, grants: Grants, subject: str, words: str, advice: str
) -> None:
    found = about(await examine(settings, answering(is_member=True, grants=grants)), subject)

    assert words in found.words
    assert advice in found.advice
    assert found.is_good is not bool(advice)


async def test_discord_itself_tells_what_it_grants_and_what_time_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving(StandIn()) as address:
        monkeypatch.setattr(discord.http.Route, "BASE", address)

        found = await doctor.ask_discord(TOKEN, None)

    assert found.grants is not None
    assert (found.grants.starts_left, found.grants.shards) == (999, 1)
    assert abs(found.grants.clock_ahead or 99) < 90


async def test_a_named_server_goes_before_the_one_of_the_settings(settings: Settings) -> None:
    asked: list[int | None] = []

    async def ask(token: str, guild_id: int | None) -> Standing:
        asked.append(guild_id)
        return Standing(name="Cardcrate#1234", application_id=42, is_member=True)

    await examine(settings, ask, server=99)

    assert asked == [99]


async def test_the_folder_that_the_bot_makes_by_itself_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "later"))
    made = settings_for(tmp_path / "later" / "cardcrate.sqlite3", discord_token=TOKEN)

    found = about(await examine(made, known), "database")

    assert found.is_good
    assert not (tmp_path / "later").exists()
