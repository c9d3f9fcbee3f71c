"""The view of each seat, and what follows from it (sections 2 and 11)."""

from typing import Any

import pytest

from bot.engine.notation import result
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.drawing import draw_refusal
from tests.games.crazy_rummy.positions import at


def test_hidden_piles_are_seen_as_numbers() -> None:
    game = at("4C 9D / KS KD / QS", discard="5S 8D").do("C: leave")

    view = game.view("B")

    assert view["hands"] == {"A": 2, "B": ["KS", "KD"], "C": 0}
    assert (view["stock"], view["aside"], view["discard"]) == (4, 1, [1, "8D"])
    assert view.keys() == game.position.keys()


@pytest.mark.parametrize(("pile", "seen"), [("", []), ("5S", ["5S"]), ("5S 7D 8D", [2, "8D"])])
def test_of_discards_only_top_one_is_seen(pile: str, seen: list[object]) -> None:
    assert at("4C / KS", discard=pile).view("A")["discard"] == seen


def test_spectators_and_leavers_see_no_hand_before_end() -> None:
    game = at("4C 9D / KS KD / QS").do("C: leave")

    for viewer in (None, "C"):
        assert game.view(viewer)["hands"] == {"A": 2, "B": 2, "C": 0}


def test_when_game_is_over_all_hands_are_open() -> None:
    game = at("4C 9D / KS KD / QS").do("C: leave", "A: leave")

    assert game.view(None)["hands"] == {"A": [], "B": ["KS", "KD"], "C": []}


def test_views_hold_the_public_fields_as_they_are() -> None:
    game = at("4C 9D / KS", sets={"B": [["5C", "5D", "5H"]]}, taken="9D", totals={"B": 7})

    shown = result(GAME, game.state, 2)

    secret = {"stock", "discard", "hands", "aside"}
    for view in shown["views"].values():
        assert {k: v for k, v in view.items() if k not in secret} == {
            k: v for k, v in shown["position"].items() if k not in secret
        }
    assert secret < shown["position"].keys()


@pytest.mark.parametrize(("pile", "size", "top"), [("", 0, None), ("5S", 1, "5S"), ("5S 7D 8D", 3, "8D")])
def test_discard_pile_has_size_and_top_card(pile: str, size: int, top: str | None) -> None:
    seen = GAME.veil(at("4C / KS", discard=pile).state, None)

    assert (len(seen.discard), seen.top_discard) == (size, top)


@pytest.mark.parametrize(
    ("position", "can_take"),
    [({}, True), ({"discard": ""}, False), ({"lock_count": 3}, True), ({"lock_count": 4}, False)],
)
def test_view_tells_whether_discard_can_be_taken(position: dict[str, Any], can_take: bool) -> None:
    game = at("4C / KS", phase="draw", **position)

    assert (draw_refusal(GAME.veil(game.state, 1), "discard") is None) is can_take
    assert ("draw from:discard" in game.legal("A")) is can_take


def test_r13_the_lock_counts_active_players_only() -> None:
    game = at("4C 9D / KS / QS", phase="draw", lock_count=4)

    assert not game.state.is_locked
    assert game.do("C: leave").state.is_locked


def test_r7_view_knows_where_player_stands_with_first_play() -> None:
    game = at("JC JD 6D 4C 3C / KS", sets={"B": [["9C", "9D", "9H"]]})

    assert (game.state.first_play(0), game.state.first_play(1)) == ("to come", "over")
    assert game.do("A: meld cards:JC,JD,6D").state.first_play(0) == "now"
    assert game.do("A: discard card:4C").state.first_play(0) == "over"
