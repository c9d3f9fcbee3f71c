"""Releases have semantic versions and a section in the changelog, and are built by pinned steps."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.conventions.source import ROOT
from tests.shipping.release import SEMANTIC, NotReady, notes, sections, version

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TEXTS = (".py", ".md", ".toml", ".yaml", ".yml", ".service", ".html")
MAX_WORDS, MAX_WORDS_A_LINE = 600, 25
OWN = "# Changelog\n\n## Unreleased\n\n- Later.\n\n## 1.2.0 (2026-11-23)\n\n- New.\n\n## 1.1.0\n\n- Old.\n"


def test_the_version_is_a_semantic_one() -> None:
    assert SEMANTIC.fullmatch(version())


def test_sections_of_changelog_are_releases_or_next_one() -> None:
    assert [
        name for name in sections(CHANGELOG) if name != "Unreleased" and not SEMANTIC.fullmatch(name)
    ] == []


@pytest.mark.parametrize("present", ["1.2.0", "1.2.0rc1"])
def test_notes_of_release_are_its_section_of_changelog(present: str) -> None:
    assert notes(f"v{present}", present, OWN) == "- New."


def test_the_present_version_has_short_notes() -> None:
    told = notes(f"v{version()}", version(), CHANGELOG)

    words = {line: sum(bool(re.search(r"\w", word)) for word in line.split()) for line in told.splitlines()}
    assert 0 < sum(words.values()) <= MAX_WORDS
    assert [line for line, number in words.items() if number > MAX_WORDS_A_LINE] == []


@pytest.mark.parametrize(
    ("tag", "present", "why"),
    [
        ("v1.2.0", "1.1.0", "the tag is v1.2.0, the version 1.1.0"),
        ("v1.2", "1.2", "1.2 isn't a semantic version"),
        ("v1.3.0", "1.3.0", "CHANGELOG.md has no section 1.3.0"),
        ("v1.1.0", "1.1.0", "CHANGELOG.md has no date for 1.1.0"),
    ],
)
def test_a_release_that_is_not_ready_says_why(tag: str, present: str, why: str) -> None:
    with pytest.raises(NotReady, match=why):
        notes(tag, present, OWN)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_pin_tools_and_grant_nothing_by_default(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")

    assert re.findall(r"uses: (?!\S+@[0-9a-f]{40} # v\d|\$/)", text) == [], "actions are pinned by commit"
    assert re.search(r"^permissions:\n  contents: read\n", text, re.MULTILINE)
    assert text.count("uses: actions/checkout@") == text.count("persist-credentials: false")
    jobs = re.findall(r"^  [\w-]+:\n(?:    .*\n|\n)*", text[text.index("\njobs:") :], re.MULTILINE)
    assert [job for job in jobs if "runs-on:" in job and "timeout-minutes:" not in job] == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_files_run_by_workflows_exist(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z]+):(?!=)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    modules = [name.replace(".", "/") for name in re.findall(r"python -m (tests[\w.]+)", text)]

    assert set(re.findall(r"make (\w+)", text)) <= set(targets)
    assert [name for name in modules if not (ROOT / f"{name}.py").is_file()] == []
    assert [name for name in re.findall(r"bash (\S+)", text) if not (ROOT / name).is_file()] == []


def test_pre_commit_runs_checks_of_changes() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").split("\ncheck:")[1].split("\n\n")[0]
    entries = re.findall(r"entry: \.venv/bin/python -m (.+)", hooks)

    assert len(entries) == hooks.count("- id:")
    for entry in entries:
        assert f"$(IN_VENV) {entry.replace(' --force-exclude', '')}\n" in f"{recipe}\n"


def test_the_project_has_one_address() -> None:
    folders = ("*", ".github/**/*", "contrib/*", "docs/**/*", "bot/rendering/*")
    files = [
        path for folder in folders for path in ROOT.glob(folder) if path.suffix in TEXTS or not path.suffix
    ]
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files if path.is_file()]
    home = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Homepage"]
    owners = {
        owner
        for text in texts
        for owner in re.findall(r"(?:github\.com|ghcr\.io)/([\w-]+/cardcrate)\b", text)
    }

    assert {f"https://github.com/{owner}" for owner in owners} == {home}


RELEASE = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
BUILD = (ROOT / ".github" / "workflows" / "build.yml").read_text(encoding="utf-8")


def test_release_is_tested_on_every_promised_python() -> None:
    assert 'python: ["3.11", "3.12", "3.13", "3.14"]' in RELEASE
    assert "make check PYTHON=python\n        env:\n          AUDIT: required\n" in RELEASE
    assert RELEASE.index("needs: test") < RELEASE.index("publish:")


def test_every_change_builds_what_a_release_publishes() -> None:
    called = "uses: $/.github/workflows/build.yml"

    assert all(called in path.read_text(encoding="utf-8") for path in WORKFLOWS if path.name != "build.yml")
    assert re.findall(r"architecture: (\w+)", BUILD) == ["amd64", "arm64"]
    assert not re.findall(r"docker push|publish|gh release", BUILD.partition("\njobs:")[2])


def test_latest_moves_last_and_only_to_mains_version() -> None:
    first, last = (RELEASE.split(f"\n  {job}:\n")[1].split("\n\n")[0] for job in ("ready", "latest"))

    assert "git show origin/main:pyproject.toml" in first
    assert "needs: [ready, image, publish]" in last
    assert RELEASE.count(":latest") == last.count(":latest") == 1


def test_build_tools_come_by_their_hashes_alone() -> None:
    tools = (ROOT / "contrib" / "build-tools.txt").read_text(encoding="utf-8")
    users = [BUILD, RELEASE, *(path.read_text(encoding="utf-8") for path in (ROOT / "Dockerfile",))]

    assert {"hatchling", "uv"} <= set(re.findall(r"^(\w[\w-]*)==", tools, re.MULTILINE))
    assert len(re.findall(r"^\w", tools, re.MULTILINE)) == len(re.findall(r"^\w.*\\$", tools, re.MULTILINE))
    assert all("--require-hashes --requirement" in text for text in users)
    assert not any(re.search(r"pip install .*==|pipx run", text) for text in users)
