"""Players who leave (R17)."""

from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.leaving import PlayerLeft
from bot.games.crazy_rummy.turns import TurnStarted
from tests.games.crazy_rummy.positions import NEXT_DEAL, at, shuffles


def test_r17_leavers_hand_is_set_aside_by_size() -> None:
    game = at("4C 9D / KS KD / QS").do("B: leave")

    assert game.events == [PlayerLeft(1, 2)]
    assert game.state.aside == ("KS", "KD")
    assert (game.deciders, game.phase) == ("A", "play")


def test_r17_turn_of_leaver_passes_left_without_discard() -> None:
    game = at("4C 7D / KS / QS", taken="7D", discard="", lock_count=2).do("A: leave")
    passed = game.state

    assert game.events == [PlayerLeft(0, 2), TurnStarted(1)]
    assert (passed.phase, passed.taken, passed.laid, passed.lock_count) == ("draw", None, False, 2)
    assert passed.discard == ()


def test_r17_a_leaver_can_cause_a_rebuild() -> None:
    game = at("4C / KS / QS", stock="", discard="5S 7D 8C", chance=shuffles("7D"))

    assert game.do("A: leave").state.stock == ("7D", "5S")


def test_r17_a_leaver_can_block_the_hand() -> None:
    game = at("4C / KS / QS", stock="", chance=NEXT_DEAL)

    assert game.do("A: leave").state.totals == (0, -10, -10)


def test_r17_board_of_leaver_stays_and_scores_for_nobody() -> None:
    game = at("4C / KS / QS", sets={"B": [["5C", "5D", "5H"]]}, totals={"B": 70}, chance=NEXT_DEAL)

    left = game.do("B: leave").state
    assert left.sets[1] == (("5C", "5D", "5H"),)
    assert left.first_play_done == ()
    assert game.do("A: discard card:4C").state.totals == (0, 70, -10)


def test_r17_after_dealer_who_left_next_to_left_deals() -> None:
    game = at("4C / KS / QS", dealer="B", chance=NEXT_DEAL)

    assert game.do("B: leave", "A: discard card:4C").state.dealer == 2


def test_r17_nobody_who_left_can_win() -> None:
    game = at("4C / KS / QS", totals={"B": 1900}, options={"max_hands": 1})

    assert game.do("B: leave", "A: discard card:4C").position["winners"] == ["A"]


def test_e15_the_last_one_at_the_table_wins() -> None:
    game = at(
        "4C 9D / KS KD / QS QD", phase="draw", stock="10C", discard="5S 7D 8C", totals={"A": 900, "C": -80}
    )

    game.do("B: leave")
    assert game.position["aside"] == ["KS", "KD"]
    assert game.code("B: draw") == "not-a-player"
    game.do("A: leave")
    outcome = GAME.outcome(game.state)
    assert outcome is not None
    assert (outcome.winners, outcome.end) == ((2,), "last-player")
    assert game.state.totals == (900, 0, -80)
