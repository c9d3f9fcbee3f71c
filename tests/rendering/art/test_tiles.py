"""Hands and bands are drawn in slices, and only slices with a new look are drawn."""

from collections.abc import Iterator
from io import BytesIO

import msgspec
import pytest
from PIL import Image, ImageChops

from bot.rendering.art import parts, pictures
from bot.rendering.art.kit import cards, tiles
from bot.rendering.art.kit.bands import draw_alone
from bot.rendering.art.kit.canvas import WIDE, Canvas, pixels
from bot.rendering.art.kit.draw_list import What
from bot.rendering.art.kit.palettes import reduce_colours
from bot.rendering.art.parts import painted
from bot.rendering.art.plan import DuelPlan, Fan, HandPlan, LonePlan, Part, TablePlan
from tests.rendering.art.samples import CRAITS_HAND, CRAP_TABLE
from tests.rendering.art.test_plans import ALL

HANDS = {name: plan for name, plan in ALL.items() if isinstance(plan, HandPlan | LonePlan)}
MARGIN = 40
TITLE_SLICES = 2
"""The number of slices that a hand's title covers."""


@pytest.fixture(autouse=True)
def nothing_known() -> Iterator[None]:
    tiles.STRIPS.clear()
    pictures.band_strips.cache_clear()
    yield
    tiles.STRIPS.clear()
    pictures.band_strips.cache_clear()


def test_hands_look_same_whichever_came_first() -> None:
    for name, plan in [*HANDS.items(), *HANDS.items()]:
        shown = Image.open(BytesIO(pictures.png(plan))).convert("RGB")
        drawn = reduce_colours(painted(plan).image, plan.game).convert("RGB")

        assert shown.size == drawn.size, name
        assert ImageChops.difference(shown, drawn).getbbox() is None, name


@pytest.mark.parametrize("name", ALL)
def test_nothing_reaches_beyond_its_noted_lines(name: str) -> None:
    seen: set[What] = set()
    for canvas in _canvases(name):
        for what, top, low in canvas.puts:
            if what not in seen:
                seen.add(what)
                plain = Image.new("RGB", (pixels(WIDE), low - top + 2 * MARGIN), "#FF00FF")
                image = plain.copy()
                what.draw(image, MARGIN)
                image.paste("#FF00FF", (0, MARGIN, image.width, MARGIN + low - top))

                assert ImageChops.difference(plain, image).getbbox() is None, (name, what)


def test_new_title_redraws_only_its_strips() -> None:
    pictures.png(CRAITS_HAND)
    before = len(tiles.STRIPS)

    pictures.png(msgspec.structs.replace(CRAITS_HAND, title="Deine Karten"))

    assert len(tiles.STRIPS) == before + TITLE_SLICES


def test_hands_of_two_games_never_share_a_slice() -> None:
    one, other = (
        HandPlan(game, "Hand", sections=(Fan((Part(("7H", "8H")),)),)) for game in ("crap", "skrap")
    )
    first = pictures.png(one)
    before = len(tiles.STRIPS)

    assert pictures.png(other) != first
    assert len(tiles.STRIPS) == 2 * before


def test_cache_does_not_change_a_file() -> None:
    plans = (CRAITS_HAND, msgspec.structs.replace(CRAITS_HAND, title="Deine Karten"), CRAP_TABLE)
    known = [pictures.png(plan) for plan in plans]
    fresh = []
    for plan in plans[::-1]:
        tiles.STRIPS.clear()
        pictures.band_strips.cache_clear()
        fresh.append(pictures.png(plan))

    assert known == fresh[::-1]


@pytest.mark.parametrize("frame", [(175, 242, 8, 20), (102, 78, 6, 16), (40, 12, 8, 20), (260, 97, 4, 22)])
def test_parts_of_rim_are_all_of_it(frame: tuple[int, int, int, int]) -> None:
    whole = Image.new("L", frame[:2])
    for box in cards.rim_boxes(*frame):
        whole.paste(cards.rim_part(frame, box), box[:2])

    assert whole.tobytes() == cards.rim(*frame).tobytes()


def _canvases(name: str) -> Iterator[Canvas]:
    """Yield the canvases of a plan: one for each band of a table, or else a single one."""
    plan = ALL[name]
    if isinstance(plan, TablePlan | DuelPlan | LonePlan):
        yield from (draw_alone(band, parts.ground(plan)) for band in parts.bands(plan))
    else:
        yield painted(plan)
