"""Two colours of suits unless somebody wishes four, in every game alike."""

import msgspec
import pytest

from bot.rendering.faces import FACES
from tests.rendering.art.games import PICTURES, scenes


@pytest.mark.parametrize("game_id", PICTURES)
def test_every_deck_has_two_colours_until_its_viewer_wishes_four(game_id: str) -> None:
    game, picture = PICTURES[game_id]
    scene = next(scenes(game, 1, 1))(0)
    has_hands = FACES[game_id].has_hands
    drawn = FACES[game_id].hand_picture if has_hands else FACES[game_id].table_picture

    boards = [picture.table_board(scene), *([picture.hand_board(scene)] if has_hands else [])]
    usual, two, four = (
        drawn(scene),
        *(drawn(msgspec.structs.replace(scene, deck=deck)) for deck in ("two", "four")),
    )

    assert {board.deck for board in boards} == {"two"}
    assert usual is not None
    assert usual == two
    assert usual.png != (four and four.png)
