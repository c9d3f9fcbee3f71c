"""Section 11, Views, and what autocomplete offers."""

from bot.games.skrap import GAME
from tests.games.skrap.table import Table, battling, scavenging, surging

TWO = surging(A="9C 2S 2H", B="8C 3S 3H")
FIELD = battling("C", [("A", "3S", "3H"), ("B", "4S", "4H")], A="5S", B="6S 6H", C="7S 7H", D="8S 8H")


def choices(table: Table, seat: int, verb: str, option: str, **given: str) -> list[str]:
    return GAME.complete(table.state, seat, verb, option, given)


def test_a_hand_is_its_owners_alone() -> None:
    table = Table(2, TWO)

    assert table.view(0)["hands"] == {"A": ["9C", "2H", "2S"], "B": 3}
    assert table.view(None)["hands"] == {"A": 3, "B": 3}


def test_a_placed_surge_card_is_only_counted_until_the_reveal() -> None:
    table = Table(2, TWO).do("A: surge card:9C")
    assert table.view(0)["surge"] == {"A": "9C", "B": None}
    assert table.view(1)["surge"] == table.view(None)["surge"] == {"A": 1, "B": None}

    table.do("B: surge card:8C")
    assert table.view(None)["surge"] == {"A": "9C", "B": "8C"}


def test_a_throw_is_only_counted_until_all_have_thrown() -> None:
    position = surging(A="2S 2H", B="3S 3H") | {"phase": "throw", "contenders": ["A", "B"]}
    table = Table(2, position).do("A: throw shape:rock")

    assert table.view(0)["throws"] == {"A": "rock"}
    assert table.view(1)["throws"] == table.view(None)["throws"] == {"A": 1}


def test_destroyed_bots_lie_face_down() -> None:
    destroyed, current = Table(4, FIELD).view(2)["field"]

    assert destroyed == {"owner": "A", "weapon": 1, "armour": 1, "weapon_value": None, "armour_value": None}
    assert current == {"owner": "B", "weapon": "4S", "armour": "4H", "weapon_value": 4, "armour_value": 4}


def test_pack_and_cards_set_aside_are_only_counted() -> None:
    table = Table(4, FIELD | {"pack": ["AS", "2S"]}).do("D: leave")

    assert (table.view(2)["pack"], table.view(2)["aside"]) == (2, 2)


def test_who_has_left_sees_what_a_spectator_sees() -> None:
    table = Table(4, FIELD).do("D: leave")

    assert table.view(3) == table.view(None)


def test_hands_stay_hidden_when_the_game_is_over() -> None:
    table = Table(2, TWO).do("B: leave")

    assert table.phase == "over"
    assert table.view(1)["hands"] == {"A": 3, "B": 0}


def test_completion_offers_weapons_weakest_first_and_armours_strongest_first() -> None:
    table = Table(2, battling("B", [("A", "3S", "5H")], A="2S", B="KS 6C 4C 2D 9D"))

    assert choices(table, 1, "bot", "weapon") == ["6C", "KS"]
    assert choices(table, 1, "bot", "armour", weapon="6c") == ["9D", "2D"]
    assert choices(table, 1, "bot", "armour", weapon="4C") == []
    assert choices(table, 1, "bot", "armour", weapon="tank") == []


def test_completion_of_what_is_being_typed_does_not_hide_the_other_choices() -> None:
    table = Table(2, TWO)

    assert choices(table, 0, "surge", "card", card="9") == ["2H", "2S", "9C"]


def test_completion_finds_the_partner_of_a_pair_either_way_round() -> None:
    table = Table(3, scavenging("A", A="4S", B="2S 2H 5C", C="7S 8H"))

    assert choices(table, 1, "scavenge", "second", first="2S") == ["2H"]
    assert choices(table, 1, "scavenge", "second", first="2H") == ["2S"]
    assert choices(table, 1, "scavenge", "first", second="5C") == []


def test_completion_offers_nothing_to_who_is_not_asked() -> None:
    assert choices(Table(4, FIELD), 0, "bot", "weapon") == []


def test_completion_offers_all_shapes() -> None:
    position = surging(A="2S 2H", B="3S 3H") | {"phase": "throw", "contenders": ["A", "B"]}

    assert choices(Table(2, position), 0, "throw", "shape") == ["rock", "paper", "scissors"]
