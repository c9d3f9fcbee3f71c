"""Hints in every game say which move is good and why, from no more than the seat may know."""

import random
from typing import Any

import pytest

from benchmarks.strength.arena import Table
from bot.engine.chance import Seat
from bot.engine.contract import AnyGame
from bot.engine.moves import Leave, Move
from bot.engine.notation import read_options
from bot.games import GAMES
from bot.games.crap.voting import AllowForcing
from bot.games.crapette.leaving import Resign
from bot.games.crapette.lines import Line
from bot.games.crapette.offers import OfferDraw
from bot.games.crapette.undoing import Undo
from bot.games.crazy_rummy.laying import Feed
from bot.players.player import choose, seen_by
from bot.players.policies import POLICIES
from bot.rendering import hints
from bot.rendering.faces import FACES
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from tests.helpers.controls import acts, labels, page_fault
from tests.helpers.decisions import tables
from tests.helpers.records import at_table
from tests.helpers.worlds import twin

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

NEVER_ADVISED = {AllowForcing, Leave, Resign, Undo, Line, OfferDraw}


@pytest.fixture(params=list(POLICIES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Return each game that computers play."""
    return GAMES[request.param]


def scene_of(table: Table, state: Any, seat: Seat) -> Scene:
    """Return a seat's scene of a state, without any past."""
    options = read_options(table.game, table.options)
    players = tuple(range(100, 100 + len(table.notes)))
    session = Session(table.game, at_table(table.game, players, options, id=1, status="playing"))
    session.state = state
    session.names = dict(zip(players, NAMES, strict=False))
    return session.scene(seat)


NAMES = ("Ann", "Ben", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")


def moves_of(table: Table, seat: Seat) -> list[Move]:
    """Return the moves that a computer of any level may consider in this seat."""
    policy = POLICIES[table.game.id]
    own = [choose(table.seen(seat, level, b"seed")) for level in ("easy", "medium")]
    return [*own, *policy.candidates(table.state, seat)]


def test_every_move_that_computer_makes_has_reason(game: AnyGame) -> None:
    assert {*game.moves, Leave} - FACES[game.id].reasons.keys() <= NEVER_ADVISED


def test_hint_names_move_on_button_and_fits_message(game: AnyGame, times: int) -> None:
    told = 0
    for table, seat in tables(game, 4 * times):
        scene = scene_of(table, table.state, seat)
        for move in moves_of(table, seat):
            page = hints.page(scene, move, table.notes[seat])
            assert page_fault(page) is None
            assert labels(page)[1:] == ["Something else"]
            told += 1
    assert told > 50


def test_in_worlds_that_look_same_hint_is_same(game: AnyGame, times: int) -> None:
    compared = 0
    for place, (table, seat) in enumerate(tables(game, 3 * times)):
        options, rng = read_options(game, table.options), random.Random(place)
        pair = twin(game, table.state, seat, seats=len(table.notes), options=options, rng=rng)
        if pair is None:
            continue
        pages = []
        for state in pair:
            seen = seen_by(game, state, table.notes[seat], level="medium", seed=b"seed")
            pages.append(hints.page(scene_of(table, state, seat), choose(seen), table.notes[seat]))
        assert pages[0] == pages[1]
        compared += 1
    assert compared > 3


def test_move_too_long_for_id_is_kept_elsewhere() -> None:
    table = Table(GAMES["crazy-rummy"], {}, 2, "long")
    [seat] = table.game.deciders(table.state)
    cards = ",".join(f"10{suit}" for suit in "CDHS" * 5)

    page = hints.page(scene_of(table, table.state, seat), Feed(cards), table.notes[seat])

    assert page_fault(page) is None
    assert next(acts(page)) == "hinted"
