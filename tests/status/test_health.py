"""`cardcrate health` prints one line and returns an exit code, from the running bot's last report."""

import asyncio
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from bot import entry
from bot.__main__ import command
from bot.config import read_settings
from bot.process.health import HealthReport, Share, faults, is_ready, read, verdict
from bot.status import heartbeat
from tests.conventions.source import ROOT

NOW = 1_800_000_000.0
REST = "last move 14 s ago, last backup 10 min ago"
WELL = HealthReport(
    at=NOW - 4,
    process=os.getpid(),
    version="1.2.3",
    saved_at=NOW - 6,
    is_connected=True,
    latency=0.083,
    loop_delay=0.002,
    moved_at=NOW - 14,
    backed_up_at=NOW - 600,
)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the bot's heartbeat file, in a state folder of its own. Time doesn't pass."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(heartbeat.health, "__defaults__", (lambda: NOW,))
    return read_settings().heartbeat


def asked() -> tuple[int, str]:
    result = CliRunner().invoke(command, ["health"])
    return result.exit_code, result.stdout.strip()


def changed(**facts: object) -> HealthReport:
    return msgspec.structs.replace(WELL, **facts)


def test_healthy_bot_is_told_with_its_facts(place: Path) -> None:
    heartbeat.write(place, WELL)

    assert asked() == (0, f"healthy: heartbeat 6 s ago, gateway 83 ms, event loop 2 ms late at most, {REST}")
    assert place.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("sick", "why"),
    [
        (changed(is_connected=False), "it isn't connected to Discord"),
        (changed(at=NOW - 300), "it hasn't reported for 5 min: restart it"),
        (changed(saved_at=NOW - 90), "the database hasn't taken anything for 90 s: run `cardcrate doctor`"),
        (changed(loop_delay=7.0), "the event loop was 7 s late"),
        (changed(is_invited=False), "it isn't in any server: `cardcrate doctor` prints the invitation"),
        (changed(backup_due_at=NOW - 8000), "a backup is 2 hours late"),
        (changed(waits="Discord is away", is_connected=False), "Discord is away"),
    ],
)
def test_a_sick_bot_is_told_with_the_reason(place: Path, sick: HealthReport, why: str) -> None:
    heartbeat.write(place, sick)

    code, said = asked()

    assert code == 1
    assert said.startswith(f"NOT healthy: {why}")


def test_bot_that_does_not_run_is_not_healthy(place: Path) -> None:
    assert asked() == (1, "NOT healthy: no bot runs on this database")

    heartbeat.write(place, changed(process=2**22 + 1))  # No system has a process with this number.
    assert asked() == (1, "NOT healthy: no bot runs on this database")

    place.write_text("{")
    assert asked() == (1, "NOT healthy: no bot runs on this database")


def test_discords_outage_leaves_process_well_but_unready() -> None:
    away = changed(is_connected=False)

    assert faults(away, NOW) == []
    assert not is_ready(away)
    assert is_ready(WELL)
    assert not verdict(away, NOW)[0]


@pytest.mark.slow
def test_installed_command_asks_for_health_without_loading_bot(place: Path) -> None:
    heartbeat.write(place, changed(is_connected=False))
    program = (
        "import sys; sys.argv = ['cardcrate', 'health']\n"
        "from bot.entry import main\n"
        "try: main()\n"
        "except SystemExit as end: print(end.code, sorted({'discord', 'PIL', 'aiohttp'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    said = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    ).stdout

    assert said.splitlines()[-1] == "1 []"


def test_the_installed_command_does_everything_else_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["cardcrate", "--version"])

    with pytest.raises(SystemExit) as end:
        entry.main()

    assert end.value.code == 0
    assert re.fullmatch(r"cardcrate \d+\.\d+\.\d+(rc\d+)?\n", capsys.readouterr().out)


STANDING_BY = HealthReport(
    at=NOW - 4, process=os.getpid(), version="1.2.3", saved_at=NOW - 5, share=Share(2, 2)
)


def test_standby_is_healthy_and_ready_without_discord() -> None:
    assert verdict(STANDING_BY, NOW) == (
        True,
        "healthy: standing by, 2 of 2 shard groups held, database asked 5 s ago",
    )
    assert is_ready(STANDING_BY)
    assert "taken anything" in verdict(msgspec.structs.replace(STANDING_BY, saved_at=NOW - 90), NOW)[1]


def test_standby_unable_to_take_over_is_unhealthy() -> None:
    starting = msgspec.structs.replace(STANDING_BY, saved_at=None, share=Share(0, 0))

    assert verdict(starting, NOW) == (False, "NOT healthy: it can't take over yet (starting)")
    assert not is_ready(starting)


def test_server_of_shard_group_names_it() -> None:
    well, said = verdict(changed(share=Share(2, 2, 1, 32, 32, 64)), NOW)

    assert well
    assert said.startswith("healthy: shard group 1 with shards 32-63 of 64, heartbeat")
    assert not verdict(changed(share=Share(2, 2, 1, 32, 32, 64), is_connected=False), NOW)[0]


def test_late_backup_and_missing_servers_restart_nothing() -> None:
    lacking = changed(is_invited=False, backup_due_at=NOW - 8000)

    assert faults(lacking, NOW) == []
    assert verdict(changed(backup_due_at=NOW - 3600), NOW)[0], "it may be under way"


def test_lost_shard_group_is_not_called_handed_over() -> None:
    said = verdict(changed(share=Share(2, 1), saved_at=NOW - 90), NOW)[1]

    assert "the database hasn't taken anything for 90 s: run `cardcrate doctor`" in said
    assert "no shard group held: another process has it, or the database is away" in said


async def test_stopped_bot_leaves_no_heartbeat_behind(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on, real = threading.Event(), threading.Event(), heartbeat.write

    def slow(file: Path, health: HealthReport) -> None:
        begun.set()
        go_on.wait()
        real(file, health)

    monkeypatch.setattr(heartbeat, "write", slow)
    beating = asyncio.ensure_future(
        heartbeat.beat(place, heartbeat.LoopLag(), lambda: WELL, heartbeat.Systemd(""), lambda: 0.0)
    )
    await asyncio.to_thread(begun.wait)
    beating.cancel()
    ended = asyncio.ensure_future(asyncio.wait((beating,)))
    await asyncio.sleep(0)
    go_on.set()
    await ended
    heartbeat.remove(place)

    assert read(place) is None
