"""The seeded stream, fixed for ever by known answers, and the script that replaces it in cases."""

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

import pytest

from bot.engine.cards import DECK
from bot.engine.chance import (
    SHAPES,
    Chance,
    ScriptedChance,
    ScriptError,
    SeededChance,
    _number_below,
    seat_letter,
)

SHUFFLED = (
    "4D QS 8S 4C 6D 10C AC 9S 7S 7D KD KH 9H AS 10H JH 6S 7H KS 3H 2H 6H 8D 5C 2D QD"
    " 3C KC 10S QC 6C JS 2C JD 8C QH 9D 4S 10D 8H JC 3S 2S 3D 4H 9C 5S 5H AD AH 7C 5D"
)
"""The first shuffle of a pack with the seed "cardcrate"."""


def stream() -> SeededChance:
    return SeededChance.from_text("cardcrate")


def scripted(*outcomes: dict[str, Any]) -> ScriptedChance:
    return ScriptedChance(outcomes, seats=3)


def test_the_key_of_a_seed_is_its_hash() -> None:
    assert stream().key.hex() == "1149d8434612c5e52a91b7a01456d439139d33d2eec8787a4e81f4486c7b923a"


def test_stream_is_same_on_every_machine_and_version() -> None:
    chance = stream()

    assert chance.dice(2) == (2, 4)
    assert chance.die() == 2
    assert chance.pick(DECK, 3) == ("QC", "5C", "JS")
    assert chance.seat((0, 1, 2, 3)) == 0
    assert chance.shape() == "rock"
    assert chance.shuffle(DECK) == tuple(SHUFFLED.split())


def test_every_request_of_a_kind_has_own_answer() -> None:
    chance = SeededChance(stream().key, {"dice": 1, "shape": 1, "seat": 1, "pick": 1, "shuffle": 1})

    assert chance.dice(8) == (6, 5, 3, 4, 2, 4, 2, 4)
    assert chance.shape() == "scissors"
    assert chance.seat((4, 6)) == 6
    assert chance.pick(("AS",), 1) == ("AS",)
    assert " ".join(chance.shuffle(DECK[:13])) == "10C 9C 2C AC JC 7C KC 8C 3C 4C QC 6C 5C"


def test_a_die_can_be_worked_out_by_hand() -> None:
    request = hmac.digest(stream().key, b"die:0", "sha256")
    block = hmac.digest(request, bytes(8), hashlib.sha256)

    assert stream().die() == 1 + int.from_bytes(block[:4], "big") % 6


def test_words_that_would_favour_low_numbers_are_dropped() -> None:
    # 2**32 is one more than a multiple of 5, so the last word would make 0 a little likelier.
    assert _number_below(iter([2**32 - 1, 7]), 5) == 2
    assert _number_below(iter([2**32 - 2]), 5) == 4


def test_one_request_leaves_others_unchanged() -> None:
    short, long = stream(), stream()
    short.pick(DECK, 1)
    long.pick(DECK, 52)

    assert short.shuffle(DECK) == long.shuffle(DECK)
    assert short.counts == long.counts == {"pick": 1, "shuffle": 1}


def test_stream_goes_on_from_its_key_and_counts() -> None:
    chance = stream()
    first = [chance.dice(3) for _ in range(4)]
    again = SeededChance(chance.key, chance.counts)

    assert again.dice(3) == chance.dice(3)
    assert again.dice(3) not in first


def test_shuffle_keeps_cards_and_pick_takes_each_once() -> None:
    chance = stream()

    assert sorted(chance.shuffle(DECK * 2)) == sorted(DECK * 2)
    assert len(set(chance.pick(DECK, 52))) == 52
    assert chance.shuffle(()) == chance.pick(DECK, 0) == ()
    assert chance.shuffle(("AS",)) == ("AS",)


def test_all_outcomes_come_up_about_equally_often() -> None:
    chance = stream()
    rolls = chance.dice(12_000)
    firsts = [chance.shuffle(DECK[:4])[0] for _ in range(4_000)]
    shapes = [chance.shape() for _ in range(3_000)]

    assert all(1_850 < rolls.count(pips) < 2_150 for pips in range(1, 7))
    assert all(900 < firsts.count(card) < 1_100 for card in DECK[:4])
    assert all(900 < shapes.count(shape) < 1_100 for shape in SHAPES)


def test_a_script_answers_in_its_order() -> None:
    chance = scripted(
        {"dice": [2, 3]},
        {"die": 6},
        {"pick": ["9d"]},
        {"seat": "B"},
        {"shape": "paper"},
        {"shuffle": ["KC", "TC"]},
    )

    assert chance.dice(2) == (2, 3)
    assert chance.die() == 6
    assert chance.pick(("9D", "9S"), 1) == ("9D",)
    assert chance.seat((1, 2)) == 1
    assert chance.shape() == "paper"
    assert chance.left == 1
    assert chance.shuffle(("KC", "2C", "10C", "AC")) == ("KC", "10C", "AC", "2C")
    assert chance.left == 0


ASKED: dict[str, Callable[[Chance], object]] = {
    "dice": lambda chance: chance.dice(2),
    "die": lambda chance: chance.die(),
    "pick": lambda chance: chance.pick(("AS", "2S"), 1),
    "shuffle": lambda chance: chance.shuffle(("AS", "2S", "2S")),
    "seat": lambda chance: chance.seat((0, 2)),
    "shape": lambda chance: chance.shape(),
}


@pytest.mark.parametrize(
    "wrong",
    [
        {"dice": [1]},
        {"dice": [1, 7]},
        {"dice": [0, 1]},
        {"dice": [1, True]},
        {"dice": 5},
        {"dice": [1.0, 2]},
        {"die": 0},
        {"die": "6"},
        {"die": True},
        {"die": None},
        {"pick": []},
        {"pick": ["AS", "2S"]},
        {"pick": ["3S"]},
        {"pick": "AS"},
        {"pick": [1]},
        {"pick": ["A"]},
        {"shuffle": ["AS", "AS"]},
        {"shuffle": ["3S"]},
        {"shuffle": {"AS": 1}},
        {"shuffle": ["AS 2S"]},
        {"seat": "B"},
        {"seat": "D"},
        {"seat": 0},
        {"seat": ["A"]},
        {"shape": "well"},
        {"shape": 1},
        {"shape": ["rock"]},
    ],
    ids=str,
)
def test_an_impossible_outcome_is_refused(wrong: dict[str, Any]) -> None:
    (kind,) = wrong

    with pytest.raises(ScriptError, match=kind):
        ASKED[kind](scripted(wrong))


@pytest.mark.parametrize("kind", ASKED)
def test_script_that_is_too_short_names_next_request(kind: str) -> None:
    with pytest.raises(ScriptError, match=f"too short: a {kind} is asked for"):
        ASKED[kind](scripted())


@pytest.mark.parametrize("kind", ASKED)
@pytest.mark.parametrize("entry", [{}, {"coin": 1}, {"die": 1, "dice": [1, 1]}], ids=str)
def test_outcome_of_wrong_kind_is_refused_with_place(kind: str, entry: dict[str, Any]) -> None:
    with pytest.raises(ScriptError, match=f"chance 1: a {kind} is asked for"):
        ASKED[kind](scripted(entry))


def test_refused_outcome_names_seats_that_could_be_meant() -> None:
    with pytest.raises(ScriptError, match="'B' is not one of A, C"):
        ASKED["seat"](scripted({"seat": "B"}))


def test_seats_are_lettered_in_the_order_of_joining() -> None:
    assert [seat_letter(seat) for seat in range(10)] == list("ABCDEFGHIJ")
