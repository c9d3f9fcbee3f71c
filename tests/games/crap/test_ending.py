"""The end of a game (section 6)."""

import pytest

from bot.engine.options import option_faults
from bot.games.crap.ending import GameEnded
from bot.games.crap.options import CrapOptions
from tests.games.crap.positions import FORCE, game_at, sevens_of


@pytest.mark.parametrize(
    ("position", "commands", "end"),
    [
        ({"hands": {"A": ["5C"]}}, ["A: recycle"], "threshold"),
        ({}, ["A: cooperate player:B"], "threshold"),
        ({}, ["A: force-recycle player:B", "C: vote choice:yes"], "threshold"),
        ({"turn_number": 50}, ["*: timeout"], "turn-limit"),
        ({}, ["B: leave", "A: leave"], "forfeit"),
        ({"timeouts": 5}, ["*: timeout"], "abandoned"),
    ],
)
def test_ending_is_told_last_with_its_cause(
    position: dict[str, object], commands: list[str], end: str
) -> None:
    dice = [{"dice": [6, 6]}] if "recycle" in commands[0] else []
    options = {**FORCE, "threshold": 50, "turn-limit": 50}
    game = game_at({"sets": [sevens_of("C")], **position}, options=options, chance=dice)

    game.do(*commands)

    assert [type(event) for event in game.events].index(GameEnded) == len(game.events) - 1
    assert (game.position["end"], game.position["pending"], game.chance_left) == (end, None, 0)
    action = {"forfeit": None, "turn-limit": "skip", "abandoned": "skip"}
    verb = commands[0].split()[1]
    assert (game.position["last"] or {}).get("action") == action.get(end, verb)


def test_any_threshold_from_one_may_be_played() -> None:
    position = {"sets": [{"owner": "A", "rank": "2", "cards": ["2C", "2D", "2H", "2S"]}]}
    game = game_at(position, options={"threshold": 1}, chance=[{"dice": [1, 1]}]).do("A: recycle")

    assert game.position["end"] == "threshold"
    assert [fault.name for fault in option_faults(CrapOptions, {"threshold": 0})] == ["threshold"]
