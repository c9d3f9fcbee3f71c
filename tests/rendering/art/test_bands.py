"""Tables are drawn in bands, and a changed table redraws only its changed bands."""

import zlib
from collections.abc import Iterator
from io import BytesIO

import msgspec
import pytest
from PIL import Image, ImageChops

from bot.rendering.art import parts, pictures
from bot.rendering.art.kit.canvas import WIDE, Canvas, pixels
from bot.rendering.art.kit.looks import look_of
from bot.rendering.art.kit.palettes import reduce_colours
from bot.rendering.art.parts import painted
from bot.rendering.art.plan import DuelPlan, TablePlan
from tests.rendering.art.samples import CRAP_TABLE, CRAPETTE_TABLE
from tests.rendering.art.test_plans import ALL

MARGIN = 40
TABLES = {name: plan for name, plan in ALL.items() if isinstance(plan, TablePlan | DuelPlan)}


@pytest.mark.parametrize("name", TABLES)
def test_nothing_of_a_band_lies_outside_it(name: str) -> None:
    plan = TABLES[name]
    ground = parts.ground(plan)
    for place, band in enumerate(parts.bands(plan)):
        above = MARGIN if place else 0  # Nothing can lie above the first band.
        canvas = Canvas(above + band.high + MARGIN, ground.game, ground.deck)
        band.draw(canvas, above)
        inside = (0, pixels(above), canvas.image.width, pixels(above + band.high))
        canvas.image.paste(look_of(plan.game).theme.ground, inside)

        assert len(canvas.image.getcolors() or ()) == 1, (name, place)


@pytest.mark.parametrize("name", TABLES)
def test_a_picture_of_strips_shows_what_was_painted(name: str) -> None:
    plan = TABLES[name]
    shown = Image.open(BytesIO(pictures.png(plan))).convert("RGB")
    drawn = reduce_colours(painted(plan).image, plan.game).convert("RGB")

    assert shown.size == drawn.size
    assert ImageChops.difference(shown, drawn).getbbox() is None


def test_file_of_strips_passes_all_checksums() -> None:
    chunks = list(chunks_of(pictures.png(CRAP_TABLE)))
    lines = zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT"))

    assert [kind for kind, _ in chunks if kind != b"IDAT"] == [b"IHDR", b"PLTE", b"IEND"]
    assert len(lines) == painted(CRAP_TABLE).image.height * (pixels(WIDE) + 1)


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        (CRAP_TABLE, msgspec.structs.replace(CRAP_TABLE, foot="round 3"), 1),
        (CRAPETTE_TABLE, msgspec.structs.replace(CRAPETTE_TABLE, headline="Ann plays 5♥"), 1),
        (CRAP_TABLE, msgspec.structs.replace(CRAP_TABLE, rows=CRAP_TABLE.rows[::-1]), 0),
    ],
)
def test_only_bands_that_have_changed_are_drawn(
    before: TablePlan | DuelPlan, after: TablePlan | DuelPlan, new: int
) -> None:
    pictures.band_strips.cache_clear()
    pictures.png(before)
    drawn = pictures.band_strips.cache_info().misses

    pictures.png(after)

    assert pictures.band_strips.cache_info().misses == drawn + new


def chunks_of(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the kind and the data of each chunk of a PNG file, and check its checksum."""
    at = 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        kind, data, check = png[at + 4 : at + 8], png[at + 8 : at + 8 + length], png[at + 8 + length :][:4]
        assert int.from_bytes(check, "big") == zlib.crc32(kind + data)
        yield kind, data
        at += 12 + length
