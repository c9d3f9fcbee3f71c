"""Boards as PNG bytes."""

import hashlib
from functools import lru_cache
from io import BytesIO
from typing import Final

import msgspec
from PIL import Image

from bot.rendering.art import drawing
from bot.rendering.art.alt import alt_text
from bot.rendering.art.blends import few_colours
from bot.rendering.art.cache import PictureCache
from bot.rendering.art.layout import BEFORE_PLAYERS
from bot.rendering.art.palette import TABLE, Deck
from bot.rendering.art.studio import Studio
from bot.rendering.art.zones import Board
from bot.rendering.page import Picture

TALL: Final = 1300
"""From this height on the cards before the players are drawn smaller."""
DRAWN: Final = PictureCache(most_bytes=24 * 2**20)


def picture(board: Board, name: str, deck: Deck = "two") -> Picture:
    """The board with its description; `name` is the file's, without an ending.

    `deck` four draws every suit in a colour of its own, also where the game would not by itself.
    """
    if deck == "four":
        board = msgspec.structs.replace(board, deck=deck)
    return Picture(name=f"{name}.png", png=DRAWN.get(key(board), lambda: STUDIO.draw(board)), alt=said(board))


@lru_cache(maxsize=1024)
def said(board: Board) -> str:
    """The board in words; most boards are asked for again as long as nothing changes on them."""
    return alt_text(board)


def key(board: Board) -> bytes:
    """A fingerprint of all that a board shows."""
    return hashlib.sha256(msgspec.json.encode(board, order="deterministic")).digest()


def png(board: Board) -> bytes:
    """The board as PNG, the same bytes for the same board."""
    sketches = (drawing.board(board, card) for card in BEFORE_PLAYERS)
    sketch = next((one for one in sketches if one.height <= TALL), None)
    return encoded((sketch or drawing.board(board, BEFORE_PLAYERS[-1])).painted(TABLE))


STUDIO: Final = Studio(png)
"""Draws here, and in another process while the bot runs."""


def encoded(image: Image.Image) -> bytes:
    """An image in few colours as PNG."""
    flat = image.quantize(palette=few_colours(), dither=Image.Dither.NONE)
    out = BytesIO()
    # Higher levels would save a fifth of the bytes, and take twice as long and more.
    flat.save(out, "PNG", compress_level=3)
    return out.getvalue()
