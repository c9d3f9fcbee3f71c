"""The table and the hands of Craits, drawn, described and written from the same plan."""

from typing import Any

import msgspec
import pytest

from bot.engine.chance import Seat
from bot.rendering import pages
from bot.rendering.art.plan import BACK, CardPile, Chip, Fan, Played
from bot.rendering.art.spoken import description
from bot.rendering.craits.board import hand_plan, table_plan
from bot.rendering.craits.hands import amount
from bot.rendering.written import MAX_CHARACTERS
from bot.sessions.session import Session
from tests.helpers.controls import page_fault
from tests.rendering.craits.sessions import STOCK, at, table
from tests.rendering.spoken import do

HANDS = " / ".join(
    ["AC 2C 3C 4C 5C 6C 7C 8D 9D 10D JD QH KH AS"] * 2 + ["2H 4H 6H 8H"] * 2 + ["3S", "3H", "3D"]
)


def idiots() -> Session:
    """Return a table with a player on turn, one who said “one card”, and an idiot."""
    totals, penalties = {"A": 112, "B": 64, "C": 145}, {"B": 3, "C": 1}
    return at(
        "KH QH / KD / KC",
        top="KS",
        declared=["B"],
        owes=["C"],
        totals=totals,
        pressures=penalties,
        hand_pressures={"B": 2},
    )


def test_a_table_is_written_player_by_player() -> None:
    assert table(idiots()) == [
        "▶ **Seat 1** 112 · 2 cards · dealer",
        (
            "**Seat 2** 64 · one card · said “one card” · shuffle pressure 3 times (2 this hand) "
            "· the next costs 40 · ahead"
        ),
        (
            "**Seat 3** 145 · one card · draws 2 instead of the next turn · shuffle pressure "
            "once · the next costs 10"
        ),
        "-# Clockwise. Discard pile: a card.",
        "**Stock**: empty",
        "On top: K♠.",
    ]


def test_the_same_table_is_drawn_with_chips() -> None:
    rows = table_plan(idiots().scene(None)).rows

    assert [row.chip for row in rows] == [None, Chip("one card", loud=True), Chip("idiot: +2")]
    assert [(row.points, row.leads, row.acts) for row in rows] == [
        ("112", False, True),
        ("64", True, False),
        ("145", False, False),
    ]


def test_the_same_table_is_described_in_full_words() -> None:
    _, first, second, third, foot, small = description(table_plan(idiots().scene(None))).splitlines()

    assert first == "Seat 1 (to act): 112 points, holds 2 cards, dealer."
    assert "holds a card, said “one card”, shuffle pressure 3 times (2 this hand)" in second
    assert "holds a card, draws 2 instead of the next turn, shuffle pressure once" in third
    assert foot == "clockwise."
    assert small == "Discard pile: a card."


FACES_ON = {"options": {"faces": True}}


@pytest.mark.parametrize(
    ("position", "lines"),
    [
        ({"top": "8S", "suit": "H"}, ["On top: 8♠. Suit: hearts."]),
        ({"top": "8S", "phase": "opening-suit"}, ["On top: 8♠."]),
        (
            {"phase": "count", "count": 3, "top": "2S"},
            ["On top: 2♠. To draw: +3.", "The count is 3: an ace or a 2 answers it."],
        ),
        (
            {"top": "JS", "jack_run": 2, **FACES_ON},
            ["On top: J♠.", "2 jacks in a row, and another makes the next player draw 6."],
        ),
        (
            {"phase": "king-run", "king_steps": 1, **FACES_ON},
            ["On top: K♠.", "After the king, one more card, and it works."],
        ),
    ],
)
def test_the_top_card_and_its_effects_are_told(position: dict[str, Any], lines: list[str]) -> None:
    assert table(at("KH QH / KD", **{"top": "KS", **position}))[4:] == lines


def test_plays_near_the_cap_are_counted() -> None:
    options, said = {"hand_cap": 1300}, "Plays and draws this hand: 1,234 of 1,300."

    assert said in table(at("KH / KD", top="KS", actions=1234, options=options))[2]
    assert "plays and draws" not in table(at("KH / KD", top="KS", actions=1199, options=options))[2]


def test_opened_hands_and_costs_appear_between_hands() -> None:
    record = [{"points": {"A": 37, "B": -50}, "pressure": {"A": 5}}]
    position = {"hand_number": 2, "pressures": {"B": 1}, "hand_pressures": {"B": 1}, "record": record}
    session = do(at("3S / KD QD / 3C", top="KS", stock=STOCK, **position), "A: play card:3S")

    assert table(session) == [
        "**Seat 1** 0 · 0 cards · this hand 0 · dealer",
        (
            "**Seat 2** 20 · 2 cards · this hand 25 · 20 + 5 shuffle pressure · shuffle pressure "
            "once (1 this hand) · the next costs 10"
        ),
        "> held Q ♦ · K ♦",
        "**Seat 3** −50 · one card · this hand −50 · ahead",
        "> held 3 ♣",
        "-# Clockwise. Discard pile: 2 cards.",
        "**Stock**: 6 cards",
        "On top: 3♠.",
        "**Points by hand** (+ for shuffle pressure), players from top to bottom:",
        "-# 1. 37 + 5 | −50 | –",
        "-# 2. 0 | 20 + 5 | −50",
    ]


