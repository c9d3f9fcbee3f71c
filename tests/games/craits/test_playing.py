"""Sections 4.2 and 4.3: what may be played, and what the plain ranks do."""

import pytest

from bot.games.craits.events import Awaited, Drew, Held, Played, Reversed, Skipped, Took
from tests.games.craits.table import table


def test_a_card_of_the_suit_or_the_rank_or_a_wild_card_may_be_played() -> None:
    sitting = table("KH 3S 4D 9C 8D / QC", top="3H")

    assert {play.split()[1] for play in sitting.legal("A")} == {"card:KH", "card:3S", "card:9C", "card:8D"}


def test_the_suit_named_for_an_eight_counts_instead_of_its_own() -> None:
    sitting = table("KC KH / QC", top="8H", suit="C")

    assert sitting.legal("A")[0] == "play card:KC declare:true"
    assert sitting.code("A: play card:KH") == "not-playable"


def test_r7_who_can_play_must_play() -> None:
    refusal = table("KH 3C / QC", top="4H", stock="2C").refused("A: draw")

    assert (refusal.code, refusal.facts["playable"]) == ("must-play", ["KH"])


def test_r8_the_card_drawn_may_not_be_played_in_that_turn() -> None:
    sitting = table("KC QC / QD 4C", top="4H", stock="2H").do("A: draw")

    assert sitting.awaited == ("turn", "B")
    assert sitting.code("A: play card:2H") == "not-your-turn"
    assert sitting.told(Drew) == [Drew(seat=0, number=1, why="unable")]
    assert sitting.told(Took) == [Took(seat=0, cards=("2H",), hand=("QC", "KC", "2H"), to=(0,))]


def test_r8_a_card_received_before_the_turn_may_be_played_in_it() -> None:
    sitting = table("7H 3C 3D / KC QC", top="4H", stock="2H").do("A: play card:7H")

    assert sitting.do("B: play card:2H").awaited == ("count", "A")


@pytest.mark.parametrize("suit", ["C", "D", "H", "S"])
def test_r9_an_eight_names_any_suit(suit: str) -> None:
    sitting = table("8H KC QC / QD 4C", top="4S").do(f"A: play card:8H suit:{suit}")

    assert sitting.now["suit"] == suit


@pytest.mark.parametrize(("nine", "other"), [("9S", "C"), ("9C", "S"), ("9H", "D"), ("9D", "H")])
def test_r9_a_nine_names_its_own_suit_or_the_other_of_its_colour(nine: str, other: str) -> None:
    sitting = table(f"{nine} 4C 4D / QD 5C", top="JS", suit="S")

    suits = [play for play in sitting.legal("A") if nine in play]
    assert suits == [f"play card:{nine} suit:{nine[1]}", f"play card:{nine} suit:{other}"]
    assert sitting.do(f"A: play card:{nine}").now["suit"] == nine[1]


def test_r9_an_eight_needs_its_suit_even_as_the_last_card() -> None:
    assert table("8H / QD 5C", top="JS").code("A: play card:8H") == "suit-needed"


def test_r10_an_ace_outside_the_count_does_nothing() -> None:
    sitting = table("AH KC QC / QD 5C", top="JH").do("A: play card:AH")

    assert (sitting.awaited, sitting.now["count"]) == (("turn", "B"), 0)


@pytest.mark.parametrize("card", ["3H", "JH", "QH", "KH"])
def test_a_card_without_function_just_passes_the_turn(card: str) -> None:
    sitting = table(f"{card} KC QC / QD 5C / 4D 4S", top="5H").do(f"A: play card:{card}")

    assert sitting.awaited == ("turn", "B")
    assert sitting.told(Played) == [Played(seat=0, card=card, suit=None, left=2, declared=False, idle=False)]
    assert sitting.told(Held) == [Held(seat=0, cards=("KC", "QC"), to=(0,))]
    assert sitting.told(Awaited) == [Awaited(seat=1, phase="turn", king_steps=0)]


def test_a_four_skips_the_next_player() -> None:
    sitting = table("4H KC QC / QD 5C / 4D 4S", top="5H").do("A: play card:4H")

    assert (sitting.awaited, sitting.told(Skipped)) == (("turn", "C"), [Skipped(seat=1)])


