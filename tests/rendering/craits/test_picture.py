"""What the pictures of Craits say; more of it stands in `tests/rendering/art`."""

from typing import Any

import pytest

from bot.engine.chance import Seat as Place
from bot.rendering.art.zones import Banner, Board, Fan, Seat
from bot.rendering.craits.picture import board_of_hand, board_of_table
from tests.rendering.craits.sessions import STOCK, at

FACES_ON = {"faces": True}


def zone_of(board: Board, kind: type[Any], place: int = 0) -> Any:
    """One zone of a kind."""
    return [zone for row in board.rows for zone in row if isinstance(zone, kind)][place]


@pytest.mark.parametrize(
    ("position", "title"),
    [
        ({"phase": "opening-suit", "top": "8S"}, "Seat 1 is to name the first suit"),
        ({}, "Seat 1 is to play"),
        ({"phase": "count", "count": 3, "top": "2S"}, "Seat 1 is to answer the count of 3"),
        ({"phase": "play-again", "top": "6S"}, "Seat 1 is to play once more"),
        ({"phase": "king-run", "king_steps": 2}, "Seat 1 is to play 2 cards more"),
        ({"phase": "between-hands"}, "Hand 1 is over"),
    ],
)
def test_the_banner_says_what_is_asked(position: dict[str, Any], title: str) -> None:
    board = board_of_table(at("KH QH / KD", **{"top": "KS", **position}).scene(None))

    assert zone_of(board, Banner).title == title


def test_an_unnamed_suit_is_not_shown() -> None:
    signs = [
        zone_of(board_of_table(at("KH / KD", top="8S", phase=phase).scene(None)), Banner).sign
        for phase in ("opening-suit", "turn")
    ]

    assert signs == [None, "S"]


def test_jacks_in_a_row_are_counted() -> None:
    session = at("KH QH / KD", top="JS", stock=STOCK, jack_run=2, options=FACES_ON)

    assert "Jacks in a row: 2." in zone_of(board_of_table(session.scene(None)), Banner).text


@pytest.mark.parametrize(("viewer", "lit"), [(0, {"KH"}), (1, set())])
def test_only_the_player_on_turn_sees_cards_lit(viewer: Place, lit: set[str]) -> None:
    board = board_of_hand(at("KH QH / KD", top="KS").scene(viewer), "suit")

    assert zone_of(board, Fan).lit == lit


def test_a_total_is_written_without_separators() -> None:
    board = board_of_table(at("KH / KD", top="KS", totals={"B": -1234}).scene(None))

    assert (zone_of(board, Seat).score, zone_of(board, Seat, 1).score) == ("0", "−1234")
