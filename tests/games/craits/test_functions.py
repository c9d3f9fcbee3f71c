"""The option `faces`: jacks, the queen of spades and kings (R35 to R39)."""

from typing import Any

from bot.games.craits.events import Drew, Played, Skipped
from tests.games.craits.table import Table, options, table

FACES = options(faces=True)


def faced(hands: str, **position: Any) -> Table:
    return table(hands, given=FACES, **position)


def test_without_the_option_faces_do_nothing() -> None:
    for card in ("JS", "QS", "KS"):
        sitting = table(f"{card} KC QC / QD 5C", top="5S", stock="AC AD").do(f"A: play card:{card}")
        assert (sitting.awaited, sitting.told(Drew), sitting.now["jack_run"]) == (("turn", "B"), [], 0)


def test_r35_each_jack_directly_on_another_costs_two_cards_more() -> None:
    sitting = faced("JS JC QC / KS 5C / JD JH 4H", top="5S", stock="AC AS AH 10C 2C 3C 2H 2S 4C 6C 3H 3S 7C")

    sitting.do("A: play card:JS", "C: play card:JD", "B: draw")

    assert [(drew.seat, drew.number, drew.why) for drew in sitting.told(Drew)] == [
        (1, 2, "jack"),
        (0, 4, "jack"),
        (1, 1, "unable"),
    ]
    # The draw in between is no card: the third jack goes on with the run.
    assert sitting.do("C: play card:JH declare:true").now["jack_run"] == 3
    assert sitting.told(Drew)[-1].number == 6


def test_r35_any_other_card_ends_the_run() -> None:
    sitting = faced("JS 5S QC / QD 5C", top="4S", stock="AC AD 2C").do("A: play card:JS", "A: play card:5S")

    assert sitting.now["jack_run"] == 0


def test_r35_beyond_four_the_series_goes_on() -> None:
    hands = "JS KC / QD / 3D / 4D / AD / 2D"
    sitting = faced(hands, top="JH", jack_run=4, stock="AC AH AS 2C 2H 2S 3C 3H 3S 4C 4H")

    assert sitting.do("A: play card:JS").told(Drew)[0].number == 10


def test_r36_the_queen_of_spades_costs_five_cards_and_the_turn() -> None:
    sitting = faced("QS KC QC / QD 5C / 4D", top="5S", stock="AC AD AH AS 2C").do("A: play card:QS")

    assert sitting.told(Drew) == [Drew(seat=1, number=5, why="queen")]
    assert (sitting.told(Skipped), sitting.awaited) == ([Skipped(seat=1)], ("turn", "C"))


def test_r36_other_queens_do_nothing() -> None:
    assert faced("QH KC QC / QD 5C", top="5H").do("A: play card:QH").told(Drew) == []


def test_r37_two_cards_after_a_king_have_no_function_and_the_third_has() -> None:
    sitting = faced("KS 2S 5S 4S QC / QD 5C / 4D", top="3S")

    sitting.do("A: play card:KS", "A: play card:2S", "A: play card:5S", "A: play card:4S declare:true")

    assert [played.idle for played in sitting.told(Played)] == [False, True, True, False]
    assert (sitting.told(Drew), sitting.awaited) == ([], ("turn", "C"))


def test_r37_a_wild_card_in_the_run_still_names_a_suit() -> None:
    sitting = faced("KS 8S 4D QC / QD 5C", top="3S").do("A: play card:KS", "A: play card:8S suit:D")

    assert (sitting.now["suit"], sitting.now["king_steps"]) == ("D", 2)


def test_r37_a_king_among_the_first_two_cards_starts_nothing() -> None:
    sitting = faced("KS KC 4C 5C QC / QD 5D", top="3S").do("A: play card:KS", "A: play card:KC")
    assert sitting.now["king_steps"] == 2

    sitting.do("A: play card:4C", "A: play card:QC declare:true")

    assert (sitting.awaited, sitting.now["king_steps"]) == (("turn", "B"), 0)


def test_r37_a_king_as_the_third_card_starts_a_new_run() -> None:
    sitting = faced("KD QC 4C / QD 5C", top="KC", phase="king-run", king_steps=1).do("A: play card:KD")

    assert (sitting.awaited, sitting.now["king_steps"]) == (("king-run", "A"), 3)


def test_r37_who_cannot_go_on_draws_one_and_the_run_is_over() -> None:
    sitting = faced("KS 4D QC / QD 5C", top="3S", stock="AC").do("A: play card:KS", "A: draw")

    assert (sitting.awaited, sitting.now["king_steps"]) == (("turn", "B"), 0)
    assert sitting.told(Drew) == [Drew(seat=0, number=1, why="unable")]


def test_r38_a_hand_emptied_before_the_third_card_draws_one() -> None:
    king = faced("KS / QD 5C", top="3S", stock="AC").do("A: play card:KS")
    second = faced("KS 4S 5S / QD 5C", top="3S", stock="AC")
    second.do("A: play card:KS", "A: play card:4S", "A: play card:5S")

    for sitting in (king, second):
        assert (sitting.hand("A"), sitting.awaited, sitting.now["king_steps"]) == (["AC"], ("turn", "B"), 0)
        assert sitting.told(Drew) == [Drew(seat=0, number=1, why="king")]


def test_r38_the_third_card_may_be_the_last() -> None:
    sitting = faced("KS 4S 5S 3S / QD 5C", top="2S")
    sitting.do("A: play card:KS", "A: play card:4S", "A: play card:5S", "A: play card:3S")

    assert sitting.awaited[0] == "between-hands"


def test_r39_a_jack_without_function_ends_the_run_of_jacks() -> None:
    sitting = faced("JC 4C QC / QD 5C", top="JS", phase="king-run", king_steps=2, jack_run=2)

    sitting.do("A: play card:JC")

    assert (sitting.now["jack_run"], sitting.told(Drew)) == (0, [])


def test_r39_a_two_without_function_starts_no_count() -> None:
    sitting = faced("2C 4C QC / QD 5C", top="6C", phase="king-run", king_steps=3).do("A: play card:2C")

    assert (sitting.awaited, sitting.now["count"]) == (("king-run", "A"), 0)
