"""The end of a hand and of the game (section 6), and players who leave (R17)."""

from bot.engine.contract import Outcome
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.cards import points
from bot.games.crazy_rummy.ending import ExtraHand, GameEnded, HandBlocked, HandScored
from bot.games.crazy_rummy.leaving import PlayerLeft
from bot.games.crazy_rummy.turns import TurnStarted
from tests.games.crazy_rummy.table import deck, options, play, table, tell


def test_values_of_all_cards() -> None:
    assert [points([card], "9") for card in ("3S", "7D", "8C", "KH", "AS", "9C")] == [5, 5, 10, 10, 100, 100]
    assert [points([card], "A") for card in ("AS", "9C")] == [200, 10]


def test_everybodys_hand_and_points_are_told() -> None:
    state = table("4C / AS 3D", sets={"B": [["KS", "KH", "6C"]]}, totals={"B": 40})

    _, events = tell(state, "A: discard card:4C", chance=deck(""))

    assert events[2:4] == [
        HandScored(seat=0, board=0, held=0, cards=(), score=0, total=0),
        HandScored(seat=1, board=120, held=105, cards=("AS", "3D"), score=15, total=55),
    ]


def test_r15_the_highest_total_wins_not_the_first_counted() -> None:
    state = table("4C / KS", totals={"A": 1600, "B": 1700})

    over, events = tell(state, "A: discard card:4C")

    assert events[-1] == GameEnded(winners=(1,), end="target", totals=(1600, 1690))
    assert GAME.outcome(over) == Outcome((1,), "target")


def test_r15_exactly_the_target_counts() -> None:
    state = table("4C / KS", totals={"A": 300}, given=options(target=300))

    assert play(state, "A: discard card:4C").winners == (0,)


def test_r15_a_tie_at_the_top_brings_another_hand() -> None:
    state = table("4C / KS", totals={"A": 1500, "B": 1510})

    more, events = tell(state, "A: discard card:4C", chance=deck(""))

    assert ExtraHand(leaders=(0, 1), total=1500) in events
    assert more.last_hand
    assert more.hand_number == 2
    assert GAME.outcome(more) is None


def test_r15_a_total_of_someone_who_left_counts_for_nothing() -> None:
    state = table("4C / KS / QS", left=["C"], totals={"C": 2000})

    assert not play(state, "A: discard card:4C", chance=deck("")).last_hand


def test_r18_a_wild_in_the_hand_costs_what_it_is_worth() -> None:
    assert play(table("4C / 6S"), "A: discard card:4C", chance=deck("")).totals == (0, -100)
    aces = table("4C / AS", marker="AH")
    assert play(aces, "A: discard card:4C", chance=deck("")).totals == (0, -200)


def test_r20_the_last_allowed_hand_ends_the_game_with_a_shared_win() -> None:
    state = table("4C / KS / QS", totals={"B": 10}, hand_number=3, given=options(max_hands=3))

    over, events = tell(state, "A: discard card:4C")

    assert events[-1] == GameEnded(winners=(0, 1), end="max-hands", totals=(0, 0, -10))
    assert GAME.deciders(over) == ()


def test_r20_a_blocked_last_hand_ends_the_game_too() -> None:
    state = table("4C 9D / KS", stock="", discard="", hand_number=50)

    over, events = tell(state, "A: discard card:9D")

    assert HandBlocked(50) in events
    assert (over.phase, over.turn, over.winners) == ("over", None, (0,))


def test_r17_a_leavers_hand_is_set_aside_and_only_its_size_told() -> None:
    state, events = tell(table("4C 9D / KS KD / QS"), "B: leave")

    assert events == [PlayerLeft(1, 2)]
    assert state.aside == ("KS", "KD")
    assert (state.turn, state.phase) == (0, "play")


def test_r17_the_turn_of_a_leaver_passes_left_without_a_discard() -> None:
    state = table("4C 7D / KS / QS", taken="7D", discard="", lock_count=2)

    passed, events = tell(state, "A: leave")

    assert events == [PlayerLeft(0, 2), TurnStarted(1)]
    assert (passed.phase, passed.taken, passed.laid, passed.lock_count) == ("draw", None, False, 2)
    assert passed.discard == ()


def test_r17_a_leaver_can_cause_a_rebuild_or_a_block() -> None:
    state = table("4C / KS / QS", stock="", discard="5S 7D 8C")

    assert play(state, "A: leave", chance=deck("7D")).stock == ("7D", "5S")
    blocked = table("4C / KS / QS", stock="")
    assert play(blocked, "A: leave", chance=deck("")).totals == (0, -10, -10)


def test_r17_the_board_of_a_leaver_stays_and_scores_for_nobody() -> None:
    state = table("4C / KS / QS", sets={"B": [["5C", "5D", "5H"]]}, totals={"B": 70})

    left = play(state, "B: leave")
    scored = play(left, "A: discard card:4C", chance=deck(""))

    assert left.sets[1] == (("5C", "5D", "5H"),)
    assert left.first_play_done == ()
    assert scored.totals == (0, 70, -10)


def test_r17_after_a_dealer_who_left_the_next_to_the_left_deals() -> None:
    state = table("4C / KS / QS", dealer="B")

    assert play(state, "B: leave", "A: discard card:4C", chance=deck("")).dealer == 2


def test_the_last_one_at_the_table_wins_whatever_the_totals() -> None:
    state = table("4C / KS", totals={"A": 900, "B": -80})

    over, events = tell(state, "A: leave")

    assert events[-1] == GameEnded(winners=(1,), end="last-player", totals=(900, -80))
    assert GAME.outcome(over) == Outcome((1,), "last-player")
    assert over.hands == ((), ("KS",))
