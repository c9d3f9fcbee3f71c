"""Catalogs and texts of all languages fit the English ones, and the example for translators works."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from bot.rendering import languages
from bot.rendering.catalog import read_language
from bot.rendering.languages import NAMES, language_of
from bot.rendering.stamps import is_outdated
from tests.conventions import speaking, translations
from tests.conventions.messages import ROOT

PAGE = (ROOT / "docs" / "translating.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```\w+ (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: {forms};\\n"\n\n'
TWO = "nplurals=2; plural=(n != 1)"

every_language = pytest.mark.parametrize("tag", translations.languages())


@every_language
def test_every_message_has_translated_facts_and_forms(tag: str) -> None:
    assert list(translations.faults(tag)) == []


@every_language
def test_rules_lessons_and_privacy_are_those_of_today(tag: str) -> None:
    assert list(translations.faults_of_files(tag)) == []


@pytest.mark.slow
def test_pages_that_people_keep_say_what_catalogs_say(tmp_path: Path) -> None:
    page = speaking.PAGES[0].read_text(encoding="utf-8")

    assert list(speaking.outdated()) == []
    assert speaking.speaking(page, tmp_path) != page
    assert speaking.speaking(speaking.speaking(page, tmp_path)) == page


def template() -> Catalog:
    made = Catalog()
    made.add("{player} asks `/draw`.\n-# Now.")
    made.add(("a card", "{number} cards"))
    made.add("Draw", context="command")
    return made


def written(folder: Path, *, forms: str = TWO, **changed: str) -> Path:
    """Write a Dutch catalog of these three messages with some changed, and return the folder."""
    said = {
        "ask": 'msgid "{player} asks `/draw`.\\n-# Now."\nmsgstr "{player} vraagt `/draw`.\\n-# Nu."\n',
        "card": 'msgid "a card"\nmsgid_plural "{number} cards"\n'
        'msgstr[0] "een kaart"\nmsgstr[1] "{number} kaarten"\n',
        "draw": 'msgctxt "command"\nmsgid "Draw"\nmsgstr "Trekken"\n',
    } | changed
    file = translations.catalog_of("nl", folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(HEAD.format(forms=forms) + "\n".join(said.values()), encoding="utf-8")
    return folder


def found(folder: Path) -> list[str]:
    return list(translations.faults("nl", folder, template()))


def test_whole_catalog_passes_and_missing_one_is_told(tmp_path: Path) -> None:
    assert found(tmp_path) == ["nl: there is no messages.po"]
    assert found(written(tmp_path)) == []


ASKS = 'msgid "{player} asks `/draw`.\\n-# Now."\n'
CARDS = 'msgid "a card"\nmsgid_plural "{number} cards"\n'


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"draw": ""}, "missing: "),
        ({"more": 'msgid "Gone"\nmsgstr "Weg"\n'}, "not said any more: "),
        ({"draw": '#, fuzzy\nmsgctxt "command"\nmsgid "Draw"\nmsgstr "Trek"\n'}, "only guessed (fuzzy): "),
        ({"draw": 'msgctxt "command"\nmsgid "Draw"\nmsgstr ""\n'}, "not translated: "),
        (
            {"draw": f'msgctxt "command"\nmsgid "Draw"\nmsgstr "{"t" * 101}"\n'},
            "101 characters, 100 are the most",
        ),
        ({"ask": f'{ASKS}msgstr "{{speler}} vraagt `/draw`.\\n-# Nu."\n'}, "other facts in "),
        ({"ask": f'{ASKS}msgstr "{{player}} vraagt `/trek`.\\n-# Nu."\n'}, "other commands in "),
        ({"ask": f'{ASKS}msgstr "{{player}} vraagt `/draw`. Nu."\n'}, "0 line breaks in place of 1: "),
        ({"ask": f'{ASKS}msgstr "{{player}} vraagt `/draw`.\\nNu."\n'}, "other beginnings of lines in "),
        ({"card": f'{CARDS}msgstr[0] "een kaart"\nmsgstr[1] ""\n'}, "a form is missing: "),
        ({"card": f'{CARDS}msgstr[0] "{{n}} kaart"\nmsgstr[1] "{{number}} kaarten"\n'}, "other facts in "),
    ],
)
def test_each_fault_of_a_catalog_is_told(tmp_path: Path, changed: dict[str, str], told: str) -> None:
    assert any(fault.startswith(f"nl: {told}") for fault in found(written(tmp_path, **changed)))


@pytest.mark.parametrize(
    "said", ["Pioche !", "Pioche!", "« Pioche\u202f»", "**Pioche :** un as", "Une carte …", "L'as"]
)
def test_french_marks_without_their_narrow_space_are_told(tmp_path: Path, said: str) -> None:
    written(tmp_path, draw=f'msgctxt "command"\nmsgid "Draw"\nmsgstr "{said}"\n')
    (tmp_path / "nl").rename(tmp_path / "fr")

    told = list(translations.faults("fr", tmp_path, template()))

    assert any(fault.startswith("fr: untidy: ") for fault in told)


def test_faults_are_told_in_order_of_file(tmp_path: Path) -> None:
    empty = {"ask": 'msgid "{player} asks `/draw`.\\n-# Now."\nmsgstr ""\n'}
    empty["card"] = 'msgid "a card"\nmsgid_plural "{number} cards"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    empty["draw"] = 'msgctxt "command"\nmsgid "Draw"\nmsgstr ""\n'
    written(tmp_path, **empty)

    told = list(translations.faults("nl", tmp_path, template()))

    assert [word for fault in told for word in ("asks", "a card", "Draw") if word in fault] == [
        "asks",
        "a card",
        "Draw",
    ]


def test_wrong_plural_rule_is_told(tmp_path: Path) -> None:
    wrong = found(written(tmp_path, forms="nplurals=2; plural=(n > 1)"))

    assert wrong[0].startswith("nl: numbers of one kind have several forms: ")


def test_translators_page_leads_to_spoken_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = re.search(r'^    "(.+)": "(.+)",$', PAGE, re.MULTILINE)
    assert line is not None
    tag, name = line.groups()
    monkeypatch.setattr(languages, "NAMES", {**NAMES, tag: name})
    path, lesson = BLOCKS
    file = tmp_path / path.removeprefix("data/locale/")
    file.parent.mkdir(parents=True)
    file.write_text(BLOCKS[path], encoding="utf-8")
    spoken = read_language(tag, tmp_path)
    english = Catalog()
    english.add("It's {player}'s turn.")
    english.add(("a card", "{number} cards"))
    english.add("Draw a card", context="command")

    assert language_of(tag) == tag
    assert spoken.messages["It's {player}'s turn."] == "{player} is aan de beurt."
    assert list(translations.faults(tag, tmp_path, english)) == []
    assert is_outdated(BLOCKS[lesson], "english")
    assert not is_outdated(translations.restamp(BLOCKS[lesson], "english"), "english")


def test_the_tools_that_the_page_names_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")

    assert "tests.conventions.translations" in PAGE
    assert "tests.conventions.translations" in makefile
    assert (ROOT / "data" / "locale" / "messages.pot").is_file()
