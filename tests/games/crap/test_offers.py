"""What is offered: legal moves, best first, and completed lists of cards."""

from bot.games.crap import GAME
from bot.games.crap.challenge import Guess
from bot.games.crap.duel_offers import MANY
from tests.games.crap.table import ACES, SEVENS, Table

FORCE = {"force-recycle": True}


def offered(table: Table, seat: int, verb: str) -> list[str]:
    return [str(move) for move in GAME.legal(table.state, seat) if move.verb == verb]


def test_who_owes_nothing_is_offered_nothing() -> None:
    table = Table({"hands": {"A": ["2C"]}}).run("A: acquire rank:K")

    assert GAME.legal(table.state, 0) == []
    assert [str(move) for move in GAME.legal(table.state, 1)] == ["believe", "call-bluff"]
    assert GAME.legal(Table({"phase": "over", "end": "forfeit"}).state, 0) == []


def test_sets_are_offered_by_their_points() -> None:
    hand = [*SEVENS, *SEVENS[:3], "KC", "KD", "KH", "JK"]

    table = Table({"hands": {"A": hand}}, options={"jokers": True})

    assert offered(table, 0, "score") == [
        "score rank:7 double:true jokers:1",
        "score rank:K jokers:1",
        "score rank:7",
        "score rank:7 jokers:1",
    ]


def test_ranks_are_offered_by_how_many_are_held() -> None:
    table = Table({"hands": {"A": ["9C", "3C", "3D"]}, "protected": {"A": ["3H", "9D", "QC"]}})

    ranks = offered(table, 0, "acquire")
    assert ranks[:4] == ["acquire rank:3", "acquire rank:9", "acquire rank:Q", "acquire rank:A"]
    assert len(ranks) == 13


def test_opponents_are_offered_by_hand_size_and_votes_only_where_they_can_be() -> None:
    hands = {"B": ["2C"], "C": ["3C", "4C"]}

    assert offered(Table({"hands": hands}), 0, "challenge") == ["challenge player:C", "challenge player:B"]
    assert offered(Table({"hands": hands}), 0, "force-recycle") == []
    assert offered(Table({"hands": hands}, options=FORCE), 0, "force-recycle") == [
        "force-recycle player:C",
        "force-recycle player:B",
    ]
    assert offered(Table({"left": ["B"]}, options=FORCE), 0, "force-recycle") == []


def test_equal_cards_are_offered_once() -> None:
    table = Table({"hands": {"A": ["2C", "3C", "2C"]}})

    assert offered(table, 0, "protect") == ["protect card:2C", "protect card:3C"]


def test_small_choices_to_place_are_all_offered_the_mixed_ones_first() -> None:
    position = {"hands": {"A": ["2C", "3C", "3D"], "B": ["KC"]}}

    table = Table(position, chance=[{"die": 2}]).run("A: challenge player:B")

    assert offered(table, 0, "place") == ["place cards:2C,3D", "place cards:2C,3C", "place cards:3C,3D"]


def test_big_choices_to_place_are_a_bounded_selection() -> None:
    hand = [rank + suit for rank in ("2", "3", "4", "5", "6", "7", "8", "9") for suit in "CDHS"]
    table = Table({"hands": {"A": hand}}, chance=[{"die": 6}]).run("A: challenge player:B")

    moves = GAME.legal(table.state, 0)
    assert MANY < len(moves) <= len(hand)
    assert len({str(move) for move in moves}) == len(moves)


def test_guesses_start_with_what_was_seen_least() -> None:
    every_rank_but_kings = [
        rank + "C" for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q")
    ]
    position = {"hands": {"A": ["2D"], "B": ["3H"]}, "discard": [*every_rank_but_kings, "4D"]}

    table = Table(position, chance=[{"die": 2}]).run("A: challenge player:B")

    guesses = GAME.legal(table.state, 0)
    assert guesses[0] == Guess("K", "H")
    assert len(set(guesses)) == 52


def test_a_list_to_place_is_completed_card_by_card() -> None:
    position = {"hands": {"A": ["2C", "10C", "3D"], "B": ["KC"]}}
    state = Table(position, chance=[{"die": 2}]).run("A: challenge player:B").state

    def complete(typed: str) -> list[str]:
        return GAME.complete(state, 0, "place", "cards", {"cards": typed})

    assert complete("") == ["2C,3D", "10C,3D", "2C,10C", "2C", "10C", "3D"]
    assert complete("3d") == ["3D,2C", "3D,10C"]
    assert complete("3d t") == ["3D,10C"]
    assert complete("3D, 2C") == ["3D,2C"]
    assert complete("3D,2C,10C") == []
    assert complete("3D,3D") == []
    assert complete("zz,2") == []


def test_the_cards_of_a_set_are_completed_within_their_rank() -> None:
    position = {"hands": {"A": ["7C", "7D", "9C", "JK"]}, "protected": {"A": ["7S"]}}
    state = Table(position, options={"jokers": True}).state

    def complete(typed: str, **given: str) -> list[str]:
        return GAME.complete(state, 0, "score", "cards", {"cards": typed, **given})

    assert complete("7c") == ["7C,7D", "7C,7S", "7C,JK"]
    assert complete("7c 7", rank="7") == ["7C,7D", "7C,7S"]
    assert complete("7C,7D,7S,JK", rank="7") == ["7C,7D,7S,JK"]
    assert complete("9C", rank="7") == []


def test_four_jokers_may_only_become_a_double_set() -> None:
    state = Table({"hands": {"A": [*SEVENS, *["JK"] * 4]}}, options={"jokers": True}).state

    given = {"rank": "7", "cards": "JK,JK,JK,JK"}
    assert GAME.complete(state, 0, "score", "cards", given)[0] == "JK,JK,JK,JK,7C"


def test_other_options_are_completed_from_what_is_legal() -> None:
    state = Table({"hands": {"A": [*ACES, *SEVENS]}}).state

    assert GAME.complete(state, 0, "score", "rank", {}) == ["7", "A"]
    assert GAME.complete(state, 0, "protect", "card", {})[:2] == ["AC", "AD"]
    assert GAME.complete(state, 0, "challenge", "player", {}) == ["B", "C"]
    assert GAME.complete(state, 1, "score", "cards", {"cards": "7"}) == []
    assert GAME.complete(state, 0, "place", "cards", {"cards": "7"}) == []
