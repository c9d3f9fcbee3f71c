"""Crazy Rummy as pictures: what the plans say, and their headlines."""

from typing import Any

import msgspec
import pytest

from bot.engine.events import Event
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.drawing import Drew, TookDiscard
from bot.games.crazy_rummy.laying import CardsFed, SetLaid
from bot.games.crazy_rummy.leaving import PlayerLeft
from bot.rendering import pages
from bot.rendering.art.plan import BACK, Beside, Fan, HandPlan, Heap, Part, Row, TablePlan, Tile, Tray
from bot.rendering.art.spoken import description
from bot.rendering.crazy_rummy.headlines import MAX_CHARACTERS, headline
from bot.rendering.crazy_rummy.picture import hand_plan, table_plan
from bot.rendering.scene import Told
from tests.games.crazy_rummy.positions import NEXT_DEAL, at
from tests.rendering.art.games import scene_at
from tests.rendering.crazy_rummy.sessions import scene_of
from tests.rendering.crazy_rummy.test_asking import after
from tests.rendering.positions import RUMMY

EIGHTS = {"B": [["8C", "8D", "8H"]]}
WILDS = frozenset(("6C", "6D", "6H", "6S"))


def table(hands: str = "4C / KS", **position: Any) -> TablePlan:
    return table_plan(scene_of(at(hands, **position).state))


def hand(hands: str, viewer: int = 0, **position: Any) -> HandPlan:
    return hand_plan(scene_of(at(hands, **position).state, viewer), "rank")


def row(plan: TablePlan, place: int) -> Row:
    return next(one for one in plan.rows if one.place == place)


def test_the_table_shows_piles_and_the_wild_card() -> None:
    plan = table_plan(scene_at(GAME, 2, RUMMY))

    assert plan.stage.middle == (
        Heap("Stock", BACK, 1),
        Heap("Discard pile", "8C", 2),
        Heap("Wild", "6C", wild=True, label="wild"),
    )
    assert [one.acts for one in plan.rows] == [False, True]
    assert plan.foot == "banked + on the board · 1,500 end it"


def test_boards_are_tiles_whose_sum_stands_beside_what_is_banked() -> None:
    plan = table(
        sets={
            "A": [["JC", "JD", "6D"], ["6S", "6H", "6C"]],
            "B": [["8C", "8D", "8H"], ["AD", "AH", "AS"]],
        },
        fed={"A": ["8S", "8S", "AC", "6D"]},
        totals={"A": -50, "B": 310},
    )

    assert row(plan, 1).tiles == (
        Tile("J", 3, wilds=1),
        Tile("6", 3, wilds=3),
        Tile("6", 1, wilds=1),
        Tile("8", 2),
        Tile("A", 1),
    )
    assert [one.points for one in plan.rows] == ["−50 + 640", "310 + 330"]


def test_the_leader_is_who_has_most_with_what_lies_on_the_board() -> None:
    assert [one.leads for one in table(sets=EIGHTS, totals={"A": 20}).rows] == [False, True]
    assert [one.leads for one in table(sets=EIGHTS, totals={"A": 40}).rows] == [True, False]
    assert not any(one.leads for one in table().rows)


def test_who_has_left_has_no_hand_cannot_lead_and_keeps_the_board() -> None:
    game = at("4C / KS / QS", sets={"B": [["9C", "9D", "9H"]]}, totals={"B": 900}).do("B: leave")
    gone = row(table_plan(scene_of(game.state)), 2)

    assert (gone.hand, gone.away, gone.note, gone.leads) == (None, True, "has left", False)
    assert gone.tiles == (Tile("9", 3),)


def test_a_tie_at_the_goal_is_told_in_the_foot() -> None:
    assert table(last_hand=True).foot == "banked + on the board · lead alone to win"


def test_when_the_game_is_over_the_hands_lie_open_and_the_totals_stand_alone() -> None:
    game = at("4C / KS 3D", totals={"B": 40}, sets=EIGHTS).do("A: leave")
    last = row(table_plan(scene_of(game.state)), 2)

    assert sorted(last.cards) == ["3D", "KS"]
    assert last.points == "40"


def test_a_hand_shows_sets_to_lay_cards_to_feed_and_what_the_rest_costs() -> None:
    plan = hand("QC 9D 5C 9H QD 8S 3D 6H 9S JH / KS", sets=EIGHTS)

    assert (plan.title, plan.asked, plan.acts) == ("Your hand · 10", "lay a set, then discard", True)
    nines, queens, feed, rest, beside = plan.sections
    assert isinstance(nines, Tray)
    assert isinstance(queens, Tray)
    assert (sorted(nines.cards), nines.label) == (["9D", "9H", "9S"], "9s · 30")
    assert (sorted(queens.cards), queens.label, queens.wild) == (
        ["6H", "QC", "QD"],
        "queens · 120",
        frozenset(("6H",)),
    )
    assert feed == Tray("feed", ("8S",), "feed 10")
    assert rest == Fan((Part(("3D",)), Part(("5C",)), Part(("JH",))), wild=WILDS, left_over=True)
    assert beside == Beside("left in hand", "−20")


