"""Section 4.5: declaring the last card but one, and the penalty for forgetting it."""

from typing import Any

from bot.games.craits.events import Caught, Declared, Drew, Played
from tests.games.craits.table import Table, options, table


def undeclared(*, stock: str = "JC JD 10D 10C 2D 3D", **position: Any) -> Table:
    """Three players; A has just played down to the 7D without a word, B is to play."""
    return table("KC 7D / KD 4C 4H / QD QC", top="KS", stock=stock, **position).do("A: play card:KC")


def test_r21_a_play_down_to_one_card_must_be_declared() -> None:
    silent = undeclared()
    loud = table("KC 7D / KD 4C", top="KS").do("A: play card:KC declare:true")

    assert (silent.now["undeclared"], silent.now["declared"]) == (["A"], [])
    assert (loud.now["undeclared"], loud.now["declared"]) == ([], ["A"])
    assert loud.told(Played)[0].declared


def test_r21_drawing_up_to_one_card_is_no_duty() -> None:
    sitting = table("6S / KD 4C", top="KS", stock="JC").do("A: play card:6S")

    assert (sitting.hand("A"), sitting.now["undeclared"]) == (["JC"], [])


def test_r21_the_duty_arises_in_the_middle_of_a_turn_too() -> None:
    sitting = table("6S 7S / KD 4C", top="KS").do("A: play card:6S")

    assert (sitting.awaited, sitting.now["undeclared"]) == (("play-again", "A"), ["A"])


def test_r22_a_late_declaration_before_any_call_is_good() -> None:
    sitting = undeclared().do("B: play card:KD", "A: one-card")

    assert sitting.told(Declared) == [Declared(seat=0)]
    assert (sitting.now["declared"], sitting.code("C: idiot player:A")) == (["A"], "no-idiot")


def test_r22_the_call_stays_open_while_the_single_card_is_held() -> None:
    sitting = undeclared().do("B: play card:KD", "C: play card:QD")

    assert sitting.awaited == ("turn", "A")
    assert sitting.now["undeclared"] == ["A", "C"]


def test_r22_a_card_drawn_takes_either_mark_away() -> None:
    silent = table("KC 7D / 7C 4C 4H", top="KS", stock="AC").do("A: play card:KC")
    loud = table("KC 7D / 7C 4C 4H", top="KS", stock="AC").do("A: play card:KC declare:true")

    assert silent.do("B: play card:7C").now["undeclared"] == []
    assert loud.do("B: play card:7C").now["declared"] == []


def test_r22_the_mark_goes_with_the_last_card() -> None:
    sitting = table("6S 2S / KD 4C", top="KS", stock="AC AD").do("A: play card:6S", "A: play card:2S")

    assert (sitting.hand("A"), sitting.now["undeclared"]) == ([], [])


def test_r23_the_penalty_is_two_cards_instead_of_the_next_turn() -> None:
    sitting = undeclared().do("C: idiot player:A", "B: play card:KD", "C: play card:QD")

    assert sitting.told(Caught) == [Caught(caller=2, seat=0, at_once=False)]
    assert sitting.told(Drew) == [Drew(seat=0, number=2, why="penalty")]
    assert (sitting.awaited, len(sitting.hand("A"))) == (("turn", "B"), 3)


def test_r23_whoever_is_to_act_pays_at_once() -> None:
    sitting = undeclared().do("B: play card:KD", "C: play card:QD", "B: idiot player:A")

    assert sitting.told(Caught) == [Caught(caller=1, seat=0, at_once=True)]
    assert (sitting.awaited, len(sitting.hand("A"))) == (("turn", "B"), 3)


def test_r23_a_king_run_ends_when_its_player_is_caught() -> None:
    faces = options(faces=True)
    sitting = table("KC 7D / KD 4C", top="KS", stock="JC JD", given=faces).do("A: play card:KC")
    assert sitting.awaited == ("king-run", "A")

    sitting.do("B: idiot player:A")

    assert (sitting.awaited, sitting.now["king_steps"]) == (("turn", "B"), 0)


def test_r24_a_skipped_turn_does_not_pay_the_debt_and_a_seven_comes_on_top() -> None:
    skipped = table("7D / QC QD / 4C 5C", top="KC", owes=["A"], turn="C").do("C: play card:4C declare:true")
    assert (skipped.now["owes"], skipped.awaited) == (["A"], ("turn", "B"))

    struck = table(
        "JD / 7C 5C / QD QC", top="KC", owes=["A"], turn="B", direction="anticlockwise", stock="JC 2D 10D"
    )
    struck.do("B: play card:7C declare:true")
    assert [(drew.seat, drew.why) for drew in struck.told(Drew)] == [(0, "seven"), (0, "penalty")]


def test_r24_one_offence_is_called_once_and_the_debt_lapses_with_the_hand() -> None:
    sitting = undeclared().do("C: idiot player:A")
    assert sitting.code("B: idiot player:A") == "no-idiot"

    ended = table("7D / 4C / QD", top="KC", owes=["A"], turn="B").do("B: play card:4C")
    assert (ended.awaited[0], ended.now["owes"]) == ("between-hands", [])


def test_r25_an_offender_asked_for_the_count_pays_and_fails() -> None:
    sitting = table(
        "AD / 4C 5C / QD QC", top="2C", phase="count", count=2, undeclared=["A"], stock="JC JD 10D 10C"
    ).do("B: idiot player:A")

    assert [(drew.number, drew.why) for drew in sitting.told(Drew)] == [(2, "penalty"), (2, "count")]
    assert (sitting.awaited, sitting.now["count"]) == (("turn", "B"), 0)


def test_r26_false_calls_and_needless_declarations_cost_nothing() -> None:
    sitting = undeclared().do("A: one-card")
    before = sitting.now

    assert sitting.code("C: idiot player:A") == "no-idiot"
    assert sitting.code("A: one-card") == "nothing-to-declare"
    assert sitting.code("B: one-card") == "nothing-to-declare"
    assert sitting.now == before


def test_a_race_is_won_by_whoever_is_first() -> None:
    called = undeclared().do("C: idiot player:A")

    assert called.code("A: one-card") == "nothing-to-declare"


def test_calls_are_listed_after_the_plays_with_idiot_last() -> None:
    sitting = undeclared()

    assert sitting.legal("A") == ["one-card"]
    assert sitting.legal("B")[-1] == sitting.legal("C")[-1] == "idiot player:A"
    assert sitting.legal("B")[0].startswith("play")
    assert sitting.legal("C") == ["idiot player:A"]


def test_a_play_down_to_one_card_is_listed_declared_first() -> None:
    sitting = table("KC 8D / KD 4C", top="KS")

    assert sitting.legal("A")[:5] == [
        "play card:8D suit:D declare:true",
        "play card:8D suit:C declare:true",
        "play card:8D suit:H declare:true",
        "play card:8D suit:S declare:true",
        "play card:KC declare:true",
    ]
    assert sitting.legal("A")[5] == "play card:8D suit:D"
