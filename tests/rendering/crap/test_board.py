"""The table and the hands of C.R.A.P., drawn, described and written from the same plan."""

from typing import Any

import pytest

from bot.games import crap
from bot.rendering.art.plan import BACK, CardPile, Die, Fan, Part, Row, TablePlan, Tile, Tray, Wanted
from bot.rendering.art.spoken import description
from bot.rendering.crap.board import hand, hand_plan, table_plan
from bot.rendering.faces import FACES
from bot.rendering.scene import Scene
from tests.rendering.art.games import scene_at
from tests.rendering.crap.sessions import seen, session_in

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


def written(scene: Scene) -> list[str]:
    return FACES["crap"].table(scene).splitlines()


def row(plan: TablePlan, place: int) -> Row:
    return next(one for one in plan.rows if one.place == place)


def test_a_table_is_written_player_by_player() -> None:
    position = {
        "sets": SETS,
        "totals": {"A": 10, "B": 120, "C": 0},
        "hands": {"A": ["2C"], "B": ["3C", "3D"], "C": []},
        "protected": {"B": ["QH"]},
        "idle": {"B": 1},
        "stock": ["9C", "9D"],
        "discard": ["KC", "2D", "5S"],
        "forcing": True,
    }

    assert written(seen(position, jokers=True)) == [
        "▶ **Ann** 10 + 199 · one card",
        "> 4s, 39: 4♣ 4♦ joker · 7s, 160: 7♣ 7♣ 7♦ 7♦ 7♥ 7♥ 7♠ 7♠",
        "**Ben** 120 + 90 · 2 cards, 1 protected · skipped 1 of 3 times · ahead",
        "> aces, 90: A♣ A♦ A♥ A♠, 4♥ across",
        "**Cyd** 0 + 0 · 0 cards",
        "-# Banked + on the table · over 1,000 wins. Turn 1 of at most 600.",
        "**Stock**: 2 cards · **Discard pile**: 3 cards, on top 5♠",
        "**Discard pile:** 2 ♦ · 5 ♠ · K ♣",
        "Forced recycling is on.",
    ]


def test_undrawn_facts_are_described() -> None:
    scene = seen({"idle": {"B": 1}, "discard": ["KC", "2D"], "timeouts": 1})

    assert description(table_plan(scene)).splitlines()[2:] == [
        "Ben: 0 + 0 points, holds 0 cards, skipped 1 of 3 times.",
        "Cyd: 0 + 0 points, holds 0 cards.",
        "banked + on the table · over 1,000 wins.",
        "Turn 1 of at most 600.",
        "Discard pile: 2 ♦ · K ♣. One turn timed out: after 6 in a row, the game ends and nobody wins.",
    ]


def test_sets_are_counted_briefly_where_room_is_short() -> None:
    assert row(table(sets=SETS), 1).board[1] == "4s: 39 · 7s: 160"


def test_sets_count_visibly_next_to_banked_points() -> None:
    plan = table(sets=SETS, totals={"A": 210, "B": 0, "C": 120})

    assert [one.points for one in plan.rows] == ["210 + 199", "0 + 90", "120 + 0"]
    assert row(plan, 1).tiles == (Tile("4", 3, wilds=1), Tile("7", 8))


def test_leader_has_most_with_sets_on_table() -> None:
    assert [one.leads for one in table(sets=SETS, totals={"C": 198}).rows] == [True, False, False]
    assert [one.leads for one in table(sets=SETS, totals={"C": 290}).rows] == [False, False, True]
    assert not any(one.leads for one in table().rows)


def test_answers_are_next_to_players_during_question() -> None:
    plan = table(**WINDOW)

    assert plan.stage.middle[0] == Wanted("K")
    assert [(one.note, one.short, one.sign) for one in plan.rows] == [
        ("believe or call?", "", ""),
        ("acquires", "", "asks"),
        ("believes", "", "check"),
    ]


def test_one_line_rows_omit_tasks() -> None:
    position = {**WINDOW, "pending": {"action": "acquire", "rank": "K", "believed": []}}
    plan = table_plan(scene_at(crap.GAME, 5, position, threshold=2000))

    acting = [one for one in plan.rows if one.acts]
    assert [(one.note, one.sign) for one in acting] == [("believe or call?", "dots")] * 4
    assert row(plan, 2).sign == "asks"
    assert "believe or call?" in description(plan)


def test_goal_is_written_as_in_line_above_picture() -> None:
    plan = table_plan(scene_at(crap.GAME, 3, {}, threshold=2000))

    assert plan.foot == "banked + on the table · over 2,000 wins"


def test_challenge_shows_die_hidden_cards_and_guesses() -> None:
    pending = {"action": "challenge", "target": "C", "die": 3, "guesses": {"B": {"rank": "2", "suit": "D"}}}
    placed = {"A": [], "B": ["2C", "3C", "4C"], "C": ["2H", "3H", "4H"]}
    plan = table(phase="challenge-guess-2", turn="B", pending=pending, placed=placed)

    assert plan.stage.middle[0] == Die(3)
    assert row(plan, 2).cards == row(plan, 3).cards == (BACK,) * 3
    assert (row(plan, 2).note, row(plan, 3).note) == ("guesses 2♦", "guesses a card")
    assert "3 cards face down" in description(plan)


def test_a_vote_names_who_is_to_recycle() -> None:
    pending = {"action": "force-recycle", "target": "C", "votes": {}}
    plan = table(phase="vote", turn="B", pending=pending)

    assert (row(plan, 2).note, row(plan, 3).note) == ("called the vote", "must recycle?")