def test_sets_that_share_cards_are_shown_once() -> None:
    plan = hand("JS JH QS QH 6S 4C / KS")
    trays = [one for one in plan.sections if isinstance(one, Tray)]

    assert [(one.cards, one.label) for one in trays] == [(("JH", "JS", "6S"), "jacks · 120")]


def test_a_waiting_hand_lies_as_it_is_whatever_the_others_lay() -> None:
    closed, opened = (
        hand("4C / 8S 3D AS 6S", 1),
        hand("4C / 8S 3D AS 6S", 1, sets={"A": [["8C", "8D", "8H"]]}),
    )

    assert closed == opened
    assert (closed.asked, closed.acts) == ("−215 in hand", False)
    assert closed.sections == (Fan((Part(("3D",)), Part(("8S",)), Part(("AS",)), Part(("6S",))), wild=WILDS),)


@pytest.mark.parametrize(
    ("hands", "position", "asked"),
    [
        ("4C / KS", {"phase": "draw"}, "draw a card"),
        ("4C / KS", {}, "discard a card"),
        ("8S / KS", {"sets": EIGHTS}, "feed, then discard"),
    ],
)
def test_the_hand_says_what_is_asked(hands: str, position: dict[str, Any], asked: str) -> None:
    assert hand(hands, **position).asked == asked


LAID = SetLaid(1, ("9D", "9H", "9S"), "9", 30, 4)
WITH_WILD = SetLaid(1, ("QC", "QD", "6H"), "Q", 120, 4)
MANY = SetLaid(1, ("10D", "10H", "10S", "10S", "10C"), "10", 50, 4)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (LAID, "Ben lays 9♦ 9♥ 9♠, 30"),
        (WITH_WILD, "Ben lays Q♣ Q♦ + wild 6♥, 120"),
        (MANY, "Ben lays 10♣ 10♦ 10♥ 10♠ 10♠, 50"),
        (SetLaid(0, MANY.cards, "10", 50, 4), "Wolfgang Am… lays five 10s, 50"),
        (CardsFed(1, ("QH",), 10, 2), "Ben feeds Q♥"),
        (CardsFed(1, ("QH", "QD", "9S", "9D", "3C", "4C", "KD", "KS"), 65, 2), "Ben feeds 8 cards"),
        (Discarded(1, "JC", 3), "Ben discards J♣"),
        (TookDiscard(1, "4S", 3), "Ben takes 4♠"),
        (Drew(1, 40), "Ben draws"),
        (PlayerLeft(1, 4), "Ben leaves"),
    ],
)
def test_the_newest_event_is_the_headline(event: Event, said: str) -> None:
    scene = scene_at(GAME, 2, RUMMY)
    told = headline(msgspec.structs.replace(scene, recent=(Told(1, (event,), 0),)))

    assert told == said
    assert len(told) <= MAX_CHARACTERS


def test_a_new_hand_is_the_headline_of_the_move_that_ended_the_last_one() -> None:
    scene = after(at("4C / KS", chance=NEXT_DEAL), "A: discard card:4C", viewer=None)

    assert headline(scene).startswith("Hand 2: ")


def test_without_a_card_on_the_table_the_picture_names_the_wild_rank() -> None:
    scene = scene_of(at("4C / KS", marker=None, wild="6", phase="draw").state)
    plan = table_plan(scene)

    assert plan.stage.headline == "Hand 1: 6s are wild"
    assert plan.stage.line == "6s wild: draw a card"
    assert [one.name for one in plan.stage.middle if isinstance(one, Heap)] == ["Stock", "Discard pile"]


IN_ANY_STATE: list[tuple[str, dict[str, Any]]] = [
    ("draw", {}),
    ("play", {}),
    ("over", {}),
    ("draw", {"is_idle": True}),
    ("play", {"status": "cancelled"}),
    ("draw", {"status": "frozen"}),
]


@pytest.mark.parametrize(("phase", "fields"), IN_ANY_STATE)
@pytest.mark.parametrize("marker", ["6C", None])
def test_picture_and_words_name_the_wild_rank_in_every_state(
    phase: str, fields: dict[str, Any], marker: str | None
) -> None:
    ended: dict[str, Any] = {"turn": None, "winners": ["A"]} if phase == "over" else {}
    state = at("4C / KS", marker=marker, wild="6", phase=phase, **ended).state
    scene = msgspec.structs.replace(scene_of(state), recent=(), **fields)

    plan = table_plan(scene)
    unheaded = msgspec.structs.replace(plan, stage=msgspec.structs.replace(plan.stage, headline=""))
    assert ("Wild: 6♣" if marker else "6s wild") in description(unheaded)
    text = pages.as_text(scene).text
    assert "6s wild" in text
    assert "**Wild** (★): 6s" in text
