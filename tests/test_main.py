"""The command line: one clear line and an exit code, never a traceback."""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot import entry
from bot.__main__ import EXIT_CRASH, EXIT_DATABASE, EXIT_SETTINGS, command
from bot.logs import redact
from bot.storage.file import FileLock
from tests.conventions.source import ROOT
from tests.fair.vectors import FOLDER
from tests.helpers.behind import rows_of
from tests.helpers.stores import open_once

runner = CliRunner()


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a folder without a `.env`."""
    monkeypatch.chdir(tmp_path)


def test_without_token_run_says_where_to_put_it() -> None:
    result = runner.invoke(command, ["run"], env={"DISCORD_TOKEN": ""})

    assert result.exit_code == EXIT_SETTINGS
    assert "DISCORD_TOKEN is empty" in result.stderr


def test_a_setting_of_the_wrong_form_is_named() -> None:
    result = runner.invoke(command, ["run"], env={"DISCORD_TOKEN": "x", "GUILD_ID": "guild"})

    assert result.exit_code == EXIT_SETTINGS
    assert result.stderr == "cardcrate: settings: GUILD_ID: must be a whole number\n"


def test_file_that_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database " * 100)

    result = runner.invoke(
        command, ["restore", str(tmp_path / "notes.txt")], env={"DATABASE": str(tmp_path / "x.sqlite3")}
    )

    assert result.exit_code == EXIT_DATABASE
    assert result.stderr.endswith("notes.txt isn't a database: choose another file\n")
    assert not (tmp_path / "x.sqlite3").exists()


def test_fresh_machine_restores_before_its_first_start(tmp_path: Path) -> None:
    file, state = tmp_path / "backup.sqlite3", tmp_path / "later"
    asyncio.run(open_once(file))

    result = runner.invoke(command, ["restore", str(file)], env={"STATE_DIRECTORY": str(state)})

    assert result.exit_code == 0, result.output
    assert rows_of(state / "cardcrate.sqlite3", "SELECT count(*) FROM sessions") == [(0,)]


def test_folder_named_as_database_is_refused(tmp_path: Path) -> None:
    result = runner.invoke(command, ["run"], env={"DISCORD_TOKEN": "x", "DATABASE": str(tmp_path)})

    assert result.exit_code == EXIT_DATABASE
    assert result.stderr == f"cardcrate: {tmp_path} is a folder: name a file in DATABASE\n"


def test_interrupted_start_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["cardcrate", "run"])
    monkeypatch.setattr("bot.__main__.main", interrupt)

    with pytest.raises(SystemExit) as ended:
        entry.main()

    assert ended.value.code == entry.EXIT_INTERRUPTED


@pytest.mark.parametrize("chain", ["tomorrow 00", "2026-11-29 secret", "2026-11-29 00"])
def test_wrong_chain_is_told_with_its_cure(chain: str, tmp_path: Path) -> None:
    env = {"DATABASE": str(tmp_path / "x.sqlite3")}

    result = runner.invoke(command, ["daily-chain", "use", *chain.split()], env=env)

    assert result.exit_code == EXIT_SETTINGS
    cure = "give a day like 2026-11-29 and a secret of 64 hexadecimal digits"
    assert result.stderr == f"cardcrate: that isn't a chain: {cure}\n"


AS_NOBODY = """
import os
from bot.__main__ import main
import bot.playground, bot.rendering.art.pictures, cogs, encodings.idna, asyncio.selector_events
if os.getuid() == 0:
    os.setgid(65534), os.setuid(65534)
main()
"""


@pytest.fixture
def locked() -> Iterator[Path]:
    """Yield a folder that the bot's user may not enter."""
    with tempfile.TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        folder = Path(made) / "state"
        folder.mkdir(mode=0o700)
        if os.getuid():
            folder.chmod(0)
        yield folder
        folder.chmod(0o700)


@pytest.mark.parametrize(
    ("command_line", "code", "use"),
    [
        ("run", EXIT_DATABASE, "written to"),
        ("backup", EXIT_DATABASE, "read"),
        ("doctor", 1, "written to"),
        ("health", 1, "written to"),
    ],
)
def test_foreign_folder_is_told_in_one_line(command_line: str, code: int, use: str, locked: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "STATE_DIRECTORY": str(locked), "DISCORD_TOKEN": "x"}
    env |= {"DISCORD_API": "http://127.0.0.1:9", "PICTURES": "false"}

    ended = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, command_line],
        cwd=locked.parent,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )

    said = ended.stdout + ended.stderr
    assert ended.returncode == code, said
    assert f"{locked} can't be {use}: it belongs to " in said
    assert f" {locked}" in said.partition("sudo chown -R ")[2], "the cure names the folder"
    assert "Traceback" not in said
    if command_line != "doctor":
        assert len(said.splitlines()) == 1


