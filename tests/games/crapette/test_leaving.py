"""Resigning and leaving (section 5.3)."""

import pytest

from bot.engine.contract import Outcome
from bot.games.crapette import GAME
from bot.games.crapette.leaving import Resigned
from tests.games.crapette.positions import at


@pytest.mark.parametrize(("command", "winner"), [("B: resign", 0), ("A: leave", 1)])
def test_resigning_and_leaving_lose(command: str, winner: int) -> None:
    game = at().do(command)

    assert GAME.outcome(game.state) == Outcome((winner,), "resign")
    assert game.events[0] == Resigned(seat=1 - winner)
    assert GAME.active(game.state) == (winner,)
    assert game.code("B: leave") == "game-over"


def test_player_may_resign_anytime() -> None:
    game = at().do("A: flip", "B: resign")

    assert (game.state.winners, game.state.lifted) == ((0,), "3C")
