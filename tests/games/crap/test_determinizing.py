"""States of C.R.A.P. sampled for a seat: known cards stay where they are, the rest is dealt."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bot.engine.chance import Seat
from bot.games.crap import GAME
from bot.games.crap.notes import CrapNotes, Known
from bot.games.crap.state import State
from bot.players.random_chance import RandomChance
from tests.games.crap.positions import FORCE, game_at

A, B, C = range(3)


def worlds(position: Mapping[str, Any], seat: Seat, *known: Known) -> Iterator[State]:
    """Yield states sampled from a seat's view and its knowledge."""
    game = game_at(position)
    seen = GAME.veil(game.state, seat)
    for seed in range(30):
        luck = RandomChance(random.Random(seed))
        world = GAME.determinize(seen, CrapNotes(seat=seat, players=known), luck)
        assert GAME.veil(world, seat) == seen
        assert GAME.deciders(world) == GAME.deciders(game.state)
        assert GAME.faults(world) == []
        yield world


HANDS: dict[str, Any] = {"hands": {"A": ["KH", "5C"], "B": ["KS", "KD", "3H"], "C": ["9C"]}, "stock": ["2C"]}


def test_known_cards_are_dealt_to_their_holders() -> None:
    for world in worlds(HANDS, A, Known(), Known(cards=("KS", "3H"))):
        assert {"KS", "3H"} <= {*world.hands[B]}


def test_known_ranks_are_dealt_in_any_suit() -> None:
    found = {card for world in worlds(HANDS, A, Known(), Known(ranks={"K": 2})) for card in world.hands[B]}

    assert len([card for card in found if card.startswith("K")]) > 2


def test_hand_lacks_ranks_it_had_none_of() -> None:
    none = Known(fresh={"K": 0})
    for world in worlds(HANDS, A, Known(), none, none):
        assert not [card for card in world.hands[B] + world.hands[C] if card.startswith("K")]


def test_acquirer_holds_rank_or_bluffs_by_sample() -> None:
    pending = {"phase": "bluff-window", "turn": "B", "pending": {"action": "acquire", "rank": "7"}}
    honest = {bool(world.naturals(B, "7")) for world in worlds({**HANDS, **pending}, A)}

    assert honest == {True, False}


def test_player_who_showed_rank_never_bluffs() -> None:
    pending = {"phase": "bluff-window", "turn": "B", "pending": {"action": "acquire", "rank": "K"}}
    for world in worlds({**HANDS, **pending}, A, Known(), Known(cards=("KS",))):
        assert world.naturals(B, "K")


@pytest.mark.parametrize(
    "known",
    [Known(cards=("KH", "5C")), Known(ranks={"K": 8, "2": 8}), Known(cards=("KS", "KD", "3H", "4H", "4S"))],
)
def test_notes_that_cannot_be_true_do_no_harm(known: Known) -> None:
    for world in worlds(HANDS, A, Known(), known, known):
        assert len(world.hands[B]) == 3


def test_protected_and_placed_cards_are_dealt_too() -> None:
    position = {
        "phase": "challenge-guess-1",
        "hands": {"A": ["KH"], "B": ["KS", "2D"], "C": ["9C"]},
        "protected": {"B": ["4C"]},
        "placed": {"A": ["5C"], "B": ["3H"]},
        "pending": {"action": "challenge", "target": "B", "die": 1},
    }
    sure = Known(cards=("KS", "2D", "4C", "3H"))
    seen = {world.placed[B] for world in worlds(position, A, Known(), sure)}

    assert seen == {("KS",), ("2D",), ("4C",), ("3H",)}


def test_hidden_votes_leave_the_outcome_open() -> None:
    pending = {"action": "force-recycle", "target": "B", "votes": {"C": True, "D": False}}
    position = {"phase": "vote", "turn": "A", "pending": pending}
    game = game_at(position, seats=5, options=FORCE)
    seen = GAME.veil(game.state, 4)
    votes = set()
    for seed in range(30):
        luck = RandomChance(random.Random(seed))
        world = GAME.determinize(seen, CrapNotes(seat=4), luck)
        votes.add(world.ballot.votes[2:4])
        assert GAME.deciders(world) == (4,)

    assert votes == {(True, False), (False, True)}


def test_given_and_shown_cards_look_the_same() -> None:
    game = game_at(HANDS).do("A: acquire rank:K", "B: believe", "C: believe")
    shown = game_at(HANDS | {"stock": ["2C", "3C"]}).do("A: cooperate player:B")
    for state in (game.state, shown.state):
        seen = GAME.veil(state, C)
        world = GAME.determinize(seen, CrapNotes(seat=C), RandomChance(random.Random(1)))
        assert GAME.veil(world, C) == seen
