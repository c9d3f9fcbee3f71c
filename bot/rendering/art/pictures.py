"""Rendering of plans as PNG."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from io import BytesIO
from itertools import chain
from typing import Final

import msgspec
from PIL import Image

from bot.engine.cards import DECK, RANK_OF
from bot.registry import IDS
from bot.rendering.art import parts, spoken
from bot.rendering.art.cache import PictureCache
from bot.rendering.art.kit.bands import Band, Ground, draw_alone
from bot.rendering.art.kit.idat import Strip, png_of
from bot.rendering.art.kit.palettes import palette, reduce_colours
from bot.rendering.art.kit.tiles import strips
from bot.rendering.art.palette import Deck
from bot.rendering.art.plan import (
    DuelPlan,
    Fan,
    GamesPlan,
    HandPlan,
    LonePlan,
    Part,
    Plan,
    TablePlan,
    in_deck,
    without_words,
)
from bot.rendering.art.renderer import Renderer
from bot.rendering.catalog import language_tag as language
from bot.rendering.page import Picture

_URGENT: Final = ContextVar("urgent", default=False)
DRAWN: Final = PictureCache(max_bytes=24 * 2**20)


def picture(plan: Plan, name: str, deck: Deck = "two") -> Picture:
    """Return a plan's picture and description. `name` is the file's name without its ending.

    The deck `four` gives every suit its own colour, whatever the game's deck. While the render pool is
    open, a picture that isn't cached is only ordered.
    """
    if deck == "four":
        plan = in_deck(plan, deck)
    encoded, file, alt = key(plan), f"{name}.png", alt_text(plan, language())
    if not RENDERER.is_open:
        return Picture(file, DRAWN.get(encoded, lambda: png(plan)), alt)
    cached = DRAWN.find(encoded)
    if cached is not None:
        return Picture(file, cached, alt)
    return Picture(file, b"", alt, pending=RENDERER.order(encoded, is_urgent=_URGENT.get()))


@contextmanager
def urgent() -> Iterator[None]:
    """Make the pictures ordered in this context urgent, because someone waits for them."""
    before = _URGENT.set(True)
    try:
        yield
    finally:
        _URGENT.reset(before)


@lru_cache(maxsize=1024)
def alt_text(plan: Plan, _language: str) -> str:
    """Return the plan's description in a language. It's cached, because plans often stay the same."""
    return spoken.description(plan)


def key(plan: Plan) -> bytes:
    """Return an encoding of everything a plan shows, the same for plans that look the same."""
    return msgspec.json.encode(without_words(plan), order="deterministic")


def render(encoded: bytes) -> bytes:
    """Return an encoded plan as PNG. The renderer's process runs this."""
    return png(PLAN.decode(encoded))


def png(plan: Plan) -> bytes:
    """Return the plan as PNG, always the same bytes for the same plan."""
    if isinstance(plan, TablePlan | DuelPlan):
        ground = parts.ground(plan)
        whole = chain.from_iterable(band_strips(band, ground) for band in parts.bands(plan))
        return png_of(whole, palette(plan.game))
    if isinstance(plan, LonePlan):
        ground = parts.ground(plan)
        *above, own = parts.bands(plan)
        table = chain.from_iterable(band_strips(band, ground) for band in above)
        return png_of(chain(table, strips(draw_alone(own, ground))), palette(plan.game))
    if isinstance(plan, HandPlan):
        return png_of(strips(parts.painted(plan)), palette(plan.game))
    out = BytesIO()
    canvas = parts.painted(plan)
    reduced_image = canvas.image if isinstance(plan, GamesPlan) else reduce_colours(canvas.image, plan.game)
    # Higher levels take twice as long and more, for a tenth of the bytes.
    reduced_image.save(out, "PNG", compress_level=1)
    return out.getvalue()


@lru_cache(maxsize=2048)
def band_strips(band: Band, ground: Ground) -> tuple[Strip, ...]:
    """Return a band as compressed strips. They're cached, because most bands don't change."""
    return tuple(strips(draw_alone(band, ground)))


def keep(encoded: bytes, png: bytes) -> None:
    """Remember a picture of an encoded plan."""
    DRAWN.keep(encoded, png)


PLAN: Final = msgspec.json.Decoder(Plan)
COURTS: Final = tuple(card for card in DECK if RANK_OF[card] in ("A", "J", "Q", "K"))
WARM_UP: Final = HandPlan(IDS[0], "Your hand", sections=(Fan((Part(COURTS),)),))
"""A plan with the slowest parts. Drawing it loads the face cards, fonts and signs for all later ones."""
RENDERER: Final = Renderer(render, key(WARM_UP), keep)
"""The renderer, which has a process of its own while the bot runs."""


def size_of(picture: bytes) -> tuple[int, int]:
    """Return a picture's width and height in pixels. Raise OSError if it isn't a picture."""
    with Image.open(BytesIO(picture)) as opened:
        return opened.size
