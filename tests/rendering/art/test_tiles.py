"""Copied tiles make the same picture as blending everything and reducing its colours at the end."""

from itertools import islice

import pytest

from bot.rendering.art import drawing, tiles
from bot.rendering.art.layout import BEFORE_PLAYERS
from bot.rendering.art.palette import PANEL, TABLE
from bot.rendering.art.sketch import Frame, Sketch, marker
from bot.rendering.art.zones import BACK, Board, Column, Columns, Fan, Group, Pile, Seat
from tests.rendering.art.boards import EVERY_CARD, ONE_OF_EACH, TWO_PACKS, crowded
from tests.rendering.art.games import PICTURES, scenes
from tests.rendering.art.test_pictures import EXTREMES

LIT = frozenset(EVERY_CARD[::3])
BOARDS = {
    # On a narrow board zones run into each other; no game has one.
    **{name: board for name, board in EXTREMES.items() if name != "narrow"},
    "one of each": ONE_OF_EACH,
    "full table": crowded(6, 4),
    "lit and unlit": Board(
        (
            (Fan("Hand", (EVERY_CARD[:9],), lit=LIT), Fan("Hand", (TWO_PACKS[:40], EVERY_CARD), lit=LIT)),
            (Seat("Ann", 1, hand=7, groups=(Group(EVERY_CARD[:8], across="KS"),), lit=LIT),),
            (Pile("Lit", "7C", 9, lit=True), Pile("Two", "7C", 2), Pile("Backs", BACK, 3)),
            (Columns((Column("L1", EVERY_CARD[:9]), Column("L2", (BACK, BACK, "5D", BACK)))),),
        ),
        deck="four",
    ),
}


def assert_painted_alike(board: Board, card: int) -> None:
    sketch = drawing.board(board, card)
    assert tiles.painted(sketch, TABLE).tobytes() == tiles.reduced(sketch.painted(TABLE)).tobytes()


@pytest.mark.parametrize("card", BEFORE_PLAYERS)
@pytest.mark.parametrize("name", BOARDS)
def test_every_kind_of_board_looks_as_if_it_was_blended_whole(name: str, card: int) -> None:
    assert_painted_alike(BOARDS[name], card)


@pytest.mark.parametrize("name", PICTURES)
def test_boards_of_random_games_look_as_if_they_were_blended_whole(name: str) -> None:
    game, face = PICTURES[name]
    for seen_by in islice(scenes(game, 5, 4), 25):
        scene = seen_by(seen_by(None).active[0])
        for board in (face.table_board(scene), face.hand_board(scene, "rank")):
            if isinstance(board, Board):
                assert_painted_alike(board, BEFORE_PLAYERS[0])


def test_a_part_that_is_all_on_another_lies_on_the_same_ground() -> None:
    sketch = Sketch(100, 100)
    sketch.put(Frame(100, 100, PANEL, PANEL), 0, 0)
    for side in (60, 40):
        sketch.put(marker("H", side, "#c1272d"), 50 - side // 2, 50 - side // 2)

    assert tiles.painted(sketch, TABLE).tobytes() == tiles.reduced(sketch.painted(TABLE)).tobytes()


def test_tiles_not_used_for_longest_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "MAX_TILES", 2)
    kept = tiles.Tiles()
    hearts, ground = [marker("H", side, "#c1272d") for side in (20, 21, 22)], tiles.number_of(TABLE)
    first, second = (kept.get(heart, ground, ()) for heart in hearts[:2])

    assert kept.get(hearts[0], ground, ()) is first
    kept.get(hearts[2], ground, ())

    assert kept.get(hearts[0], ground, ()) is first
    assert kept.get(hearts[1], ground, ()) is not second
