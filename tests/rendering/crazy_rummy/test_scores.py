"""The score sheet of Crazy Rummy."""

import msgspec

from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.state import State
from bot.rendering.crazy_rummy.scores import score_lines
from bot.rendering.scores import NOT_IN, Round
from tests.games.crazy_rummy.positions import NEXT_DEAL, at
from tests.games.driver import Driver
from tests.rendering.crazy_rummy.sessions import scene_of


def lines(*games: Driver[State]) -> list[Round]:
    """The score sheet of hands played one after the other."""
    scores = [event for game in games for event in game.events if isinstance(event, GAME.scores)]
    return list(score_lines(msgspec.structs.replace(scene_of(games[-1].state), scores=tuple(scores))))


def test_each_hand_is_a_line_with_what_was_won_and_the_total() -> None:
    game = at("4C / KS", totals={"A": 100}, sets={"A": [["9C", "9D", "9H"]]}, chance=NEXT_DEAL)
    blocked = at("4C 3D / KS", stock="", discard="", totals={"A": 130, "B": -10}, hand_number=50)

    game.do("A: discard card:4C")
    blocked.do("A: discard card:4C")

    assert lines(game, blocked) == [
        Round(name="1", gains=("+30", "−10"), totals=(130, -10)),
        Round(name="2", gains=("−5", "−10"), totals=(125, -20)),
    ]


def test_a_player_who_left_in_a_hand_is_not_in_its_line() -> None:
    game = at("4C / KS / QS", totals={"B": 70}, chance=NEXT_DEAL).do("B: leave", "A: discard card:4C")

    assert lines(game) == [Round(name="1", gains=("0", NOT_IN, "−10"), totals=(0, None, -10))]
