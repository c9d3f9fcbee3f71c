"""The service for systemd: sound, closed in, and started again only where that helps."""

import configparser
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.__main__ import EXIT_DATABASE, EXIT_DISCORD, EXIT_SETTINGS, EXIT_TOKEN
from bot.status.pulse import REPORT_SECONDS
from tests.conventions.source import ROOT

UNIT = ROOT / "contrib" / "cardcrate.service"
OK_EXPOSURE = 20
"""In tenths, as systemd counts; from 5 on it speaks of a medium exposure."""
NEEDS_SYSTEMD = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")


def service() -> configparser.SectionProxy:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign] # systemd knows capital letters
    unit.read(UNIT, encoding="utf-8")
    return unit["Service"]


def analyzed(folder: Path, *arguments: str) -> str:
    """What systemd finds wrong with the unit, whose program is not installed here."""
    copy = folder / UNIT.name
    copy.write_text(UNIT.read_text(encoding="utf-8").replace("/opt/cardcrate/bin/cardcrate", "/bin/true"))
    command = ["systemd-analyze", *arguments, str(copy)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr or said.stdout
    return said.stderr


def test_errors_that_another_try_cannot_mend_are_final() -> None:
    final = {int(code) for code in service()["RestartPreventExitStatus"].split()}

    assert final == {EXIT_SETTINGS, EXIT_DATABASE, EXIT_TOKEN}
    assert EXIT_DISCORD not in final
    assert service()["Restart"] == "on-failure"


def test_the_service_says_when_it_is_up_and_that_it_is_alive() -> None:
    assert service()["Type"] == "notify"
    assert int(service()["WatchdogSec"]) > 3 * REPORT_SECONDS


def test_state_lies_in_the_folder_that_systemd_makes() -> None:
    assert service()["StateDirectory"] == "cardcrate"
    assert service()["ProtectSystem"] == "strict"
    assert service()["User"] == "cardcrate"


@NEEDS_SYSTEMD
def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    assert UNIT.name not in analyzed(tmp_path, "verify", "--man=no")


@NEEDS_SYSTEMD
def test_systemd_calls_the_service_safe(tmp_path: Path) -> None:
    analyzed(tmp_path, "security", "--offline=yes", "--no-pager", f"--threshold={OK_EXPOSURE}")


def test_what_make_install_puts_where_is_what_the_service_looks_for() -> None:
    script = (ROOT / "contrib" / "install").read_text(encoding="utf-8")
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
