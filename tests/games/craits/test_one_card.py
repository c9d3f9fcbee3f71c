"""Declaring the last card but one, and the penalty for forgetting it (section 4.5)."""

from typing import Any

from bot.games.craits.drawing import Drew
from bot.games.craits.one_card import Caught, Declared
from bot.games.craits.playing import Played
from bot.games.craits.state import State
from tests.games.craits.positions import asked, table
from tests.games.driver import Driver


def undeclared(*, stock: str = "JC JD 10D 10C 2D 3D", **position: Any) -> Driver[State]:
    """Return a table of three on B's turn, after A has gone down to the 7D without declaring it."""
    return table("KC 7D / KD 4C 4H / QD QC", top="KS", stock=stock, **position).do("A: play card:KC")


def test_r21_play_down_to_one_card_must_be_declared() -> None:
    silent = undeclared()
    loud = table("KC 7D / KD 4C", top="KS").do("A: play card:KC declare:true")

    assert (silent.position["undeclared"], silent.position["declared"]) == (["A"], [])
    assert (loud.position["undeclared"], loud.position["declared"]) == ([], ["A"])
    assert loud.told(Played)[0].declared


def test_r21_drawing_up_to_one_card_is_no_duty() -> None:
    game = table("6S / KD 4C", top="KS", stock="JC").do("A: play card:6S")

    assert (game.position["hands"]["A"], game.position["undeclared"]) == (["JC"], [])


def test_r21_duty_arises_in_middle_of_turn_too() -> None:
    game = table("6S 7S / KD 4C", top="KS").do("A: play card:6S")

    assert (asked(game), game.position["undeclared"]) == (("play-again", "A"), ["A"])


def test_r22_a_late_declaration_before_any_call_is_good() -> None:
    game = undeclared().do("B: play card:KD", "A: one-card")

    assert game.told(Declared) == [Declared(seat=0)]
    assert (game.position["declared"], game.code("C: idiot player:A")) == (["A"], "no-idiot")


def test_r22_call_stays_open_while_single_card_is_held() -> None:
    game = undeclared().do("B: play card:KD", "C: play card:QD")

    assert asked(game) == ("turn", "A")
    assert game.position["undeclared"] == ["A", "C"]


def test_r22_a_card_drawn_takes_either_mark_away() -> None:
    silent = table("KC 7D / 7C 4C 4H", top="KS", stock="AC").do("A: play card:KC")
    loud = table("KC 7D / 7C 4C 4H", top="KS", stock="AC").do("A: play card:KC declare:true")

    assert silent.do("B: play card:7C").position["undeclared"] == []
    assert loud.do("B: play card:7C").position["declared"] == []


def test_r22_the_mark_goes_with_the_last_card() -> None:
    game = table("6S 2S / KD 4C", top="KS", stock="AC AD").do("A: play card:6S", "A: play card:2S")

    assert (game.position["hands"]["A"], game.position["undeclared"]) == ([], [])


def test_r23_penalty_is_two_cards_instead_of_next_turn() -> None:
    game = undeclared().do("C: idiot player:A", "B: play card:KD", "C: play card:QD")

    assert game.told(Caught) == [Caught(caller=2, seat=0, at_once=False)]
    assert game.told(Drew) == [Drew(seat=0, count=2, why="penalty")]
    assert (asked(game), len(game.position["hands"]["A"])) == (("turn", "B"), 3)


def test_r23_player_who_is_to_act_pays_at_once() -> None:
    game = undeclared().do("B: play card:KD", "C: play card:QD", "B: idiot player:A")

    assert game.told(Caught) == [Caught(caller=1, seat=0, at_once=True)]
    assert (asked(game), len(game.position["hands"]["A"])) == (("turn", "B"), 3)


def test_r23_king_run_ends_when_its_player_is_caught() -> None:
    faces = {"faces": True}
    game = table("KC 7D / KD 4C", top="KS", stock="JC JD", options=faces).do("A: play card:KC")
    assert asked(game) == ("king-run", "A")

    game.do("B: idiot player:A")

    assert (asked(game), game.position["king_steps"]) == (("turn", "B"), 0)


def test_r24_offence_is_called_once_and_lapses() -> None:
    game = undeclared().do("C: idiot player:A")
    assert game.code("B: idiot player:A") == "no-idiot"

    ended = table("7D / 4C / QD", top="KC", owes=["A"], turn="B").do("B: play card:4C")
    assert (ended.phase, ended.position["owes"]) == ("between-hands", [])


def test_r25_offender_asked_for_count_pays_and_fails() -> None:
    game = table(
        "AD / 4C 5C / QD QC", top="2C", phase="count", count=2, undeclared=["A"], stock="JC JD 10D 10C"
    ).do("B: idiot player:A")

    assert [(drew.count, drew.why) for drew in game.told(Drew)] == [(2, "penalty"), (2, "count")]
    assert (asked(game), game.position["count"]) == (("turn", "B"), 0)


def test_r26_false_calls_and_needless_declarations_cost_nothing() -> None:
    game = undeclared().do("A: one-card")
    before = game.position

    assert game.code("C: idiot player:A") == "no-idiot"
    assert game.code("A: one-card") == "nothing-to-declare"
    assert game.code("B: one-card") == "nothing-to-declare"
    assert game.position == before


def test_the_first_to_speak_wins_a_race() -> None:
    called = undeclared().do("C: idiot player:A")

    assert called.code("A: one-card") == "nothing-to-declare"


def test_calls_are_listed_after_plays_with_idiot_last() -> None:
    game = undeclared()

    assert game.legal("A") == ["one-card"]
    assert game.legal("B")[-1] == game.legal("C")[-1] == "idiot player:A"
    assert game.legal("B")[0].startswith("play")
    assert game.legal("C") == ["idiot player:A"]
