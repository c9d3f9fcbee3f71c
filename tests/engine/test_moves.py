"""Moves as texts, and back."""

import pytest

from bot.engine.moves import Leave, Move, kebab, kind_of, move_text, option_texts, verb_of
from bot.engine.notation import parse_move
from bot.games.crap.acquiring import CallBluff
from tests.engine.toy import TOY, Count, Give, LayDown, Take

TURN_OF_A = Count(count=5, turn=0)

WRITTEN: list[tuple[Move, str]] = [
    (Leave(), "leave"),
    (Take(), "take"),
    (Take(3, loudly=True), "take number:3 loudly:true"),
    (Give(2, "10H"), "give player:C card:10H"),
    (Give(0, "AS", "KD"), "give player:A card:AS second:KD"),
    (LayDown("7S,7H"), "lay-down cards:7S,7H"),
    (LayDown("7S 7H", "right"), 'lay-down cards:"7S 7H" to:right'),
    (LayDown(""), 'lay-down cards:""'),
]


@pytest.mark.parametrize(("move", "text"), WRITTEN, ids=str)
def test_a_move_prints_as_its_command_and_is_read_back(move: Move, text: str) -> None:
    assert str(move) == move_text(move) == text
    assert parse_move(TOY, text, seats=3) == move


@pytest.mark.parametrize(
    "typed",
    ["", " ", "\t7S", "7S\n7H", 'say "7S"', "it's", "a\\b", "x:y", "\\", '"', "♠7 ½", "# no", "$(7S)"],
)
def test_whatever_a_player_types_survives_the_text_of_the_move(typed: str) -> None:
    move = LayDown(typed, "right")

    assert parse_move(TOY, str(move), seats=3) == move
    assert parse_move(TOY, str(Give(1, typed, typed)), seats=3) == Give(1, typed, typed)


def test_the_verb_is_the_name_of_the_move_in_command_form() -> None:
    assert [verb_of(kind) for kind in TOY.moves] == ["take", "give", "lay-down"]
    assert CallBluff().verb == "call-bluff"
    assert kebab("CallBluffNow") == "call-bluff-now"


def test_only_options_that_are_not_left_at_their_default_are_written() -> None:
    assert option_texts(Take()) == {}
    assert option_texts(Take(loudly=True)) == {"loudly": "true"}
    assert option_texts(Give(1, "AS")) == {"player": "B", "card": "AS"}
    assert option_texts(LayDown("AS", "right")) == {"cards": "AS", "to": "right"}


def test_options_know_what_they_name_also_where_they_may_be_left_out() -> None:
    kinds = {kind: [kind_of(hint) for hint in kind.__annotations__.values()] for kind in TOY.moves}

    assert kinds == {Take: [None, None], Give: ["seat", "card", "card"], LayDown: ["cards", None]}
