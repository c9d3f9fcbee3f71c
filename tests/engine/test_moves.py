"""Moves written as text and read back."""

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
def test_move_prints_as_command_and_is_read_back(move: Move, text: str) -> None:
    assert str(move) == move_text(move) == text
    assert parse_move(TOY, text, seats=3) == move


@pytest.mark.parametrize(
    "typed",
    ["", " ", "\t7S", "7S\n7H", 'say "7S"', "it's", "a\\b", "x:y", "\\", '"', "♠7 ½", "# no", "$(7S)"],
)
def test_whatever_player_types_survives_text_of_move(typed: str) -> None:
    move = LayDown(typed, "right")

    assert parse_move(TOY, str(move), seats=3) == move
    assert parse_move(TOY, str(Give(1, typed, typed)), seats=3) == Give(1, typed, typed)


def test_verb_is_name_of_move_in_command_form() -> None:
    assert [verb_of(kind) for kind in TOY.moves] == ["take", "give", "lay-down"]
    assert CallBluff().verb == "call-bluff"
    assert kebab("CallBluffNow") == "call-bluff-now"


def test_only_changed_options_are_written() -> None:
    assert option_texts(Take()) == {}
    assert option_texts(Take(loudly=True)) == {"loudly": "true"}
    assert option_texts(Give(1, "AS")) == {"player": "B", "card": "AS"}
    assert option_texts(LayDown("AS", "right")) == {"cards": "AS", "to": "right"}


def test_options_know_their_kind_even_if_optional() -> None:
    kinds = {kind: [kind_of(hint) for hint in kind.__annotations__.values()] for kind in TOY.moves}

    assert kinds == {Take: [None, None], Give: ["seat", "card", "card"], LayDown: ["cards", None]}
