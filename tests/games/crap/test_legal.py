"""Refusals with their reasons, and legal moves, best first (sections 4 and 5)."""

from itertools import combinations

import pytest

from bot.games.crap import GAME
from bot.games.crap.challenging import Guess, Place, place_refusal
from bot.games.crap.duel_offers import MAX_OFFERED
from bot.games.crap.state import State
from tests.games.crap.positions import FORCE, SEVENS, game_at
from tests.games.driver import Driver


def test_errors_come_in_the_order_of_the_rules() -> None:
    over = game_at({"phase": "over", "end": "forfeit", "left": ["B"]})
    window = game_at({"hands": {"A": ["2C"]}}).do("A: acquire rank:K")

    assert over.code("B: recycle") == "not-a-player"
    assert over.code("A: recycle") == "game-over"
    assert over.code("A: leave") == "game-over"
    assert window.code("A: force-recycle player:A") == "wrong-phase"
    assert window.code("B: vote choice:yes") == "wrong-phase"
    assert game_at({}).code("B: protect card:xx") == "not-your-turn"
    assert game_at({}).code("A: protect card:xx") == "bad-card"
    assert game_at({}).code("A: protect card:JK") == "not-in-hand"
    assert game_at({}).code("A: believe") == "wrong-phase"


def test_refusals_carry_what_their_sentence_needs() -> None:
    game = game_at({})

    assert game.refused("B: recycle").facts == {"seats": (0,)}
    assert game.refused("B: believe").facts == {"phase": "turn", "seats": (0,)}


def test_owing_no_answer_differs_from_having_answered() -> None:
    position = {"hands": {"A": ["2C", "3C"], "B": ["4C", "5C"]}}
    duel = game_at(position, chance=[{"die": 1}]).do("A: challenge player:B", "A: place cards:2C")

    assert duel.code("A: place cards:3C") == "already-answered"
    assert duel.code("C: place cards:3C") == "not-asked"
    assert duel.code("C: recycle") == "wrong-phase"


@pytest.mark.parametrize("action", ["challenge", "cooperate", "force-recycle"])
def test_r42_only_another_active_player_can_be_chosen(action: str) -> None:
    game = game_at({"left": ["C"]}, seats=4, options=FORCE)

    assert game.code(f"A: {action} player:A") == "bad-target"
    assert game.code(f"A: {action} player:C") == "bad-target"


def test_looking_is_free_even_for_who_has_left() -> None:
    state = game_at({"left": ["B"]}).state

    assert GAME.look(state, 1, "hand") is None


def offered(game: Driver[State], seat: int, verb: str) -> list[str]:
    return [str(move) for move in GAME.legal(game.state, seat) if move.verb == verb]


def test_player_owing_nothing_is_offered_nothing() -> None:
    game = game_at({"hands": {"A": ["2C"]}}).do("A: acquire rank:K")

    assert GAME.legal(game.state, 0) == []
    assert [str(move) for move in GAME.legal(game.state, 1)] == ["believe", "call-bluff"]
    assert GAME.legal(game_at({"phase": "over", "end": "forfeit"}).state, 0) == []


def test_sets_are_offered_by_their_points() -> None:
    hand = [*SEVENS, *SEVENS[:3], "KC", "KD", "KH", "JK"]

    game = game_at({"hands": {"A": hand}}, options={"jokers": True})

    assert offered(game, 0, "score") == [
        "score rank:7 double:true jokers:1",
        "score rank:K jokers:1",
        "score rank:7",
        "score rank:7 jokers:1",
    ]


def test_ranks_are_offered_by_how_many_are_held() -> None:
    game = game_at({"hands": {"A": ["9C", "3C", "3D"]}, "protected": {"A": ["3H", "9D", "QC"]}})

    ranks = offered(game, 0, "acquire")
    assert ranks[:4] == ["acquire rank:3", "acquire rank:9", "acquire rank:Q", "acquire rank:A"]
    assert len(ranks) == 13


def test_opponents_are_offered_by_hand_size() -> None:
    hands = {"B": ["2C"], "C": ["3C", "4C"]}

    assert offered(game_at({"hands": hands}), 0, "challenge") == ["challenge player:C", "challenge player:B"]
    assert offered(game_at({"hands": hands}), 0, "force-recycle") == []
    assert offered(game_at({"hands": hands}, options=FORCE), 0, "force-recycle") == [
        "force-recycle player:C",
        "force-recycle player:B",
    ]
    assert offered(game_at({"left": ["B"]}, options=FORCE), 0, "force-recycle") == []


def test_equal_cards_are_offered_once() -> None:
    game = game_at({"hands": {"A": ["2C", "3C", "2C"]}})

    assert offered(game, 0, "protect") == ["protect card:2C", "protect card:3C"]


def test_few_choices_are_all_offered_mixed_first() -> None:
    position = {"hands": {"A": ["2C", "3C", "3D"], "B": ["KC"]}}

    game = game_at(position, chance=[{"die": 2}]).do("A: challenge player:B")

    assert offered(game, 0, "place") == ["place cards:2C,3D", "place cards:2C,3C", "place cards:3C,3D"]


def test_big_choices_to_place_are_a_bounded_selection() -> None:
    hand = [rank + suit for rank in ("2", "3", "4", "5", "6", "7", "8", "9") for suit in "CDHS"]
    game = game_at({"hands": {"A": hand}}, chance=[{"die": 6}]).do("A: challenge player:B")

    moves = GAME.legal(game.state, 0)
    assert MAX_OFFERED < len(moves) <= len(hand)
    assert len({str(move) for move in moves}) == len(moves)


def test_guesses_start_with_what_was_seen_least() -> None:
    every_rank_but_kings = [
        rank + "C" for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q")
    ]
    position = {"hands": {"A": ["2D"], "B": ["3H"]}, "discard": [*every_rank_but_kings, "4D"]}

    game = game_at(position, chance=[{"die": 2}]).do("A: challenge player:B")

    guesses = GAME.legal(game.state, 0)
    assert guesses[0] == Guess("K", "H")
    assert len(set(guesses)) == 52


def test_offered_choices_are_those_allowed() -> None:
    position = {"hands": {"A": ["2C", "3C", "3D"], "B": ["KC"]}, "protected": {"A": ["4D"]}}
    state = game_at(position, chance=[{"die": 2}]).do("A: challenge player:B").state
    offers = set(GAME.legal(state, 0))

    for number in (1, 2, 3):
        for cards in combinations(["2C", "3C", "3D", "4D", "5H"], number):
            is_allowed = place_refusal(state, 0, cards) is None
            assert is_allowed == (Place(",".join(cards)) in offers), cards
