"""Everything shipped is pinned, under an allowed licence and free of known vulnerabilities."""

import re

import pytest
from packaging.requirements import Requirement

from tests.conventions.audit import Answer, verdict
from tests.conventions.licences import listed
from tests.conventions.lockfile import direct, files, packages, shipped
from tests.conventions.uv import uv
from tests.sabotage.planting import sabotaged
from tests.sabotage.supply import ask_for_many_packages, pin_a_file_by_its_name_alone

MAX_DIRECT = 9
MAX_INSTALLED = 30
SOUND: Answer = {"name": "aiohttp", "version": "3.1", "vulns": []}
BAD: Answer = {"name": "idna", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]}
UNKNOWN: Answer = {"name": "yarl", "skip_reason": "not found"}


@sabotaged("P30", ask_for_many_packages)
def test_the_bot_asks_for_few_packages_itself() -> None:
    assert 0 < len(direct()) <= MAX_DIRECT


def test_an_installation_is_small() -> None:
    told = uv("export", "--frozen", "--no-dev", "--no-emit-project", "--no-hashes").stdout
    needed = [Requirement(line) for line in told.splitlines() if "==" in line]
    here = {"sys_platform": "linux", "python_full_version": "3.11.7", "python_version": "3.11"}

    assert 0 < sum(one.marker is None or one.marker.evaluate(here) for one in needed) <= MAX_INSTALLED


@sabotaged("P30", pin_a_file_by_its_name_alone)
def test_every_packaged_file_is_pinned_by_hash() -> None:
    from_registry = [package for package in packages() if "registry" in package["source"]]

    assert len(from_registry) == len(packages()) - 1, "all but this project itself"
    assert all(package.get("wheels") or package.get("sdist") for package in from_registry)
    assert [file["url"] for file in files() if not re.fullmatch("sha256:[0-9a-f]{64}", file["hash"])] == []


def test_dependencies_of_packages_are_shipped() -> None:
    assert {"discord-py", "aiohttp", "yarl", "idna", "simcord"} <= set(shipped())
    assert not {"pytest", "mypy", "rlcard"} & set(shipped())


@pytest.mark.sabotage("P30")
def test_licence_that_is_not_in_list_fails() -> None:
    refused = listed(["certifi"])  # under the Mozilla Public License

    assert refused.returncode == 1
    assert "certifi" in refused.stderr
    assert listed(["aiohttp"]).returncode == 0


@pytest.mark.parametrize(
    ("answers", "code", "said"),
    [
        ([SOUND], 0, "1 packages audited, 0 known vulnerabilities."),
        ([SOUND, BAD], 1, "idna 1 has CVE-1; fixed in 2."),
        ([SOUND, UNKNOWN], 0, "NOT AUDITED, as nothing is known of them: yarl."),
        ([UNKNOWN], 0, "NOT AUDITED: no list of vulnerabilities can be reached from here."),
        ([], 0, "NOT AUDITED: no list of vulnerabilities can be reached from here."),
    ],
)
def test_audit_tells_findings_and_gaps(answers: list[Answer], code: int, said: str) -> None:
    found, lines = verdict(answers, required=False)

    assert found == code
    assert said in lines


@pytest.mark.parametrize("answers", [[SOUND, UNKNOWN], [UNKNOWN], []])
def test_required_audit_fails_when_impossible(answers: list[Answer]) -> None:
    assert verdict(answers, required=True)[0] == 1
    assert verdict([SOUND], required=True)[0] == 0
