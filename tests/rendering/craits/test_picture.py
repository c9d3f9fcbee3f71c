"""What the pictures of Craits show."""

import pytest

from bot.engine.chance import Seat
from bot.rendering.art.plan import BACK, Chip, Fan, Heap, Played
from bot.rendering.craits.picture import hand_plan, table_plan
from tests.rendering.craits.sessions import STOCK, at
from tests.rendering.spoken import do


def test_the_last_card_lies_on_the_one_before_it() -> None:
    session = do(
        at("KC 2S 4D / 3D 2D 5D / KD 5C", top="9S", stock=STOCK), "A: play card:2S", "B: play card:2D"
    )
    top, stock = table_plan(session.scene(None)).stage.middle

    assert top == Played("2D", "2S", shout="+4")
    assert stock == Heap("Stock", BACK, 6)


def test_what_lay_there_before_a_reshuffle_is_not_shown() -> None:
    session = at("KC 2S 4S 5S / 3S 2D 5D", top="9S", under="QH JH", stock="")
    do(session, "A: play card:2S", "B: play card:2D declare:false", "A: draw")

    assert table_plan(session.scene(None)).stage.middle[0] == Played("2D")


def test_a_named_suit_is_shown_and_one_still_to_be_named_is_not() -> None:
    tops = [
        table_plan(at("KH / KD", top="8S", suit=suit, phase=phase).scene(None)).stage.middle[0]
        for suit, phase in (("H", "turn"), ("S", "opening-suit"))
    ]

    assert tops == [Played("8S", suit="H"), Played("8S")]


def test_a_row_says_who_has_one_card_who_is_an_idiot_and_who_leads() -> None:
    totals = {"A": 112, "B": 64, "C": 145}
    scene = at("KH QH / KD / KC", top="KS", declared=["B"], owes=["C"], totals=totals).scene(None)
    rows = table_plan(scene).rows

    assert [row.chip for row in rows] == [None, Chip("one card", loud=True), Chip("idiot: +2")]
    assert [(row.points, row.leads, row.acts) for row in rows] == [
        ("112", False, True),
        ("64", True, False),
        ("145", False, False),
    ]


def test_points_are_counted_as_one_and_as_many() -> None:
    scene = at("KH QH / KD / KC", top="KS", totals={"A": 1, "B": 0, "C": -1}).scene(None)

    assert [(row.points, row.unit) for row in table_plan(scene).rows] == [
        ("1", "point"),
        ("0", "points"),
        ("−1", "point"),
    ]


@pytest.mark.parametrize(
    ("hand", "foot"),
    [
        ("AH", "one point against you"),
        ("AH AD", "2 points against you"),
        ("3H 3D", "100 points in your favour"),
    ],
)
def test_what_a_hand_would_cost_or_bring_stands_below_it(hand: str, foot: str) -> None:
    assert hand_plan(at(f"{hand} / KD", top="KS").scene(0), "rank").foot == foot


def test_nobody_leads_as_long_as_all_have_the_same() -> None:
    assert not any(row.leads for row in table_plan(at("KH / KD", top="KS").scene(None)).rows)


def test_nobody_leads_as_long_as_most_have_the_same() -> None:
    scene = at("KH / KD / KC", top="KS", totals={"A": 0, "B": 5, "C": 0}).scene(None)

    assert not any(row.leads for row in table_plan(scene).rows)


def test_after_a_hand_all_cards_lie_open_with_what_they_cost() -> None:
    session = do(at("3S / KD QD / 3C", top="KS", stock=STOCK), "A: play card:3S")
    rows = table_plan(session.scene(None)).rows

    assert [(row.cards, row.note) for row in rows] == [
        ((), "this hand 0"),
        (("QD", "KD"), "this hand 20"),
        (("3C",), "this hand −50"),
    ]


def test_totals_of_any_size_have_room() -> None:
    board = table_plan(at("KH / KD", top="KS", totals={"A": 10**46, "B": -1234}).scene(None))

    assert [row.points for row in board.rows] == ["≈10^46", "−1,234"]


def test_the_foot_says_which_way_play_goes_and_which_points_are_good() -> None:
    board = table_plan(at("KH / KD", top="KS", direction="anticlockwise", hand_number=3).scene(None))

    assert (board.foot, board.turning) == (
        "anticlockwise · low score wins · hand 3/15",
        "anticlockwise",
    )


@pytest.mark.parametrize(("viewer", "fits"), [(0, {"KH"}), (1, None)])
def test_only_the_player_on_turn_sees_what_fits(viewer: Seat, fits: set[str] | None) -> None:
    [fan] = hand_plan(at("KH QH / KD", top="KS").scene(viewer), "suit").sections

    assert isinstance(fan, Fan)
    assert fan.playable == fits


def test_a_hand_says_what_fits_and_what_it_would_cost() -> None:
    plan = hand_plan(at("4C 9C 5D / KD", top="KS", stock=STOCK).scene(0), "suit")
    none = hand_plan(at("4C 5D / KD", top="KS", stock=STOCK).scene(0), "suit")

    assert (plan.title, plan.asked, plan.foot) == (
        "Your turn · 3",
        "♠, kings, 8s and 9s fit",
        "75 points against you",
    )
    assert none.asked == "nothing fits"


def test_a_blind_dealer_sees_backs() -> None:
    plan = hand_plan(at("KH 5H / QD", top="8H", phase="opening-suit").scene(0), "suit")

    [fan] = plan.sections
    assert isinstance(fan, Fan)
    assert fan.parts[0].cards == (BACK, BACK)
    assert plan.foot == ""
