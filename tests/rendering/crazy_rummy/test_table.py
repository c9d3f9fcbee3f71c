"""The table and the hands of Crazy Rummy as text."""

import re

import msgspec
import pytest

from bot.engine.cards import in_order
from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.dealing import Hand
from bot.games.crazy_rummy.drawing import DrewCards
from bot.rendering import pages
from bot.rendering.crazy_rummy.boards import board, fitted
from bot.rendering.crazy_rummy.table import sheet_of
from bot.rendering.scene import Told
from bot.rendering.words import SUIT_SIGN
from bot.sessions.session import Session
from tests.games.crazy_rummy.positions import at, hidden_cards_turned_round
from tests.helpers.controls import page_fault
from tests.rendering.crazy_rummy.sessions import (
    FACE,
    SHORT,
    TABLES,
    crowded,
    scene_of,
    session_of,
    walk,
    with_letters,
)


def test_wilds_are_marked_in_sets() -> None:
    state = at("4C / KS", sets={"B": [["JC", "JD", "6D"], ["6S", "6H", "6C"]]}, fed={"B": ["6D", "JH"]}).state

    assert "> J ♣♦ +★♦ · ★6 ♣♥♠ · fed J ♥ · ★6 ♦" in FACE.table(scene_of(state))


def test_the_table_tells_of_a_first_play_under_way_and_a_taken_card() -> None:
    state = at(
        "4C JH / KS", sets={"A": [["JC", "JD", "6D"]]}, first_play_done=[], laid=True, taken="JH"
    ).state

    text = with_letters(FACE.table(scene_of(state)))

    assert "@A: **0** points · 120 on the board · 2 cards · dealer · first play now" in text
    assert "@B: **0** points · 0 on the board · 1 card · first play to come" in text
    assert "@A has taken J♥ in this turn." in text
    assert "@A has laid cards in this turn." in text


@pytest.mark.parametrize(
    ("count", "told"), [(1, None), (2, "2 turns in a row took a discard"), (4, "The discard pile is closed")]
)
def test_the_lock_is_told_when_it_comes_near(count: int, told: str | None) -> None:
    text = FACE.table(scene_of(at("4C / KS", phase="draw", lock_count=count).state))

    assert told in text if told else "discard pile is closed" not in text and "in a row" not in text


def test_ties_and_cards_set_aside_are_told() -> None:
    state = at("4C / KS", last_hand=True, aside="9C 9D").state

    text = FACE.table(scene_of(state))

    assert "Set aside unseen: 2 cards." in text
    assert "the first to lead alone after a hand wins" in text


@pytest.mark.parametrize(
    ("phase", "ranks"), [("play", "3 4 5 6 7 8 9 10 J Q K A"), ("over", "3 4 5 6 7 8 10")]
)
def test_all_cards_of_six_packs_and_ten_players_fit_into_one_message(phase: str, ranks: str) -> None:
    session = crowded(phase)

    page = pages.table(session.scene(None))

    assert page_fault(page) is None
    assert len(page.text) <= pages.MAX_TEXT_CHARACTERS
    assert f"Open to feed: **{ranks}**" in page.text


def test_boards_give_way_to_numbers_as_far_as_needed() -> None:
    small, large = board([["9C", "9D", "9H"]], [], "6"), board([["JC", "JD", "6D"]] * 9, ["JH"], "6")

    assert fitted([small, large], 200) == ["9 ♣♦♥", " · ".join(["J ♣♦ +★♦"] * 9) + " · fed J ♥"]
    assert fitted([small, large], 30) == ["9 ♣♦♥", "J×19 +★9"]
    assert fitted([small, large], 10) == [
        "1 set and 0 fed, 3 cards in all",
        "9 sets and 1 fed, 28 cards in all",
    ]


def test_boards_beyond_all_packs_still_fit() -> None:
    large = [[f"{rank}C"] * 3 for rank in ("3", "4", "5", "7", "8")] * 60
    scene = scene_of(at("4C / KS", sets={"A": [["9C", "9D", "9H"]]}).state)
    sheet = sheet_of(scene)
    sheet = msgspec.structs.replace(sheet, sets={**sheet.sets, "B": large})

    text = FACE.table(msgspec.structs.replace(scene, sheet=sheet))

    assert "> 9 ♣♦♥" in text
    assert "> 3×180 · 4×180 · 5×180 · 7×180 · 8×180" in text


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_tables_that_differ_only_in_hidden_cards_look_the_same(seats: int, seed: int) -> None:
    for turn, session in enumerate(walk(seats, seed, **SHORT)):
        for viewer in (None, turn % seats):
            other = turned_round(session, viewer)
            assert pages.table(other.scene(None)) == pages.table(session.scene(None))
            if viewer is not None:
                assert pages.hand(other.scene(viewer)) == pages.hand(session.scene(viewer))


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


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_a_hand_shows_what_can_be_fed(seats: int, seed: int) -> None:
    for turn, session in enumerate(walk(seats, seed, leaving=0.002, **SHORT)):
        state, seat = session.state, turn % seats
        if seat in state.left:
            continue
        lines = FACE.hand(session.scene(seat)).splitlines()
        feedable = [card for card in state.hands[seat] if card[:-1] in state.opened]
        fed = [line for line in lines if line.startswith("You could feed")]
        is_asked = seat in session.game.deciders(state)
        assert [read(line) for line in fed] == ([in_order(feedable)] if is_asked else [])


def read(line: str) -> tuple[str, ...]:
    """The cards in a line of text."""
    suits = {sign: suit for suit, sign in SUIT_SIGN.items()}
    return in_order(rank + suits[sign] for rank, sign in re.findall(r"(10|[3-9JQKA])([♣♦♥♠])", line))


def test_a_hand_is_sorted_by_rank_with_aces_high_and_wilds_last() -> None:
    state = at("AS 6D 3S 10C 3C 6H / KS").state

    assert FACE.hand(scene_of(state, 0)).startswith(
        "Your hand (**6 cards**, 320 points against you): 3♣ 3♠ · 10♣ · A♠ · ★ 6♦ 6♥\nWild (★): **6s**"
    )


def test_a_hand_tells_the_card_drawn_and_what_must_be_kept() -> None:
    session = session_of(2, at("4C 7D / KS", taken="7D").state)
    session.recent.append(Told(seat=0, events=(DrewCards(0, "7D", to=(0,)),), at=0.0))

    text = FACE.hand(session.scene(0))

    assert "Drawn in this turn: **7♦**." in text
    assert "You have just taken 7♦ and cannot discard it in this turn." in text


def test_a_hand_tells_how_many_wilds_a_set_takes() -> None:
    state = at("4C / KS", sets={"A": [["9C", "9D", "9H"]]}).state

    assert "Your first play is over: a set takes one wild" in FACE.hand(scene_of(state, 0))
    assert "Your first play is to come" in FACE.hand(scene_of(state, 1))
    begun = at("4C / KS", sets={"A": [["9C", "9D", "9H"]]}, first_play_done=[], laid=True).state
    assert "This turn is your first play: a set takes any number of wilds." in FACE.hand(scene_of(begun, 0))