def test_whoever_has_left_holds_nothing() -> None:
    session = do(at("3S 4S / KD QD / 3C 5C", top="KS", stock=STOCK), "C: leave")

    assert table(session)[2:4] == ["**Seat 3** 0 · has left", "-# Clockwise. Discard pile: 3 cards."]


@pytest.mark.parametrize("digits", [1, 12, 45, 46, 6000])
@pytest.mark.parametrize("phase", ["turn", "between-hands", "over"])
def test_seven_huge_totals_fit_into_message(digits: int, phase: str) -> None:
    size = 10**digits - 1
    everybody: dict[str, Any] = dict.fromkeys("ABCDEFG", size)
    record = [{"points": dict.fromkeys("ABCDEFG", 1016), "pressure": everybody}] * 14
    numbers = {"pressures": dict.fromkeys("ABCDEFG", 150), "hand_pressures": dict.fromkeys("ABCDEFG", 12)}
    fields = {"totals": everybody, "record": record, "hand_number": 14, **numbers}
    session = at(HANDS, top="KS", phase=phase, **fields)
    status = "over" if phase == "over" else "playing"
    page = pages.table(msgspec.structs.replace(session.scene(None), status=status))

    assert page_fault(page) is None
    assert page.text.count(f" {amount(size)} · ") == 7 or phase == "over"
    assert all(page_fault(pages.hand(session.scene(seat))) is None for seat in range(7))


def test_overlong_record_keeps_latest_hands() -> None:
    record = [
        {"points": dict.fromkeys("ABCDEFG", place), "pressure": dict.fromkeys("ABCDEFG", 10**30)}
        for place in range(14)
    ]
    lines = table(at(HANDS, top="KS", phase="between-hands", hand_number=14, record=record))
    shown = lines[
        lines.index("**Points by hand** (+ for shuffle pressure), players from top to bottom:") + 1 :
    ]

    assert shown[0].startswith("-# Hands 1 to ")
    assert shown[0].endswith("are in the log.")
    assert shown[-1].startswith("-# 14. 13 + 1,000,000")
    assert len("\n".join(lines)) <= MAX_CHARACTERS


def test_huge_pressures_fit_into_log() -> None:
    everybody = dict.fromkeys("ABCDEFG", 10**45 - 1)
    numbers = {
        "totals": everybody,
        "pressures": dict.fromkeys("ABCDEFG", 140),
        "hand_pressures": dict.fromkeys("ABCDEFG", 12),
    }
    hands = " / ".join(
        ["5S", *["AC 2C 3C 4C 5C 6C 7C 8D 9D 10D"] * 2, *["JD QH KH AS 2H"] * 2, "4H 6H", "3S"]
    )
    session = do(at(hands, top="KS", stock="JC 8C 4D 7D 9S 10S QC", **numbers), "A: play card:5S")

    (line,) = pages.log_lines(session.scene(None), session.scene(None).recent)
    assert "**Hand 1 is over**" in line
    assert len(line) < 3600
    assert page_fault(pages.table(session.scene(None))) is None


def test_last_card_lies_on_one_before_it() -> None:
    session = do(
        at("KC 2S 4D / 3D 2D 5D / KD 5C", top="9S", stock=STOCK), "A: play card:2S", "B: play card:2D"
    )
    top, stock = table_plan(session.scene(None)).stage.middle

    assert top == Played("2D", "2S", shout="+4")
    assert stock == CardPile("Stock", BACK, 6)


def test_cards_before_reshuffle_are_not_shown() -> None:
    session = at("KC 2S 4S 5S / 3S 2D 5D", top="9S", under="QH JH", stock="")
    do(session, "A: play card:2S", "B: play card:2D declare:false", "A: draw")

    assert table_plan(session.scene(None)).stage.middle[0] == Played("2D")


def test_only_a_named_suit_is_shown() -> None:
    tops = [
        table_plan(at("KH / KD", top="8S", suit=suit, phase=phase).scene(None)).stage.middle[0]
        for suit, phase in (("H", "turn"), ("S", "opening-suit"))
    ]

    assert tops == [Played("8S", suit="H"), Played("8S")]


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
def test_cost_or_gain_of_hand_is_below_it(hand: str, foot: str) -> None:
    assert hand_plan(at(f"{hand} / KD", top="KS").scene(0), "rank").foot == foot


def test_nobody_leads_as_long_as_all_have_same() -> None:
    assert not any(row.leads for row in table_plan(at("KH / KD", top="KS").scene(None)).rows)


def test_nobody_leads_as_long_as_most_have_same() -> None:
    scene = at("KH / KD / KC", top="KS", totals={"A": 0, "B": 5, "C": 0}).scene(None)

    assert not any(row.leads for row in table_plan(scene).rows)


def test_all_cards_and_costs_are_open_after_hand() -> None:
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


def test_foot_says_direction() -> None:
    board = table_plan(at("KH / KD", top="KS", direction="anticlockwise", hand_number=3).scene(None))

    assert (board.foot, board.turning) == ("counter-clockwise", "counter-clockwise")


@pytest.mark.parametrize(("viewer", "fits"), [(0, {"KH"}), (1, None)])
def test_only_the_player_on_turn_sees_what_fits(viewer: Seat, fits: set[str] | None) -> None:
    [fan] = hand_plan(at("KH QH / KD", top="KS").scene(viewer), "suit").sections

    assert isinstance(fan, Fan)
    assert fan.playable == fits


def test_hand_tells_fitting_cards_and_its_cost() -> None:
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
