"""Drawing, and the cards that nobody gets (section 6, R30, R31)."""

from bot.games.crap.drawing import DrawsLost, Drew, DrewCards
from tests.games.crap.positions import game_at, sevens_of
from tests.games.driver import Script


def test_drawn_cards_are_told_only_to_their_drawer() -> None:
    game = game_at({"stock": ["9H", "4S"]}).do("A: cooperate player:B")

    assert game.told(Drew) == [Drew(seat=0, count=1, stock=1), Drew(seat=1, count=1, stock=0)]
    assert [event.to for event in game.told(DrewCards)] == [(0,), (1,)]


def test_r30_taking_the_last_card_does_not_score() -> None:
    game = game_at({"stock": ["9H", "4S"], "sets": [sevens_of("A")]}).do("A: cooperate player:B")

    assert (game.position["stock"], game.position["scoring_rounds"]) == ([], 0)


def test_r30_a_reward_of_nothing_does_not_score() -> None:
    game = game_at({"hands": {"B": ["2C"]}, "sets": [sevens_of("A")]}, chance=[{"die": 1}])

    game.do("A: challenge player:B", "A: guess rank:K suit:S")

    assert game.position["scoring_rounds"] == 0


def test_r31_cards_beyond_new_stock_are_lost() -> None:
    chance: Script = [{"dice": [6, 6]}, {"shuffle": []}]

    game = game_at({"hands": {"A": ["2C"]}, "stock": ["3C"]}, chance=chance).do("A: recycle")

    assert game.position["hands"]["A"] == ["3C", "2C"]
    assert game.told(DrawsLost) == [DrawsLost(seat=0, count=10)]
    assert (game.position["scoring_rounds"], game.deciders) == (1, "B")


def test_r31_action_has_at_most_one_scoring_round() -> None:
    game = game_at({"discard": ["2C"]}, chance=[{"shuffle": []}])
    game.do("A: cooperate player:B")
    assert game.position["hands"] == {"A": ["2C"], "B": [], "C": []}
    assert game.position["scoring_rounds"] == 1

    game.do("B: cooperate player:C")

    assert game.position["scoring_rounds"] == 2
    assert game.told(DrawsLost)[-1] == DrawsLost(seat=2, count=1)
