"""A plan gives the same PNG file every time, and no picture is drawn twice."""

from io import BytesIO

import msgspec
import pytest
from PIL import Image

from bot.rendering.art import fonts, pictures
from bot.rendering.art.kit import canvas, card_sprites, cards, corners, signs, writing
from bot.rendering.art.plan import Fan, HandPlan, Part
from bot.rendering.art.spoken import description
from tests.rendering.art.cards import EVERY_CARD
from tests.rendering.art.samples import CRAP_TABLE


def test_a_picture_is_a_png_with_its_description() -> None:
    picture = pictures.picture(CRAP_TABLE, "table")
    image = Image.open(BytesIO(picture.png))

    assert picture.name == "table.png"
    assert picture.alt == description(CRAP_TABLE)
    assert (image.format, image.mode, image.width) == ("PNG", "P", canvas.pixels(canvas.WIDE))


def test_remembered_facts_do_not_change_picture() -> None:
    first = pictures.png(CRAP_TABLE)
    for remembered in (fonts.font, cards.face, cards.shadow, corners.corners, corners.rounded, signs.sign):
        remembered.cache_clear()
    cached = (card_sprites.card_sprite, card_sprites.back_sprite, card_sprites.upper, pictures.band_strips)
    for sprites in cached:
        sprites.cache_clear()
    writing.mask.cache_clear()

    assert pictures.png(CRAP_TABLE) == first


def test_equal_plans_share_a_key_and_others_differ() -> None:
    again = pictures.PLAN.decode(pictures.key(CRAP_TABLE))

    assert pictures.key(again) == pictures.key(CRAP_TABLE)
    assert pictures.key(msgspec.structs.replace(CRAP_TABLE, deck="four")) != pictures.key(CRAP_TABLE)


def test_playable_cards_have_no_order_in_key() -> None:
    one, other = (
        HandPlan("crap", "Hand", sections=(Fan((Part(EVERY_CARD),), playable=frozenset(cards)),))
        for cards in (EVERY_CARD, EVERY_CARD[::-1])
    )

    assert pictures.key(one) == pictures.key(other)


def test_picture_that_was_drawn_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = pictures.picture(CRAP_TABLE, "table")
    monkeypatch.setattr(pictures, "png", lambda _plan: pytest.fail("drawn again"))

    assert pictures.picture(CRAP_TABLE, "table") == first
