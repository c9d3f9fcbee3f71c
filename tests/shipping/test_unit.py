"""The systemd service is valid and confined, and starts again only if that helps."""

import configparser
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.__main__ import EXIT_DATABASE, EXIT_SETTINGS, EXIT_TOKEN, EXIT_UNREACHABLE
from bot.cluster_main import HANDOVER_SECONDS, POLL_SECONDS, TAKE_POLLS
from bot.config import state_folder
from bot.door.door import CLOSING_SECONDS
from bot.status.heartbeat import REPORT_SECONDS
from tests.conventions.source import ROOT

UNIT = ROOT / "contrib" / "cardcrate.service"
ONE_OF_SEVERAL = ROOT / "contrib" / "cardcrate@.service"
UNITS = pytest.mark.parametrize("unit", [UNIT, ONE_OF_SEVERAL], ids=lambda unit: unit.stem)
OK_EXPOSURE = 20
"""The highest exposure that's fine, in tenths of systemd's scale, on which 5 is a medium exposure."""
NEEDS_SYSTEMD = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")


def service(unit: Path = UNIT) -> configparser.SectionProxy:
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign] # systemd knows capital letters
    read.read(unit, encoding="utf-8")
    return read["Service"]


def lines(unit: Path) -> list[str]:
    """Return the lines that systemd reads."""
    return [line for line in unit.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


def analyzed(unit: Path, folder: Path, *arguments: str) -> str:
    """Return systemd's complaints about a unit, whose program is replaced since it isn't installed here."""
    copy = folder / unit.name.replace("@", "@1")
    copy.write_text(unit.read_text(encoding="utf-8").replace("/opt/cardcrate/bin/cardcrate", "/bin/true"))
    command = ["systemd-analyze", *arguments, str(copy)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr or said.stdout
    return said.stderr


def test_errors_that_another_try_cannot_fix_are_final() -> None:
    final = {int(code) for code in service()["RestartPreventExitStatus"].split()}

    assert final == {EXIT_SETTINGS, EXIT_DATABASE, EXIT_TOKEN}
    assert EXIT_UNREACHABLE not in final
    assert service()["Restart"] == "on-failure"


def test_service_tells_start_and_life_signs() -> None:
    assert service()["Type"] == "notify"
    assert int(service()["WatchdogSec"]) > 3 * REPORT_SECONDS


def test_state_lies_in_the_folder_that_systemd_makes() -> None:
    assert service()["StateDirectory"] == "cardcrate"
    assert service()["ProtectSystem"] == "strict"
    assert service()["User"] == "cardcrate"


def test_process_among_several_has_own_state_and_time() -> None:
    alone, one = lines(UNIT), lines(ONE_OF_SEVERAL)

    assert [line for line in one if line not in alone] == [
        "Description=Cardcrate, card games on Discord (process %i)",
        "StateDirectory=cardcrate/%i cardcrate/backups",
        "Environment=BACKUPS=/var/lib/cardcrate/backups",
        "EnvironmentFile=-/etc/cardcrate/%i.env",
        "TimeoutStopSec=150",
    ]
    assert [line.partition("=")[0] for line in alone if line not in one] == [
        "Description",
        "StateDirectory",
        "TimeoutStopSec",
    ]
    folders = {"STATE_DIRECTORY": "/var/lib/cardcrate/1:/var/lib/cardcrate/backups"}  # as systemd names them
    assert state_folder(folders, Path.home()) == Path("/var/lib/cardcrate/1")
    ends_after = int(service(ONE_OF_SEVERAL)["TimeoutStopSec"])
    assert ends_after > HANDOVER_SECONDS + TAKE_POLLS * POLL_SECONDS + CLOSING_SECONDS


@UNITS
@NEEDS_SYSTEMD
def test_systemd_finds_nothing_wrong(tmp_path: Path, unit: Path) -> None:
    assert unit.stem not in analyzed(unit, tmp_path, "verify", "--man=no")


@UNITS
@NEEDS_SYSTEMD
def test_systemd_calls_the_service_safe(tmp_path: Path, unit: Path) -> None:
    analyzed(unit, tmp_path, "security", "--offline=yes", "--no-pager", f"--threshold={OK_EXPOSURE}")


def test_make_install_puts_files_where_service_looks() -> None:
    script = (ROOT / "contrib" / "install").read_text(encoding="utf-8")
    assert "install -d -m 700 -o cardcrate -g cardcrate /var/lib/cardcrate" in script
    command = (ROOT / "contrib" / "cardcrate").read_text(encoding="utf-8")

    assert "PREFIX:-/opt/cardcrate" in script
    assert service()["ExecStart"] == "/opt/cardcrate/bin/cardcrate run"
    assert service()["WorkingDirectory"] == "/etc/cardcrate"
    assert '"$root/etc/cardcrate/.env"' in script
    assert re.search(r"^cd /etc/cardcrate ", command, re.MULTILINE)
    for program in ("install", "cardcrate"):
        path = ROOT / "contrib" / program
        assert os.access(path, os.X_OK)
        assert subprocess.run(["sh", "-n", path], check=False).returncode == 0


def test_wrapper_keeps_roots_environment_to_root() -> None:
    command = (ROOT / "contrib" / "cardcrate").read_text(encoding="utf-8")
    shown = command.replace("cd /etc/cardcrate || exit 2", "").replace('[ "$(id -u)" != 0 ]', "false")
    shown = shown.replace("runuser -u cardcrate -- /opt/cardcrate/bin/cardcrate", "env")
    root = {**os.environ, "AWS_SECRET_ACCESS_KEY": "s3cret", "LANG": "de_DE.UTF-8"}

    said = subprocess.run(["sh", "-c", shown], env=root, capture_output=True, text=True, check=True).stdout

    names = {line.partition("=")[0] for line in said.splitlines()}
    assert names == {"PATH", "HOME", "LANG", "TERM", "STATE_DIRECTORY"}
    assert "LANG=de_DE.UTF-8" in said
