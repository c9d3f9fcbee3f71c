"""The doctor checks a database server, used by one process or by several."""

import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.config import Location, Server
from bot.process.doctor import examine
from bot.process.findings import Finding, server_findings, show
from bot.storage.groups import Group
from bot.storage.health import ServerSetup
from tests.helpers.guild import settings_for
from tests.helpers.servers import carry_out
from tests.test_doctor import TOKEN, about, known, played

WELL = {
    "version": "17.2",
    "ahead": 0.04,
    "has_checksums": True,
    "is_durable": True,
    "synchronous_commit": "on",
    "standbys": "ANY 1 (*)",
    "replicas": 2,
    "processes": 3,
}
HELD = tuple(
    Group(number, 32 * number, 32, f"cards{number}:7:abc", 4, left=21.0, alive=2.0, stopped=None)
    for number in range(2)
)
FREE = Group(1, 32, 32, "cards1:7:abc", 4, left=-9.0, alive=40.0, stopped=None)


def found(subject: str, **facts: Any) -> Finding:
    stands = ServerSetup(**{**WELL, "groups": HELD, **facts})
    [finding] = [one for one in server_findings(stands) if one.subject == subject]
    return finding


async def test_missing_driver_is_named_once_with_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("bot.storage.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        away = {"database": Server("postgresql://db.example/cards"), "status_port": taken.getsockname()[1]}

        findings = await examine(
            settings_for(Path("unused"), discord_token=TOKEN).model_copy(update=away), known
        )

    wrong = [(one.words, one.advice) for one in findings if not one.is_good and one.subject != "status port"]
    assert wrong == [("the driver for PostgreSQL is missing", "install cardcrate[postgresql]")]


def test_sound_groups_clocks_and_replication_are_told() -> None:
    said = [one.words for one in server_findings(ServerSetup(**WELL, groups=HELD))]  # type: ignore[arg-type]

    assert said == [
        "the server's differs by 0.0 s",
        "standbys that confirm: ANY 1 (*), synchronous_commit is on, pages have checksums",
        (
            "0 (shards 0-31) held by cards0:7:abc, clocks run; 1 (shards 32-63) held by cards1:7:abc, clocks run "
            "(64 shards in all, 3 processes run)"
        ),
    ]


def test_user_who_may_make_no_tables_is_wrong() -> None:
    finding = found("rights", may_make_tables=False)

    assert (finding.is_good, finding.advice) == (
        False,
        "give the database to that user: createdb --owner=USER NAME",
    )


@pytest.mark.parametrize(
    ("facts", "advice"),
    [
        ({"standbys": "", "replicas": 1}, "set synchronous_standby_names"),
        ({"synchronous_commit": "local", "replicas": 1}, "set synchronous_standby_names"),
        ({"synchronous_commit": "local", "replicas": 0}, "set synchronous_standby_names"),
    ],
)
def test_moves_that_no_standby_confirms_are_a_warning(facts: dict[str, Any], advice: str) -> None:
    finding = found("replication", **facts)

    assert finding.advice.startswith(advice)
    assert (finding.is_good, finding.verdict) == (True, "WARN")


def test_single_server_without_standbys_is_no_warning() -> None:
    finding = found("replication", standbys="", replicas=0)

    assert finding.words.startswith("one server, so losing it loses everything since the last backup, ")
    assert (finding.advice, finding.verdict) == ("", "ok")


def test_unheld_group_is_wrong_while_processes_run() -> None:
    finding = found("shard groups", groups=(HELD[0], FREE), processes=1)

    assert "1 (shards 32-63) held by nobody (64 shards in all, 1 process runs)" in finding.words
    assert finding.verdict == "ERROR"
    assert finding.advice == "start a process for each free group (1 more)"
    assert not found("shard groups", groups=(FREE,), processes=0).advice, "the bot does not run"


def test_missing_standby_process_is_a_warning() -> None:
    finding = found("shard groups", processes=2)

    assert (finding.verdict, "it takes over" in finding.advice) == ("WARN", True)


def test_a_warning_is_nothing_wrong() -> None:
    lines: list[str] = []

    code = show([Finding("disk", "fine"), found("shard groups", processes=2)], lines.append)

    assert (code, lines[-1]) == (0, "No errors. See the warnings.")
    assert [line.split()[0] for line in lines[:-1]] == ["ok", "WARN"]


def test_a_clock_that_is_far_away_is_wrong() -> None:
    assert found("clocks", ahead=-7.0).advice == "turn on NTP on both machines"


@pytest.mark.server
async def test_of_a_server_its_state_is_told(database: Location) -> None:
    settings = settings_for(database, discord_token=TOKEN, guild_id=7)
    empty = about(await examine(settings, known), "database")
    await played(settings)

    found = await examine(settings, known)

    assert empty.words == "empty until the first start"
    assert about(found, "database").words == "sound, 1 open table"
    assert about(found, "PostgreSQL").is_good
    assert "one server, so losing it loses everything" in about(found, "replication").words
    assert not about(found, "durability").is_good, "the servers of tests are fast and forgetful"
    assert "SQLite" not in [one.subject for one in found]


async def test_column_added_to_a_server_is_noticed(empty_server: Server) -> None:
    settings = settings_for(empty_server, discord_token=TOKEN)
    await played(settings)
    await carry_out(empty_server.address, "ALTER TABLE notes ADD COLUMN more TEXT")

    found = about(await examine(settings, known), "database")

    assert not found.is_good
    assert found.words.endswith("isn't the one that the migrations make")


async def test_missing_server_is_told_with_its_cure(tmp_path: Path) -> None:
    astray = settings_for(Server(f"postgresql://bot:s3cret@/cards?host={tmp_path}"))

    found = about(await examine(astray, known), "database")

    assert "can't be reached" in found.words
    assert found.advice == (
        "start PostgreSQL, or correct DATABASE (if it doesn't start, its log says why: a new major version can't "
        "read the files of an old one)"
    )
    assert "s3cret" not in found.words
