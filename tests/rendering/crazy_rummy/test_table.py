"""The table and the hands of Crazy Rummy as text."""

import msgspec
import pytest

from bot.engine.chance import Seat
from bot.engine.draft import put
from bot.engine.events import Event
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.dealing import Hand
from bot.games.crazy_rummy.drawing import DrewCards
from bot.games.crazy_rummy.state import State
from bot.rendering import pages
from bot.rendering.crazy_rummy.boards import board, fitted
from bot.rendering.crazy_rummy.table import view_of
from bot.sessions.session import Session
from tests.games.crazy_rummy.positions import at, hidden_cards_turned_round
from tests.helpers.controls import page_fault
from tests.rendering.crazy_rummy.sessions import (
    FACE,
    SHORT,
    TABLES,
    crowded,
    scene_of,
    walk,
)
from tests.rendering.crazy_rummy.test_story import lettered


def told(state: State, viewer: Seat | None = None) -> list[str]:
    """The table in words, line by line, with letters for names."""
    scene = scene_of(state, viewer)
    return lettered(FACE.table(scene), scene).splitlines()


def test_a_table_is_told_player_by_player_then_what_all_share() -> None:
    state = at(
        "4C JH / KS 9C",
        sets={"B": [["JC", "JD", "6D"], ["6S", "6H", "6C"]]},
        fed={"B": ["6D", "JH"]},
        dealer="B",
    ).state

    assert told(state) == [
        "▶ **A** 0 + 0 · 2 cards · first laying to come",
        "**B** 0 + 530 · 2 cards · dealer · ahead",
        "> J ♣♦ +★♦ · ★6 ♣♥♠ · fed J ♥ · ★6 ♦",
        "-# Banked + on the board. Hand 1 of at most 50, 2 packs.",
        "**Wild** (★): 6s; 6♥ lies on the table",
        "**Stock:** 4, one reshuffle left · **Discards:** 1, 5♠ on top",
        "**Open to feed:** 6 J",
    ]


def test_the_table_tells_of_a_first_laying_under_way_and_a_taken_card() -> None:
    state = at(
        "4C JH / KS", sets={"A": [["JC", "JD", "6D"]]}, first_play_done=[], laid=True, taken="JH"
    ).state
    lines = told(state)

    assert "▶ **A** 0 + 120 · 2 cards · dealer · first laying now · ahead" in lines
    assert lines[-2:] == ["A took J♥ this turn.", "A has laid cards this turn."]


@pytest.mark.parametrize(
    ("count", "said"), [(1, None), (2, "2 turns in a row took a discard"), (4, "The discard pile is closed")]
)
def test_the_lock_is_told_when_it_comes_near(count: int, said: str | None) -> None:
    text = FACE.table(scene_of(at("4C / KS", phase="draw", lock_count=count).state))

    assert said in text if said else "discard pile is closed" not in text and "in a row" not in text


def test_ties_and_cards_set_aside_are_told() -> None:
    lines = told(at("4C / KS", last_hand=True, aside="9C 9D", discard="").state)

    assert "2 cards are set aside unseen." in lines
    assert "The goal was reached with a tie: the first to lead alone after a hand wins." in lines
    assert "**Stock:** 4, one reshuffle left · **Discards:** none" in lines
    assert "**Open to feed:** nothing yet" in lines


def test_in_the_end_the_hands_are_told_and_totals_stand_alone() -> None:
    lines = told(at("4C / KS 3D", totals={"B": -40}).do("A: leave").state)

    assert lines[:3] == ["**A** 0 · has left · dealer", "**B** −40 · 2 cards", "> held 3 ♦ · K ♠"]
    assert lines[3] == "-# Hand 1 of at most 50, 2 packs."


@pytest.mark.parametrize(("phase", "ranks"), [("play", "3 4 5 6 7 8 9 10 J Q K A"), ("over", "3 4 5 6 7 10")])
def test_all_cards_of_six_packs_and_ten_players_fit_into_one_message(phase: str, ranks: str) -> None:
    session = crowded(phase)

    page = pages.as_text(session.scene(None))

    assert page_fault(page) is None
    assert len(page.text) <= pages.MAX_TEXT_CHARACTERS
    assert f"**Open to feed:** {ranks}" in page.text


