"""The pictures of Skrap: the bot that stands, what it takes, and where everybody stands."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from bot.engine.events import Event
from bot.games.skrap import GAME
from bot.games.skrap.battle import BotPlayed, Passed
from bot.games.skrap.dealing import Dealt
from bot.games.skrap.leaving import PlayerLeft
from bot.games.skrap.opening import Called, Opens, RoundVoid
from bot.games.skrap.scoring import Champion
from bot.games.skrap.surging import SurgePlaced
from bot.games.skrap.throwing import AskedToThrow, ThrowShown
from bot.rendering.art.plan import BACK, Bot, Fan, HandPlan, Heap, Lamps, Part, Row, TablePlan, Tray
from bot.rendering.art.spoken import description
from bot.rendering.scene import Told
from bot.rendering.skrap.headlines import headline
from bot.rendering.skrap.picture import hand_plan, table_plan
from tests.rendering.art.games import scene_at

SURGING = {"hands": {"A": ["2S", "2H", "KS"], "B": ["3S"], "C": ["4S"]}, "surge": {"A": "5S"}}
BATTLE: dict[str, Any] = {
    "phase": "battle",
    "turn": "B",
    "heads": {"A": 4, "B": 7},
    "surge": {"A": "5S", "B": "6D"},
    "hands": {"A": ["2S", "2H", "KS", "QC"], "B": ["JK", "3S", "10C", "3H", "KD"]},
    "field": [
        {"owner": "B", "weapon": "4S", "armour": "4H"},
        {"owner": "A", "weapon": "9S", "armour": "10D"},
    ],
}
SCAVENGE: dict[str, Any] = {
    **BATTLE,
    "phase": "scavenge",
    "turn": None,
    "scavengers": {"B": ["3C", "3D"]},
    "hands": {"C": ["5C", "6C"]},
}


def table(position: Any, seats: int = 3, **options: Any) -> TablePlan:
    return table_plan(scene_at(GAME, seats, position, **options))


def hand(position: Any, viewer: int, order: Any = "rank") -> HandPlan:
    return hand_plan(scene_at(GAME, 3, position, viewer=viewer), order)


def row(plan: TablePlan, place: int) -> Row:
    return next(one for one in plan.rows if one.place == place)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_surge_cards_are_hidden_from_everybody_until_all_are_placed(viewer: int | None) -> None:
    plan = table_plan(scene_at(GAME, 3, SURGING, viewer))

    assert (row(plan, 1).surge, row(plan, 2).surge) == (BACK, None)
    assert row(plan, 1).note == "surge hidden"
    assert row(plan, 2).note == "hides a card"


def test_before_the_first_bot_the_pack_lies_in_the_middle() -> None:
    plan = table(SURGING | {"pack": ["9C", "9D"]})

    assert plan.stage.middle == (Heap("Not dealt", BACK, 2),)
    assert plan.stage.line == "2 hide a surge card"


def test_the_bot_that_stands_is_shown_with_what_it_takes_and_what_is_at_stake() -> None:
    plan = table(BATTLE)

    assert plan.stage.middle == (Bot("9S", "10D", 10, 10),)
    assert plan.stage.line == "A weapon of 10 or more is needed"
    assert (plan.stage.stake, plan.stage.stake_label) == (1, "at stake")
    assert [one.note for one in plan.rows] == ["bot stands", "to answer", "no bot left"]


def test_r11_a_surged_king_falls_to_a_joker_only() -> None:
    king = {**BATTLE, "surge": {"A": "5H"}, "field": [{"owner": "A", "weapon": "9S", "armour": "KH"}]}

    assert table(king).stage.line == "Only a joker wrecks it"
    assert table(king, surged_king="equal").stage.line == "A weapon of 14 or more is needed"


def test_lamps_and_gold_show_the_way_to_the_goal() -> None:
    plan = table(BATTLE, target=12)

    assert [one.lamps for one in plan.rows] == [Lamps(4, 12), Lamps(7, 12), Lamps(0, 12)]
    assert [one.leads for one in plan.rows] == [False, True, False]
    assert plan.foot == "12 heads win · +1: surge suit"


@pytest.mark.parametrize(
    ("position", "note", "sign"),
    [
        ({"phase": "throw", "contenders": ["A", "B"], "throws": {"A": "rock"}}, "has thrown", "check"),
        ({"phase": "open", "turn": "B", "unable": ["A"], "hands": {"B": ["3S", "3H"]}}, "cannot build", "cross"),
        (
            {**BATTLE, "field": [{"owner": "C", "weapon": "9S", "armour": "10D"}], "passed": ["A"]},
            "passes",
            "cross",
        ),
        ({**BATTLE, "phase": "scavenge", "turn": None, "passed": ["A"], "hands": {"C": ["5C", "6C"]}}, "champion", ""),
        ({**SURGING, "hands": {"B": ["3S"], "C": ["4S"]}, "surge": {}, "left": ["A"]}, "has left", ""),
    ],
)  # fmt: skip
def test_a_row_says_what_its_player_has_done(position: Any, note: str, sign: str) -> None:
    shown = row(table(position), 1)

    assert (shown.note, shown.sign) == (note, sign)


def test_what_was_thrown_is_in_no_picture() -> None:
    throw = {"phase": "throw", "contenders": ["A", "B"], "hands": {"A": ["2S"]}}
    one, other = (table(throw | {"throws": {"A": shape}}) for shape in ("rock", "paper"))

    assert one == other


def test_the_champion_is_crowned_with_the_heads_that_are_new() -> None:
    plan = table(SCAVENGE | {"heads": {"A": 5, "B": 7}})

    assert plan.stage.middle == (Bot("9S", "10D", 10, 10, crowned=True),)
    assert (plan.stage.headline, plan.stage.gain, plan.stage.stake) == ("Champion!", "+1 head", 1)
    assert row(plan, 1).lamps == Lamps(5, 10, fresh=1)
    assert (row(plan, 2).note, row(plan, 2).cards) == ("takes an 11th card", ("3C", "3D"))
    assert plan.foot == "first to 10 heads wins"


def test_a_bot_that_stood_unanswered_brings_no_heads() -> None:
    plan = table({**SCAVENGE, "field": BATTLE["field"][1:]})

    assert (plan.stage.headline, plan.stage.gain) == ("Wolfgang Am…'s bot stands", "")
    assert plan.stage.line == "No heads in round 1"
    assert row(plan, 1).note == "bot stands"


def test_a_hand_has_its_weapons_above_its_armour_from_low_to_high() -> None:
    plan = hand(BATTLE, 0)

    assert plan.sections == (
        Fan((Part(("2S",)), Part(("QC",)), Part(("KS",)))),
        Fan((Part(("2H",)),)),
        Tray("Surge", ("5S",)),
    )
    assert plan.title == "Your hand · 4 · spades +1"


def test_who_is_to_answer_sees_the_bot_and_which_weapons_reach() -> None:
    plan = hand(BATTLE, 1)

    assert plan.sections[:2] == (
        Tray("The bot", ("9S", "10D"), label="armour 10"),
        Tray("Surge", ("6D",), label="surge"),
    )
    assert isinstance(plan.sections[2], Fan)
    assert plan.sections[2].playable == frozenset(("10C", "JK"))
    assert (plan.asked, plan.acts) == ("reach 10", True)


def test_a_hand_by_suit_keeps_weapons_and_armour_apart() -> None:
    plan = hand(BATTLE, 0, "suit")

    assert plan.sections[:2] == (Fan((Part(("QC",)), Part(("2S", "KS")))), Fan((Part(("2H",)),)))


def test_after_the_battle_the_question_has_the_room_of_the_bonus() -> None:
    plan = hand(SCAVENGE, 2)

    assert (plan.title, plan.asked) == ("Your hand · 2", "show a pair?")


def test_before_the_surge_nothing_is_stronger() -> None:
    assert "+1" not in description(hand(SURGING, 1))


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([[Dealt(3, (10, 10, 10), 24)]], "Round 3"),
        ([[Dealt(3, (10, 10, 10), 24)], [SurgePlaced(0, 1, 3)]], "Round 3"),
        ([[Called(1, "highest"), Opens(1)]], "Ben opens"),
        ([[AskedToThrow((0, 1), 0)]], "Rock, paper, scissors"),
        ([[ThrowShown((0, 1), ("rock", "rock"), ()), AskedToThrow((0, 1), 1)]], "Both throw rock: again"),
        (
            [[ThrowShown((0, 1, 2), ("paper", "paper", "paper"), ()), AskedToThrow((0, 1, 2), 1)]],
            "All throw paper: again",
        ),
        (
            [[ThrowShown((0, 1, 2), ("rock", "paper", "scissors"), ()), AskedToThrow((0, 1, 2), 1)]],
            "All three shapes: again",
        ),
        (
            [[ThrowShown((0, 1, 2), ("rock", "rock", "paper"), (0, 1)), AskedToThrow((0, 1), 0)]],
            "The losers throw again",
        ),
        ([[ThrowShown((0, 1), ("paper", "rock"), (1,)), Called(1, "throw"), Opens(1)]], "Ben lost and opens"),
        ([[ThrowShown((0, 1), ("rock", "rock"), ()), Called(1, "chance"), Opens(1)]], "Ben opens"),
        ([[RoundVoid(1), Dealt(2, (10, 10, 10), 24)]], "A new deal"),
        ([[BotPlayed(1, "9S", "7H", 9, 7, 0)]], "Ben builds 9 / 7"),
        ([[BotPlayed(1, "9S", "7H", 9, 7, 1, 0, 5)]], "Ben wrecks Wolfgang Am…'s bot"),
        ([[Passed(1, final=False)]], "Ben passes"),
        ([[Passed(1, final=False), Champion(0, "9S", "7H", 4, 9, lost=False)]], "Champion!"),
        ([[PlayerLeft(1, 9)]], "Ben leaves"),
        ([], "Wolfgang Am…'s bot stands"),
    ],
)
def test_the_newest_event_is_the_headline(moves: Sequence[Sequence[Event]], said: str) -> None:
    past = tuple(Told(0, tuple(events), 0) for events in moves)

    assert headline(msgspec.structs.replace(scene_at(GAME, 3, BATTLE), recent=past)) == said


def test_a_game_that_is_over_says_who_wins() -> None:
    assert table({**BATTLE, "phase": "over", "turn": None, "winners": ["B"]}).stage.headline == "Ben wins"
