"""Rows of an outbox go into lanes, in order, without those that newer ones make needless."""

import pytest

from bot.delivery.lanes import TABLE_LANE, Lane, Row, coalesced, lanes_of, ready, whereabouts
from bot.sessions.places import (
    Absent,
    Call,
    CallAt,
    Deal,
    Gone,
    GoneAt,
    HandAt,
    Hands,
    Left,
    PingAt,
    Remind,
    Remove,
    Result,
    Spot,
    Strip,
    Table,
    TableAt,
    Task,
    spot_of,
    task_of,
)


def rows(*tasks: Task) -> list[Row]:
    """Rows for these tasks, oldest first, numbered from 1."""
    return [Row(id=number, session_id=1, revision=number, task=task) for number, task in enumerate(tasks, 1)]


@pytest.mark.parametrize(
    ("task", "stored"),
    [
        (Table(), "table"),
        (Deal(), "deal"),
        (Result(), "result"),
        (Hands(), "hands"),
        (Absent(), "absent"),
        (Call(2), "call:2"),
        (Remind(0, 1_700_000_000), "remind:0:1700000000"),
        (Gone(1), "gone:1"),
        (Left(10**18), f"left:{10**18}"),
        (Strip(5, 6), "strip:5:6"),
        (Remove(5, 6), "remove:5:6"),
    ],
)
def test_a_task_is_stored_as_it_always_was_and_reads_back(task: Task, stored: str) -> None:
    assert str(task) == stored
    assert task_of(stored) == task


@pytest.mark.parametrize(
    ("spot", "stored"),
    [
        (TableAt(), "table"),
        (HandAt(3), "hand:3"),
        (CallAt(0), "call:0"),
        (PingAt(1), "ping:1"),
        (GoneAt(2), "gone:2"),
    ],
)
def test_a_spot_is_stored_as_it_always_was_and_reads_back(spot: Spot, stored: str) -> None:
    assert str(spot) == stored
    assert spot_of(stored) == spot


def test_every_player_and_the_table_have_a_lane_and_removals_one_for_each_channel() -> None:
    assert lanes_of(Deal(), 3) == lanes_of(Strip(5, 6), 3) == lanes_of(Left(5), 3) == (TABLE_LANE,)
    assert lanes_of(Call(2), 3) == lanes_of(Remind(2, 9), 3) == lanes_of(Gone(2), 3) == (Lane("seat", 2),)
    assert lanes_of(Hands(), 3) == (Lane("seat", 0), Lane("seat", 1), Lane("seat", 2))
    assert lanes_of(Hands(), 0) == (TABLE_LANE,)
    assert lanes_of(Remove(5, 6), 3) == (Lane("channel", 5),)


def test_newer_pages_make_older_ones_needless_but_a_new_post_is_not_forgotten() -> None:
    left = coalesced(rows(Deal(), Hands(), Table(), Call(1), Hands()))

    assert [(row.id, row.task) for row in left] == [(3, Deal()), (4, Call(1)), (5, Hands())]


def test_the_line_about_absent_players_comes_after_the_table() -> None:
    left = coalesced(rows(Table(), Absent(), Table()))

    assert [(row.id, row.task) for row in left] == [(3, Table()), (2, Absent())]


def test_a_channel_that_was_left_is_known_until_everything_older_is_done_in_every_lane() -> None:
    table, call, deal, left, hands = rows(Table(), Call(1), Deal(), Left(7), Hands())

    assert [row.task for row in ready([table, deal, left], [call, hands])] == [Deal()]
    assert [row.task for row in ready([left], [call, hands])] == []
    assert [row.task for row in ready([left], [hands])] == [Left(7)]


def test_older_rows_may_have_been_posted_wherever_the_table_was_since() -> None:
    table, deal, _, result, _, last = pending = rows(Table(), Deal(), Left(7), Result(), Left(8), Table())

    where = whereabouts(9, pending)

    assert [where.of(row) for row in (table, deal)] == [[7, 8, 9]] * 2
    assert where.of(result) == [8, 9]
    assert where.of(last) == [9]


def test_a_channel_that_the_table_has_come_back_to_is_not_left() -> None:
    where = whereabouts(7, rows(Table(), Left(7), Deal(), Left(8)))

    assert where.has_left(8)
    assert not where.has_left(7)
    assert not where.has_left(9)
