"""The reasons of hints in C.R.A.P. are true of the player's hand."""

from typing import Any

import pytest

from bot.games.crap import GAME
from bot.games.crap.acquiring import CALL_BLUFF
from bot.games.crap.notes import CrapNotes
from bot.games.crap.recycling import RECYCLE
from bot.rendering.faces import FACES
from tests.rendering.crap.sessions import seen

FIVES = ["5C", "5D", "5H", "5S"]
FOURS: dict[str, Any] = {"owner": "A", "rank": "4", "cards": ["4C", "4D", "4H", "4S"]}


@pytest.mark.parametrize(
    ("hand", "stock", "threshold", "reason"),
    [
        (
            ["2C", "9H"],
            1,
            300,
            ("I'd recycle. Two dice give you about seven new cards for your 2, which aren't worth much."),
        ),
        (["2C"], 1, 300, "I'd recycle. Two dice give you about seven new cards for your one."),
        ([], 1, 300, "I'd recycle. Two dice give you about seven new cards."),
        (FIVES, 1, 300, "I'd recycle. Two dice give you about seven new cards."),
        (FIVES, 2, 50, "I'd recycle. Two dice give you about seven new cards."),
        (FIVES, 1, 50, "I'd recycle. That empties the stock: all points are counted, and you win."),
    ],
)
def test_recycling_wins_by_points_once_stock_runs_dry(
    hand: list[str], stock: int, threshold: int, reason: str
) -> None:
    position = {"hands": {"A": hand, "B": ["7H"], "C": ["KC"]}, "totals": {"A": 20, "B": 0, "C": 0}}
    scene = seen({**position, "sets": [FOURS], "stock": ["3C"] * stock}, viewer=0, threshold=threshold)

    assert FACES[GAME.id].reason(RECYCLE, scene, CrapNotes(seat=0)) == reason


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        (["KC", "KD", "KH", "KS", "KC"], "I'd call it. You hold five, and none of eight kings are out."),
        (["KC", "KD"], "I'd call it. Losing two would cost you more than a random card."),
        (["7H"], "I'd call it. If Ben is bluffing, Ben loses a random card."),
    ],
)
def test_player_without_rank_loses_nothing_by_believing(own: list[str], reason: str) -> None:
    position = {"hands": {"A": own, "B": ["7D"], "C": ["2C"]}, "turn": "B", "phase": "bluff-window"}
    pending = {"action": "acquire", "rank": "K", "believed": ["C"]}
    scene = seen({**position, "pending": pending}, viewer=0)

    assert FACES[GAME.id].reason(CALL_BLUFF, scene, CrapNotes(seat=0)) == reason
