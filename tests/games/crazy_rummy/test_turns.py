"""The order of turns, and the stock at the start of one (section 4)."""

from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.ending import HandBlocked
from bot.games.crazy_rummy.turns import Reshuffled, TurnStarted
from tests.games.crazy_rummy.positions import NEXT_DEAL, at, shuffles


def test_turn_passes_left_over_those_who_have_left() -> None:
    game = at("4C 3C / / QS QD / 9S", left=["B"])

    assert game.do("A: discard card:4C").deciders == "C"


def test_after_the_last_seat_comes_the_first() -> None:
    assert at("4C / KS / QS QD", turn="C").do("C: discard card:QS").deciders == "A"


def test_e11_r12_discards_but_top_become_stock_once() -> None:
    game = at("4C 9D / KS KD", phase="draw", stock="10C", discard="5S 7D 8C", chance=shuffles("8C")).do(
        "A: draw", "A: discard card:10C"
    )

    assert game.events[2:] == [Discarded(0, "10C", 2), Reshuffled(3, "10C", 0), TurnStarted(1)]
    assert game.state.stock == ("8C", "7D", "5S")
    assert game.state.discard == ("10C",)
    assert game.state.rebuilds == 1
    assert game.chance_left == 0


def test_e12_r12_hand_blocks_after_used_rebuild() -> None:
    game = at(
        "4C 9D / KS KD / QS QD", phase="draw", stock="10C", discard="5S 7D 8C", rebuilds=1, chance=NEXT_DEAL
    ).do("A: draw", "A: discard card:10C")

    assert game.told(HandBlocked) == [HandBlocked(1)]
    assert game.state.totals == (-15, -20, -20)
    assert (game.state.hand_number, game.state.dealer) == (2, 1)


def test_r12_the_option_may_allow_no_rebuild() -> None:
    game = at(
        "4C 9D 10C / KS KD", stock="", discard="5S 7D 8C", options={"reshuffles": 0}, chance=NEXT_DEAL
    ).do("A: discard card:10C")

    assert game.events[1] == HandBlocked(1)
    assert game.state.totals == (-15, -20)


def test_r12_a_pile_of_one_card_cannot_be_rebuilt() -> None:
    game = at("4C 10C / KS", stock="", discard="", options={"reshuffles": 3}, chance=NEXT_DEAL)

    assert game.do("A: discard card:10C").told(HandBlocked) == [HandBlocked(1)]
    assert game.state.hand_number == 2


def test_r12_the_option_may_allow_more_rebuilds() -> None:
    game = at("4C 10C / KS", stock="", rebuilds=2, options={"reshuffles": 3}, chance=shuffles(""))

    assert game.do("A: discard card:10C").state.rebuilds == 3


def test_r14_nothing_must_be_laid() -> None:
    game = at("JS JH JD KS / QS", sets={"B": [["KC", "KD", "KH"]]})

    assert game.do("A: discard card:JS").deciders == "B"


def test_two_discards_are_enough_for_a_new_stock() -> None:
    game = at("4C 9D / KS 3D", stock="", discard="5S", chance=shuffles("5S")).do("A: discard card:9D")

    assert game.told(Reshuffled) == [Reshuffled(count=1, discard="9D", rebuilds=0)]
    assert game.state.stock == ("5S",)
