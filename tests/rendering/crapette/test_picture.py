"""What the picture of Crapette shows."""

from typing import Any

import pytest

from bot.games.crapette import GAME
from bot.rendering.art.zones import BACK, Board, Columns, Pile, Seat
from bot.rendering.crapette.picture import board_of_table
from tests.rendering.art.boards import zones
from tests.rendering.art.games import scene_at

POSITION = {
    "turn": "B",
    "lifted": "7C",
    "houses": {"L1": ["QH", "JS"], "R4": ["8H"]},
    "finish": {"S": [8, 0], "H": [12, 7]},
    "hands": {"A": ["2C", "3C"], "B": []},
    "discards": {"A": ["9H", "4D"], "B": []},
    "crapauds": {"A": ["8S"], "B": ["5D", "6D"]},
}


def seat(board: Board, place: int) -> Seat:
    return next(zone for zone in zones(board) if isinstance(zone, Seat) and zone.place == place)


def test_the_picture_has_all_twenty_two_piles_and_the_lifted_card() -> None:
    board = board_of_table(scene_at(GAME, 2, POSITION))
    above, finish, (houses,), below = board.rows

    assert isinstance(houses, Columns)
    assert [(column.label, column.cards) for column in houses.columns if column.cards] == [
        ("L1", ("QH", "JS")),
        ("R4", ("8H",)),
    ]
    assert len(houses.columns) == len(finish) == 8
    assert [one.top for one in finish if isinstance(one, Pile)] == ["8S", None, "QH", "7H", *[None] * 4]
    assert [(one.label, one.top, one.count) for one in above if isinstance(one, Pile)] == [
        ("Hand", None, 0),
        ("Discard", None, 0),
        ("Crapaud", "6D", 2),
        ("Lifted", "7C", None),
    ]
    assert [(one.label, one.top, one.count) for one in below if isinstance(one, Pile)] == [
        ("Hand", BACK, 2),
        ("Discard", "4D", 2),
        ("Crapaud", "8S", 1),
    ]


def test_finishing_piles_are_read_in_the_court_order_that_is_played() -> None:
    position = {**POSITION, "houses": {}}
    board = board_of_table(scene_at(GAME, 2, position, court_order="KJQ"))

    assert board.rows[1][2] == Pile("", "JH", ghost="H", spoken="Finishing hearts")


@pytest.mark.parametrize(
    ("position", "notes"),
    [
        ({}, [(), ("turn 1, to put the lifted card",)]),
        ({"lifted": None, "offer": "A"}, [("offers a draw",), ("turn 1, to move",)]),
        ({"lifted": None, "end": "resign", "winners": ["A"]}, [("has won",), ("has lost",)]),
        ({"lifted": None, "end": "agreed"}, [("draw",), ("draw",)]),
    ],
)
def test_the_picture_says_how_the_players_stand(position: Any, notes: list[tuple[str, ...]]) -> None:
    board = board_of_table(scene_at(GAME, 2, {**POSITION, **position}))

    assert [seat(board, place).notes for place in (1, 2)] == notes
