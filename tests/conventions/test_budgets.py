"""Lines and odd sentences are counted as people would count them, and tightening never raises a budget."""

from pathlib import Path

import pytest

from tests.conventions import budgets, english


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.pot", 'msgid "Nobody holds a card."\nmsgstr ""\n', []),
        ("a.pot", 'msgid "You hold no card"\n"; it is gone."\nmsgstr ""\n', [3]),
        ("a.py", '"""What is looked at."""\nplain = "Who is it"  # mended anew\n', [1, 2]),
        ("a.md", "Ask somebody.\n\n```\nAsk somebody.\n```\n", [1]),
        ("a.toml", 'said = ["You cannot do it."]\n', [1]),
    ],
)
def test_a_sentence_that_breaks_rules_is_found(
    tmp_path: Path, name: str, text: str, found: list[int]
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")

    assert [
        len(rules) for _, sentence in english.sentences(file) if (rules := english.broken(sentence))
    ] == found


def test_growth_beyond_a_budget_is_named() -> None:
    most = {"lines": {"source": 10, "tests": 5}}

    assert budgets.exceeded({"lines": {"source": 10, "tests": 5}}, most) == []
    assert budgets.exceeded({"lines": {"source": 11, "docs": 1}}, most) == [
        "lines of source: 11, at most 10",
        "lines of docs: 1, at most 0",
    ]


def test_tightening_lowers_budgets_and_never_raises_one() -> None:
    text = budgets.tightened(
        {"lines": {"source": 9, "tests": 7, "new": 3}}, {"lines": {"source": 10, "tests": 5}}
    )

    assert text.split("[lines]\n")[1] == '"source" = 9\n"tests" = 5\n"new" = 3\n'


def test_every_text_of_the_project_has_a_budget() -> None:
    assert budgets.budgets()["english"].keys() == budgets.texts().keys()
    assert all(budgets.texts().values())
