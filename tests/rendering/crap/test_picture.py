"""The pictures of C.R.A.P. say what is going on, what counts, and who has answered."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from bot.engine.events import Event
from bot.games import crap
from bot.games.crap.acquiring import (
    Believed,
    BluffCalled,
    NothingFound,
    RandomDiscarded,
    RankAsked,
    Surrendered,
)
from bot.games.crap.challenging import Rewarded
from bot.games.crap.drawing import Drew
from bot.games.crap.laying import SetLaid
from bot.games.crap.recycling import Recycled
from bot.games.crap.scoring import ScoringRound
from bot.games.crap.voting import VoteCalled, VoteClosed
from bot.rendering.art.plan import BACK, Die, Fan, Heap, Part, Row, TablePlan, Tile, Tray, Wanted
from bot.rendering.art.spoken import description
from bot.rendering.crap.headlines import headline
from bot.rendering.crap.picture import hand_plan, table_plan
from bot.rendering.scene import Told
from tests.rendering.art.games import scene_at

SETS = [
    {"owner": "A", "rank": "4", "cards": ["4C", "4D", "JK"]},
    {"owner": "A", "rank": "7", "cards": ["7C", "7D", "7H", "7S", "7C", "7D", "7H", "7S"]},
    {"owner": "B", "rank": "A", "cards": ["AC", "AD", "AH", "AS"], "value": 90, "borrowed": "4H"},
]
WINDOW = {
    "phase": "bluff-window",
    "turn": "B",
    "pending": {"action": "acquire", "rank": "K", "believed": ["C"]},
}


def table(**position: Any) -> TablePlan:
    return table_plan(scene_at(crap.GAME, 3, position, jokers=True, turn_limit=500))


def row(plan: TablePlan, place: int) -> Row:
    return next(one for one in plan.rows if one.place == place)


def test_sets_count_visibly_beside_what_is_banked() -> None:
    plan = table(sets=SETS, totals={"A": 210, "B": 0, "C": 120})

    assert [one.points for one in plan.rows] == ["210 + 199", "0 + 90", "120 + 0"]
    assert row(plan, 1).tiles == (Tile("4", 3, wilds=1), Tile("7", 8))


def test_the_leader_is_who_has_most_with_what_lies_on_the_table() -> None:
    assert [one.leads for one in table(sets=SETS, totals={"C": 198}).rows] == [True, False, False]
    assert [one.leads for one in table(sets=SETS, totals={"C": 290}).rows] == [False, False, True]
    assert not any(one.leads for one in table().rows)


def test_while_a_rank_is_asked_for_everybody_has_their_answer_beside_them() -> None:
    plan = table(**WINDOW)

    assert plan.stage.middle[0] == Wanted("K")
    assert plan.stage.line == "Bluff? One decides"
    assert [(one.note, one.short, one.sign) for one in plan.rows] == [
        ("believe or call?", "", ""),
        ("asks", "K?", ""),
        ("believes", "", "check"),
    ]


def test_rows_of_one_line_have_no_room_for_what_somebody_is_to_do() -> None:
    position = {**WINDOW, "pending": {"action": "acquire", "rank": "K", "believed": []}}
    plan = table_plan(scene_at(crap.GAME, 5, position, threshold=2000))

    acting = [one for one in plan.rows if one.acts]
    assert [(one.note, one.sign) for one in acting] == [("believe or call?", "dots")] * 4
    assert row(plan, 2).short == "K?"
    assert "believe or call?" in description(plan)


def test_the_goal_is_written_as_in_the_line_above_the_picture() -> None:
    plan = table_plan(scene_at(crap.GAME, 3, {}, threshold=2000))

    assert plan.foot == "banked + on the table · over 2,000 wins"


def test_a_challenge_shows_its_die_the_hidden_cards_and_what_was_guessed() -> None:
    pending = {
        "action": "challenge",
        "target": "C",
        "die": 3,
        "guesses": {"B": {"rank": "2", "suit": "D"}},
    }
    placed = {"A": [], "B": ["2C", "3C", "4C"], "C": ["2H", "3H", "4H"]}
    plan = table(phase="challenge-guess-2", turn="B", pending=pending, placed=placed)

    assert plan.stage.middle[0] == Die(3)
    assert row(plan, 2).cards == row(plan, 3).cards == (BACK,) * 3
    assert (row(plan, 2).note, row(plan, 3).note) == ("guesses 2♦", "guesses a card")
    assert "3 cards face down" in description(plan)


def test_a_vote_names_who_is_to_recycle() -> None:
    pending = {"action": "force-recycle", "target": "C", "votes": {}}
    plan = table(phase="vote", turn="B", pending=pending)

    assert (row(plan, 2).note, row(plan, 3).note) == ("called the vote", "is to recycle?")
    assert plan.stage.line == "One vote is missing"


def test_who_has_left_holds_nothing_and_cannot_lead() -> None:
    gone = row(table(left=["C"], totals={"C": 500}), 3)

    assert (gone.away, gone.hand, gone.note, gone.leads, gone.points) == (
        True,
        None,
        "has left",
        False,
        "500",
    )


def test_an_empty_stock_and_discard_pile_are_places() -> None:
    plan = table(stock=[], discard=[])

    assert plan.stage.middle == (Heap("Stock", None, 0), Heap("Discard pile", None, 0))


def test_a_whole_set_in_a_hand_says_what_it_is_worth() -> None:
    position = {"hands": {"A": ["KS", "QC", "QD", "QH", "QS"]}, "protected": {"A": ["7C"]}}
    hand = hand_plan(scene_at(crap.GAME, 3, position, viewer=0), "rank")

    assert hand.sections == (
        Fan((Part(("QC", "QD", "QH", "QS"), "a set: 120"), Part(("KS",)))),
        Tray("Protected", ("7C",), shield=True),
    )


def test_four_aces_in_a_hand_are_worth_ten_more_than_the_best_set() -> None:
    position = {"hands": {"A": ["AC", "AD", "AH", "AS"]}, "sets": SETS}
    hand = hand_plan(scene_at(crap.GAME, 3, position, viewer=0, jokers=True), "rank")

    assert hand.sections[0] == Fan((Part(("AC", "AD", "AH", "AS"), "a set: 100"),))


def test_a_hand_by_suit_tells_no_sets() -> None:
    position = {"hands": {"A": ["QC", "QD", "QH", "QS"]}}
    hand = hand_plan(scene_at(crap.GAME, 3, position, viewer=0), "suit")

    assert "a set" not in description(hand)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([[RankAsked(0, "9", (1, 2))]], "Wolfgang Am… asks for 9s"),
        ([[RankAsked(1, "9", (0, 2))], [Believed(0)]], "Ben asks for 9s"),
        ([[BluffCalled(1, 0, "9", None), RandomDiscarded(0, "KH")]], "Ben catches Wolfgang Am…"),
        ([[BluffCalled(1, 0, "9", "9C"), Surrendered(2, 0, "9", 2)]], "Ben is wrong about Wolfgang Am…"),
        ([[Believed(2), Surrendered(0, 1, "9", 2), Surrendered(2, 1, "9", 1)]], "Ben gets 3 cards"),
        ([[Believed(2), Surrendered(0, 1, "9", 0)]], "Nothing for Ben"),
        ([[Believed(2), NothingFound(1, "JD")]], "Nobody has one: J♦ goes"),
        ([[SetLaid(1, "K", ("KC", "KD", "KH", "KS"), double=False, value=130)]], "Ben lays four kings"),
        ([[Rewarded(1, 3), Rewarded(0, 0), Drew(1, 3, 20)]], "Ben 3 in the challenge"),
        ([[Rewarded(1, 0), Rewarded(0, 0)]], "No match in the challenge"),
        ([[VoteCalled(0, 1, (1, 2), 2)]], "Is Ben to recycle?"),
        (
            [[VoteClosed(1, (1, 2), (True, True), passed=True), Recycled(1, ("9C",), (1, 2))]],
            "Voted: Ben recycles",
        ),
        ([[VoteClosed(1, (1, 2), (True, None), passed=False)]], "Ben need not recycle"),
        ([[ScoringRound(2, (0, 140, 70), (0, 140, 70), (0, 0, 0))]], "Round 2: Ben +140"),
        ([], "The cards are dealt"),
    ],
)
def test_the_newest_event_is_the_headline(moves: Sequence[Sequence[Event]], said: str) -> None:
    past = tuple(Told(0, tuple(events), 0) for events in moves)

    assert headline(msgspec.structs.replace(scene_at(crap.GAME, 3, {}), recent=past)) == said


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"phase": "over", "winners": ["A", "B"], "end": "threshold"}, "Wolfgang Am… and Ben win"),
        ({"phase": "over", "winners": ["B"], "end": "threshold"}, "Ben wins"),
        ({"phase": "over", "winners": [], "end": "abandoned"}, "Nobody wins"),
    ],
)
def test_a_game_that_is_over_says_who_wins(position: Any, said: str) -> None:
    assert table(**position).stage.headline == said
