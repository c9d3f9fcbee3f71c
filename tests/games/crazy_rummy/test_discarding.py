"""The discard that ends a turn (sections 4 and 5)."""

from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.ending import WentOut
from bot.games.crazy_rummy.turns import TurnStarted
from tests.games.crazy_rummy.positions import NEXT_DEAL, at

FIVES = {"B": [["5C", "5D", "5H"]]}


def test_a_discard_ends_the_turn_and_is_seen() -> None:
    game = at("4C 9D / KS").do("A: discard card:9D")

    assert game.events == [Discarded(0, "9D", 1), TurnStarted(1)]
    assert game.state.discard == ("5S", "9D")


def test_two_cards_for_one_are_a_bad_card() -> None:
    assert at("4C 9D / KS").code("A: discard card:4C,9D") == "bad-card"


def test_not_in_hand() -> None:
    refusal = at("4C 9D / KS").refused("A: discard card:KS")

    assert refusal.code == "not-in-hand"
    assert refusal.facts == {"cards": ("KS",)}


def test_e10_a_taken_card_stays_for_this_turn() -> None:
    game = at("4C 9D / KS", phase="draw", discard="7D").do("A: draw from:discard")

    refusal = game.refused("A: discard card:7D")

    assert refusal.code == "returned-card"
    assert refusal.facts == {"card": "7D"}
    assert game.do("A: discard card:4C").state.discard == ("4C",)


def test_r11_the_card_just_taken_cannot_be_discarded() -> None:
    game = at("4C 7D / KS", taken="7D")

    assert game.code("A: discard card:7D") == "returned-card"
    assert game.legal("A") == ["discard card:4C"]


def test_r11_it_can_as_the_last_card() -> None:
    game = at("JS JH JD 7D / KS", taken="7D", chance=NEXT_DEAL)

    assert game.do("A: meld cards:JS,JH,JD", "A: discard card:7D").state.totals == (30, -10)


def test_r11_it_can_when_another_identical_card_is_held() -> None:
    game = at("4C 7D 7D / KS", taken="7D")

    assert game.do("A: discard card:7D").state.hands[0] == ("4C", "7D")


def test_r11_allowed_when_face_was_laid_this_turn() -> None:
    game = at("4C 5S 5S / KS", taken="5S", discard="", sets=FIVES)

    assert game.do("A: feed cards:5S").state.taken is None
    assert game.do("A: discard card:5S").state.hands[0] == ("4C",)


def test_r11_refused_when_only_others_were_laid() -> None:
    game = at("4C 5S 7D / KS", taken="7D", discard="", sets=FIVES)

    assert game.do("A: feed cards:5S").code("A: discard card:7D") == "returned-card"


def test_r11_a_card_from_the_stock_may_be_discarded() -> None:
    game = at("4C 9D / KS", phase="draw", stock="7D 8C")

    assert game.do("A: draw", "A: discard card:7D").state.discard[-1] == "7D"


def test_r16_last_card_can_be_discarded_wild_too() -> None:
    game = at("6S / KS", chance=NEXT_DEAL).do("A: discard card:6S")

    assert game.events[:2] == [Discarded(0, "6S", 0), WentOut(0)]
    assert game.state.totals == (0, -10)


def test_r16_with_cards_left_only_discard_ends_turn() -> None:
    game = at("JS JH JD 4C / KS").do("A: meld cards:JS,JH,JD")

    assert game.deciders == "A"
    assert game.legal("A") == ["discard card:4C"]
