"""Suits have two colours in every game, or four for a viewer who wants them."""

import msgspec
import pytest

from bot.rendering.art.plan import DuelPlan, HandPlan, TablePlan
from tests.rendering.art.games import PICTURES, scenes


@pytest.mark.parametrize("game_id", PICTURES)
def test_deck_has_two_colours_unless_viewer_wants_four(game_id: str) -> None:
    game, face = PICTURES[game_id]
    scene = next(scenes(game, 1, 1))(0)
    has_hands = face.has_hands
    drawn = face.hand_picture if has_hands else face.table_picture

    plans = [
        plan
        for plan in (face.table_plan(scene), face.hand_plan(scene, face.usual_order))
        if isinstance(plan, TablePlan | HandPlan | DuelPlan)
    ]
    usual, two, four = (
        drawn(scene),
        *(drawn(msgspec.structs.replace(scene, deck=deck)) for deck in ("two", "four")),
    )

    assert {plan.deck for plan in plans} == {"two"}
    assert usual is not None
    assert usual == two
    assert usual.png != (four and four.png)
