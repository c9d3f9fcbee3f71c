"""The table and the hands of Crazy Rummy, drawn, described and written from the same plan."""

from typing import Any

import msgspec
import pytest

from bot.engine.chance import Seat
from bot.engine.draft import put
from bot.games.crazy_rummy.state import State
from bot.rendering import pages
from bot.rendering.art.plan import BACK, Caption, CardPile, Fan, HandPlan, Part, Row, TablePlan, Tile, Tray
from bot.rendering.art.spoken import description
from bot.rendering.crazy_rummy.board import hand_plan, table_plan
from bot.rendering.crazy_rummy.hands import view_of
from bot.rendering.scene import Scene
from tests.games.crazy_rummy.positions import at
from tests.helpers.controls import page_fault
from tests.rendering.crazy_rummy.sessions import FACE, crowded, scene_of
from tests.rendering.crazy_rummy.test_story import lettered

EIGHTS = {"B": [["8C", "8D", "8H"]]}
WILDS = frozenset(("6C", "6D", "6H", "6S"))
BOARDS: dict[str, Any] = {
    "sets": {"B": [["JC", "JD", "6D"], ["6S", "6H", "6C"]]},
    "fed": {"B": ["6D", "JH"]},
    "totals": {"A": -50, "B": 310},
    "dealer": "B",
}


def table(hands: str = "4C / KS", **position: Any) -> TablePlan:
    return table_plan(scene_of(at(hands, **position).state))


def hand(hands: str, viewer: int = 0, **position: Any) -> HandPlan:
    return hand_plan(scene_of(at(hands, **position).state, viewer), "rank")


def row(plan: TablePlan, place: int) -> Row:
    return next(one for one in plan.rows if one.place == place)


def told(state: State, viewer: Seat | None = None) -> list[str]:
    """Return the lines of the table in words, with letters for names."""
    scene = scene_of(state, viewer)
    return lettered(FACE.table(scene), scene).splitlines()


def own(state: State, viewer: Seat) -> list[str]:
    """Return the lines of the viewer's hand in words."""
    return FACE.hand(scene_of(state, viewer)).splitlines()


def test_a_table_is_written_player_by_player() -> None:
    assert told(at("4C JH / KS 9C", **BOARDS).state) == [
        "▶ **A** −50 + 0 · 2 cards · first play to come",
        "**B** 310 + 530 · 2 cards · dealer · ahead",
        "> J ♣♦ +★♦ · ★6 ♣♥♠ · fed J ♥ · ★6 ♦",
        "-# Banked + on the board · 1,500 end it. Hand 1 of at most 50, 2 decks. One reshuffle left.",
        "**Stock**: 4 cards · **Discard pile**: a card, 5♠",
        "**Wild** (★): 6s, with 6♥ on the table",
        "**Open to feed:** 6 J",
    ]


def test_short_game_numbers_its_hand_once() -> None:
    state = at("4C JH / KS 9C", options={"max_hands": 3}, **BOARDS).state

    assert "-# Banked + on the board · hand 1 of 3. 2 decks. One reshuffle left." in told(state)


def test_the_same_table_is_drawn_with_tiles() -> None:
    plan = table("4C JH / KS 9C", **BOARDS)

    assert plan.stage.middle == (
        CardPile("Stock", BACK, 4),
        CardPile("Discard pile", "5S", 1),
        CardPile("Wild", "6H", wild=True, label="wild"),
    )
    assert [one.acts for one in plan.rows] == [True, False]
    assert [one.points for one in plan.rows] == ["−50 + 0", "310 + 530"]
    assert row(plan, 2).tiles == (
        Tile("J", 3, wilds=1),
        Tile("6", 3, wilds=3),
        Tile("6", 1, wilds=1),
        Tile("J", 1),
    )


def test_same_table_is_described_with_undrawn_facts() -> None:
    *_, dealer, foot, small, said = description(table("4C JH / KS 9C", **BOARDS)).splitlines()

    assert dealer.endswith(", dealer.")
    assert foot == "banked + on the board · 1,500 end it."
    assert small == "Hand 1 of at most 50, 2 decks. One reshuffle left."
    assert said == "Open to feed: 6 J."


def test_first_laying_and_taken_card_are_told() -> None:
    state = at(
        "4C JH / KS", sets={"A": [["JC", "JD", "6D"]]}, first_play_done=[], laid=True, taken="JH"
    ).state
    lines = told(state)

    assert "▶ **A** 0 + 120 · 2 cards · dealer · first play now · ahead" in lines
    assert lines[-2:] == ["A took J♥ this turn.", "A has laid cards this turn."]


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, None), (2, "2 turns in a row took from the discard pile"), (4, "The discard pile is closed")],
)
def test_the_lock_is_told_when_it_comes_near(count: int, said: str | None) -> None:
    text = FACE.table(scene_of(at("4C / KS", phase="draw", lock_count=count).state))

    assert said in text if said else "discard pile is closed" not in text and "in a row" not in text


def test_ties_and_cards_set_aside_are_told() -> None:
    lines = told(at("4C / KS", last_hand=True, aside="9C 9D", discard="").state)

    assert "-# Banked + on the board · lead alone to win. " in lines[2]
    assert lines[3:] == [
        "**Stock**: 4 cards · **Discard pile**: empty",
        "**Wild** (★): 6s, with 6♥ on the table",
        "**Open to feed:** nothing yet",
        "2 cards are set aside unseen.",
        "The goal was reached with a tie: the first to lead alone after a hand wins.",
    ]


