"""The effect of each rank, with and without the option `faces` (section 4.3)."""

from typing import Any

import pytest

from bot.games.craits.dealing import Hand
from bot.games.craits.drawing import Drew
from bot.games.craits.functions import Reversed
from bot.games.craits.playing import Played
from bot.games.craits.state import State
from bot.games.craits.turns import Skipped, TurnStarted
from tests.games.craits.positions import asked, table
from tests.games.driver import Driver

FACES = {"faces": True}


def faced(hands: str, **position: Any) -> Driver[State]:
    return table(hands, options=FACES, **position)


def test_without_the_option_faces_do_nothing() -> None:
    for card in ("JS", "QS", "KS"):
        game = table(f"{card} KC QC / QD 5C", top="5S", stock="AC AD").do(f"A: play card:{card}")
        assert (asked(game), game.told(Drew), game.position["jack_run"]) == (("turn", "B"), [], 0)


def test_r35_jack_on_jack_costs_two_more() -> None:
    game = faced("JS JC QC / KS 5C / JD JH 4H", top="5S", stock="AC AS AH 10C 2C 3C 2H 2S 4C 6C 3H 3S 7C")

    game.do("A: play card:JS", "C: play card:JD", "B: draw")

    assert [(drew.seat, drew.count, drew.why) for drew in game.told(Drew)] == [
        (1, 2, "jack"),
        (0, 4, "jack"),
        (1, 1, "unable"),
    ]
    # A draw isn't a play, so the third jack continues the run.
    assert game.do("C: play card:JH declare:true").position["jack_run"] == 3
    assert game.told(Drew)[-1].count == 6


def test_r35_any_other_card_ends_the_run() -> None:
    game = faced("JS 5S QC / QD 5C", top="4S", stock="AC AD 2C").do("A: play card:JS", "A: play card:5S")

    assert game.position["jack_run"] == 0


def test_r35_beyond_four_the_series_goes_on() -> None:
    hands = "JS KC / QD / 3D / 4D / AD / 2D"
    game = faced(hands, top="JH", jack_run=4, stock="AC AH AS 2C 2H 2S 3C 3H 3S 4C 4H")

    assert game.do("A: play card:JS").told(Drew)[0].count == 10


def test_r36_queen_of_spades_costs_five_cards_and_turn() -> None:
    game = faced("QS KC QC / QD 5C / 4D", top="5S", stock="AC AD AH AS 2C").do("A: play card:QS")

    assert game.told(Drew) == [Drew(seat=1, count=5, why="queen")]
    assert (game.told(Skipped), asked(game)) == ([Skipped(seat=1)], ("turn", "C"))


def test_r36_other_queens_do_nothing() -> None:
    assert faced("QH KC QC / QD 5C", top="5H").do("A: play card:QH").told(Drew) == []


def test_r37_third_card_after_king_has_function() -> None:
    game = faced("KS 2S 5S 4S QC / QD 5C / 4D", top="3S")

    game.do("A: play card:KS", "A: play card:2S", "A: play card:5S", "A: play card:4S declare:true")

    assert [played.idle for played in game.told(Played)] == [False, True, True, False]
    assert (game.told(Drew), asked(game)) == ([], ("turn", "C"))


def test_r37_wild_card_in_run_still_names_suit() -> None:
    game = faced("KS 8S 4D QC / QD 5C", top="3S").do("A: play card:KS", "A: play card:8S suit:D")

    assert (game.position["suit"], game.position["king_steps"]) == ("D", 2)


def test_r37_king_among_first_two_cards_starts_nothing() -> None:
    game = faced("KS KC 4C 5C QC / QD 5D", top="3S").do("A: play card:KS", "A: play card:KC")
    assert game.position["king_steps"] == 2

    game.do("A: play card:4C", "A: play card:QC declare:true")

    assert (asked(game), game.position["king_steps"]) == (("turn", "B"), 0)


def test_r37_king_as_third_card_starts_new_run() -> None:
    game = faced("KD QC 4C / QD 5C", top="KC", phase="king-run", king_steps=1).do("A: play card:KD")

    assert (asked(game), game.position["king_steps"]) == (("king-run", "A"), 3)


def test_r37_stuck_player_draws_one_and_ends_run() -> None:
    game = faced("KS 4D QC / QD 5C", top="3S", stock="AC").do("A: play card:KS", "A: draw")

    assert (asked(game), game.position["king_steps"]) == (("turn", "B"), 0)
    assert game.told(Drew) == [Drew(seat=0, count=1, why="unable")]


def test_r38_hand_emptied_before_third_card_draws_one() -> None:
    king = faced("KS / QD 5C", top="3S", stock="AC").do("A: play card:KS")
    second = faced("KS 4S 5S / QD 5C", top="3S", stock="AC")
    second.do("A: play card:KS", "A: play card:4S", "A: play card:5S")

    for game in (king, second):
        assert (game.position["hands"]["A"], asked(game), game.position["king_steps"]) == (
            ["AC"],
            ("turn", "B"),
            0,
        )
        assert game.told(Drew) == [Drew(seat=0, count=1, why="king")]


def test_r38_the_third_card_may_be_the_last() -> None:
    game = faced("KS 4S 5S 3S / QD 5C", top="2S")
    game.do("A: play card:KS", "A: play card:4S", "A: play card:5S", "A: play card:3S")

    assert game.phase == "between-hands"


