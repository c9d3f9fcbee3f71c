"""What holds for the computer players of every game."""

import random
from typing import Any

import msgspec
import pytest

from benchmarks.strength.arena import Opponent, play
from bot.engine.chance import Seat
from bot.engine.contract import AnyGame
from bot.engine.draft import Step
from bot.engine.notation import read_options
from bot.games import GAMES
from bot.players.luck import Luck
from bot.players.player import choose, seen_by
from bot.players.policies import POLICIES
from tests.helpers.chances import fork
from tests.helpers.decisions import tables
from tests.helpers.walks import SHORT
from tests.helpers.worlds import twin

pytestmark = pytest.mark.no_cover  # random games: tracing them would double their time


@pytest.fixture(params=list(POLICIES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Each game that computers play."""
    return GAMES[request.param]


def plain(game: AnyGame, state: Any, seat: Seat) -> Any:
    return msgspec.to_builtins(game.sheet(state, seat))


def test_an_imagined_state_looks_to_its_seat_like_the_real_one(game: AnyGame, times: int) -> None:
    checked = 0
    for table, seat in tables(game, 6 * times):
        options = read_options(game, table.options)
        sheet = plain(game, table.state, seat)
        for notes in (table.notes[seat], type(table.notes[seat])(seat=seat)):
            world = game.imagine(sheet, notes, options, Luck(random.Random(checked)))
            assert plain(game, world, seat) == sheet
            assert game.faults(world) == []
            assert game.deciders(world) == game.deciders(table.state)
        checked += 1
    assert checked > 20


def test_a_seat_may_do_the_same_in_every_world_that_it_imagines(game: AnyGame, times: int) -> None:
    for table, seat in tables(game, 4 * times):
        sheet, options = plain(game, table.state, seat), read_options(game, table.options)
        world = game.imagine(sheet, table.notes[seat], options, Luck(random.Random(0)))
        assert {*map(str, game.legal(world, seat))} == {*map(str, game.legal(table.state, seat))}


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_computers_choose_what_is_accepted_and_the_same_again(game: AnyGame, level: Any, times: int) -> None:
    for place, (table, seat) in enumerate(tables(game, 2 * times)):
        if level == "hard" and place % 8:
            continue
        seen = msgspec.structs.replace(table.seen(seat, level, b"seed"), thoughts=40)
        move = choose(seen)
        assert choose(msgspec.msgpack.decode(msgspec.msgpack.encode(seen), type=type(seen))) == move
        assert isinstance(game.apply(table.state, seat, move, fork(table.chance)), Step), move


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_in_worlds_that_look_the_same_a_computer_does_the_same(game: AnyGame, level: Any, times: int) -> None:
    compared = 0
    for place, (table, seat) in enumerate(tables(game, 3 * times)):
        if level == "hard" and place % 4:
            continue
        options, rng = read_options(game, table.options), random.Random(place)
        pair = twin(game, table.state, seat, seats=len(table.notes), options=options, rng=rng)
        if pair is None:
            continue
        handed = [
            seen_by(game, state, table.notes[seat], options=table.options, level=level, seed=b"seed")
            for state in pair
        ]
        one, other = (choose(msgspec.structs.replace(seen, thoughts=40)) for seen in handed)
        assert one == other
        compared += 1
    assert compared > 3


def test_medium_computers_are_much_better_than_chance(game: AnyGame) -> None:
    seats = max(2, game.seats[0])
    games = 20
    won = 0.0
    for number in range(games):
        hero = number % seats
        opponents = [Opponent("medium" if seat == hero else "random") for seat in range(seats)]
        won += play(game, SHORT.get(game.id, {}), opponents, f"{number}").shares[hero]
    assert won / games > 1 / seats + 0.15
