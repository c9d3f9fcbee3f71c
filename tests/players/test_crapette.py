"""Choices of computers in Crapette."""

import random
from typing import Any

from bot.games.crapette import GAME
from bot.games.crapette.state import State
from bot.players.crapette import CrapettePolicy
from bot.players.policy import PLAIN, PlayStyle, View
from tests.games.crapette.positions import at
from tests.games.driver import Driver

POLICY = CrapettePolicy()
CALM, SPITEFUL = PlayStyle(spite=-1), PlayStyle(spite=1)


def picked(game: Driver[State], play_style: PlayStyle = PLAIN, seat: int | None = None) -> str:
    """Return the move of a medium computer, in the seat on turn if none is named."""
    who = game.state.turn if seat is None else seat
    return str(POLICY.choose(game.state, View(who, random.Random(0), play_style)))


def listed(game: Driver[State], seat: int = 0) -> list[str]:
    """Return the moves that a computer considers."""
    return list(map(str, POLICY.candidates(game.state, seat)))


def test_a_card_of_the_crapaud_is_finished_first() -> None:
    assert picked(at(finish={"H": [1, 0], "S": [1, 0]})) == "move from:my-crapaud to:finish"


def test_the_opponent_is_loaded() -> None:
    game = at(discards={"A": ["4C"], "B": ["5C"]})

    assert picked(game) == "move from:my-discard to:their-discard"


def test_only_spiteful_computer_loads_finishable_card() -> None:
    game = at(discards={"A": ["4C"], "B": ["5C"]}, finish={"C": [3, 0]})

    assert picked(game) == picked(game, CALM) == "move from:my-discard to:finish"
    assert picked(game, SPITEFUL) == "move from:my-discard to:their-discard"


def test_a_hoarder_builds_on_the_longest_house() -> None:
    game = at({"L1": "10H", "L2": "JS 10D"}, discards={"A": ["9C"], "B": ["5C"]})

    assert picked(game) == "move from:my-discard to:L1"
    assert picked(game, PlayStyle(hoard=1)) == "move from:my-discard to:L2"


def test_a_house_is_freed_for_the_crapaud() -> None:
    game = at({"R3": "9S", "R4": "10H"})

    assert picked(game) == "move from:R3 to:R4"
    assert picked(game.do("A: move from:R3 to:R4")) == "move from:my-crapaud to:R3"


def test_part_of_house_moves_for_card_below() -> None:
    houses = {"R2": "10H 9S", "R3": "10D"}

    assert picked(at(houses, discards={"A": ["2S"], "B": ["JH"]})) == "move from:R2 to:R3"
    assert picked(at(houses)) == "flip"


def test_empty_houses_take_lifted_cards_without_crapaud() -> None:
    gone = at({"R4": "-"}, lifted="7S", crapauds={"A": [], "B": ["QD"]})

    assert picked(gone) == "put to:R4"
    assert picked(at({"R4": "-"}, lifted="7S")) == "put to:my-discard"


def test_r11_discard_fills_house_before_pile_is_turned_over() -> None:
    piles: dict[str, Any] = {"hands": {"A": [], "B": ["3D"]}, "crapauds": {"A": [], "B": ["9D"]}}

    assert picked(at({"R4": "-"}, **piles)) == "move from:my-discard to:R4"
    assert picked(at(**piles)) == "turn-over"


def test_draw_is_accepted_only_behind_and_late() -> None:
    behind: dict[str, Any] = {
        "offer": "B",
        "offered": ["B"],
        "hands": {"A": ["2C", "3C", "7D", "9C"], "B": ["3D"]},
    }

    assert picked(at(idle_turns=40, **behind)) == "accept-draw"
    assert picked(at(idle_turns=39, **behind)) == "flip"
    assert picked(at(idle_turns=40, **{**behind, "hands": {"A": ["2C"], "B": ["3D", "7D", "9C"]}})) == "flip"


def test_waiting_computer_answers_draw_offer() -> None:
    game = at().do("A: offer-draw")

    assert picked(game, seat=1) == "decline-draw"
    assert listed(game, 1) == ["accept-draw", "decline-draw"]


def test_useless_house_moves_are_not_considered() -> None:
    game = at({"L1": "QH JS", "L2": "KC", "R3": "-", "R4": "-"})

    assert "move from:L1 to:R3" in listed(game)
    assert "move from:L1 to:L2 count:2" in listed(game)
    assert not {"move from:L1 to:R4", "move from:L2 to:R3", "move from:L1 to:R3 count:2"} & set(listed(game))


def test_computers_neither_offer_draws_nor_take_back() -> None:
    game = at({"R3": "9S", "R4": "10H"}).do("A: move from:R3 to:R4")

    assert not {"undo", "offer-draw"} & set(listed(game))
    assert {"undo", "offer-draw"} <= set(game.legal("A"))


def test_won_game_is_worth_more_than_any_lead() -> None:
    won = at(
        hands={"A": [], "B": ["3D"]}, discards={"A": ["5H"], "B": ["3S"]}, crapauds={"A": [], "B": ["QD"]}
    )
    ahead = won.state
    won.do("B: resign")

    assert POLICY.evaluate(won.state, 0) > POLICY.evaluate(ahead, 0) > 0
    assert POLICY.evaluate(won.state, 0) == -POLICY.evaluate(won.state, 1)
    assert GAME.outcome(won.state) is not None
