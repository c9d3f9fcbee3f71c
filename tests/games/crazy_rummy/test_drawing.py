"""Drawing from the stock or from the discard pile (sections 4 and 5)."""

import pytest

from bot.games.crazy_rummy.drawing import Drew, DrewCards, TookDiscard
from bot.games.crazy_rummy.turns import TurnStarted
from tests.games.crazy_rummy.positions import at


def test_only_drawer_learns_card_from_stock() -> None:
    game = at("4C 9D / KS", phase="draw").do("A: draw")

    assert game.events == [Drew(0, 3), DrewCards(0, "10C", to=(0,))]
    assert game.state.hands[0] == ("4C", "9D", "10C")
    assert game.phase == "play"


def test_everyone_sees_a_discard_taken() -> None:
    game = at("4C 9D / KS", phase="draw", discard="5S 7D").do("A: draw from:discard")

    assert game.events == [TookDiscard(0, "7D", 1)]
    assert game.state.taken == "7D"
    assert game.state.hands[0] == ("4C", "9D", "7D")


@pytest.mark.parametrize("command", ["meld cards:XX", "feed cards:XX", "discard card:XX"])
def test_wrong_phase_before_the_draw(command: str) -> None:
    assert at("4C 9D / KS", phase="draw").code(f"A: {command}") == "wrong-phase"


def test_wrong_phase_for_a_second_draw() -> None:
    assert at("4C 9D / KS").code("A: draw") == "wrong-phase"
    assert at("4C 9D / KS").code("A: draw from:discard") == "wrong-phase"


def test_discard_empty() -> None:
    game = at("4C 9D / KS", phase="draw", discard="")

    assert game.code("A: draw from:discard") == "discard-empty"
    assert game.legal("A") == ["draw"]


def test_discard_empty_comes_before_discard_locked() -> None:
    assert (
        at("4C 9D / KS", phase="draw", discard="", lock_count=4).code("A: draw from:discard")
        == "discard-empty"
    )


def test_r13_turns_that_only_took_discards_lock_the_pile() -> None:
    game = at("4C 9D / KS 3D", phase="draw", lock_count=3).do("A: draw from:discard", "A: discard card:9D")

    assert game.events[-1] == TurnStarted(1, locked=True)
    assert game.code("B: draw from:discard") == "discard-locked"
    assert game.legal("B") == ["draw"]


def test_r13_draw_from_stock_opens_pile_again() -> None:
    game = at("4C 9D / KS 3D", phase="draw", lock_count=4).do("A: draw", "A: discard card:9D")

    assert game.events[-1] == TurnStarted(1)
    assert game.state.lock_count == 0
    assert game.legal("B") == ["draw", "draw from:discard"]


def test_r13_laying_a_card_resets_the_count() -> None:
    game = at("4C KS / KD 3D", sets={"B": [["5C", "5D", "5H"]]}, phase="draw", lock_count=3)

    game.do("A: draw from:discard", "A: feed cards:5S")
    assert game.state.lock_count == 3
    assert game.do("A: discard card:4C").state.lock_count == 0


def test_r13_count_is_held_against_players_active_at_draw() -> None:
    game = at("4C 9D / KS / QS", phase="draw", lock_count=4)

    assert game.legal("A") == ["draw", "draw from:discard"]
    assert game.do("C: leave").code("A: draw from:discard") == "discard-locked"