def test_r39_jack_without_function_ends_run_of_jacks() -> None:
    game = faced("JC 4C QC / QD 5C", top="JS", phase="king-run", king_steps=2, jack_run=2)

    game.do("A: play card:JC")

    assert (game.position["jack_run"], game.told(Drew)) == (0, [])


def test_r39_a_two_without_function_starts_no_count() -> None:
    game = faced("2C 4C QC / QD 5C", top="6C", phase="king-run", king_steps=3).do("A: play card:2C")

    assert (asked(game), game.position["count"]) == (("king-run", "A"), 0)


def test_r10_an_ace_outside_the_count_does_nothing() -> None:
    game = table("AH KC QC / QD 5C", top="JH").do("A: play card:AH")

    assert (asked(game), game.position["count"]) == (("turn", "B"), 0)


@pytest.mark.parametrize("card", ["3H", "JH", "QH", "KH"])
def test_a_card_without_function_just_passes_the_turn(card: str) -> None:
    game = table(f"{card} KC QC / QD 5C / 4D 4S", top="5H").do(f"A: play card:{card}")

    assert asked(game) == ("turn", "B")
    assert game.told(Played) == [Played(seat=0, card=card, suit=None, hand=2, declared=False, idle=False)]
    assert game.told(Hand) == [Hand(seat=0, cards=("KC", "QC"), to=(0,))]
    assert game.told(TurnStarted) == [TurnStarted(seat=1, phase="turn", king_steps=0)]


def test_a_four_skips_the_next_player() -> None:
    game = table("4H KC QC / QD 5C / 4D 4S", top="5H").do("A: play card:4H")

    assert (asked(game), game.told(Skipped)) == (("turn", "C"), [Skipped(seat=1)])


def test_r15_six_asks_for_another_card_and_chains() -> None:
    game = table("6H 6S 4S KC QC / QD 5C / 3D 3S", top="5H").do("A: play card:6H", "A: play card:6S")

    assert asked(game) == ("play-again", "A")
    assert asked(game.do("A: play card:4S")) == ("turn", "C")


def test_r15_player_without_follower_draws_and_loses_turn() -> None:
    game = table("6H KC QC / QD 5C", top="5H", stock="2H").do("A: play card:6H", "A: draw")

    assert (asked(game), game.position["hands"]["A"]) == (("turn", "B"), ["QC", "KC", "2H"])


def test_r15_nobody_goes_out_on_a_six() -> None:
    game = table("6H / QD 5C", top="5H", stock="2H").do("A: play card:6H")

    assert (asked(game), game.position["hands"]["A"], game.position["undeclared"]) == (
        ("turn", "B"),
        ["2H"],
        [],
    )
    assert game.told(Drew) == [Drew(seat=0, count=1, why="six")]


def test_r16_cards_of_five_go_round_from_next_player() -> None:
    game = table("5H KC QC / QD / 3D / 4D", top="JH", stock="AC AD AS", direction="anticlockwise")

    game.do("A: play card:5H")

    assert [(drew.seat, drew.why) for drew in game.told(Drew)] == [(3, "five"), (2, "five"), (1, "five")]
    assert game.position["hands"]["D"] == ["AC", "4D"]
    assert asked(game) == ("turn", "D")


@pytest.mark.parametrize(("players", "drawer"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_r17_seven_strikes_second_player_at_four_seats(players: int, drawer: int) -> None:
    others = ["QD 5C", "3D 4C", "AD JD", "AS JS"][: players - 1]
    game = table(" / ".join(["7H KC QC", *others]), top="JH", stock="AC").do("A: play card:7H")

    assert [drew.seat for drew in game.told(Drew)] == [drawer]
    assert asked(game) == ("turn", "B")


def test_r17_a_seven_counts_in_the_direction_of_play() -> None:
    game = table("7H KC QC / QD 5C / 3D 4C / AD JD / AS JS", top="JH", stock="AC", direction="anticlockwise")

    assert [drew.seat for drew in game.do("A: play card:7H").told(Drew)] == [3]


def test_a_ten_turns_the_direction_round() -> None:
    game = table("10H KC QC / QD 5C / 3D 4C", top="JH").do("A: play card:10H")

    assert (asked(game), game.told(Reversed)) == (("turn", "C"), [Reversed(clockwise=False)])
    assert game.position["direction"] == "anticlockwise"


def test_r18_a_ten_between_two_players_skips_nobody() -> None:
    assert asked(table("10H KC QC / QD 5C", top="JH").do("A: play card:10H")) == ("turn", "B")


def test_r19_a_four_between_two_players_gives_another_turn() -> None:
    game = table("4H KC QC / QD 5C", top="JH").do("A: play card:4H")

    assert (asked(game), game.position["phase"]) == (("turn", "A"), "turn")


def test_r20_the_last_card_works_before_the_hand_ends() -> None:
    five = table("5H / QD / 3D", top="JH", stock="AC AD").do("A: play card:5H")
    seven = table("7H / QD / 3D", top="JH", stock="AC AD").do("A: play card:7H")

    assert five.position["hands"] == {"A": [], "B": ["AC", "QD"], "C": ["AD", "3D"]}
    assert seven.position["hands"] == {"A": [], "B": ["AC", "QD"], "C": ["3D"]}
    assert five.phase == seven.phase == "between-hands"
