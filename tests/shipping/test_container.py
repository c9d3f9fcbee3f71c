"""The container is confined, small, and healthy by the bot's own check. Its steps work in an empty folder."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from bot import cluster_main
from bot.config import Settings
from tests.conventions.source import ROOT
from tests.shipping.steps import Image, ignored, instructions

FILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
MAX_BYTES = 90_000_000


def last_stage() -> dict[str, str]:
    return dict(instructions(FILE[FILE.rindex("\nFROM ") :]))


def test_container_runs_without_rights_and_knows_its_health() -> None:
    facts = last_stage()

    assert re.fullmatch(r"(\d{4,}):\1", facts["USER"])
    assert json.loads(facts["HEALTHCHECK"].partition("CMD ")[2]) == ["cardcrate", "health"]
    assert json.loads(facts["ENTRYPOINT"]) + json.loads(facts["CMD"]) == ["cardcrate", "run"]
    assert facts["VOLUME"] in facts["ENV"], "state lies on the volume"


def test_base_is_one_and_fixed_by_its_digest() -> None:
    bases = {rest.partition(" AS ")[0] for name, rest in instructions(FILE) if name == "FROM"}

    assert len(bases) == 1
    assert re.fullmatch(r"python:3\.\d+-slim-\w+@sha256:[0-9a-f]{64}", bases.pop())
    assert "package-ecosystem: docker\n" in (ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8")


def test_only_build_has_what_only_build_needs() -> None:
    names = [name for name, _ in instructions(FILE)]

    assert names.count("FROM") == 2
    assert "RUN" not in last_stage()


def test_one_file_of_settings_is_enough_for_compose() -> None:
    for line in ("env_file: .env", "read_only: true", "cap_drop: [ALL]", "build: ."):
        assert line in COMPOSE
    assert f"${{CARDCRATE_STATE:-state}}:{last_stage()['VOLUME']}" in COMPOSE
    assert f"user: ${{CARDCRATE_USER:-{last_stage()['USER']}}}" in COMPOSE


@pytest.mark.parametrize(
    ("path", "is_out"),
    [
        (".env", True),
        (".env.example", False),
        (".git", True),
        ("tests/conftest.py", True),
        ("data/cardcrate.sqlite3-wal", True),
        ("data/backups/cardcrate-20260101-1200.sqlite3", True),
        ("bot/__pycache__/app.pyc", True),
        ("bot/app.py", False),
        ("data/migrations/0020_baseline.sql", False),
    ],
)
def test_secrets_and_state_never_enter_an_image(path: str, is_out: bool) -> None:
    assert ignored(path, (ROOT / ".dockerignore").read_text(encoding="utf-8").split()) is is_out


@pytest.mark.night
@pytest.mark.slow
def test_steps_work_in_empty_folder_and_add_little(tmp_path: Path) -> None:
    image = Image(tmp_path)

    image.build(FILE)

    assert image.added()[0] > 1000
    assert image.added()[1] <= MAX_BYTES
    program = image.environment()["PATH"].split(":")[0] + "/cardcrate"
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(r"cardcrate \d+\.\d+\.\d+(rc\d+)?\n", said)


SEVERAL = (ROOT / "contrib" / "compose.postgresql.yaml").read_text(encoding="utf-8")


def test_three_processes_are_as_confined_as_one() -> None:
    closed_in = [
        line
        for line in COMPOSE.splitlines()
        if re.match(r"    (read_only|tmpfs|cap_drop|security_opt|init)", line)
    ]

    assert [line.strip() for line in closed_in if line.strip() not in SEVERAL] == []
    assert len(re.findall(r"^  cardcrate-\d: \*cardcrate$", SEVERAL, re.MULTILINE)) == 3


def test_database_image_is_pinned_and_updated() -> None:
    updates = (ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8")

    assert re.search(r"image: postgres:\d+-bookworm@sha256:[0-9a-f]{64}\n", SEVERAL)
    assert re.search(r"docker-compose # PostgreSQL\n    directory: /contrib\n", updates)


def test_one_that_stops_has_time_to_hand_over() -> None:
    [seconds] = re.findall(r"stop_grace_period: (\d+)s", SEVERAL.split("services:")[0])

    assert int(seconds) > cluster_main.HANDOVER_SECONDS + cluster_main.TAKE_POLLS * cluster_main.POLL_SECONDS


def test_compose_sets_only_known_settings() -> None:
    environment = SEVERAL.split("    environment:\n")[0].split("  environment:\n")[1]
    names = set(re.findall(r"^    ([A-Z_]+):", environment.split("  healthcheck")[0], re.MULTILINE))

    assert names - {"PGPASSWORD", "STATE_DIRECTORY"} <= {name.upper() for name in Settings.model_fields}
    assert {"DATABASE", "SHARDS", "PLACES"} <= names
