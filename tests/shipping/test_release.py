"""Releases: named by semantic versions, told of in the changelog, built by pinned steps, and taken over for good."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.conventions.source import ROOT
from tests.shipping.release import SEMANTIC, NotReady, notes, sections, version

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TEXTS = (".py", ".md", ".toml", ".yaml", ".yml", ".service", ".html")
OWN = "# Changelog\n\n## Unreleased\n\n- Later.\n\n## 1.2.0 (2026-11-23)\n\n- New.\n\n## 1.1.0\n\n- Old.\n"


def test_the_version_is_a_semantic_one() -> None:
    assert SEMANTIC.fullmatch(version())


def test_every_section_of_the_changelog_is_a_release_or_what_comes_next() -> None:
    assert [
        name for name in sections(CHANGELOG) if name != "Unreleased" and not SEMANTIC.fullmatch(name)
    ] == []


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    assert notes("v1.2.0", "1.2.0", OWN) == "- New."


@pytest.mark.parametrize(
    ("tag", "present", "why"),
    [
        ("v1.2.0", "1.1.0", "the tag is v1.2.0, the version 1.1.0"),
        ("v1.2", "1.2", "1.2 is no semantic version"),
        ("v1.3.0", "1.3.0", "CHANGELOG.md has no section 1.3.0"),
    ],
)
def test_a_release_that_is_not_ready_says_why(tag: str, present: str, why: str) -> None:
    with pytest.raises(NotReady, match=why):
        notes(tag, present, OWN)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_pin_what_they_use_and_grant_nothing_by_default(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")

    assert re.findall(r"uses: (?!\S+@[0-9a-f]{40} # v\d)", text) == [], "actions are pinned by commit"
    assert re.search(r"^permissions:\n  contents: read\n", text, re.MULTILINE)
    jobs = re.findall(r"^  \w+:\n(?:    .*\n|\n)*", text[text.index("\njobs:") :], re.MULTILINE)
    assert [job for job in jobs if "runs-on:" in job and "timeout-minutes:" not in job] == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_what_workflows_run_is_there(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z]+):(?!=)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    modules = [name.replace(".", "/") for name in re.findall(r"python -m (tests[\w.]+)", text)]

    assert set(re.findall(r"make (\w+)", text)) <= set(targets)
    assert [name for name in modules if not (ROOT / f"{name}.py").is_file()] == []
    assert [name for name in re.findall(r"bash (\S+)", text) if not (ROOT / name).is_file()] == []


def test_what_runs_before_a_commit_is_what_every_change_must_pass() -> None:
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


def test_a_release_is_tested_on_every_python_that_is_promised() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")

    assert 'python: ["3.11", "3.12", "3.13", "3.14"]' in text
    assert text.index("needs: test") < text.index("publish:")