def test_crash_is_one_redacted_log_line(tmp_path: Path) -> None:
    program = (
        "from bot import serving\n"
        "async def crash(*_): raise KeyError('7S')\n"
        "serving.serve = crash\n"
        "from bot.__main__ import main; main()"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT), "STATE_DIRECTORY": str(tmp_path), "DISCORD_TOKEN": "x"}
    env |= {"LOG_FORMAT": "json", "KEEP_GAME": "30"}

    ended = subprocess.run(
        [sys.executable, "-c", program, "run"],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )

    [warned, crashed] = map(json.loads, ended.stderr.splitlines())
    assert ended.returncode == EXIT_CRASH
    assert warned["why"].endswith("did you mean KEEP_GAMES?")
    assert crashed["event"] == "crashed"
    assert "KeyError: '▮'" in crashed["exception"]


def test_a_missing_data_folder_is_named(tmp_path: Path) -> None:
    env = {"DISCORD_TOKEN": "x", "DATA_DIR": str(tmp_path / "none"), "DATABASE": str(tmp_path / "x.sqlite3")}

    result = runner.invoke(command, ["run"], env=env)

    assert result.exit_code == EXIT_SETTINGS
    assert result.stderr.startswith(
        f"cardcrate: the folder of migrations, {tmp_path}/none/migrations, is missing: "
    )
    assert "let DATA_DIR name" in result.stderr


@pytest.mark.parametrize("line", ["run", "backup", "pack"])
def test_a_database_that_is_none_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "x.sqlite3").write_text("no database " * 100)

    result = runner.invoke(
        command, [line], env={"DISCORD_TOKEN": "x", "DATABASE": str(tmp_path / "x.sqlite3")}
    )

    assert result.exit_code == EXIT_DATABASE
    assert result.stderr.endswith(
        "x.sqlite3 isn't a database: name another file in DATABASE, or restore a backup\n"
    )


NOTHING_THERE = {
    "doesn't exist: start the bot once, or correct DATABASE": (
        *("backup", "verify-db", "pack", "ratings rebuild", "daily-chain show", "daily-chain new"),
    ),
    "doesn't exist: choose another file": ("restore none", "copy-db none new"),
    "is a folder: name a file": ("restore .", "copy-db . new"),
}


@pytest.mark.parametrize(
    ("line", "cure"), [(line, cure) for cure, lines in NOTHING_THERE.items() for line in lines]
)
def test_missing_database_is_told_with_its_cure(line: str, cure: str, tmp_path: Path) -> None:
    result = runner.invoke(command, line.split(), env={"DATABASE": str(tmp_path / "x.sqlite3")})

    assert result.exit_code == EXIT_DATABASE
    assert re.fullmatch(rf"cardcrate: \S+ {cure}\n", result.stderr)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that's always full")
def test_output_to_a_full_disk_takes_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "bot", "settings"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert ended.returncode == EXIT_CRASH
    assert ended.stderr == "cardcrate: can't go on (No space left on device): make room, or check the disk\n"


