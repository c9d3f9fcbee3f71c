"""The positions at turn starts (R18, section 11.2)."""

from tests.games.crapette.positions import STUCK, at


def test_r18_houses_are_interchangeable_when_positions_are_compared() -> None:
    game = at({"R3": "KC", "R4": "-"}, **STUCK)

    game.do("A: move from:R3 to:R4", "A: pass", "B: pass")

    assert len(set(game.state.history)) == 2
    assert game.position["houses"]["R3"] == []


def test_r18_other_finishing_heights_empty_the_history() -> None:
    game = at({"R3": "4S"}, finish={"S": [3, 0]}, **STUCK)

    assert len(game.do("A: pass", "B: move from:R3 to:finish", "B: pass").state.history) == 1
