"""A seat's memory of a hand."""

import random

import msgspec
import pytest

from benchmarks.strength.arena import Table
from bot.engine.cards import DECK, RANK_OF, SUIT_OF
from bot.games.craits import GAME
from bot.games.craits.notes import CraitsNotes, Group, card_set, groups_of
from tests.games.craits.memory import lacking, remembered
from tests.games.craits.positions import table


def test_the_cards_below_the_top_are_remembered() -> None:
    game = table("KS 4C 4D / QS 5C 5D", top="2S", stock="AC AD").do("A: play card:KS", "B: play card:QS")

    assert remembered(game, 0, size=3, top="2S", suit="S").under == ("2S", "KS")


def test_reshuffle_takes_cards_below_top_from_memory() -> None:
    game = table("KC QC / AD 9C", "QH", top="5H", under="QH").do("A: draw")

    assert remembered(game, 0, size=2, top="5H", under=("QH",)).under == ()


def test_holder_at_reshuffle_lacks_shuffled_cards() -> None:
    game = table("KC QH QS / AD JC", "5H", top="5H", under="2C").do("A: play card:QH", "B: draw")
    notes = remembered(game, 1, size=3, top="5H", suit="H", under=("2C",))

    assert groups_of(notes, 0)[0].stocked == card_set(["2C", "5H"])


def test_drawing_player_holds_nothing_that_fits() -> None:
    game = table("KC QC / AD 9C", top="5H", stock="2H 3H").do("A: draw")
    before = remembered(game, 1, size=2, top="5H", suit="H", asked=0, phase="turn")
    fitting = {card for card in DECK if SUIT_OF[card] == "H" or RANK_OF[card] in ("5", "8", "9")}

    old, new = groups_of(before, 0)
    assert old.lacks == card_set(fitting)
    assert new == Group(1)


def test_drawer_of_count_holds_no_ace_or_two() -> None:
    game = table("KC QC / 2D 9C 7S", top="2S", phase="count", count=2, stock="2H 3H 4H").do("A: draw")
    notes = remembered(game, 1, size=2, top="2S", suit="S", asked=0, phase="count")

    assert groups_of(notes, 0)[0].lacks == card_set(card for card in DECK if RANK_OF[card] in ("A", "2"))


def test_a_card_drawn_for_a_five_tells_nothing() -> None:
    game = table("5H QC / AD 9C", top="2H", stock="2C 3C").do("A: play card:5H declare:true")

    assert lacking(remembered(game, 0, size=2, top="2H", suit="H"), 1) == set()


def test_idiot_paying_at_once_reveals_nothing_by_drawing() -> None:
    game = table("6S 4S / KC QC", top="KS", stock="JC JD 5D").do("A: play card:6S", "B: idiot player:A")

    assert lacking(remembered(game, 1, size=2, top="KS", suit="S"), 0) == set()


def test_preferred_plays_of_most_players_are_noted() -> None:
    game = table("KS 4C 4D / QS 5C 5D", top="2S", stock="AC AD").do("A: play card:KS")
    spared = groups_of(remembered(game, 1, size=3, top="2S", suit="S"), 0)[0].spared

    assert spared == card_set(["5S", "6S", "10S", "7S", "4S"])


def test_unsaid_single_card_is_noticed_by_everyone() -> None:
    game = table("KC 7D / KD 4C", top="KS", stock="JC JD").do("A: play card:KC")
    notes = [remembered(game, seat, size=2, top="KS", suit="S") for seat in (0, 1)]

    assert [one.undeclared for one in notes] == [(0,), (0,)]


@pytest.mark.parametrize("command", ["A: one-card", "B: idiot player:A"])
def test_called_single_card_is_no_longer_in_question(command: str) -> None:
    game = table("KC 7D / KD 4C", top="KS", stock="JC JD").do("A: play card:KC", command)

    assert remembered(game, 1, size=2, top="KS", suit="S").undeclared == ()


def test_nothing_is_remembered_from_hand_to_hand() -> None:
    game = table("KS / QS 5C", top="2S", stock="AC AD 3C 4C 5D 6D", hand_number=6)
    game.do("A: play card:KS")
    told = remembered(game, 1, size=1, top="2S", suit="S", under=("7S",), undeclared=(0,))

    assert told == CraitsNotes(seat=1)


def test_the_notes_of_a_full_table_are_small() -> None:
    largest = 0
    for seed in range(3):
        rng = random.Random(seed)
        game = Table(GAME, {"hands": 1}, 7, f"{seed}")
        while deciders := GAME.deciders(game.state):
            game.make(deciders[0], rng.choice(GAME.legal(game.state, deciders[0])))
            largest = max(largest, len(msgspec.msgpack.encode(game.notes[0])))
    assert 300 < largest < 3000
