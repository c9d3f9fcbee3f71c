"""Tables of up to six players show names in full, and so do lone tables."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from bot.games import GAMES
from bot.rendering.art.kit.canvas import Mark
from bot.rendering.art.kit.writing import drawable
from bot.rendering.art.parts import painted
from bot.rendering.art.plan import (
    Chip,
    EndingPlan,
    HandPlan,
    LonePlan,
    Plan,
    ProgressDots,
    Ranked,
    Row,
    Stage,
    TablePlan,
    Tile,
)
from bot.rendering.catalog import say, say_as, speaking
from tests.rendering.art.samples import CRAPETTE_TABLE
from tests.rendering.art.test_plans import STYLES

NAMES = ("Tortoise", "Maximilian", "Katharina", "CardShark99", "Badger", "Walrus")
MAX_PLAYERS = 6
USUAL: Mapping[str, Mapping[str, Any]] = {
    "crap": {
        "hand": 12,
        "protected": 2,
        "points": "210 + 140",
        "total": "350",
        "tiles": (Tile("K", 4), Tile("7", 4)),
    },
    "skrap": {"hand": 9, "points": "7", "dots": ProgressDots(7, 10), "surge": "10H", "note": "to answer"},
    "craits": {"hand": 5, "points": "145", "chip": Chip("one card")},
    "crazy-rummy": {"hand": 10, "points": "310 + 145", "total": "455", "tiles": (Tile("9", 4), Tile("A", 3))},
}

ASKED = ("to answer", "plays first")
NOTES: list[tuple[str, str]] = [
    *(("skrap", one) for one in (*ASKED, "bot in play", "can't build", "no bot left", "out of this round")),
    *(("crap", one) for one in ("must recycle?", "called the vote", "is leaving", "guesses {card}")),
    ("craits", "one card"),
]
"""The game and words of notes. In Skrap, these can appear next to a surge card."""


def usual(game: str, count: int) -> TablePlan:
    """Return a table of players with these names, whose rows hold what is usual in this game."""
    rows = tuple(
        Row(name, place, name[0], acts=place == count, leads=place == 1, **USUAL[game])
        for place, name in enumerate(NAMES[:count], 1)
    )
    return TablePlan(game, Stage("Tortoise plays"), rows, STYLES[game], foot="first over 300")


def written_on(plan: Plan) -> list[str]:
    notes: list[Mark] = []
    painted(plan, notes)
    return [mark.text for mark in notes if mark.kind == "text"]


SIZES = [
    pytest.param(game, count, id=f"{game}-{count}")
    for game in STYLES
    for count in GAMES[game].seats
    if count <= MAX_PLAYERS
]


@pytest.mark.parametrize(("game", "count"), SIZES)
def test_names_are_whole_on_a_table(game: str, count: int) -> None:
    assert set(NAMES[:count]) <= set(written_on(usual(game, count)))


@pytest.mark.parametrize(("game", "count"), SIZES)
def test_names_are_whole_at_a_lone_table(game: str, count: int) -> None:
    lone = LonePlan(usual(game, count), HandPlan(game, "Your hand · 0", instead="Your hand is empty."))

    assert set(NAMES[1:count]) <= set(written_on(lone))


@pytest.mark.parametrize("tag", ["en", "de", "es", "fr", "pt-BR"])
@pytest.mark.parametrize(("game", "note"), NOTES)
def test_notes_beside_long_names_are_whole(game: str, note: str, tag: str) -> None:
    with speaking(tag):
        words = say_as("called out", note) if game == "craits" else say(note, card="10♥")
    said, sign = drawable(words), "cross" if game == "skrap" else ""
    drawn = {"chip": Chip(said)} if game == "craits" else {"note": said, "sign": sign, "acts": note in ASKED}
    rows = tuple(replace(one, **drawn) for one in usual(game, 4).rows)

    written = written_on(replace(usual(game, 4), rows=rows))
    assert written.count(said) == 4
    assert set(NAMES[:4]) <= set(written)


@pytest.mark.parametrize("name", NAMES)
def test_names_are_whole_in_crapette(name: str) -> None:
    far, near = (replace(side, name=name, acts=True) for side in (CRAPETTE_TABLE.far, CRAPETTE_TABLE.near))

    assert written_on(replace(CRAPETTE_TABLE, far=far, near=near)).count(name) == 2


@pytest.mark.parametrize(("count", "points"), [(2, "1,070"), (6, "1,070"), (12, "−735")])
def test_names_are_whole_in_a_result(count: int, points: str) -> None:
    ranking = tuple(
        Ranked(name, name[0], points, str(place), won=place == 1)
        for place, name in enumerate((2 * NAMES)[:count], 1)
    )

    assert set(NAMES[:count]) <= set(written_on(EndingPlan("crap", "Tortoise wins", "84 turns", ranking)))
