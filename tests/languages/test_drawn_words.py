"""Pictures can draw every sign of their words, and titles below a result fit, in every language."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.rendering import catalog
from bot.rendering.art.fonts import has_glyph
from bot.rendering.art.kit.writing import SUIT_OF_SIGN
from bot.rendering.art.plan import EndingPlan, Highlight
from bot.rendering.catalog import say, speaking
from bot.rendering.languages import NAMES
from tests.conventions.messages import SAYING, WITH_CONTEXT
from tests.languages.test_labels_in_hands import cut_in

RENDERING = Path(catalog.__file__).parent
DRAWN = (("news.py",), ("board.py", "picture.py"))
"""Files of a game whose messages go into pictures, though not quite all of those in `board.py`."""
TITLES = (
    "Best hand", "Longest count", "Called an idiot", "Biggest set", "Bluffs caught",
    "Wilds held too long", "Biggest champion", "Most bots destroyed",
)  # fmt: skip
"""The titles in games whose result is a picture."""
in_every_language = pytest.mark.parametrize("tag", NAMES)


def messages_of(file: Path) -> Iterator[str]:
    """Yield the messages in a source file, with the names of their facts."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
            texts = node.args[node.func.id in WITH_CONTEXT : SAYING[node.func.id]]
            yield from (str(text.value) for text in texts if isinstance(text, ast.Constant))


@in_every_language
@pytest.mark.parametrize("names", DRAWN, ids=" ".join)
def test_pictures_can_draw_every_sign_of_their_words(tag: str, names: tuple[str, ...]) -> None:
    files = [file for name in names for file in RENDERING.glob(f"*/{name}")]
    said = {message for file in files for message in messages_of(file)}
    assert len(said) > 20

    told = [catalog.language(tag).messages.get(message, message) for message in said]

    assert [
        text
        for text in told
        if any(not (one.isspace() or one in SUIT_OF_SIGN or has_glyph(one)) for one in text)
    ] == []


@in_every_language
def test_titles_below_a_result_have_room(tag: str) -> None:
    with speaking(tag):
        marks = [Highlight(say(title), "Ann, 8") for title in TITLES]

    for mark in marks:
        assert cut_in(EndingPlan("skrap", "Ann wins", "", (), highlight=mark)) == []
