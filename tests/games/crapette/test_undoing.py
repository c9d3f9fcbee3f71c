"""Taking back (section 5.5)."""

import pytest

from bot.engine.cards import in_order
from bot.engine.draft import Step
from bot.games.crapette import GAME
from bot.games.crapette.undoing import TakenBack, Undo
from tests.games.crapette.positions import at

RUNS = {"R2": "9S", "R3": "9C 8H", "R4": "-"}


def test_r15_house_moves_gifts_and_finishing_can_be_undone() -> None:
    game = at({"R1": "5H", "R3": "6C", "R4": "-"}, finish={"H": [4, 0]})
    piles = game.state.piles

    played = game.do("A: move from:R3 to:their-discard", "A: move from:R1 to:finish").state
    back = game.do("A: undo steps:2").state

    assert back.piles == piles
    assert (played.progress, back.progress) == (1, 0)
    assert game.told(TakenBack) == [
        TakenBack(seat=0, cards=("5H",), source="R1", target="finish"),
        TakenBack(seat=0, cards=("6C",), source="R3", target="their-discard"),
    ]
    assert [*game.events[-2:]] == game.told(TakenBack)


def test_card_returns_from_its_finishing_pile() -> None:
    game = at({"R2": "4S", "R3": "4S"}, finish={"S": [3, 3]}, discards={"B": ["5C"]})

    game.do("A: move from:R2 to:finish", "A: move from:R3 to:finish")

    assert game.do("A: undo").position["finish"]["S"] == [4, 3]
    assert game.do("A: undo").position["finish"]["S"] == [3, 3]


def test_a_stack_comes_back_in_one_step() -> None:
    game = at({"R2": "10D", "R3": "9C 8H", "R4": "-"})
    piles = game.state.piles

    assert game.do("A: move from:R3 to:R2", "A: undo").state.piles == piles


def test_r15_option_off_when_taking_back_is_switched_off() -> None:
    game = at(RUNS, {"undo": False}).do("A: move from:R3 to:R2")

    assert game.refused("A: undo steps:30").facts == {"option": "undo"}
    assert game.state.undo == ()


def test_bad_count_is_checked_first_in_undo() -> None:
    assert at(options={"undo": False}).code("A: undo steps:0") == "bad-count"


def test_nothing_to_undo_tells_possible_number() -> None:
    game = at(RUNS).do("A: move from:R3 to:R2")

    assert game.refused("A: undo steps:2").facts == {"possible": 1}
    assert game.code("A: undo steps:2") == "nothing-to-undo"


def test_undo_limit_is_twenty_steps_in_a_turn() -> None:
    game = at(RUNS, undo_used=18).do("A: move from:R3 to:R4", "A: move from:R4 to:R2", "A: undo")

    assert game.refused("A: undo steps:2").facts == {"limit": 20, "left": 1}
    assert game.do("A: undo").code("A: undo") == "undo-limit"


def test_lifting_and_putting_are_barriers() -> None:
    game = at({"R1": "4H", **RUNS}).do("A: move from:R3 to:R2", "A: flip", "A: put to:R1")

    assert game.code("A: undo") == "nothing-to-undo"


def test_uncovered_card_is_barrier_even_if_seen_before() -> None:
    game = at(RUNS, crapauds={"A": ["9H", "2H"], "B": ["6D"]}, crapaud_unseen={"A": 0})

    assert game.do("A: move from:my-crapaud to:R4").code("A: undo") == "nothing-to-undo"


@pytest.mark.parametrize("pile", ["my-crapaud", "my-discard"])
def test_only_card_of_pile_can_be_taken_back(pile: str) -> None:
    game = at(RUNS, crapauds={"A": ["2H"], "B": ["6D"]})
    piles = game.state.piles

    assert game.do(f"A: move from:{pile} to:R4", "A: undo").state.piles == piles


def test_undo_keeps_clock_and_counters_and_cancels_offer() -> None:
    game = at(RUNS, used={"A": 7}).do("A: move from:R3 to:R2", "B: offer-draw", "A: undo")

    state = game.state
    assert (state.used, state.house_moves, state.undo_used, state.offer) == ((7, 0), 1, 1, None)


def test_undo_is_no_card_action() -> None:
    game = at({"R2": "9S 8H", "R3": "9C"}, timeouts={"A": 2}, undo=["8H R3-R2"])

    assert game.do("A: undo").state.timeouts == (2, 0)


def test_undoing_impossible_move_keeps_all_cards() -> None:
    """The contents of `undo` are taken as given (section 11.1)."""
    game = at(undo=["AS R3-F", "8H 7C L1-L2"])

    step = GAME.apply(game.state, 0, Undo(2), game.chance)

    assert isinstance(step, Step)
    assert in_order(card for pile in step.state.piles for card in pile) == game.state.pack
