"""The cards a seat may see (section 11, views)."""

from bot.games.skrap import GAME
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, surging

TWO = surging(A="9C 2S 2H", B="8C 3S 3H")
FIELD = battling("C", [("A", "3S", "3H"), ("B", "4S", "4H")], A="5S", B="6S 6H", C="7S 7H", D="8S 8H")


def test_a_hand_is_its_owners_alone() -> None:
    game = Driver(GAME, 2, TWO)

    assert game.view("A")["hands"] == {"A": ["9C", "2H", "2S"], "B": 3}
    assert game.view(None)["hands"] == {"A": 3, "B": 3}


def test_placed_surge_card_is_only_counted_until_reveal() -> None:
    game = Driver(GAME, 2, TWO).do("A: surge card:9C")
    assert game.view("A")["surge"] == {"A": "9C", "B": None}
    assert game.view("B")["surge"] == game.view(None)["surge"] == {"A": 1, "B": None}

    game.do("B: surge card:8C")
    assert game.view(None)["surge"] == {"A": "9C", "B": "8C"}


def test_throw_is_only_counted_until_all_have_thrown() -> None:
    position = surging(A="2S 2H", B="3S 3H") | {"phase": "throw", "contenders": ["A", "B"]}
    game = Driver(GAME, 2, position).do("A: throw shape:rock")

    assert game.view("A")["throws"] == {"A": "rock"}
    assert game.view("B")["throws"] == game.view(None)["throws"] == {"A": 1}


def test_destroyed_bots_lie_face_down() -> None:
    destroyed, current = Driver(GAME, 4, FIELD).view("C")["field"]

    assert destroyed == {"owner": "A", "weapon": 1, "armour": 1, "weapon_value": None, "armour_value": None}
    assert current == {"owner": "B", "weapon": "4S", "armour": "4H", "weapon_value": 4, "armour_value": 4}


def test_pack_and_cards_set_aside_are_only_counted() -> None:
    game = Driver(GAME, 4, FIELD | {"pack": ["AS", "2S"]}).do("D: leave")

    assert (game.view("C")["pack"], game.view("C")["aside"]) == (2, 2)


def test_departed_player_sees_spectators_view() -> None:
    game = Driver(GAME, 4, FIELD).do("D: leave")

    assert game.view("D") == game.view(None)


def test_hands_stay_hidden_when_the_game_is_over() -> None:
    game = Driver(GAME, 2, TWO).do("B: leave")

    assert game.phase == "over"
    assert game.view("B")["hands"] == {"A": 3, "B": 0}