def test_boards_give_way_to_numbers_as_far_as_needed() -> None:
    small, large = board([["9C", "9D", "9H"]], [], "6"), board([["JC", "JD", "6D"]] * 9, ["JH"], "6")

    assert fitted([small, large], 200) == ["9 ♣♦♥", " · ".join(["J ♣♦ +★♦"] * 9) + " · fed J ♥"]
    assert fitted([small, large], 30) == ["9 ♣♦♥", "J×19 +★9"]
    assert fitted([small, large], 10) == [
        "one set and 0 fed, 3 cards in all",
        "9 sets and 1 fed, 28 cards in all",
    ]


def test_boards_beyond_all_packs_still_fit() -> None:
    large = [[f"{rank}C"] * 3 for rank in ("3", "4", "5", "7", "8")] * 60
    scene = scene_of(at("4C / KS", sets={"A": [["9C", "9D", "9H"]]}).state)
    view = view_of(scene)
    view = msgspec.structs.replace(view, sets=put(view.sets, 1, large))

    text = FACE.table(msgspec.structs.replace(scene, view=view))

    assert "> 9 ♣♦♥" in text
    assert "> 3×180 · 4×180 · 5×180 · 7×180 · 8×180" in text


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_tables_that_differ_only_in_hidden_cards_look_the_same(seats: int, seed: int) -> None:
    for turn, session in enumerate(walk(seats, seed, **SHORT)):
        for viewer in (None, turn % seats) if turn < 12 or turn % 7 == seed else ():
            other = turned_round(session, viewer)
            for public in (pages.table, FACE.table_plan):
                assert public(other.scene(None)) == public(session.scene(None))
            if viewer is not None:
                mine, same = other.scene(viewer), session.scene(viewer)
                assert pages.hand(mine) == pages.hand(same)
                assert FACE.hand_plan(mine, "rank") == FACE.hand_plan(same, "rank")


def turned_round(session: Session, viewer: Seat | None) -> Session:
    """The same table with all cards hidden from a viewer dealt in the opposite order."""
    state = session.state
    if state.phase == "over":
        return session
    other = Session(GAME, session.record)
    other.state = hidden_cards_turned_round(state, viewer)
    other.recent.extend(
        msgspec.structs.replace(told, events=tuple(otherwise(event, viewer) for event in told.events))
        for told in session.recent
    )
    return other


def otherwise(event: Event, viewer: Seat | None) -> Event:
    """What a viewer is not told, with another card."""
    if isinstance(event, DrewCards) and event.seat != viewer:
        return DrewCards(event.seat, "3C", to=event.to)
    if isinstance(event, Hand) and event.seat != viewer:
        return Hand(event.seat, ("3C",), to=event.to)
    return event


def own(state: State, viewer: Seat) -> list[str]:
    """The viewer's cards in words, line by line."""
    return FACE.hand(scene_of(state, viewer)).splitlines()


def test_a_hand_is_sorted_by_rank_with_aces_high_and_wilds_last() -> None:
    assert own(at("AS 6D 3S 10C 3C 6H / KS").state, 0) == [
        "Your hand (6 cards, 320 against you): 3♣ 3♠ · 10♣ · A♠ · ★ 6♦ 6♥",
        "**Wild** (★): 6s; 6♥ lies on the table",
    ]


def test_a_waiting_hand_tells_how_many_wilds_its_sets_will_take() -> None:
    state = at("4C / KS", sets={"B": [["9C", "9D", "9H"]]}).state
    fresh = at("4C / KS").state

    assert own(state, 1)[2:] == [
        "From now on: one wild per set, or only wilds.",
        "On your board, 30: 9 ♣♦♥",
    ]
    assert own(fresh, 1)[2:] == ["First laying still to come: any number of wilds in that turn."]


def test_a_hand_without_a_card_on_the_table_still_names_the_wild_rank() -> None:
    assert own(at("4C / KS", marker=None, wild="A").state, 0)[1] == "**Wild** (★): aces"


def test_who_has_left_and_who_is_out_are_told_so() -> None:
    left = at("4C / KS / QS").do("B: leave").state
    out = at("4C / KS", options={"target": 300}, totals={"A": 310}).do("A: discard card:4C").state

    assert own(left, 1) == ["You have left this game; what you have laid stays on the table."]
    assert own(out, 0)[0] == "Your hand is empty."
