"""Recycling, cooperating, protecting, drawing and the scoring round (5.2, 5.5, 5.6, 6; R14-R16, R28-R35)."""

from bot.games.crap.cooperate import HandShown
from bot.games.crap.drawing import DrawsLost, Drew, DrewCards, Reshuffled, ScoringRound
from bot.games.crap.protect import CardProtected, ProtectedCard
from bot.games.crap.recycle import RolledOff
from bot.games.crap.state import GameOver
from tests.games.crap.table import SEVENS, Script, Table

KINGS = ["KC", "KD", "KH", "KS"]


def sevens_of(owner: str) -> dict[str, object]:
    return {"owner": owner, "rank": "7", "cards": SEVENS}


def test_r14_the_next_active_player_clockwise_rolls() -> None:
    position = {"protected": {"A": ["QH"]}, "stock": ["2C", "3C"], "left": ["B"]}

    table = Table(position, chance=[{"die": 1}, {"die": 6}, {"dice": [1, 1]}]).run("A: recycle")

    assert table.happened(RolledOff) == [RolledOff(seat=0, opponent=2, dice=(1, 6), lost=True)]
    assert table["discard"] == ["QH"]


def test_r16_kept_protected_cards_do_not_lower_the_draw() -> None:
    position = {"protected": {"A": ["QH"]}, "stock": ["2C", "3C", "4C"]}

    table = Table(position, chance=[{"die": 3}, {"die": 3}, {"dice": [1, 2]}]).run("A: recycle")

    assert (len(table["hands"]["A"]), table["protected"]["A"]) == (3, ["QH"])


def test_protecting_is_told_by_number_and_the_card_only_to_its_owner() -> None:
    table = Table({"hands": {"A": ["7S"]}, "protected": {"A": ["2C"]}}).run("A: protect card:7s")

    assert table.happened(CardProtected) == [CardProtected(seat=0, count=2)]
    assert table.happened(ProtectedCard) == [ProtectedCard(to=(0,), seat=0, card="7S")]


def test_a_joker_may_be_protected() -> None:
    table = Table({"hands": {"A": ["JK"]}}, options={"jokers": True}).run("A: protect card:jk")

    assert table["protected"]["A"] == ["JK"]


def test_r28_the_caller_draws_before_the_other() -> None:
    table = Table({"stock": ["9H", "4S"]}).run("A: cooperate player:C")

    assert table["hands"] == {"A": ["9H"], "B": [], "C": ["4S"]}


def test_r29_nobody_is_asked_whether_he_cooperates() -> None:
    table = Table({"stock": ["9H", "4S"], "hands": {"B": ["2C"]}}).run("A: cooperate player:B")

    assert (table["phase"], table.deciders) == ("turn", "B")
    assert HandShown(to=(0,), seat=1, cards=("2C",)) in table.events
    assert HandShown(to=(1,), seat=0, cards=()) in table.events


def test_r30_taking_the_last_card_does_not_score() -> None:
    table = Table({"stock": ["9H", "4S"], "sets": [sevens_of("A")]}).run("A: cooperate player:B")

    assert (table["stock"], table["scoring_rounds"]) == ([], 0)


def test_r30_a_reward_of_nothing_does_not_score() -> None:
    table = Table({"hands": {"B": ["2C"]}, "sets": [sevens_of("A")]}, chance=[{"die": 1}])

    table.run("A: challenge player:B", "A: guess rank:K suit:S")

    assert table["scoring_rounds"] == 0


def test_r31_what_a_new_stock_cannot_give_is_lost() -> None:
    chance: Script = [{"dice": [6, 6]}, {"shuffle": []}]

    table = Table({"hands": {"A": ["2C"]}, "stock": ["3C"]}, chance=chance).run("A: recycle")

    assert table["hands"]["A"] == ["3C", "2C"]
    assert table.happened(DrawsLost) == [DrawsLost(seat=0, count=10)]
    assert (table["scoring_rounds"], table.deciders) == (1, "B")


def test_r31_an_action_has_one_scoring_round_and_the_next_action_another() -> None:
    table = Table({"discard": ["2C"]}, chance=[{"shuffle": []}])
    table.run("A: cooperate player:B")
    assert table["hands"] == {"A": ["2C"], "B": [], "C": []}
    assert table["scoring_rounds"] == 1

    table.run("B: cooperate player:C")

    assert table["scoring_rounds"] == 2
    assert table.happened(DrawsLost)[-1] == DrawsLost(seat=2, count=1)


def test_without_any_card_nothing_is_shuffled() -> None:
    table = Table({}, chance=[]).run("A: cooperate player:B")

    assert table.happened(Reshuffled) == [Reshuffled(count=0)]


def test_r32_points_add_up_and_sets_score_once() -> None:
    position = {"sets": [sevens_of("B")], "totals": {"B": 30}}
    table = Table(position, chance=[{"shuffle": []}]).run("A: cooperate player:C")

    assert (table["totals"]["B"], table["sets"]) == (100, [])
    assert table.happened(ScoringRound)[0].gained == (0, 70, 0)


def test_r34_equal_highest_totals_win_together() -> None:
    position = {"sets": [sevens_of("A"), {"owner": "C", "rank": "7", "cards": SEVENS}]}

    table = Table(position, options={"threshold": 69}).run("B: leave", "A: cooperate player:C")

    assert (table["winners"], table["end"]) == (["A", "C"], "threshold")
    assert table.events[-1] == GameOver(winners=(0, 2), end="threshold", totals=(70, 0, 70))


def test_a_won_game_leaves_the_sets_and_unprotects_the_cards() -> None:
    position = {"sets": [sevens_of("A")], "protected": {"B": ["9C"]}}

    table = Table(position, options={"threshold": 50}).run("A: cooperate player:C")

    assert len(table["sets"]) == 1
    assert (table["hands"]["B"], table["protected"]["B"]) == (["9C"], [])
    assert table["last"]["action"] == "cooperate"


def test_drawn_cards_are_told_only_to_who_drew_them() -> None:
    table = Table({"stock": ["9H", "4S"]}).run("A: cooperate player:B")

    assert table.happened(Drew) == [Drew(seat=0, count=1, stock=1), Drew(seat=1, count=1, stock=0)]
    assert [event.to for event in table.happened(DrewCards)] == [(0,), (1,)]