@pytest.mark.slow
def test_full_disk_at_start_is_no_network_fault(tmp_path: Path) -> None:
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); "
        "from bot.__main__ import main; main()"
    )
    env = {**os.environ, "DISCORD_TOKEN": "x", "STATE_DIRECTORY": str(tmp_path), "PICTURES": "false"}

    ended = subprocess.run(
        [sys.executable, "-c", program, "run"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )

    assert ended.returncode == EXIT_DATABASE
    assert ended.stderr.startswith(f"cardcrate: can't write {tmp_path}")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("command_line", ["run", "play", "backup", "doctor"])
def test_unusable_settings_file_takes_one_line(command_line: str, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("DISCORD_TOKEN=ä\n".encode("latin-1"))

    result = runner.invoke(command, [command_line])

    assert result.exit_code in (EXIT_SETTINGS, 1)
    assert ".env isn't in UTF-8" in result.output


def test_unknown_command_is_told_in_plain_lines() -> None:
    result = runner.invoke(command, ["nonsense"])

    assert result.exit_code == EXIT_SETTINGS
    assert result.stderr.endswith("\n\nError: No such command 'nonsense'.\n")


def test_no_secret_is_part_of_an_error() -> None:
    result = runner.invoke(command, ["run"], env={"DISCORD_TOKEN": "s3cret", "TURN_SECONDS": "s3cret"})

    assert "TURN_SECONDS" in result.stderr
    assert "s3cret" not in result.stderr


def test_the_referee_reads_standard_input_and_prints_json() -> None:
    case = {"game": "crap", "seats": 3, "position": {"hands": {"A": ["5C"]}}, "chance": [], "commands": []}

    result = runner.invoke(command, ["referee"], input=json.dumps(case))

    assert result.exit_code == 0
    assert json.loads(result.stdout)["deciders"] == ["A"]


def test_referee_refuses_malformed_case_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "case.json").write_text('{"game": "whist", "seats": 4}')

    result = runner.invoke(command, ["referee", str(tmp_path / "case.json")])

    assert result.exit_code == EXIT_SETTINGS
    assert result.stderr.count("\n") == 1
    assert "no game 'whist'" in result.stderr


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = runner.invoke(command, ["referee", str(tmp_path / "none.json")])

    assert result.exit_code == EXIT_SETTINGS
    assert "can't read" in result.stderr


def test_no_log_line_shows_card_or_token() -> None:
    token = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
    line = {"event": "failed", "exception": f"KeyError: '7S' 10H JK at {token}", "session": 7}

    shown = redact(None, "error", line)

    assert shown == {"event": "failed", "exception": "KeyError: '▮' ▮ ▮ at ▮", "session": 7}


LIBRARY = """
import logging, warnings
from bot.config import Settings
from bot.logs import set_up_logs
set_up_logs(Settings(log_format="{log_format}"))
log = logging.getLogger("discord.http")
try:
    raise KeyError("7S")
except KeyError:
    log.exception("lost %s", "a" * 60)
log.info("logging in")
log.debug("secret")
warnings.warn("slow")
"""


def logged(log_format: str) -> list[str]:
    """Return a library's lines as they appear on standard error."""
    program = [sys.executable, "-c", LIBRARY.format(log_format=log_format)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(program, env=env, capture_output=True, text=True, check=True).stderr.splitlines()


def test_library_lines_are_json_and_redacted() -> None:
    [lost, warned] = map(json.loads, logged("json"))

    assert (lost["event"], lost["level"], lost["logger"]) == ("lost ▮", "error", "discord.http")
    assert "KeyError: '▮'" in lost["exception"]
    assert lost["timestamp"].endswith("Z")
    assert "UserWarning: slow" in warned["event"]


def test_library_lines_have_times_for_people() -> None:
    lines = logged("console")

    assert re.match(r"\d{4}-\d\d-\d\dT.* \[error +\] lost ▮", lines[0])
    assert not any("7S" in line for line in lines)


def test_proof_is_checked_with_seal_that_was_noted(tmp_path: Path) -> None:
    file = FOLDER / "skrap.json"
    seal = json.loads(file.read_text())["seal"]

    result = runner.invoke(command, ["verify", str(file), "--seal", seal])
    piped = runner.invoke(command, ["verify", "-"], input=file.read_bytes())

    assert result.exit_code == piped.exit_code == 0
    assert result.stdout == piped.stdout
    assert "everything that was checked is as it was sealed" in result.stdout


def test_failing_proof_is_refused_with_its_step(tmp_path: Path) -> None:
    file = tmp_path / "changed.json"
    file.write_bytes((FOLDER / "skrap.json").read_bytes().replace(b"hare", b"wasp"))

    changed = runner.invoke(command, ["verify", str(file)])
    missing = runner.invoke(command, ["verify", str(tmp_path / "none")])

    assert (changed.exit_code, missing.exit_code) == (1, EXIT_SETTINGS)
    assert changed.stdout == (
        'NOT PROVED, at the digest: the file was changed; "swasps" contains something that doesn\'t belong there.\n'
    )
    assert "can't read" in missing.stderr


def test_chain_deals_the_same_days_in_another_database(tmp_path: Path) -> None:
    first, second = ({"DATABASE": str(tmp_path / name)} for name in ("a.sqlite3", "b.sqlite3"))
    for where in (first, second):
        asyncio.run(open_once(Path(where["DATABASE"])))
    assert "start the bot once" in runner.invoke(command, ["daily-chain", "show"], env=first).stderr

    drawn = runner.invoke(command, ["daily-chain", "new"], env=first).stdout
    day, secret = (re.findall(rf"{name}: +(\S+)", drawn)[0] for name in ("first day", "secret"))
    used = runner.invoke(command, ["daily-chain", "use", day, secret], env=second)

    assert used.stdout == drawn == runner.invoke(command, ["daily-chain", "show"], env=second).stdout


def test_chain_to_come_is_shown_after_present_one(tmp_path: Path) -> None:
    where = {"DATABASE": str(tmp_path / "a.sqlite3")}
    asyncio.run(open_once(Path(where["DATABASE"])))
    present = runner.invoke(command, ["daily-chain", "new"], env=where).stdout
    coming = runner.invoke(command, ["daily-chain", "use", "2999-01-01", "00" * 32], env=where).stdout
    with FileLock(Path(where["DATABASE"])):  # as the running bot has it
        shown = runner.invoke(command, ["daily-chain", "show"], env=where).stdout

    assert shown == present + coming


@pytest.mark.parametrize(
    ("day", "secret"), [("today", "00" * 32), ("2026-11-29", "00"), ("2026-11-29", "xy")]
)
def test_invalid_chain_is_refused_in_one_line(day: str, secret: str) -> None:
    result = runner.invoke(command, ["daily-chain", "use", day, secret])

    assert result.exit_code == EXIT_SETTINGS
    assert result.stderr.startswith("cardcrate: ")
    assert result.stderr.count("\n") == 1
