"""Rows of an outbox are worked off in order, without those that newer ones make needless."""

from bot.delivery.order import coalesced, ready, whereabouts
from bot.storage.records import Pending


def rows(*places: str) -> list[Pending]:
    """Rows for these places, oldest first, numbered from 1."""
    return [
        Pending(id=number, session_id=1, revision=number, place=place)
        for number, place in enumerate(places, start=1)
    ]


def test_newer_pages_make_older_ones_needless_but_a_new_post_is_not_forgotten() -> None:
    left = coalesced(rows("deal", "hands", "table", "call:1", "hands"))

    assert [(row.id, row.place) for row in left] == [(3, "deal"), (4, "call:1"), (5, "hands")]


def test_a_channel_that_was_left_is_known_until_everything_older_is_done() -> None:
    pending = rows("table", "call:1", "deal", "left:7", "hands")

    assert [row.place for row in ready(pending)] == ["call:1", "deal", "hands"]
    assert [row.place for row in ready(pending[2:])] == ["deal", "hands"]
    assert [row.place for row in ready(pending[3:])] == ["left:7", "hands"]


def test_older_rows_may_have_been_posted_wherever_the_table_was_since() -> None:
    table, deal, _, result, _, last = pending = rows("table", "deal", "left:7", "result", "left:8", "table")

    where = whereabouts(9, pending)

    assert [where.of(row) for row in (table, deal)] == [[7, 8, 9]] * 2
    assert where.of(result) == [8, 9]
    assert where.of(last) == [9]


def test_a_channel_that_the_table_has_come_back_to_is_not_left() -> None:
    where = whereabouts(7, rows("table", "left:7", "deal", "left:8"))

    assert where.has_left(8)
    assert not where.has_left(7)
    assert not where.has_left(9)
