"""A player's bluffs and calls, counted after a game of C.R.A.P."""

from typing import Any

from bot.engine.moves import Move
from bot.games.crap.acquiring import BELIEVE, CALL_BLUFF, Acquire
from bot.games.crap.drawing import Drew
from bot.games.crap.recycling import Recycled, RolledOff
from bot.rendering.crap.looking_back import looking_back
from bot.rendering.faces import FACES
from bot.rendering.scene import PastMove, SeenMove
from tests.games.crap.positions import game_at
from tests.rendering.crap.sessions import seen

HANDS = {"A": ["2D"], "B": ["KC", "KD"], "C": ["9D"]}
WINDOW: dict[str, Any] = {
    "phase": "bluff-window",
    "turn": "A",
    "pending": {"action": "acquire", "rank": "K"},
    "hands": HANDS,
    "stock": ["3C"],
}


def told(answer: Move) -> list[str]:
    """Return the lines that B reads after this answer to a bluff."""
    past = (
        PastMove(1, 0, game_at({"hands": HANDS, "stock": ["3C"]}).state, Acquire("K")),
        PastMove(2, 1, game_at(WINDOW).state, answer),
    )
    return looking_back(past, seen(WINDOW, viewer=1))


def test_recycling_is_named_after_its_roll_off() -> None:
    rolled, recycled = RolledOff(0, 1, (2, 3), lost=True), Recycled(0, ("AC", "2H"), (1, 6))
    made = SeenMove(0, (rolled, recycled, Drew(0, 7, 30)), 0.0)

    assert FACES["crap"].deed(made) == (rolled, recycled)
    assert FACES["crap"].deed(SeenMove(0, (recycled, Drew(0, 7, 30)), 0.0)) == (recycled,)


def test_believed_bluffs_and_right_calls_are_counted() -> None:
    assert told(CALL_BLUFF) == ["Bluffs you believed: 0. Calls you got right: 1 of 1."]
    assert told(BELIEVE) == ["Bluffs you believed: 1. You didn't call any."]
