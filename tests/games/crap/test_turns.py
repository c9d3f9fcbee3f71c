"""The order of turns (section 4)."""

from bot.games.crap.turns import TurnStarted
from tests.games.crap.positions import game_at


def test_turns_go_clockwise_past_those_who_have_left() -> None:
    game = game_at({"left": ["A"], "turn": "C"}).do("*: timeout")

    assert game.deciders == "B"
    assert game.told(TurnStarted) == [TurnStarted(seat=1, number=2)]
