"""Users read whole messages with named facts, which come from the catalog and are all in the template."""

from string import Formatter

import pytest

from bot.rendering.commands import PLACEHOLDER
from tests.conventions import messages


def facts_of(text: str) -> set[str]:
    """Return the facts that a message names. A placeholder for a command isn't one."""
    names = {name for _, name, _, _ in Formatter().parse(text) if name}
    return {name for name in names if not name.startswith(PLACEHOLDER)}


@pytest.mark.slow
def test_no_message_is_built_from_pieces() -> None:
    assert [one.where for one in messages.said() if one.is_glued] == []


def test_every_message_is_given_facts_that_it_names() -> None:
    wrong = []
    for one in messages.said():
        if one.function.startswith(("message", "Tell")) or one.gives_more or None in one.texts:
            continue
        texts = one.texts[1:] if one.function in ("say_as", "say_count_as") else one.texts
        named = set().union(*(facts_of(text) for text in texts if text is not None)) - {"number"}
        given = one.facts - {"number"}
        if named != given:
            wrong.append(f"{one.where}: names {sorted(named)}, is given {sorted(given)}")

    assert wrong == []


def test_the_template_holds_every_message() -> None:
    now = {(one.id, one.context) for one in messages.catalog() if one.id}
    kept = {(one.id, one.context) for one in messages.stored() if one.id}

    assert (sorted(map(str, now - kept)), sorted(map(str, kept - now))) == ([], []), "run `make messages`"
