"""The computer players of every game."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from bot.engine.contract import AnyGame
from bot.engine.draft import Step
from bot.engine.moves import Move
from bot.engine.notation import read_options
from bot.games import GAMES
from bot.players import search
from bot.players.player import Level, Seen, choose, seat_of, seen_by
from bot.players.policies import POLICIES
from bot.players.policy import View
from bot.players.random_chance import RandomChance
from tests.helpers.chances import fork
from tests.helpers.decisions import tables
from tests.helpers.worlds import twin

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

Player = Callable[[Seen, Any], Move]
"""A function that chooses a seat's move. Only those that cheat use the second argument, the true state."""
SEARCH_EFFORT = 40


@pytest.fixture(params=list(POLICIES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Return each game that computers play."""
    return GAMES[request.param]


def test_sampled_state_looks_real_to_its_seat(game: AnyGame, times: int) -> None:
    checked = 0
    for table, seat in tables(game, 7 * times):
        seen = game.veil(table.state, seat)
        for notes in (table.notes[seat], type(table.notes[seat])(seat=seat)):
            world = game.determinize(seen, notes, RandomChance(Random(checked)))
            assert game.veil(world, seat) == seen
            assert game.view(world, seat) == game.view(table.state, seat)
            assert game.faults(world) == []
            assert game.deciders(world) == game.deciders(table.state)
        checked += 1
    assert checked > 20


def test_seat_may_do_same_in_every_sampled_world(game: AnyGame, times: int) -> None:
    for table, seat in tables(game, 4 * times):
        world = game.determinize(game.veil(table.state, seat), table.notes[seat], RandomChance(Random(0)))
        assert {*map(str, game.legal(world, seat))} == {*map(str, game.legal(table.state, seat))}


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_computers_choose_what_is_accepted_and_same_again(game: AnyGame, level: Any, times: int) -> None:
    for place, (table, seat) in enumerate(tables(game, 2 * times)):
        if level == "hard" and place % 8:
            continue
        seen = msgspec.structs.replace(table.seen(seat, level, b"seed"), search_effort=40)
        move = choose(seen)
        assert choose(msgspec.msgpack.decode(msgspec.msgpack.encode(seen), type=type(seen))) == move
        assert isinstance(game.apply(table.state, seat, move, fork(table.chance)), Step), move


def honest(seen: Seen, _state: Any) -> Move:
    """Choose like a computer, with less search effort."""
    return choose(msgspec.structs.replace(seen, search_effort=SEARCH_EFFORT))


def cheating(seen: Seen, state: Any) -> Move:
    """Choose by the true state, which a computer never gets, instead of sampled ones."""
    policy = POLICIES[seen.game]
    view = View(seat_of(seen), Random(seen.seed))
    moves = (policy.choose(state, view), *policy.shortlist(state, view))
    return search.best(policy, moves, view, lambda: state, SEARCH_EFFORT)


def choices(game: AnyGame, level: Level, number: int, player: Player) -> Iterator[tuple[Move, Move]]:
    """Yield what a player chooses in pairs of worlds that look the same to its seat."""
    for place, (table, seat) in enumerate(tables(game, number)):
        if level == "hard" and place % 4:
            continue
        options, rng = read_options(game, table.options), Random(place)
        pair = twin(game, table.state, seat, seats=len(table.notes), options=options, rng=rng)
        if pair is None:
            continue
        one, other = (
            player(seen_by(game, state, table.notes[seat], level=level, seed=b"seed"), state)
            for state in pair
        )
        yield one, other


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_in_worlds_that_look_same_computer_does_same(game: AnyGame, level: Level, times: int) -> None:
    pairs = list(choices(game, level, 6 * times, honest))

    assert [(one, other) for one, other in pairs if one != other] == []
    assert len(pairs) > 3


def test_player_that_is_handed_true_position_is_noticed(game: AnyGame) -> None:
    assert any(one != other for one, other in choices(game, "medium", 3, cheating))
