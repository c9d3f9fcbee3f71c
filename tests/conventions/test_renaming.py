"""Messages are reworded in code and tests, and their translations move along."""

from babel.messages.catalog import Catalog

from tests.conventions.renaming import in_catalog, in_code, in_tests, pattern, read

ROWS = {
    (row.context, row.old): row
    for row in read("\t{player} asks for {ranks}.\t{player}: “Acquire {ranks}!”\ncommand\tStart\tDeal\tnew\n")
}


def test_code_says_new_text_where_catalog_said_old() -> None:
    code = 'A = Tell("{player} asks for {ranks}.")\nB = "{player} asks for {ranks}."\n'

    assert in_code(code, ROWS).splitlines() == [
        'A = Tell("{player}: “Acquire {ranks}!”")',
        'B = "{player} asks for {ranks}."',
    ]


def test_tests_expect_new_text_with_their_facts() -> None:
    one = pattern("{player} asks for {ranks}.", "{player}: “Acquire {ranks}!”")
    assert one

    assert in_tests('assert text == "Ann asks for 7s."\n', [one]) == 'assert text == "Ann: “Acquire 7s!”"\n'


def test_docstring_that_reads_like_a_message_stays() -> None:
    one = pattern("{player} asks for {ranks}.", "{player}: “Acquire {ranks}!”")
    assert one
    code = '"""The bot asks for members."""\n'

    assert in_tests(code, [one]) == code


def test_translation_moves_unless_meaning_changed() -> None:
    there = Catalog(locale="de")
    there.add("{player} asks for {ranks}.", "{player} verlangt {ranks}.")
    there.add("Start", "Los", context="command")

    assert list(in_catalog(there, ROWS)) == []
    moved = there.get("{player}: “Acquire {ranks}!”")
    assert moved
    assert moved.string == "{player} verlangt {ranks}."
    assert [one.id for one in there if one.id] == ["{player}: “Acquire {ranks}!”"]