def test_r15_a_six_asks_for_another_card_with_its_own_function_and_sixes_chain() -> None:
    sitting = table("6H 6S 4S KC QC / QD 5C / 3D 3S", top="5H").do("A: play card:6H", "A: play card:6S")

    assert sitting.awaited == ("play-again", "A")
    assert sitting.do("A: play card:4S").awaited == ("turn", "C")


def test_r15_who_cannot_follow_a_six_draws_and_loses_the_turn() -> None:
    sitting = table("6H KC QC / QD 5C", top="5H", stock="2H").do("A: play card:6H", "A: draw")

    assert (sitting.awaited, sitting.hand("A")) == (("turn", "B"), ["QC", "KC", "2H"])


def test_r15_nobody_goes_out_on_a_six() -> None:
    sitting = table("6H / QD 5C", top="5H", stock="2H").do("A: play card:6H")

    assert (sitting.awaited, sitting.hand("A"), sitting.now["undeclared"]) == (("turn", "B"), ["2H"], [])
    assert sitting.told(Drew) == [Drew(seat=0, number=1, why="six")]


def test_r16_the_cards_of_a_five_go_round_from_the_next_player() -> None:
    sitting = table("5H KC QC / QD / 3D / 4D", top="JH", stock="AC AD AS", direction="anticlockwise")

    sitting.do("A: play card:5H")

    assert [(drew.seat, drew.why) for drew in sitting.told(Drew)] == [(3, "five"), (2, "five"), (1, "five")]
    assert sitting.hand("D") == ["AC", "4D"]
    assert sitting.awaited == ("turn", "D")


@pytest.mark.parametrize(("players", "drawer"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_r17_a_seven_strikes_the_second_player_on_at_a_table_of_four_or_more(
    players: int, drawer: int
) -> None:
    others = ["QD 5C", "3D 4C", "AD JD", "AS JS"][: players - 1]
    sitting = table(" / ".join(["7H KC QC", *others]), top="JH", stock="AC").do("A: play card:7H")

    assert [drew.seat for drew in sitting.told(Drew)] == [drawer]
    assert sitting.awaited == ("turn", "B")


def test_r17_a_seven_counts_in_the_direction_of_play() -> None:
    sitting = table(
        "7H KC QC / QD 5C / 3D 4C / AD JD / AS JS", top="JH", stock="AC", direction="anticlockwise"
    )

    assert [drew.seat for drew in sitting.do("A: play card:7H").told(Drew)] == [3]


def test_a_ten_turns_the_direction_round() -> None:
    sitting = table("10H KC QC / QD 5C / 3D 4C", top="JH").do("A: play card:10H")

    assert (sitting.awaited, sitting.told(Reversed)) == (("turn", "C"), [Reversed(clockwise=False)])
    assert sitting.now["direction"] == "anticlockwise"


def test_r18_a_ten_between_two_players_skips_nobody() -> None:
    assert table("10H KC QC / QD 5C", top="JH").do("A: play card:10H").awaited == ("turn", "B")


def test_r19_a_four_between_two_players_gives_another_turn() -> None:
    sitting = table("4H KC QC / QD 5C", top="JH").do("A: play card:4H")

    assert (sitting.awaited, sitting.now["phase"]) == (("turn", "A"), "turn")


def test_r20_the_last_card_works_before_the_hand_ends() -> None:
    five = table("5H / QD / 3D", top="JH", stock="AC AD").do("A: play card:5H")
    seven = table("7H / QD / 3D", top="JH", stock="AC AD").do("A: play card:7H")

    assert five.now["hands"] == {"A": [], "B": ["AC", "QD"], "C": ["AD", "3D"]}
    assert seven.now["hands"] == {"A": [], "B": ["AC", "QD"], "C": ["3D"]}
    assert five.awaited[0] == seven.awaited[0] == "between-hands"


def test_r44_of_two_equal_cards_one_is_played() -> None:
    sitting = table("KH KH QC / QD 5C / 3D / 4D / AD / 2D", top="JH")

    assert sitting.legal("A").count("play card:KH") == 1
    assert sitting.do("A: play card:KH").hand("A") == ["QC", "KH"]


def test_r45_kings_and_queens_are_in_the_pack_and_everybody_plays_alone() -> None:
    sitting = table("KH / QD 5C / 3D KS / 4D", top="JH").do("A: play card:KH")

    assert sitting.now["totals"] == {"A": 0, "B": 40, "C": 3, "D": 15}
