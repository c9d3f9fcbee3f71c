"""States of Skrap sampled from what a seat knows."""

import random
from typing import Any

import msgspec
import pytest

from bot.engine.events import visible_to
from bot.games.skrap import GAME
from bot.games.skrap.cards import VALUE, WEAPONS, can_build
from bot.games.skrap.notes import SkrapNotes
from bot.games.skrap.options import SkrapOptions
from bot.games.skrap.state import State
from bot.players.random_chance import RandomChance
from tests.games.skrap.positions import battling
from tests.helpers.walks import RESTLESS, Walk

SEEN = ((0, "3S", "3H", 3, 3), (1, "4S", "4H", 4, 4))


def worlds(state: State, notes: SkrapNotes, number: int = 30) -> list[State]:
    """Return states that a seat may sample, the same in every run."""
    seen = GAME.veil(state, notes.seat)
    return [GAME.determinize(seen, notes, RandomChance(random.Random(seed))) for seed in range(number)]


def loaded(position: dict[str, Any]) -> State:
    return GAME.load(position, len(position["hands"]), SkrapOptions())


@pytest.mark.no_cover  # Tracing random games would double their time.
@pytest.mark.parametrize("seed", range(8))
def test_every_seat_can_sample_every_state(seed: int) -> None:
    walk = Walk(GAME, seed, RESTLESS)
    notes = [GAME.observe(SkrapNotes(seat=me), visible_to(walk.dealt.events, me)) for me in range(walk.seats)]
    for turn in walk.turns():
        state = turn.step.state
        notes = [GAME.observe(one, visible_to(turn.step.events, one.seat)) for one in notes]
        for known in (*notes, *(SkrapNotes(seat=one.seat) for one in notes)):
            (world,) = worlds(state, known, 1)
            assert GAME.veil(world, known.seat) == GAME.veil(state, known.seat)
            assert GAME.faults(world) == []
            assert GAME.deciders(world) == GAME.deciders(state)
            assert GAME.legal(world, known.seat) == GAME.legal(state, known.seat)


def test_seen_cards_are_dealt_to_nobody() -> None:
    field = [("A", "3S", "3H"), ("B", "4S", "4H")]
    state = loaded(battling("C", field, A="5S 9H", B="6S 6H", C="7S 7H") | {"pack": ["KC", "KS", "2D", "2C"]})

    for world in worlds(state, SkrapNotes(seat=2, bots=SEEN)):
        assert world.field == state.field
        assert not {"3S", "3H", "4S", "4H", "7S", "7H"} & {*world.hands[0], *world.hands[1], *world.stock}


def test_forgotten_destroyed_bots_are_drawn_sensibly() -> None:
    field = [("A", "3S", "3H"), ("B", "4S", "4H"), ("A", "5S", "KH")]
    state = loaded(battling("B", field, A="9S 9H", B="JK 7H"))
    drawn = {world.field[0].weapon for world in worlds(state, SkrapNotes(seat=1))}

    assert len(drawn) > 5
    assert all(GAME.faults(world) == [] for world in worlds(state, SkrapNotes(seat=1)))


def test_long_row_of_forgotten_bots_is_drawn_too() -> None:
    field = [("D", "QC", "4H"), ("E", "JK", "6H"), ("B", "8C", "5D"), ("D", "8S", "10H"), ("A", "10S", "7D")]
    field += [("B", "7C", "5H"), ("C", "5C", "QH"), ("A", "QS", "KD"), ("C", "JK", "8D"), ("E", "9S", "JH")]
    field += [("A", "KS", "JD"), ("C", "JC", "3H"), ("D", "2C", "KH"), ("A", "KC", "9H")]
    hands = {"A": "9C", "B": "4C 10C 2S 3S JS", "C": "3C 4S 5S", "D": "6C QD AS", "E": "4D 9D 10D 8H 6S"}
    position = battling("B", field, **hands)
    surge = {"A": "2H", "B": "AD", "C": "2D", "D": "AC", "E": "AH"}
    state = loaded(position | {"surge": surge, "pack": ["3D", "6D", "7H", "7S"]})

    for world in worlds(state, SkrapNotes(seat=1)):
        assert [bot.owner for bot in world.field] == [bot.owner for bot in state.field]
        assert GAME.faults(world) == []


def test_leavers_surge_card_is_set_aside() -> None:
    position = battling("B", [("A", "3S", "3H")], A="9S 9H", B="6S 6H", C="")
    state = loaded(position | {"left": ["C"], "aside": ["2C", "8D", "QS"]})

    for world in worlds(state, SkrapNotes(seat=1, surge=((2, "QS"),))):
        assert "QS" in world.aside


def test_player_unable_to_build_holds_one_colour() -> None:
    position = battling("B", [("A", "3S", "3H")], A="9S 9H", B="6S 6H", C="2C 3C 4C 5C 6C 7C 8C")
    state = loaded(position | {"unable": ["C"]})

    assert not any(can_build(world.hands[2]) for world in worlds(state, SkrapNotes(seat=1)))


def test_player_passing_large_pot_mostly_cannot_destroy() -> None:
    field = [("A", "3S", "3H"), ("B", "4S", "4H"), ("A", "5S", "9H")]
    position = battling("C", field, A="JS AH", B="2C 2H 5C 5H AC AD", C="10S 7H")
    state = loaded(position | {"passed": ["B"]})
    told_bots = tuple(map(msgspec.structs.astuple, state.field))
    strong = {card for card, value in VALUE.items() if card in WEAPONS and value >= 9}

    def able(*passes: tuple[int, int]) -> int:
        """Return the number of sampled states in which B could have destroyed the bot."""
        known = SkrapNotes(seat=2, bots=told_bots, passes=passes)
        return sum(not strong.isdisjoint(world.hands[1]) for world in worlds(state, known, 90))

    assert 0 < able((1, 3)) < 0.6 * able()
