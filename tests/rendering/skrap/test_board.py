"""The table and the hands of Skrap, drawn, described and written from the same plan."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.skrap import GAME
from bot.rendering import pages
from bot.rendering.art.plan import (
    BACK,
    Bot,
    CardPile,
    Fan,
    HandPlan,
    Part,
    ProgressDots,
    Row,
    TablePlan,
    Tray,
)
from bot.rendering.art.spoken import description
from bot.rendering.skrap.board import hand_plan, table_plan
from tests.games.skrap.positions import battling, scavenging
from tests.rendering.art.games import scene_at
from tests.rendering.skrap.sessions import ANSWERING, BATTLE, FACE, ROUND, SURGE, TIE, session_of
from tests.rendering.spoken import do

SURGING = {"hands": {"A": ["2S", "2H", "KS"], "B": ["3S"], "C": ["4S"]}, "surge": {"A": "5S"}}
SCAVENGE: dict[str, Any] = {
    **ANSWERING,
    "phase": "scavenge",
    "turn": None,
    "scavengers": {"B": ["3C", "3D"]},
    "hands": {"C": ["5C", "6C"]},
}
BATTLE_MOVES = ("A: bot weapon:3S armour:10D", "B: bot weapon:KS armour:QD", "C: pass")


def table(position: Any, seats: int = 3, **options: Any) -> TablePlan:
    return table_plan(scene_at(GAME, seats, position, **options))


def hand(position: Any, viewer: int, order: Any = "rank") -> HandPlan:
    return hand_plan(scene_at(GAME, 3, position, viewer=viewer), order)


def row(plan: TablePlan, place: int) -> Row:
    return next(one for one in plan.rows if one.place == place)


def told(seats: int, position: Any, *moves: str, **options: Any) -> list[str]:
    """Return the lines of the table in words."""
    session = do(session_of(seats, position, options=options), *moves)
    return FACE.table(session.scene(None)).splitlines()


def test_a_battle_is_written_player_by_player() -> None:
    assert told(3, ROUND, *BATTLE_MOVES) == [
        "▶ **A** 3 heads · 4 of 10 cards · surge card K♦ · lost a bot",
        "**B** 0 heads · 6 of 10 cards · bot in play · surge card 6♥",
        "**C** 6 heads · 6 of 10 cards · passes · surge card 5♠ · ahead",
        "-# First to 10 heads wins · +1: surge bonus. Round 1 of at most 60. Not dealt: 0.",
        "The bot has K♠ as weapon 13 and Q♦ as armour 12.",
        "A weapon of 12 or more destroys it.",
        "Bots destroyed this round: 1.",
    ]


def test_bot_is_drawn_above_the_destroyed_one() -> None:
    plan = table_plan(do(session_of(3, ROUND), *BATTLE_MOVES).scene(None))

    assert plan.stage.middle == (Bot("KS", "QD", 13, 12, avatar="B", beaten="A"),)
    assert [(one.note, one.surge) for one in plan.rows] == [
        ("to answer", "KD"),
        ("bot in play", "6H"),
        ("passes", "5S"),
    ]


def test_facts_for_words_are_described_too() -> None:
    scene = do(session_of(3, ROUND), *BATTLE_MOVES).scene(None)
    _, answering, _, _, foot, small, said = description(table_plan(scene)).splitlines()

    assert answering.endswith("surge card K♦, lost a bot.")
    assert foot == "first to 10 heads wins · +1: surge bonus."
    assert small == "Round 1 of at most 60. Not dealt: 0."
    assert said == "A weapon of 12 or more destroys it. Bots destroyed this round: 1."


def test_r11_words_say_how_a_surged_king_falls() -> None:
    position = battling("B", [("A", "3S", "KH")], A="2S", B="KC JK 8D") | {"surge": {"A": "5H", "B": "QC"}}

    assert "Only a joker destroys it." in told(2, position)
    assert "A weapon of 14 or more destroys it." in told(2, position, **{"surged-king": "equal"})


def test_hidden_surge_cards_are_told_once() -> None:
    assert told(3, SURGE, "A: surge card:KC") == [
        "**A** 0 heads · 3 of 10 cards · card chosen",
        "▶ **B** 0 heads · 3 of 10 cards",
        "▶ **C** 0 heads · 3 of 10 cards",
        "-# First to 10 heads wins. Round 1 of at most 60.",
        "**Not dealt**: empty",
        "No bot yet.",
    ]


def test_a_throw_is_told_without_what_was_thrown() -> None:
    lines = told(3, TIE | {"undecided": 1, "throws": {"A": "rock"}})

    assert lines[0] == "**A** 0 heads · 2 of 10 cards · has thrown · surge card 5♣"
    assert lines[-3:-1] == [
        "A and B throw: the loser plays first.",
        "Tied 1 of 3 times: after that, it's random.",
    ]
    assert "rock" not in "".join(lines)


def test_champion_pairs_and_used_surge_cards_are_told() -> None:
    position = scavenging("A", A="4S 5H", B="2S 2H JK", C="7S 8H") | {"surge": {"B": "6H"}}

    assert told(3, position, "B: scavenge first:2S second:2H")[:2] == [
        "**A** 0 heads · 2 of 10 cards · champion",
        "**B** 0 heads · 1 of 10 cards · takes an 11th card · surge card: 6♥ · lost a bot · shows 2♥ 2♠",
    ]


def test_a_final_pass_is_told_as_final() -> None:
    lines = told(3, BATTLE, "B: pass", **{"pass-rule": "final"})

    assert lines[1] == "**B** 0 heads · 6 of 10 cards · out of this round · surge card 10♠"


def test_leavers_are_told_to_everyone() -> None:
    assert told(3, BATTLE, "C: leave")[2:4] == [
        "**C** 0 heads · has left",
        ("-# First to 10 heads wins · +1: surge bonus. Round 1 of at most 60. Not dealt: 0. Set aside: 3."),
    ]


def test_hand_tells_values_once_surge_is_placed() -> None:
    assert FACE.hand(session_of(3, ROUND).scene(0)).splitlines() == [
        "Your hand (6)",
        "Weapons: 3♠ (3) · 5♣ (5) · Q♠ (12)",
        "Armour: 2♥ (2) · 9♦ (10) · 10♦ (11)",
        "Surge card K♦: diamonds +1",
    ]


def test_head_of_table_explains_heads() -> None:
    assert pages.table(session_of(3, BATTLE).scene(None)).text.startswith(
        "**Skrap** · table 123456789 · first to 10 heads"
    )


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_surge_cards_are_hidden_until_all_are_placed(viewer: int | None) -> None:
    plan = table_plan(scene_at(GAME, 3, SURGING, viewer))

    assert (row(plan, 1).surge, row(plan, 2).surge) == (BACK, None)
    assert row(plan, 1).note == "card chosen"
    assert row(plan, 2).note == "chooses a card"


def test_before_first_bot_pack_lies_in_middle() -> None:
    plan = table(SURGING | {"pack": ["9C", "9D"]})

    assert plan.stage.middle == (CardPile("Not dealt", BACK, 2),)


def test_present_bot_is_shown_with_stakes() -> None:
    plan = table(ANSWERING)

    assert plan.stage.middle == (Bot("9S", "10D", 10, 10, avatar="W", beaten="B"),)
    assert plan.stage.line == "A weapon of 10 or more destroys it"
    assert (plan.stage.stake, plan.stage.stake_label) == (1, "at stake")
    assert [one.note for one in plan.rows] == ["bot in play", "to answer", "no bot left"]


def test_r11_a_surged_king_falls_to_a_joker_only() -> None:
    king = {**ANSWERING, "surge": {"A": "5H"}, "field": [{"owner": "A", "weapon": "9S", "armour": "KH"}]}

    assert table(king).stage.line == "Only a joker destroys it"
    assert table(king, surged_king="equal").stage.line == "A weapon of 14 or more destroys it"


def test_dots_and_gold_show_way_to_goal() -> None:
    plan = table(ANSWERING, target=12)

    assert [one.dots for one in plan.rows] == [ProgressDots(4, 12), ProgressDots(7, 12), ProgressDots(0, 12)]
    assert [one.leads for one in plan.rows] == [False, True, False]
    assert plan.foot == "first to 12 heads wins · +1: surge bonus"


@pytest.mark.parametrize(
    ("position", "note", "sign"),
    [
        ({"phase": "throw", "contenders": ["A", "B"], "throws": {"A": "rock"}}, "has thrown", "check"),
        ({"phase": "open", "turn": "B", "unable": ["A"], "hands": {"B": ["3S", "3H"]}}, "can't build", "cross"),
        (
            {**ANSWERING, "field": [{"owner": "C", "weapon": "9S", "armour": "10D"}], "passed": ["A"]},
            "passes",
            "cross",
        ),
        ({**ANSWERING, "phase": "scavenge", "turn": None, "passed": ["A"], "hands": {"C": ["5C", "6C"]}}, "champion", ""),
        ({**SURGING, "hands": {"B": ["3S"], "C": ["4S"]}, "surge": {}, "left": ["A"]}, "has left", ""),
    ],
)  # fmt: skip
def test_a_row_says_what_its_player_has_done(position: Any, note: str, sign: str) -> None:
    shown = row(table(position), 1)

    assert (shown.note, shown.sign) == (note, sign)


def test_description_says_once_what_the_bot_falls_to() -> None:
    assert description(table(ANSWERING)).count("A weapon of 10 or more destroys it") == 1


def test_throws_are_in_no_picture() -> None:
    throw = {"phase": "throw", "contenders": ["A", "B"], "hands": {"A": ["2S"]}}
    one, other = (table(throw | {"throws": {"A": shape}}) for shape in ("rock", "paper"))

    assert one == other


def test_champion_is_crowned_with_heads_that_are_new() -> None:
    plan = table(SCAVENGE | {"heads": {"A": 5, "B": 7}})

    assert plan.stage.middle == (Bot("9S", "10D", 10, 10, crowned=True, avatar="W"),)
    assert (plan.stage.headline, plan.stage.gain, plan.stage.stake) == ("Champion!", "+1 head", 1)
    assert row(plan, 1).dots == ProgressDots(5, 10, fresh=1)
    assert (row(plan, 2).note, row(plan, 2).cards) == ("takes an 11th card", ("3C", "3D"))
    assert plan.foot == "first to 10 heads wins"


def test_a_bot_that_stood_unanswered_brings_no_heads() -> None:
    plan = table({**SCAVENGE, "field": ANSWERING["field"][1:]})

    assert (plan.stage.headline, plan.stage.gain) == ("Wolfgang Am…'s bot survives", "")
    assert plan.stage.line == "No heads in round 1"
    assert row(plan, 1).note == "bot in play"


def test_hand_has_weapons_above_armour_ascending() -> None:
    plan = hand(ANSWERING, 0)

    assert plan.sections == (
        Fan((Part(("2S",)), Part(("QC",)), Part(("KS",)))),
        Fan((Part(("2H",)),)),
        Tray("Surge card", ("5S",)),
    )
    assert plan.title == "Your hand · 4 · spades +1"


def test_asked_player_sees_bot_and_reaching_weapons() -> None:
    plan = hand(ANSWERING, 1)

    assert plan.sections[:2] == (
        Tray("The bot", ("9S", "10D"), label="armour 10"),
        Tray("Surge card", ("6D",), label="surge card"),
    )
    assert isinstance(plan.sections[2], Fan)
    assert plan.sections[2].playable == frozenset(("10C", "JK"))
    assert (plan.asked, plan.acts) == ("reach 10", True)


def test_hand_below_its_own_table_repeats_no_bot() -> None:
    scene = replace(scene_at(GAME, 3, ANSWERING, viewer=1), guild_id=0)

    assert [one for one in hand_plan(scene, "rank").sections if isinstance(one, Tray)] == [
        Tray("Surge card", ("6D",))
    ]


def test_hand_by_suit_keeps_weapons_and_armour_apart() -> None:
    plan = hand(ANSWERING, 0, "suit")

    assert plan.sections[:2] == (Fan((Part(("QC",)), Part(("2S", "KS")))), Fan((Part(("2H",)),)))


def test_after_battle_question_has_room_of_bonus() -> None:
    plan = hand(SCAVENGE, 2)

    assert (plan.title, plan.asked) == ("Your hand · 2", "play scavengers?")


def test_before_the_surge_nothing_is_stronger() -> None:
    assert "+1" not in description(hand(SURGING, 1))
