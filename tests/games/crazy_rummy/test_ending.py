"""The end of a hand and of the game (section 6)."""

from bot.engine.contract import Outcome
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.ending import ExtraHand, GameEnded, HandBlocked, HandScored
from tests.games.crazy_rummy.positions import NEXT_DEAL, at


def test_everyones_hand_and_points_are_told() -> None:
    game = at("4C / AS 3D", sets={"B": [["KS", "KH", "6C"]]}, totals={"B": 40}, chance=NEXT_DEAL)

    assert game.do("A: discard card:4C").events[2:4] == [
        HandScored(seat=0, board=0, held=0, cards=(), score=0, total=0),
        HandScored(seat=1, board=120, held=105, cards=("AS", "3D"), score=15, total=55),
    ]


def test_e8_scoring_and_the_end_of_the_game() -> None:
    game = at(
        "10S / AS 4D 6H / 3C 3D 8H QS",
        sets={"A": [["JS", "JH", "JD", "6C"], ["9S", "9H", "9C"]], "B": [["KS", "KH", "KC"]]},
        fed={"A": ["KD"]},
        totals={"A": 1340, "B": 400, "C": -20},
    ).do("A: discard card:10S")

    assert [scored.score for scored in game.told(HandScored)] == [170, -175, -30]
    assert game.events[-1] == GameEnded(winners=(0,), end="target", totals=(1510, 225, -50))


def test_e9_wild_aces_count_twice() -> None:
    game = at("KS KH AS AC 4C / AH 3D", marker="AD", chance=NEXT_DEAL)

    game.do("A: meld cards:KS,KH,AS,AC", "A: discard card:4C")

    assert game.state.totals == (20 + 400, -205)


def test_r15_the_highest_total_wins_not_the_first_counted() -> None:
    game = at("4C / KS", totals={"A": 1600, "B": 1700}).do("A: discard card:4C")

    assert game.events[-1] == GameEnded(winners=(1,), end="target", totals=(1600, 1690))
    assert GAME.outcome(game.state) == Outcome((1,), "target")


def test_r15_exactly_the_target_counts() -> None:
    game = at("4C / KS", totals={"A": 300}, options={"target": 300})

    assert game.do("A: discard card:4C").position["winners"] == ["A"]


def test_e13_r15_a_tie_at_the_target_brings_another_hand() -> None:
    game = at("4C / KS", totals={"A": 1500, "B": 1510}, chance=NEXT_DEAL).do("A: discard card:4C")

    assert game.told(ExtraHand) == [ExtraHand(leaders=(0, 1), total=1500)]
    assert game.state.last_hand
    assert game.state.hand_number == 2
    assert GAME.outcome(game.state) is None


def test_e13_r15_first_to_lead_alone_wins_after_tie() -> None:
    game = at("4C / KS", totals={"A": 1490, "B": 1490}, last_hand=True).do("A: discard card:4C")

    assert game.events[-1] == GameEnded(winners=(0,), end="target", totals=(1490, 1480))


def test_r15_total_of_someone_who_left_counts_for_nothing() -> None:
    game = at("4C / KS / ", left=["C"], totals={"C": 2000}, chance=NEXT_DEAL)

    assert not game.do("A: discard card:4C").state.last_hand


def test_below_the_target_the_next_hand_is_dealt() -> None:
    game = at("4C / KS", totals={"A": 1499}, chance=NEXT_DEAL).do("A: discard card:4C")

    assert (game.state.hand_number, game.state.dealer, game.state.last_hand) == (2, 1, False)
    assert game.chance_left == 0


def test_r18_wild_in_hand_costs_what_it_is_worth() -> None:
    assert at("4C / 6S", chance=NEXT_DEAL).do("A: discard card:4C").state.totals == (0, -100)
    aces = at("4C / AS", marker="AH", chance=NEXT_DEAL)
    assert aces.do("A: discard card:4C").state.totals == (0, -200)


def test_r20_last_allowed_hand_ends_game_with_shared_win() -> None:
    game = at("4C / KS / QS", totals={"B": 10}, hand_number=3, options={"max_hands": 3})

    game.do("A: discard card:4C")

    assert game.events[-1] == GameEnded(winners=(0, 1), end="max-hands", totals=(0, 0, -10))
    assert game.deciders == ""


def test_r20_a_blocked_last_hand_ends_the_game_too() -> None:
    game = at("4C 9D / KS", stock="", discard="", hand_number=50).do("A: discard card:9D")
    over = game.state

    assert game.told(HandBlocked) == [HandBlocked(50)]
    assert (over.phase, over.turn, over.winners) == ("over", None, (0,))


def test_last_one_at_table_wins_and_nothing_moves() -> None:
    game = at("4C / KS", totals={"A": 900, "B": -80}).do("A: leave")

    assert game.events[-1] == GameEnded(winners=(1,), end="last-player", totals=(900, -80))
    assert GAME.outcome(game.state) == Outcome((1,), "last-player")
    assert game.state.hands == ((), ("KS",))


def test_hand_is_added_for_players_without_a_turn() -> None:
    options = {"max-hands": 1, "turns-for-all": True}
    waiting = at("4C / KS / QS", options=options, without_turn=["C"], chance=NEXT_DEAL)
    served = at("4C / KS / QS", options=options, without_turn=[])

    waiting.do("A: discard card:4C")
    served.do("A: discard card:4C")

    assert (waiting.state.phase, waiting.state.hand_number) == ("draw", 2)
    assert served.state.phase == "over"
