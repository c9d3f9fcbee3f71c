"""The start of a new clock, the clock that runs on, and the move when it runs out (R41)."""

import pytest

from bot.engine.events import TimedOut
from bot.games.craits import GAME
from bot.games.craits.state import State
from tests.games.craits.positions import asked, table
from tests.games.driver import Driver


def key(game: Driver[State]) -> str:
    clock = GAME.clock(game.state)
    assert clock is not None
    assert (clock.kind, clock.seconds) == ("turn", None)
    return clock.key


def test_side_calls_and_leavers_leave_the_clock_running() -> None:
    game = table("KC 7D / KD 4C / QD QC / 2S 3S", top="KS", stock="JC JD").do("A: play card:KC")
    before = key(game)

    assert key(game.do("D: leave")) == before
    assert key(game.do("A: one-card")) == before


def test_idiot_call_against_others_keeps_clock() -> None:
    game = table("KC 7D / KD 4C / QD QC", top="KS", stock="JC JD").do("A: play card:KC")
    before = key(game)

    assert key(game.do("C: idiot player:A")) == before


def test_every_play_starts_new_clock() -> None:
    faces = {"faces": True}
    game = table("KS 4S 5S 6S 7S QC / QD 5C", top="3S", options=faces)
    before = key(game)

    after = [key(game.do(f"A: play card:{card}")) for card in ("KS", "4S", "5S", "6S")]

    assert len({before, *after}) == 5


def test_another_turn_after_penalty_is_new_clock() -> None:
    game = table("KC / 7D", top="KS", undeclared=["A"], owes=["B"], stock="JC JD QC QD")
    before = key(game)

    game.do("B: idiot player:A")

    assert asked(game) == ("turn", "A")
    assert key(game) != before


def test_naming_suit_is_clock_of_its_own() -> None:
    game = table("KC / 7D", top="8S", phase="opening-suit")
    before = key(game)

    assert key(game.do("A: suit suit:D")) != before


def test_between_hands_any_player_may_answer() -> None:
    game = table("KC / 7D / 8D", top="KS").do("A: play card:KC")
    clock = GAME.clock(game.state)

    assert clock is not None
    assert clock.kind == "response"
    assert GAME.clock(game.do("C: leave").state) == clock


def test_no_clock_runs_when_the_game_is_over() -> None:
    assert GAME.clock(table("KC / 7D", top="KS").do("A: leave").state) is None


def test_r41_auto_move_plays_dearest_card_and_declares() -> None:
    game = table("JH 6H / QD 5C", top="5H").do("*: timeout")

    assert (game.position["top"], asked(game)) == ("6H", ("play-again", "A"))
    assert (game.position["declared"], game.told(TimedOut)) == (["A"], [TimedOut(seats=(0,))])


@pytest.mark.parametrize(
    ("hand", "played"),
    [
        ("KH QH JH", "JH"),  # Equal points: the lowest rank is played.
        ("5D 5S 9S 9C", "5D"),  # Equal ranks: the suits come in the order C D H S.
        ("3H AH", "3H"),  # A three counts 3 points here.
    ],
)
def test_r41_ties_go_to_lowest_rank_then_suit(hand: str, played: str) -> None:
    assert table(f"{hand} / QD 4C", top="5H", stock="AC").do("*: timeout").position["top"] == played


def test_r41_eights_and_nines_keep_their_printed_suit() -> None:
    assert table("8C QC / QD 5C", top="5H").do("*: timeout").position["suit"] == "C"
    assert table("9C QC / QD 5C", top="5H").do("*: timeout").position["suit"] == "C"


def test_r41_only_without_a_playable_card_the_clock_draws() -> None:
    game = table("KC QC / QD 5C", top="5H", stock="3C").do("*: timeout")

    assert (game.position["hands"]["A"], game.position["actions"]) == (["3C", "QC", "KC"], 1)


def test_the_clock_names_the_printed_suit_and_deals() -> None:
    deck = "KC KD KH 8S QC QD"
    game = table("/ / ", deck, phase="between-hands", hand_number=7, dealer="C", stock=deck)

    game.do("*: timeout", "*: timeout")

    assert game.told(TimedOut) == [TimedOut(seats=(0, 1, 2)), TimedOut(seats=(0,))]
    assert (game.position["suit"], asked(game)) == ("S", ("turn", "B"))


def test_hand_stopped_midway_counts_as_timed_out() -> None:
    game = table("KC QC / QD 5C", top="5H", actions=99, stock="3C", options={"hand_cap": 100})

    assert game.do("*: timeout").phase == "between-hands"
