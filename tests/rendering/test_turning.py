"""The choices of `/turn`: legal moves with different names, found by their words, within Discord's limits."""

from collections.abc import Iterator
from itertools import islice

import pytest

from bot.engine.notation import parse_move
from bot.games import GAMES
from bot.rendering import turning
from bot.rendering.catalog import say, speaking
from bot.rendering.faces import FACES
from bot.rendering.languages import NAMES
from bot.rendering.scene import Scene
from tests.games.crapette.positions import at as crapette
from tests.helpers.walks import WAKEFUL, Walk
from tests.rendering.test_panel import session_of

SILENT = {"craits": {"idiot", "one-card"}}
"""Verbs whose legality isn't listed, because spotting it is part of the game."""

EVERY = 3
POSITIONS = 150
"""The number of positions tried in each game, times `--walks`. `--walks 14` makes 10,500 in all."""


def positions(game_id: str, wanted: int) -> Iterator[Scene]:
    """Yield the deciders' scenes of this many positions in random games."""
    seed, found = 0, 0
    while found < wanted:
        walk = Walk(GAMES[game_id], seed, WAKEFUL)
        for state in islice(walk.states(), seed % EVERY, None, EVERY):
            if found == wanted or walk.game.outcome(state) is not None:
                break
            session = session_of(walk.game, walk.seats, walk.options, state)
            yield from (session.scene(seat) for seat in walk.game.deciders(state))
            found += 1
        seed += 1


@pytest.mark.parametrize("game_id", GAMES)
def test_every_legal_move_has_its_own_entry(game_id: str, times: int) -> None:
    for place, scene in enumerate(positions(game_id, POSITIONS * times)):
        with speaking(list(NAMES)[place % len(NAMES)]):
            found = turning.entries(scene, is_one_of_several=place % 2 == 0)
        moves = [turning.parse_choice(one.value) for one in found]

        assert len({one.name for one in found}) == len(found), [one.name for one in found]
        assert all(0 < len(one.name) <= 100 and len(one.value) <= 100 for one in found)
        assert {one[2] for one in moves if one} == {
            str(move) for move in scene.legal if move.verb not in SILENT.get(game_id, ())
        }


@pytest.mark.parametrize("game_id", GAMES)
def test_typing_a_name_finds_its_move(game_id: str, times: int) -> None:
    for scene in positions(game_id, POSITIONS // 3 * times):
        found = turning.entries(scene)
        for entry in found:
            by_name = turning.matching(found, " ".join(reversed(entry.name.split())))
            assert entry in by_name
            assert len(by_name) <= turning.MAX_ENTRIES


@pytest.mark.parametrize("game_id", GAMES)
def test_every_entry_reads_back_as_its_move(game_id: str) -> None:
    for scene in positions(game_id, 10):
        for entry in turning.entries(scene):
            chosen = turning.parse_choice(entry.value)
            assert chosen is not None
            assert chosen[:2] == (scene.session_id, scene.revision)
            assert parse_move(scene.game, chosen[2], len(scene.players)) in scene.legal


def test_the_offers_of_the_hand_come_first() -> None:
    for scene in positions("crap", 60):
        quick_moves = [quick.move for quick in FACES["crap"].quick_moves(scene)]
        found = [turning.parse_choice(one.value) for one in turning.entries(scene)]

        assert [one[2] for one in found[: len(quick_moves)] if one] == [str(move) for move in quick_moves]


@pytest.mark.parametrize("tag", NAMES)
def test_piles_are_named_and_found_in_words(tag: str) -> None:
    crapauds = {"A": ["2H", "7H"], "B": ["QD", "6D"]}
    state = crapette({"R1": "-", "R2": "7H", "R3": "AS"}, crapauds=crapauds).state
    scene = session_of(GAMES["crapette"], 2, GAMES["crapette"].options(), state).scene(0)
    with speaking(tag):
        found = turning.entries(scene)
        finishing = turning.matching(found, say("Finishing pile"))
        sevens = turning.matching(found, "7♥")
        crapaud = turning.matching(found, "crapaud 7♥")

    assert not [one.name for one in found if "my-" in one.name]
    assert finishing
    assert all("to:finish" in one.value for one in finishing)
    assert [one.name.startswith("7♥") for one in sevens] == sorted(
        (("7♥" in one.name) for one in sevens), reverse=True
    )
    assert {"my-crapaud" in one.value for one in crapaud} == {True}


@pytest.mark.parametrize("typed", ["acquire 7", "place 5C 9S", "1.x acquire", "1.2", "a.2 draw"])
def test_typed_text_is_told_from_a_chosen_entry(typed: str) -> None:
    assert turning.parse_choice(typed) is None
