"""Completion of commands, above all of lists of cards."""

from bot.games.crap import GAME
from tests.games.crap.positions import ACES, SEVENS, game_at


def test_list_to_place_is_completed_card_by_card() -> None:
    position = {"hands": {"A": ["2C", "10C", "3D"], "B": ["KC"]}}
    state = game_at(position, chance=[{"die": 2}]).do("A: challenge player:B").state

    def complete(typed: str) -> list[str]:
        return GAME.complete(state, 0, "place", "cards", {"cards": typed})

    assert complete("") == ["2C,3D", "10C,3D", "2C,10C", "2C", "10C", "3D"]
    assert complete("3d") == ["3D,2C", "3D,10C"]
    assert complete("3d t") == ["3D,10C"]
    assert complete("3D, 2C") == ["3D,2C"]
    assert complete("3D,2C,10C") == []
    assert complete("3D,3D") == []
    assert complete("zz,2") == []


def test_selections_of_which_guess_earns_least_come_first() -> None:
    position = {"hands": {"A": ["2C", "2D", "3C", "4S"], "B": ["KC"]}}
    state = game_at(position, chance=[{"die": 2}]).do("A: challenge player:B").state

    def complete(typed: str) -> list[str]:
        return GAME.complete(state, 0, "place", "cards", {"cards": typed})

    assert complete("")[:4] == ["2C,4S", "3C,2D", "3C,4S", "2D,4S"]
    assert complete("2d") == ["2D,3C", "2D,4S", "2D,2C"]


def test_cards_of_set_are_completed_within_their_rank() -> None:
    position = {"hands": {"A": ["7C", "7D", "9C", "JK"]}, "protected": {"A": ["7S"]}}
    state = game_at(position, options={"jokers": True}).state

    def complete(typed: str, **given: str) -> list[str]:
        return GAME.complete(state, 0, "score", "cards", {"cards": typed, **given})

    assert complete("7c") == ["7C,7D,7S,JK", "7C,7D", "7C,7S", "7C,JK"]
    assert complete("7♣ 7", rank="7") == ["7C,7D,7S,JK", "7C,7D", "7C,7S"]
    assert complete("7C,7D,7S,JK", rank="7") == ["7C,7D,7S,JK"]
    assert complete("9C", rank="7") == []


def test_most_valuable_sets_come_first_and_typing_narrows() -> None:
    kings = ["KC", "KD", "KH", "KS"]
    twos = ["2C", "2D", "2H", "2S"]
    state = game_at(
        {"hands": {"A": [*twos, *SEVENS, *SEVENS, *kings, "JK", "9C"]}}, options={"jokers": True}
    ).state

    def complete(typed: str, **given: str) -> list[str]:
        return GAME.complete(state, 0, "score", "cards", {"cards": typed, **given})

    assert complete("")[:4] == [
        "7C,7C,7D,7D,7H,7H,7S,7S",
        "7C,7C,7D,7D,7H,7H,7S,JK",
        ",".join(kings),
        "KC,KD,KH,JK",
    ]
    assert complete("")[-1] == "JK"
    assert complete("", rank="2")[0] == ",".join(twos)
    assert complete("k")[0] == ",".join(kings)
    assert complete("7S")[0] == "7S,7C,7C,7D,7D,7H,7H,7S"
    assert complete("9") == []


def test_four_jokers_may_only_become_a_double_set() -> None:
    state = game_at({"hands": {"A": [*SEVENS, *["JK"] * 4]}}, options={"jokers": True}).state

    given = {"rank": "7", "cards": "JK,JK,JK,JK"}
    assert GAME.complete(state, 0, "score", "cards", given)[:2] == [
        "JK,JK,JK,JK,7C,7D,7H,7S",
        "JK,JK,JK,JK,7C",
    ]


def test_other_options_are_completed_from_what_is_legal() -> None:
    state = game_at({"hands": {"A": [*ACES, *SEVENS]}}).state

    assert GAME.complete(state, 0, "score", "rank", {}) == ["7", "A"]
    assert GAME.complete(state, 0, "protect", "card", {})[:2] == ["AC", "AD"]
    assert GAME.complete(state, 0, "challenge", "player", {}) == ["B", "C"]
    assert GAME.complete(state, 1, "score", "cards", {"cards": "7"}) == []
    assert GAME.complete(state, 0, "place", "cards", {"cards": "7"}) == []
