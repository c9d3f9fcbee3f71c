"""Rules and lessons in another language: translated texts, and everything else from the English file."""

from pathlib import Path
from typing import Any

import pytest

from bot import texts
from bot.config import DATA, BadSettings
from bot.games import GAMES
from bot.rendering.rules import OUTDATED, Reader, rules_page
from bot.rendering.stamps import is_outdated, stamp_of, unstamp
from tests.conventions.translations import restamp
from tests.helpers.guild import settings_for

ENGLISH = (DATA / "rules" / "crap.md").read_text(encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder with the shipped texts, without any translation."""
    for kind in ("rules", "lessons"):
        (tmp_path / kind / "de").mkdir(parents=True)
        for file in (DATA / kind).glob("*.*"):
            (tmp_path / kind / file.name).symlink_to(file)
    return tmp_path


def settings(data: Path) -> Any:
    return settings_for(data / "none.sqlite3", data_dir=data)


def in_german(stamp: str, english: str = ENGLISH) -> str:
    """Return the rules of C.R.A.P. with German headings."""
    return f"<!-- source: {stamp} -->\n" + english.replace("## In short", "## Kurz gesagt")


def test_translated_section_is_found_by_its_english_key(data: Path) -> None:
    (data / "rules" / "de" / "crap.md").write_text(in_german(stamp_of(ENGLISH)), encoding="utf-8")
    rules = texts.read_all_rules(settings(data))

    assert rules["de"]["crap"].sections[0].title == "Kurz gesagt"
    assert [one.key for one in rules["de"]["crap"].sections] == [
        one.key for one in rules["en"]["crap"].sections
    ]
    assert OUTDATED not in rules_page(rules["de"]["crap"], Reader("crap")).text
    assert rules["fr"]["crap"] == rules["en"]["crap"]


def test_text_made_from_earlier_one_says_so(data: Path) -> None:
    (data / "rules" / "de" / "crap.md").write_text(in_german("0000"), encoding="utf-8")

    assert OUTDATED in rules_page(texts.read_all_rules(settings(data))["de"]["crap"], Reader("crap")).text


def test_unfitting_translation_is_english_and_wrong_one_stops(data: Path) -> None:
    file = data / "rules" / "de" / "crap.md"
    short = ENGLISH.split("\n## ")[0] + "\n\n## Kurz gesagt\nEin Spiel.\n"
    file.write_text(f"<!-- source: 0000 -->\n{short}", encoding="utf-8")
    rules = texts.read_all_rules(settings(data))

    assert rules["de"]["crap"] == rules["en"]["crap"]
    file.write_text(f"<!-- source: {stamp_of(ENGLISH)} -->\n{short}", encoding="utf-8")
    with pytest.raises(
        BadSettings, match=r"de/crap\.md \(there must be \d+ sections, as in English, not 1\)"
    ):
        texts.read_all_rules(settings(data))


LESSON = """# source: {stamp}
[[steps]]
teaches = "{teaches}"
heading = "Vier Siebenen"
text = "Leg sie."
right = {{ heading = "Dein erster Satz", text = "Er zählt 70." }}
wrong = [{{ heading = "Du hast einen Satz", text = "Leg ihn zuerst.", label = "Frag" }}]
"""


def test_lesson_with_other_steps_is_refused(data: Path) -> None:
    source = (DATA / "lessons" / "crap.toml").read_text(encoding="utf-8")
    file = data / "lessons" / "de" / "crap.toml"
    file.write_text(LESSON.format(stamp=stamp_of(source), teaches="swim"), encoding="utf-8")

    with pytest.raises(BadSettings, match=r"the steps must teach score, .*, not swim\)"):
        texts.read_all_lessons(settings(data))
    file.write_text(LESSON.format(stamp="0000", teaches="swim"), encoding="utf-8")
    assert texts.read_all_lessons(settings(data))["de"]["crap"].steps[0].written.heading != "Vier Siebenen"


def test_translated_lesson_keeps_its_moves(data: Path) -> None:
    lesson = texts.read_all_lessons(settings(data))["en"]["crap"]
    written = [german_step(step) for step in lesson.steps]
    source = (DATA / "lessons" / "crap.toml").read_text(encoding="utf-8")
    file = data / "lessons" / "de" / "crap.toml"
    file.write_text(f"# source: {stamp_of(source)}\n" + "\n".join(written), encoding="utf-8")
    there = texts.read_all_lessons(settings(data))["de"]["crap"]

    assert not there.lags
    assert [step.right for step in there.steps] == [step.right for step in lesson.steps]
    assert {step.written.heading for step in there.steps} == {"Kopf"}
    assert [bool(one.label) for step in there.steps for one in step.written.wrong] == [
        bool(one.label) for step in lesson.steps for one in step.written.wrong
    ]


def german_step(step: Any) -> str:
    """Return a step of a lesson with German words."""
    said = 'heading = "Kopf", text = "Text"'
    presses = [
        f'{{ {said}, label = "Knopf" }}' if one.label else f"{{ {said} }}"
        for one in (step.written.right, *step.written.wrong)
    ]
    return (
        f'[[steps]]\nteaches = "{step.written.teaches}"\nheading = "Kopf"\ntext = "Text"\n'
        f"right = {presses[0]}\nwrong = [{', '.join(presses[1:])}]\n"
    )


@pytest.mark.parametrize("first", ["<!-- source: 0000 -->\n", "# source: 0000\n"])
def test_a_stamp_names_the_english_text(first: str) -> None:
    english = "# English\n"
    made = restamp(f"{first}# Deutsch\n", english)

    assert is_outdated(f"{first}# Deutsch\n", english)
    assert not is_outdated(made, english)
    assert is_outdated(made, "# English, changed\n")
    assert unstamp(made) == "# Deutsch\n"
    assert restamp("# Deutsch\n", english) == "# Deutsch\n"


def test_every_game_has_english_text_in_every_language(data: Path) -> None:
    read = texts.read_all_lessons(settings(data))

    assert all(set(by_game) == set(GAMES) for by_game in read.values())
