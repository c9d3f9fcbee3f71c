"""Catalogs as translators write them: how they're read and used, and when English replaces them."""

from pathlib import Path

import pytest

from bot.rendering import catalog
from bot.rendering.catalog import Language, read_language, say, say_as, say_command, say_count, speaking
from bot.rendering.languages import language_of
from bot.rendering.po import read_po

HEAD = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
FRENCH = (
    HEAD
    + """
# from a translator
msgid "It's {player}'s turn."
msgstr ""
"À {player}"
" de jouer."

msgctxt "pile"
msgid "Discard"
msgstr "Défausse \\"ouverte\\"\\n"

msgid "a card"
msgid_plural "{number} cards"
msgstr[0] "une carte"
msgstr[1] "{number} cartes"

#, fuzzy
msgid "Skipped."
msgstr "Sauté."

msgid "Not yet."
msgstr ""

#~ msgid "Gone."
#~ msgstr "Parti."
"""
)


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Language:
    """Return a small French catalog that replaces the shipped one."""
    file = tmp_path / "fr" / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    file.write_text(FRENCH, encoding="utf-8")
    known = read_language("fr", tmp_path)
    monkeypatch.setattr(catalog, "language", {"fr": known}.__getitem__)
    return known


def test_messages_follow_nested_languages(french: Language) -> None:
    with speaking("fr"):
        assert say("It's {player}'s turn.", player="Ben") == "À Ben de jouer."
        assert say_as("pile", "Discard") == 'Défausse "ouverte"\n'
    assert say("It's {player}'s turn.", player="Ben") == "It's Ben's turn."


def test_numbers_take_forms_of_the_language(french: Language) -> None:
    with speaking("fr"):
        said = [say_count("a card", "{number} cards", number) for number in (0, 1, 2, 21)]

    assert said == ["0 cartes", "une carte", "2 cartes", "21 cartes"]


def test_missing_or_guessed_messages_fall_back_to_english(french: Language) -> None:
    with speaking("fr"):
        assert [say("Skipped."), say("Not yet."), say("Gone."), say_as("button", "Discard")] == [
            "Skipped.",
            "Not yet.",
            "Gone.",
            "Discard",
        ]
        assert say_count("a hand", "{number} hands", 2) == "2 hands"


def test_translation_with_other_facts_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Language("fr", read_po(HEAD + 'msgid "{player} passes."\nmsgstr "{joueur} passe."\n'))
    monkeypatch.setattr(catalog, "language", lambda _tag: wrong)
    with speaking("fr"):
        assert say("{player} passes.", player="Ben") == "Ben passes."


def test_commands_are_described_by_own_messages_first(monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'msgctxt "command"\nmsgid "Pass"\nmsgstr "Passer (commande)"\n\nmsgid "Live"\nmsgstr "En direct"\n'
    monkeypatch.setattr(catalog, "language", lambda _tag: Language("fr", read_po(HEAD + text)))

    said = [say_command("fr", text) for text in ("Pass", "Live", "Nothing of ours")]
    assert said == ["Passer (commande)", "En direct", "Nothing of ours"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('msgstr "half "a" line"', "line 6: write a keyword such as msgstr and a text in double quotes"),
        ("nonsense", "line 6: write a keyword such as msgstr and a text in double quotes"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(tmp_path: Path, line: str, said: str) -> None:
    file = tmp_path / "fr" / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    file.write_text(f'{HEAD}msgid "a"\n{line}\n', encoding="utf-8")

    with pytest.raises(ValueError) as raised:
        read_language("fr", tmp_path)
    assert str(raised.value) == f"{file}: {said}"


def test_language_without_file_is_english(tmp_path: Path) -> None:
    assert not read_language("fr", tmp_path).messages
    assert catalog.language("xx").tag == "en"


def test_discords_locales_find_their_language() -> None:
    told = ("en-GB", "de", "es-419", "es-ES", "pt-BR", "ja", "")

    assert [language_of(locale) for locale in told] == ["en", "de", "es", "es", "pt-BR", "en", "en"]
