"""Pictures drawn in another process are the same, and nobody notices when that process is gone."""

import os
import signal

from bot.rendering.art.pictures import png
from bot.rendering.art.studio import Studio
from bot.rendering.art.zones import Board
from tests.rendering.art.boards import ONE_OF_EACH as BOARD


def where(_board: Board) -> bytes:
    """The process in which a board would be drawn."""
    return str(os.getpid()).encode()


def test_a_picture_is_drawn_in_another_process_while_the_studio_is_open() -> None:
    studio = Studio(where)
    assert studio.draw(BOARD) == where(BOARD)

    with studio.open():
        assert studio.draw(BOARD) != where(BOARD)

    assert studio.draw(BOARD) == where(BOARD)


def test_a_picture_is_the_same_wherever_it_is_drawn() -> None:
    studio = Studio(png)

    with studio.open():
        assert studio.draw(BOARD) == png(BOARD)


def test_when_the_other_process_dies_pictures_are_drawn_here() -> None:
    studio = Studio(where)

    with studio.open():
        os.kill(int(studio.draw(BOARD)), signal.SIGKILL)
        assert studio.draw(BOARD) == where(BOARD)
