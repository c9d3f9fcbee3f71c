"""A seat's memory of what its view no longer shows."""

import random

import msgspec

from benchmarks.strength.arena import Table
from bot.engine.events import visible_to
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.notes import CrazyRummyNotes
from bot.games.crazy_rummy.state import State
from bot.players.crazy_rummy.policy import CrazyRummyPolicy
from tests.games.crazy_rummy.positions import NEXT_DEAL, at, dealt
from tests.games.driver import Driver

POLICY = CrazyRummyPolicy()


def notes_of(game: Driver[State], seat: int) -> CrazyRummyNotes:
    """Return the notes of a seat that has watched the whole game."""
    notes: CrazyRummyNotes = GAME.observe(CrazyRummyNotes(seat=seat), visible_to(game.events, seat))
    return notes


def test_another_players_first_card_is_remembered() -> None:
    game = dealt("4H 9C KD 3S 6D QH 5C AS 8S 10H 7C 3D")

    assert notes_of(game, 0).held == ((1, "4H"),)
    assert notes_of(game, 1).held == ()


def test_dealers_first_card_in_hand_is_remembered() -> None:
    game = dealt("4H 9C KD 3S 6D QH 5C AS 8S 10H 7C 3D", dealer_wild="hand")

    assert notes_of(game, 1).held == ((0, "6D"),)


def test_the_whole_pile_is_remembered_with_its_order() -> None:
    game = dealt("4H 9C KD 3S 6D QH 5C AS 8S 10H 7C 3D")
    game.do("B: draw", "B: discard card:KD", "A: draw", "A: discard card:QH")

    for seat in (0, 1):
        assert notes_of(game, seat).pile == ("7C", "KD", "QH")


def test_taken_discard_is_remembered_until_put_down() -> None:
    game = at("7S 7C 4D KD / KS KC QH QC", phase="draw", discard="5S 7D")
    game.do("A: draw from:discard")
    assert notes_of(game, 1).held == ((0, "7D"),)

    game.do("A: meld cards:7S,7C,7D", "A: discard card:4D")
    assert notes_of(game, 1).held == ()


def test_discarded_and_ignored_cards_are_remembered() -> None:
    notes = CrazyRummyNotes(seat=1, pile=("5S",))
    game = at("7S 7C 7D 4D KD / KS KC QH QC", phase="draw", discard="5S")
    game.do("A: draw", "A: meld cards:7S,7C,7D", "A: discard card:4D")

    notes = GAME.observe(notes, visible_to(game.events, 1))

    assert set(notes.lacks) == {(0, "7"), (0, "4")}
    assert notes.declined == ((0, "5"),)


def test_rebuild_makes_pile_stock_of_known_cards() -> None:
    game = at("4C 9D / KS KD", phase="draw", stock="10C", discard="5S 7D 8C", chance=NEXT_DEAL)
    notes = CrazyRummyNotes(seat=1, pile=("5S", "7D", "8C"))

    game.do("A: draw", "A: discard card:10C")
    notes = GAME.observe(notes, visible_to(game.events, 1))

    assert notes.pile == ("10C",)
    assert notes.recycled == ("5S", "7D", "8C")


def test_a_deal_begins_the_notes_afresh() -> None:
    old = CrazyRummyNotes(
        seat=0, pile=("5S",), recycled=("7D",), held=((1, "KS"),),
        opened=("3",), lacks=((1, "3"),), declined=((1, "8"),),
    )  # fmt: skip
    game = at("4C 4D 4H / KS KD", chance=NEXT_DEAL).do("A: meld cards:4C,4D,4H")

    notes = GAME.observe(old, visible_to(game.events, 0))

    assert notes.pile == game.state.discard
    assert (notes.recycled, notes.opened, notes.lacks, notes.declined) == ((), (), (), ())
    assert (1, "KS") not in notes.held


def test_the_notes_of_a_large_table_stay_small() -> None:
    table, rng, sizes = Table(GAME, {}, 10, "large"), random.Random(0), []
    for _ in range(300):
        table.make(table.state.turn, rng.choice(POLICY.candidates(table.state, table.state.turn)))
        sizes.append(len(msgspec.json.encode(table.notes[0])))

    assert max(sizes) < 3000
