"""Deciders, listed moves and refusals (sections 4 and 5)."""

import pytest

from tests.games.crazy_rummy.positions import at

FIVES = {"B": [["5C", "5D", "5H"]]}


def test_not_a_player_comes_before_all_other_errors() -> None:
    game = at(" / AS", phase="over", turn=None, left=["A"])

    assert game.code("A: draw") == "not-a-player"
    assert game.code("A: leave") == "not-a-player"


@pytest.mark.parametrize(
    "command",
    ["A: draw", "B: meld cards:XX", "A: feed cards:10S", "A: discard card:10S", "A: leave", "*: timeout"],
)
def test_game_over_ends_all_commands(command: str) -> None:
    game = at("10S / AS", phase="over", turn=None, winners=["A"])

    assert game.code(command) == "game-over"


def test_not_your_turn_names_deciders_and_comes_first() -> None:
    refusal = at("4C 9D / KS").refused("B: discard card:XX")

    assert refusal.code == "not-your-turn"
    assert refusal.facts == {"seats": (0,)}
    assert at("4C 9D / KS").code("B: draw") == "not-your-turn"


def test_wrong_phase_names_the_phase() -> None:
    assert at("4C 9D / KS").refused("A: draw").facts == {"phase": "play", "seats": (0,)}


def test_sets_precede_feeds_and_feeds_precede_discards() -> None:
    assert at("JS JH JD 5S 6C 9D / KS", sets=FIVES).legal("A") == [
        *(f"meld cards:{cards}" for cards in ("JS,JH,JD", "JS,JH,JD,6C", "JS,JH,6C")),
        "feed cards:5S",
        *(f"discard card:{card}" for card in ("5S", "9D", "JS", "JH", "JD", "6C")),
    ]


def test_feedable_cards_are_offered_together_once() -> None:
    game = at("5S 5S 9D / KS", sets=FIVES, discard="3C")

    assert [move for move in game.legal("A") if "feed" in move] == ["feed cards:5S,5S", "feed cards:5S"]


def test_nothing_is_listed_out_of_turn_or_afterwards() -> None:
    assert at("JS JH JD 6S 3C / 3D").legal("B") == []
    assert at("4C / KS", phase="over", turn=None).legal("A") == []
