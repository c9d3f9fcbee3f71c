"""Cards lie in their room, in order, and always far enough apart to be read."""

from itertools import pairwise

import pytest

from bot.rendering.art.faces import strip_of
from bot.rendering.art.hands import Order, in_parts
from bot.rendering.art.layout import BEFORE_PLAYERS, LARGE, Look, backs, divided, flow, rows_of
from bot.rendering.art.zones import Group
from tests.rendering.art.boards import EVERY_CARD, TWO_PACKS

ROOM = 1028
COUNTS = (0, 1, 2, 7, 13, 30, 60, 108)


def hand(count: int) -> list[str]:
    """So many cards, well mixed."""
    return [TWO_PACKS[place * 41 % 108] for place in range(count)]


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("order", ["rank", "suit"])
@pytest.mark.parametrize("room", [ROOM, 492, 300])
def test_every_card_of_a_fan_lies_in_its_room_and_can_be_read(count: int, order: Order, room: int) -> None:
    parts = in_parts(hand(count), order)
    rows = rows_of(parts, room, LARGE)

    assert [card for row in rows for card, _ in row] == [card for part in parts for card in part]
    for row in rows:
        assert row[0][1] == 0
        assert row[-1][1] + LARGE <= room
        assert all(right - left >= strip_of(LARGE) for (_, left), (_, right) in pairwise(row))


@pytest.mark.parametrize("order", ["rank", "suit"])
def test_sixty_cards_take_no_more_than_five_rows(order: Order) -> None:
    assert len(rows_of(in_parts(hand(60), order), ROOM, LARGE)) <= 5


def test_a_few_cards_do_not_overlap() -> None:
    (row,) = rows_of(in_parts(("2C", "9D", "KS")), ROOM, LARGE)

    assert all(right - left >= LARGE for (_, left), (_, right) in pairwise(row))


def test_a_suit_stays_in_one_row_where_there_is_room() -> None:
    rows = rows_of(in_parts(TWO_PACKS[:52], "suit"), ROOM, LARGE)

    assert [{card[-1] for card, _ in row} for row in rows] == [{"C"}, {"D"}, {"H"}, {"S"}]


def test_a_fan_without_room_for_one_card_still_ends() -> None:
    assert len(rows_of((("AS", "2S"),), 10, LARGE)) == 2


@pytest.mark.parametrize("card", BEFORE_PLAYERS)
@pytest.mark.parametrize("room", [492, 1028])
def test_groups_flow_within_their_room(card: int, room: int) -> None:
    groups = [Group(tuple(hand(size)), "2 × 140 − 4", across="KS") for size in (1, 4, 8, 30)]
    sketch = flow(groups, room, Look(card, "two"))

    assert all(x >= 0 and x + image.width <= room for image, x, _ in sketch.parts)
    assert len([image for image, _, _ in sketch.parts if image.height > card]) == 1 + 4 + 8 + 30


def test_a_group_too_wide_is_divided_and_loses_nothing() -> None:
    pieces = divided([Group(EVERY_CARD, "all", across="KS")], 492, 56)

    assert tuple(card for piece in pieces for card in piece.cards) == EVERY_CARD
    assert [piece.label for piece in pieces] == ["all"] + [""] * (len(pieces) - 1)
    assert [piece.across for piece in pieces] == [None] * (len(pieces) - 1) + ["KS"]


def test_three_sets_of_four_fit_into_half_a_row() -> None:
    sets = [Group(("7C", "7D", "7H", "7S"), "70")] * 3
    lines = {y for image, _, y in flow(sets, 492, Look(BEFORE_PLAYERS[-1], "two")).parts if image.height > 60}

    assert len(lines) == 1


@pytest.mark.parametrize(("count", "drawn"), [(0, 0), (1, 1), (7, 7), (8, 7), (104, 7)])
def test_a_little_fan_has_at_most_seven_backs(count: int, drawn: int) -> None:
    assert len(backs(count, 36).parts) == drawn


@pytest.mark.parametrize(
    ("order", "parts"),
    [
        ("rank", (("AS",), ("2C", "2D"), ("10H", "10H"), ("KS",), ("JK", "JK"))),
        ("suit", (("2C",), ("2D",), ("10H", "10H"), ("AS", "KS"), ("JK", "JK"))),
    ],
)
def test_a_hand_is_put_in_order(order: Order, parts: tuple[tuple[str, ...], ...]) -> None:
    mixed = ("KS", "JK", "10H", "2D", "AS", "2C", "JK", "10H")

    assert in_parts(mixed, order) == parts


def test_ranks_may_have_an_order_of_their_own() -> None:
    assert in_parts(("AS", "3C", "KD"), "rank", ("3", "K", "A")) == (("3C",), ("KD",), ("AS",))
