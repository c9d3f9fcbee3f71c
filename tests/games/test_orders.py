"""Orders in random games always answer, and always by a legal move."""

import random
from typing import Any

import pytest

from bot.engine.chance import SeededChance
from bot.engine.contract import AnyGame
from bot.engine.draft import Refusal, Step
from bot.games import GAMES
from tests.helpers.walks import WAKEFUL, Walk

pytestmark = pytest.mark.no_cover
PLANNING = {"crap": {"acquire", "next"}, "craits": {"count", "next"}, "skrap": {"usual", "round"}}
ASKING = {
    ("crap", "acquire"): {"bluff-window"},
    ("crap", "next"): {"turn"},
    ("craits", "count"): {"count"},
    ("craits", "next"): {"turn"},
    ("skrap", "usual"): {"surge", "throw", "scavenge"},
    ("skrap", "round"): {"battle"},
}


def positions(game: AnyGame, games: int) -> Any:
    """Yield some positions of random games."""
    for seed in range(games):
        rng = random.Random(seed)
        for state in Walk(game, seed, WAKEFUL).states():
            if rng.random() < 0.2 and game.outcome(state) is None:
                yield state


@pytest.mark.parametrize("game_id", list(PLANNING))
def test_a_plan_answers_its_questions_by_legal_moves(game_id: str, times: int) -> None:
    game, seen = GAMES[game_id], set()
    for state in positions(game, 6 * times):
        for seat in game.active(state):
            given = {"round": ("out",)} if game_id == "skrap" else {}
            for kind, values in {**game.plans(state, seat), **given}.items():
                for value in values:
                    made = game.ordered(state, seat, kind, value)
                    is_asked = seat in game.deciders(state) and game.phase(state) in ASKING[game_id, kind]
                    assert (made is not None) == is_asked, (kind, value)
                    if made is None or isinstance(made, Refusal):
                        continue
                    seen.add(kind)
                    for move in made:
                        assert isinstance(game.apply(state, seat, move, SeededChance(b"k")), Step)

    assert seen == PLANNING[game_id] - {"next"}


@pytest.mark.parametrize("game_id", ["crap", "craits"])
def test_a_chosen_move_is_made_on_the_turn(game_id: str, times: int) -> None:
    game, made = GAMES[game_id], 0
    for state in positions(game, 6 * times):
        for seat in game.active(state):
            then = game.on_my_turn(state, seat)
            for value in game.plans(state, seat).get("next", ()):
                moves = game.ordered(then, seat, "next", value)
                assert moves is not None
                assert not isinstance(moves, Refusal)
                [move] = moves
                made += str(move) == value
                assert move in game.legal(then, seat)

    assert made


@pytest.mark.parametrize("game_id", ["crazy-rummy", "crapette"])
def test_other_games_offer_nothing(game_id: str) -> None:
    game = GAMES[game_id]

    assert all(not game.plans(state, 0) for state in positions(game, 1))


def test_only_someone_who_has_passed_passes_a_round() -> None:
    game = GAMES["skrap"]
    offered = {
        (state.phase, seat in state.passed)
        for state in positions(game, 12)
        for seat in game.active(state)
        if "round" in game.plans(state, seat)
    }

    assert offered == {("battle", True)}
    assert not any(
        game.outlasts(state, 0, "round") for state in positions(game, 4) if state.phase != "battle"
    )