def test_departed_player_has_nothing_and_cannot_lead() -> None:
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

    assert plan.stage.middle == (CardPile("Stock", None, 0), CardPile("Discard pile", None, 0))


def test_whole_set_in_hand_tells_its_worth() -> None:
    position = {"hands": {"A": ["KS", "QC", "QD", "QH", "QS"]}, "protected": {"A": ["7C"]}}
    plan = hand_plan(scene_at(crap.GAME, 3, position, viewer=0), "rank")

    assert plan.sections == (
        Fan((Part(("QC", "QD", "QH", "QS"), "a set: 120"), Part(("KS",)))),
        Tray("Protected", ("7C",), shield=True),
    )


def test_four_aces_are_worth_ten_above_best_set() -> None:
    position = {"hands": {"A": ["AC", "AD", "AH", "AS"]}, "sets": SETS}
    plan = hand_plan(scene_at(crap.GAME, 3, position, viewer=0, jokers=True), "rank")

    assert plan.sections[0] == Fan((Part(("AC", "AD", "AH", "AS"), "a set: 100"),))


def test_a_hand_by_suit_tells_no_sets() -> None:
    position = {"hands": {"A": ["QC", "QD", "QH", "QS"]}}
    plan = hand_plan(scene_at(crap.GAME, 3, position, viewer=0), "suit")

    assert "a set" not in description(plan)


def test_last_counts_points_are_not_told_twice() -> None:
    over = {"phase": "over", "end": "turn-limit", "sets": SETS, "totals": {"A": 199, "B": 90, "C": 0}}

    assert written(seen(over, jokers=True))[0].startswith("**Ann** 199 · ")


def test_name_in_text_does_nothing_and_calls_nobody() -> None:
    session = session_in({})
    session.names[101] = "**@everyone**"

    text = written(session.scene(None))[1]

    assert "\\*\\*@\u200beveryone" in text
    assert "<@" not in text


@pytest.mark.parametrize(("left", "most"), [([], 6), (["C"], 4)])
def test_timed_out_turns_are_told_with_limit(left: list[str], most: int) -> None:
    *_, text = written(seen({"timeouts": 2, "left": left}))

    assert f"2 turns in a row timed out: after {most}, the game ends and nobody wins." == text


@pytest.mark.parametrize(
    ("pending", "phase", "below"),
    [
        ({"action": "acquire", "rank": "K"}, "bluff-window", ["Asked for: kings."]),
        ({"action": "allow-forcing"}, "vote", ["Ann asks to allow forced recycling."]),
        ({"action": "force-recycle", "target": "B"}, "vote", ["Ann wants Ben to recycle."]),
        (
            {"action": "challenge", "target": "B", "die": 3, "guesses": {"A": {"rank": "2", "suit": "D"}}},
            "challenge-guess-2",
            ["The die shows 3.", "Ann challenges Ben."],
        ),
    ],
)
def test_the_action_under_way_is_written(pending: dict[str, Any], phase: str, below: list[str]) -> None:
    placed = {"A": ["2C"], "B": ["3C"]} if "die" in pending else {}
    lines = written(seen({"phase": phase, "pending": pending, "placed": placed}))

    assert lines[lines.index("**Stock**: empty · **Discard pile**: empty") + 1 :] == below


def test_answers_are_written_next_to_players() -> None:
    assert written(seen(WINDOW))[:3] == [
        "▶ **Ann** 0 + 0 · 0 cards",
        "**Ben** 0 + 0 · 0 cards · acquires",
        "**Cyd** 0 + 0 · 0 cards · believes",
    ]


def test_a_player_who_is_leaving_keeps_their_answer() -> None:
    scene = seen({**WINDOW, "leaving": ["B"]})

    assert written(scene)[1] == "**Ben** 0 + 0 · 0 cards · is leaving · acquires"
    assert "Ben: is leaving, 0 + 0 points, holds 0 cards, acquires." in description(table_plan(scene))


def test_a_hand_tells_protected_and_hidden_cards_apart() -> None:
    kept = {"hands": {"A": ["KS", "2C"]}, "protected": {"A": ["QH"]}}
    hiding = {
        "phase": "challenge-guess-1",
        "hands": {"A": ["KS"]},
        "placed": {"A": ["2C"], "B": ["3C"]},
        "pending": {"action": "challenge", "target": "B", "die": 1},
    }

    assert hand(seen(kept, 0)) == "Your hand (2): 2♣ K♠\nProtected: Q♥."
    assert hand(seen(hiding, 0)) == "Your hand (1): K♠\nPlaced for the challenge: 2♣."


def test_hand_shown_to_two_stays_on_their_pages() -> None:
    shown = {"A": ["7S"], "B": ["2C"]}
    last = {"action": "cooperate", "seat": "A", "target": "B", "hands": shown}
    texts = [hand(seen({"last": last}, viewer)) for viewer in range(3)]

    assert "Ben showed you 2♣.\nYou showed Ben 7♠." in texts[0]
    assert "Ann showed you 7♠.\nYou showed Ann 2♣." in texts[1]
    assert "showed" not in texts[2]


def test_empty_hand_is_shown_as_one() -> None:
    last = {"action": "cooperate", "seat": "A", "target": "B", "hands": {"A": [], "B": ["2C"]}}

    assert "Ben showed you 2♣.\nYou showed Ben an empty hand." in hand(seen({"last": last}, 0))
    assert "Ann showed you an empty hand.\nYou showed Ann 2♣." in hand(seen({"last": last}, 1))
