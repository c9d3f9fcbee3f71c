"""States of Crazy Rummy sampled for a seat that can't see all cards."""

import random
from collections.abc import Iterator

import pytest

from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.cards import PLAYED_RANKS
from bot.games.crazy_rummy.notes import CrazyRummyNotes
from bot.games.crazy_rummy.state import State
from bot.players.random_chance import RandomChance
from tests.games.crazy_rummy.positions import at, dealt
from tests.games.driver import Driver

WORLDS = 30


def worlds(game: Driver[State], notes: CrazyRummyNotes) -> Iterator[State]:
    """Yield states sampled from a seat's view and notes."""
    rng = random.Random(0)
    seen = GAME.veil(game.state, notes.seat)
    for _ in range(WORLDS):
        world = GAME.determinize(seen, notes, RandomChance(rng))
        assert GAME.veil(world, notes.seat) == seen
        assert GAME.faults(world) == []
        yield world


def test_taken_card_is_in_its_takers_hand() -> None:
    game = at("4C 9D / KS KD QH")

    for world in worlds(game, CrazyRummyNotes(seat=0, held=((1, "KS"),))):
        assert "KS" in world.hands[1]


def test_discards_lie_as_they_were_seen_to_fall() -> None:
    game = at("4C 9D / KS KD", discard="5S 7D 8C")

    for world in worlds(game, CrazyRummyNotes(seat=0, pile=("5S", "7D", "8C"))):
        assert world.discard == ("5S", "7D", "8C")


def test_leavers_known_cards_are_set_aside() -> None:
    game = at("4C 9D / KS KD / QS QC").do("C: leave")

    for world in worlds(game, CrazyRummyNotes(seat=0, held=((2, "QS"),))):
        assert "QS" in world.aside


def test_after_rebuild_stock_is_made_of_old_discards() -> None:
    game = at("4C 9D / KS KD QH", stock="5S 7D", rebuilds=1)
    recycled = ("5S", "7D", "8C")

    for world in worlds(game, CrazyRummyNotes(seat=0, recycled=recycled)):
        assert set(world.stock) < set(recycled)


def test_others_lack_ranks_they_would_have_laid() -> None:
    game = at("4C 9D / KS KD QH")
    notes = CrazyRummyNotes(seat=0, lacks=((1, "3"), (1, "4"), (1, "A")))

    for world in worlds(game, notes):
        assert not {card[:-1] for card in world.hands[1]} & {"3", "4", "A"}


def test_others_hold_no_set_at_end_of_turn() -> None:
    game = at("4C 9D / KS KD QH 3C 3D 5C 5D", packs=1)

    for world in worlds(game, CrazyRummyNotes(seat=0, lacks=((1, "10"),))):
        ranks = [card[:-1] for card in world.hands[1]]
        assert max(map(ranks.count, ranks)) <= (1 if "6" in ranks else 2)


@pytest.mark.parametrize(
    "notes",
    [
        CrazyRummyNotes(seat=0, pile=("4C", "5S")),
        CrazyRummyNotes(seat=0, pile=("9D", "7D", "8C")),
        CrazyRummyNotes(seat=0, held=((1, "4C"), (1, "9D"), (1, "QS"), (1, "QS"), (1, "QS"))),
        CrazyRummyNotes(seat=0, recycled=("4C", "9D")),
        CrazyRummyNotes(seat=0, lacks=tuple((1, rank) for rank in PLAYED_RANKS)),
    ],
)
def test_notes_that_cannot_be_true_are_passed_over(notes: CrazyRummyNotes) -> None:
    game = at("4C 9D / KS KD QH", packs=1)

    assert len(list(worlds(game, notes))) == WORLDS


def test_cards_outside_notes_are_dealt_at_random() -> None:
    game = dealt("4H 9C KD 3S 6D QH 5C AS 8S 10H 7C 3D")

    hands = {world.hands[0] for world in worlds(game, CrazyRummyNotes(seat=1))}

    assert len(hands) > WORLDS // 2
