"""Boards as PNG bytes."""

from functools import lru_cache
from io import BytesIO
from typing import Final

import msgspec
from PIL import Image

from bot.engine.cards import PACK, RANK_OF
from bot.rendering.art import drawing, spoken, tiles
from bot.rendering.art.alt import alt_text
from bot.rendering.art.cache import PictureCache
from bot.rendering.art.kit.few import reduced
from bot.rendering.art.layout import BEFORE_PLAYERS
from bot.rendering.art.palette import TABLE, Deck
from bot.rendering.art.parts import painted
from bot.rendering.art.plan import DuelPlan, HandPlan, Part, Plan, StripPlan, TablePlan
from bot.rendering.art.plan import Fan as PlannedFan
from bot.rendering.art.studio import Studio
from bot.rendering.art.zones import Board
from bot.rendering.page import Picture

TALL: Final = 1300
"""From this height on the cards before the players are drawn smaller."""
DRAWN: Final = PictureCache(most_bytes=24 * 2**20)


def picture(board: Board | Plan, name: str, deck: Deck = "two") -> Picture:
    """The board or plan with its description; `name` is the file's, without an ending.

    `deck` four draws every suit in a colour of its own, also where the game would not by itself. While the
    studio is open, a picture that nobody has asked for before is only ordered.
    """
    if deck == "four" and isinstance(board, Board | TablePlan | HandPlan | DuelPlan):
        board = msgspec.structs.replace(board, deck=deck)
    wanted, file, alt = key(board), f"{name}.png", said(board)
    if not STUDIO.is_open:
        return Picture(file, DRAWN.get(wanted, lambda: png(board)), alt)
    known = DRAWN.find(wanted)
    if known is not None:
        return Picture(file, known, alt)
    return Picture(file, b"", alt, order=STUDIO.order(wanted))


@lru_cache(maxsize=1024)
def said(board: Board | Plan) -> str:
    """The board in words; most boards are asked for again as long as nothing changes on them."""
    return alt_text(board) if isinstance(board, Board) else spoken.description(board)


def key(board: Board | Plan) -> bytes:
    """All that a board shows, encoded: the same for boards that look the same."""
    return msgspec.json.encode(board, order="deterministic")


def rendered(encoded: bytes) -> bytes:
    """An encoded board as PNG; this is what the renderer's process does."""
    return png(BOARD.decode(encoded))


def png(board: Board | Plan) -> bytes:
    """The board or plan as PNG, the same bytes for the same one."""
    if not isinstance(board, Board):
        out = BytesIO()
        # Higher levels take twice as long and more, for a tenth of the bytes.
        canvas = painted(board)
        few = canvas.image if isinstance(board, StripPlan) else reduced(canvas.image, board.game)
        few.save(out, "PNG", compress_level=1)
        return out.getvalue()
    sketches = (drawing.board(board, card) for card in BEFORE_PLAYERS)
    sketch = next((one for one in sketches if one.height <= TALL), None)
    return encoded(tiles.painted(sketch or drawing.board(board, BEFORE_PLAYERS[-1]), TABLE))


def encoded(image: Image.Image) -> bytes:
    """An image in few colours as PNG."""
    out = BytesIO()
    # Higher levels would save a fifth of the bytes, and take twice as long and more.
    image.save(out, "PNG", compress_level=3)
    return out.getvalue()


def keep(encoded: bytes, png: bytes) -> None:
    """Remember a picture of an encoded board."""
    DRAWN.keep(encoded, png)


BOARD: Final = msgspec.json.Decoder(Board | Plan)
COURTS: Final = tuple(card for card in PACK if RANK_OF[card] in ("A", "J", "Q", "K"))
FIRST: Final = HandPlan("crap", "Your hand", sections=(PlannedFan((Part(COURTS),)),))
"""Shows what takes longest the first time: courts, fonts and signs are there from then on."""
STUDIO: Final = Studio(rendered, key(FIRST), keep)
"""Renders in a process of its own while the bot runs."""