def test_leader_has_most_with_the_board() -> None:
    assert [one.leads for one in table(sets=EIGHTS, totals={"A": 20}).rows] == [False, True]
    assert [one.leads for one in table(sets=EIGHTS, totals={"A": 40}).rows] == [True, False]
    assert not any(one.leads for one in table().rows)


def test_whoever_has_left_keeps_board_but_cannot_lead() -> None:
    game = at("4C / KS / QS", sets={"B": [["9C", "9D", "9H"]]}, totals={"B": 900}).do("B: leave")
    gone = row(table_plan(scene_of(game.state)), 2)

    assert (gone.hand, gone.away, gone.leads, gone.tiles) == (None, True, False, (Tile("9", 3),))
    assert told(game.state)[1:3] == ["**B** 900 + 30 · has left", "> 9 ♣♦♥"]


def test_in_end_hands_are_open_and_totals_alone() -> None:
    state = at("4C / KS 3D", totals={"B": -40}).do("A: leave").state

    assert told(state)[:4] == [
        "**A** 0 · has left · dealer",
        "**B** −40 · 2 cards",
        "> held 3 ♦ · K ♠",
        "-# After one hand. 2 decks. One reshuffle left.",
    ]
    assert sorted(row(table_plan(scene_of(state)), 2).cards) == ["3D", "KS"]


@pytest.mark.parametrize(("phase", "ranks"), [("play", "3 4 5 6 7 8 9 10 J Q K A"), ("over", "3 4 5 6 7 10")])
def test_six_decks_and_ten_players_fit_into_message(phase: str, ranks: str) -> None:
    session = crowded(phase)

    page = pages.as_text(session.scene(None))

    assert page_fault(page) is None
    assert len(page.text) <= pages.MAX_TEXT_CHARACTERS
    assert f"**Open to feed:** {ranks}" in page.text


def laid(scene: Scene, *sets: list[str], fed: tuple[str, ...] = ()) -> Scene:
    """Return the scene with these sets on the second player's board."""
    view = view_of(scene)
    view = msgspec.structs.replace(view, sets=put(view.sets, 1, sets), fed=put(view.fed, 1, fed))
    return msgspec.structs.replace(scene, view=view)


def test_a_board_is_said_in_ever_fewer_words() -> None:
    scene = laid(scene_of(at("4C / KS", wild="6").state), *[["JC", "JD", "6D"]] * 9, fed=("JH",))

    assert row(table_plan(scene), 2).board == (
        " · ".join(["J ♣♦ +★♦"] * 9) + " · fed J ♥",
        "J×19 +★9",
        "9 sets and 1 fed, 28 cards in all",
    )


def test_boards_beyond_all_packs_still_fit() -> None:
    large = [[f"{rank}C"] * 3 for rank in ("3", "4", "5", "7", "8")] * 60
    scene = laid(scene_of(at("4C / KS", sets={"A": [["9C", "9D", "9H"]]}).state), *large)

    text = FACE.table(scene)

    assert "> 9 ♣♦♥" in text
    assert "> 3×180 · 4×180 · 5×180 · 7×180 · 8×180" in text


def test_hand_is_sorted_with_aces_high_wilds_last() -> None:
    assert own(at("AS 6D 3S 10C 3C 6H / KS").state, 0) == [
        "Your hand (6 cards, 320 against you): 3♣ 3♠ · 10♣ · A♠ · ★ 6♦ 6♥",
        "**Wild** (★): 6s, with 6♥ on the table",
    ]


def test_waiting_hand_tells_its_sets_wild_limit() -> None:
    state = at("4C / KS", sets={"B": [["9C", "9D", "9H"]]}).state
    fresh = at("4C / KS").state

    assert own(state, 1)[2:] == ["From now on: one wild per set, or only wilds.", "On your board, 30: 9 ♣♦♥"]
    assert own(fresh, 1)[2:] == ["First play still to come: any number of wilds that turn."]


def test_hand_without_wildcard_names_wild_rank() -> None:
    assert own(at("4C / KS", marker=None, wild="A").state, 0)[1] == "**Wild** (★): aces"


def test_a_player_without_cards_reads_so() -> None:
    out = at("4C / KS", options={"target": 300}, totals={"A": 310}).do("A: discard card:4C").state

    assert own(out, 0)[0] == "Your hand is empty."


def test_hand_shows_sets_feeds_and_cost_of_rest() -> None:
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
    assert beside == Caption("left in hand", "−20")


def test_sets_that_share_cards_are_shown_once() -> None:
    plan = hand("JS JH QS QH 6S 4C / KS")
    trays = [one for one in plan.sections if isinstance(one, Tray)]

    assert [(one.cards, one.label) for one in trays] == [(("JH", "JS", "6S"), "jacks · 120")]


def test_waiting_hand_is_unmoved_by_others_sets() -> None:
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


def test_without_card_on_table_picture_names_wild_rank() -> None:
    scene = scene_of(at("4C / KS", marker=None, wild="6", phase="draw").state)
    plan = table_plan(scene)

    assert plan.stage.headline == "Hand 1: 6s are wild"
    assert plan.foot == "6s wild · banked + on the board"
    assert [one.name for one in plan.stage.middle if isinstance(one, CardPile)] == ["Stock", "Discard pile"]


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
def test_picture_and_words_always_name_wild_rank(
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
