"""The text of a table and its picture agree: neither is compared with the position here, only both with each other."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest

from bot.games import GAMES
from bot.rendering import words
from bot.rendering.art.plan import DuelPlan, Row, TablePlan
from bot.rendering.art.spoken import description
from bot.rendering.face import Face
from bot.rendering.faces import FACES
from bot.rendering.scene import Scene
from tests.helpers.walks import Habits
from tests.rendering.art.games import scene_at, table_of
from tests.rendering.twin import crapette, hearing, pictured, written
from tests.rendering.twin.moments import moments
from tests.rendering.twin.readers import WALKS, rare

pytestmark = pytest.mark.no_cover  # random walks: tracing them would double their time

CARD: Final = re.compile(r"(?:10|[2-9AJQK])[CDHS]|JK")
WRITTEN: Final = re.compile(r"(10|[2-9AJQK]) ?([♣♦♥♠]+)|(joker)(?: ×(\d+))?")
ELSEWHERE: Final = frozenset({"under"})
"""A card from past moves, which the text tells in its lines."""
LEADER_WHO_LEAVES: Final = {
    "phase": "bluff-window",
    "pending": {"action": "acquire", "rank": "K"},
    "leaving": ["B"],
    "totals": {"A": 50, "B": 100, "C": 10},
    "hands": {"A": ["2C"], "C": ["3C"], "D": ["4C"]},
}
SETS_OF_SOMEONE_GONE: Final = {
    "left": ["B"],
    "totals": {"A": 50, "B": 100},
    "sets": [{"owner": "B", "rank": "7", "cards": ["7C", "7D", "7H", "7S"]}],
}


class Standing(msgspec.Struct, frozen=True):
    """A player at the table, as text or picture show them."""

    acts: bool
    leads: bool
    points: str
    cards: int | None


def faults(scene: Scene) -> list[str]:
    """In what the text and the picture of a table differ."""
    face = FACES[scene.game.id]
    text, plan = face.table(scene), table_of(face, scene)
    if isinstance(plan, TablePlan) and type(face).table is Face.table:
        told = written.table(hearing.drawn(text.splitlines(), scene))
        seen = pictured.read(description(plan), "", scene.names)
        seen = msgspec.structs.replace(seen, said=hearing.drawn(seen.said, scene))
        return written.differences(told, seen, getattr(scene.view, "wild", ""))
    if isinstance(plan, DuelPlan):
        seen = pictured.read(description(plan), "", scene.names)
        seen = msgspec.structs.replace(seen, said=hearing.drawn(seen.said, scene))
        return crapette.differences(crapette.table(*hearing.drawn([text], scene)), seen)
    assert isinstance(plan, TablePlan)
    differing = [
        f"{row.name}: {told} and {shown}"
        for row, told, shown in zip(plan.rows, _told(scene, text), map(_shown, plan.rows), strict=True)
        if told != shown
    ]
    open_cards = Counter(_cards(msgspec.to_builtins(plan)))
    return [*differing, *(open_cards - _written(text))]


def _told(scene: Scene, text: str) -> Iterator[Standing]:
    for seat in range(len(scene.players)):
        name = re.escape(words.name(scene, seat))
        line = re.search(rf"^(▶ )?\*\*{name}\*\* (.*)$", text, re.MULTILINE)
        assert line, text
        points, *facts = line[2].split(" · ")
        # A picture has room for the size of a very large number only.
        points = re.sub(r"^[\d,…]+ \((\d+) digits\)$", lambda hit: f"≈10^{int(hit[1]) - 1}", points)
        yield Standing(bool(line[1]), "ahead" in facts, points, _held(facts))


def _held(facts: list[str]) -> int | None:
    counts = [re.match(r"(one|\d+)(?: of \d+)? cards?\b", fact) for fact in facts]
    return next((1 if hit[1] == "one" else int(hit[1]) for hit in counts if hit), None)


def _shown(row: Row) -> Standing:
    return Standing(row.acts, row.leads, row.points, row.hand)


def _cards(plan: Any) -> Iterator[str]:
    """The open cards of a picture, or of a part of it."""
    match plan:
        case str() if CARD.fullmatch(plan):
            yield plan
        case dict():
            for name, part in plan.items():
                if name not in ELSEWHERE:
                    yield from _cards(part)
        case list() | tuple():
            for part in plan:
                yield from _cards(part)


def _written(text: str) -> Counter[str]:
    """The cards that a text names: `7♣ 7♦`, `7 ♣♦`, `joker ×2`."""
    cards = Counter[str]()
    for rank, suits, joker, number in WRITTEN.findall(text):
        cards.update([rank + hearing.SUITS[suit] for suit in suits] or ["JK"] * int(number or bool(joker)))
    return cards


@pytest.mark.parametrize(
    ("name", "seed", "habits", "every"),
    [(name, *walk) for name, some in WALKS.items() for walk in some],
    ids=lambda value: str(value) if isinstance(value, str | int) else "",
)
def test_text_and_picture_agree_throughout_a_game(name: str, seed: int, habits: Habits, every: int) -> None:
    for moment in moments(GAMES[name], seed, habits, every):
        assert faults(moment.scene(None)) == []


@pytest.mark.parametrize("name", WALKS)
def test_text_and_picture_agree_in_rare_moments(name: str) -> None:
    for moment in rare(name):
        assert faults(moment.scene(None)) == []


@pytest.mark.parametrize("position", [LEADER_WHO_LEAVES, SETS_OF_SOMEONE_GONE])
def test_text_and_picture_agree_on_leavers(position: dict[str, Any]) -> None:
    assert faults(scene_at(GAMES["crap"], 4, position)) == []


def test_agreement_covers_every_game_with_pictures() -> None:
    pictured = {name for name, face in FACES.items() if type(face).table_plan is not Face.table_plan}

    assert pictured == set(WALKS)
