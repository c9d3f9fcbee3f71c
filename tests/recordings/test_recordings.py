"""A sample of the recordings, and the reports of differences."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.rendering import pages
from bot.rendering.page import Page, text_page
from bot.rendering.scene import Scene
from tests.conventions.source import ROOT
from tests.recordings import faces
from tests.recordings.recording import Recording, differences, read, write


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seeds"), [("faces", "0"), ("evenings", "0")])
def test_people_see_what_was_recorded(kind: str, seeds: str) -> None:
    command = [sys.executable, "-m", "tests.recordings", kind, "--seeds", seeds, "--workers", "1"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert run.returncode == 0, run.stdout + run.stderr


def test_changed_page_is_named_by_its_register(monkeypatch: pytest.MonkeyPatch) -> None:
    def mute(_scene: Scene) -> Page:
        return text_page("…")

    before = faces.record("crazy-rummy", 0)
    monkeypatch.setattr(pages, "outsider", mute)
    changed = [key for key, _ in differences(before, faces.record("crazy-rummy", 0))]

    assert changed
    assert all(key.endswith("/outsider") and "/-/" in key for key in changed)


def test_kept_recording_is_read_as_it_was(tmp_path: Path) -> None:
    recording = Recording()
    for key in (
        "live/00/cards-1/messages/000/00",
        "live/00/cards-1/messages/001/00",
        "live/00/rings/ann/000",
    ):
        recording.note(key, key, at=12.34 if "rings" in key else None)
    write(tmp_path / "kept" / "live.xz", recording)

    assert read(tmp_path / "kept" / "live.xz") == recording


def test_missing_new_and_late_are_told() -> None:
    kept, made = Recording(), Recording()
    kept.note("a", "page")
    kept.note("b", "call", at=10.0)
    kept.note("c", "call", at=10.0)
    made.note("b", "call", at=10.9)
    made.note("c", "call", at=12.0)
    made.note("d", "page")

    assert dict(differences(kept, made)) == {
        "a": "is gone",
        "c": "came at 10.0 s and comes at 12.0 s",
        "d": "is new",
    }
