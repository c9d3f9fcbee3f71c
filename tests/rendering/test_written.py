"""Tables in words, from the same plans as their pictures."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.rendering.art import pictures
from bot.rendering.art.plan import BACK, Bot, CardPile, Row, Stage, TablePlan, Wanted
from bot.rendering.art.shortening import MAX_ALT_CHARACTERS
from bot.rendering.art.spoken import description
from bot.rendering.written import MAX_CHARACTERS, table_text
from tests.rendering.art.samples import CRAPETTE_TABLE

PILES = (CardPile("Stock", BACK, 4), CardPile("Discard pile", "8C", 2))
ANN = Row("Ann", 1, "A", hand=3, points="40")


def table(*rows: Row, **parts: Any) -> TablePlan:
    return replace(TablePlan("crap", Stage("Ann draws"), rows), **parts)


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (ANN, "**Ann** 40 · 3 cards"),
        (replace(ANN, acts=True, note="believe or call?", leads=True), "▶ **Ann** 40 · 3 cards · ahead"),
        (replace(ANN, name="A*n", hand=1), r"**A\*n** 40 · one card"),
        (replace(ANN, name="⚙ Fox/Ann", called="⚙ Fox for Ann"), "**⚙ Fox for Ann** 40 · 3 cards"),
        (replace(ANN, hand=None, note="has left", said=("dealer",)), "**Ann** 40 · has left · dealer"),
        (
            replace(ANN, exact="3 heads", dealt=11, surge="7C"),
            "**Ann** 3 heads · 3 of 11 cards · surge card 7♣",
        ),
        (replace(ANN, surge=BACK), "**Ann** 40 · 3 cards · card chosen"),
        (replace(ANN, surge=BACK, note="card chosen"), "**Ann** 40 · 3 cards · card chosen"),
        (
            replace(ANN, protected=1, cards=(BACK, BACK), note="believes"),
            "**Ann** 40 · 3 cards, 1 protected · 2 placed · believes",
        ),
        (replace(ANN, cards=("3D", "3C")), "**Ann** 40 · 3 cards · shows 3♣ 3♦"),
        (replace(ANN, cards=("3D",), board=("held 3 ♦",)), "**Ann** 40 · 3 cards\n> held 3 ♦"),
    ],
)
def test_a_player_is_a_line(row: Row, line: str) -> None:
    assert table_text(table(row)) == line


def test_shared_facts_follow_the_players() -> None:
    stage = Stage("Ann draws", "Draw", (*PILES, CardPile("Wild", "6C", wild=True), Wanted("K")))
    plan = table(ANN, stage=stage, foot="40 wins", small=("Turn 3.",), said=("**Open:** 6", "Ann waits."))

    assert table_text(plan).splitlines()[1:] == [
        "-# 40 wins. Turn 3.",
        "**Stock**: 4 cards · **Discard pile**: 2 cards, on top 8♣",
        "**Wild** (★): 6s, with 6♣ on the table",
        "Asked for: kings.",
        "**Open:** 6",
        "Ann waits.",
    ]


def test_a_bot_on_the_stage_is_written() -> None:
    stage = Stage("Ann builds", middle=(Bot("9S", "10D", 9, 11),))

    assert table_text(table(stage=stage)) == "The bot has 9♠ as weapon 9 and 10♦ as armour 11."


def test_the_longest_boards_give_way_first() -> None:
    long, short = (
        replace(ANN, board=("x" * 2 * MAX_CHARACTERS, "x" * 90, "many")),
        replace(ANN, board=("8 ♣", "one")),
    )

    assert table_text(table(long, short)).splitlines()[1::2] == [f"> {'x' * 90}", "> 8 ♣"]


def test_oldest_hands_of_long_records_give_way() -> None:
    hands = [f"{place}. {'x' * 1000}" for place in (1, 2, 3)]
    plan = table(ANN, record=("**Points:**", *hands))

    assert table_text(plan).splitlines()[1:] == ["**Points:**", "-# Hand 1 is in the log.", *hands[1:]]
    assert "Points" not in description(plan)


def test_undrawn_facts_are_described_everywhere() -> None:
    plan = table(
        replace(ANN, said=("dealer",)), foot="40 wins", small=("Turn 3.",), said=(r"**Open:** A\*n",)
    )

    assert description(plan).splitlines() == [
        "Ann draws.",
        "Ann: 40, holds 3 cards, dealer.",
        "40 wins.",
        "Turn 3.",
        "Open: A*n.",
    ]


def test_undrawn_facts_yield_in_descriptions() -> None:
    plan = table(replace(ANN, said=("dealer",)), said=("x" * MAX_ALT_CHARACTERS,))

    assert description(plan).splitlines() == ["Ann draws.", "Ann: 40, holds 3 cards, dealer."]


def test_plans_that_look_alike_share_a_picture() -> None:
    words = {"said": ("dealer",), "called": "Ann", "exact": "one", "dealt": 9, "board": ("8 ♣",)}

    sentences = {"small": ("Turn 3.",), "said": ("Open.",), "record": ("Points:", "1. 37")}

    plain, more = table(ANN), table(replace(ANN, **words), **sentences)

    assert plain != more
    assert pictures.key(plain) == pictures.key(more)


def test_duels_that_look_alike_share_a_picture() -> None:
    side = replace(CRAPETTE_TABLE.far, called="Ben")

    more = replace(CRAPETTE_TABLE, far=side, title="Turn 9", said=("One move can be taken back.",))

    assert pictures.key(CRAPETTE_TABLE) == pictures.key(more)
