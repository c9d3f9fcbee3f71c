"""The cards that may be played, and the right to draw (section 4.2)."""

import pytest

from bot.games.craits.drawing import Drew, DrewCards
from tests.games.craits.positions import asked, table


def test_play_down_to_one_card_lists_declaration_first() -> None:
    game = table("KC 8D / KD 4C", top="KS")

    assert game.legal("A")[:5] == [
        "play card:8D suit:D declare:true",
        "play card:8D suit:C declare:true",
        "play card:8D suit:H declare:true",
        "play card:8D suit:S declare:true",
        "play card:KC declare:true",
    ]
    assert game.legal("A")[5] == "play card:8D suit:D"


def test_fitting_or_wild_card_may_be_played() -> None:
    game = table("KH 3S 4D 9C 8D / QC", top="3H")

    assert {play.split()[1] for play in game.legal("A")} == {"card:KH", "card:3S", "card:9C", "card:8D"}


def test_named_suit_of_eight_replaces_its_own() -> None:
    game = table("KC KH / QC", top="8H", suit="C")

    assert game.legal("A")[0] == "play card:KC declare:true"
    assert game.code("A: play card:KH") == "not-playable"


def test_r7_player_able_to_play_must_play() -> None:
    refusal = table("KH 3C / QC", top="4H", stock="2C").refused("A: draw")

    assert (refusal.code, refusal.facts["playable"]) == ("must-play", ["KH"])


def test_r8_drawn_card_waits_for_another_turn() -> None:
    game = table("KC QC / QD 4C", top="4H", stock="2H").do("A: draw")

    assert asked(game) == ("turn", "B")
    assert game.code("A: play card:2H") == "not-your-turn"
    assert game.told(Drew) == [Drew(seat=0, count=1, why="unable")]
    assert game.told(DrewCards) == [DrewCards(seat=0, cards=("2H",), hand=("QC", "KC", "2H"), to=(0,))]


def test_r8_card_received_before_turn_may_be_played() -> None:
    game = table("7H 3C 3D / KC QC", top="4H", stock="2H").do("A: play card:7H")

    assert asked(game.do("B: play card:2H")) == ("count", "A")


@pytest.mark.parametrize("suit", ["C", "D", "H", "S"])
def test_r9_an_eight_names_any_suit(suit: str) -> None:
    game = table("8H KC QC / QD 4C", top="4S").do(f"A: play card:8H suit:{suit}")

    assert game.position["suit"] == suit


@pytest.mark.parametrize(("nine", "other"), [("9S", "C"), ("9C", "S"), ("9H", "D"), ("9D", "H")])
def test_r9_nine_keeps_or_switches_suit_of_colour(nine: str, other: str) -> None:
    game = table(f"{nine} 4C 4D / QD 5C", top="JS", suit="S")

    suits = [play for play in game.legal("A") if nine in play]
    assert suits == [f"play card:{nine} suit:{nine[1]}", f"play card:{nine} suit:{other}"]
    assert game.do(f"A: play card:{nine}").position["suit"] == nine[1]


def test_r9_eight_needs_its_suit_even_as_last_card() -> None:
    assert table("8H / QD 5C", top="JS").code("A: play card:8H") == "suit-needed"


def test_r44_of_two_equal_cards_one_is_played() -> None:
    game = table("KH KH QC / QD 5C / 3D / 4D / AD / 2D", top="JH")

    assert game.legal("A").count("play card:KH") == 1
    assert game.do("A: play card:KH").position["hands"]["A"] == ["QC", "KH"]
