"""Moves as texts and back, events for those they are meant for, and help with typing."""

from typing import Any

import pytest

from bot.engine.draft import Refusal
from bot.engine.events import Event, told
from bot.engine.moves import Leave, Move, kebab, kind_of, move_text, option_texts, verb_of
from bot.engine.notation import parse_move
from bot.games.crap.acquiring import CallBluff
from tests.engine.toy import TOY, Count, Give, LayDown, Take, Taken

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

    assert kinds == {Take: [None, None], Give: ["player", "card", "card"], LayDown: ["cards", None]}


def test_an_event_is_told_to_those_it_is_meant_for() -> None:
    for_all, for_b, for_nobody = (
        Taken(seat=0, left=2),
        Taken(seat=0, left=1, to=(1,)),
        Taken(seat=0, left=0, to=()),
    )
    events: tuple[Event, ...] = (for_all, for_b, for_nobody)

    assert told(events, 0) == told(events, None) == (for_all,)
    assert told(events, 1) == (for_all, for_b)


def complete(verb: str, option: str, **given: Any) -> list[str]:
    return TOY.complete(TURN_OF_A, 0, verb, option, given)


def test_typing_is_completed_from_the_legal_moves_each_text_once() -> None:
    assert complete("give", "player") == ["B", "A"]
    assert complete("give", "card") == ["AS", "KD"]
    assert complete("lay-down", "cards") == ["AS,KD", "KD"]


def test_nothing_is_completed_for_a_verb_or_option_nobody_can_use_now() -> None:
    assert complete("give", "second") == []
    assert complete("leave", "card") == []
    assert TOY.complete(TURN_OF_A, 1, "give", "card", {}) == []


def test_what_is_being_typed_does_not_limit_itself() -> None:
    assert complete("give", "card", card="K") == ["AS", "KD"]


@pytest.mark.parametrize(
    ("given", "numbers"),
    [({"loudly": True}, ["2"]), ({"loudly": "true"}, ["2"]), ({"loudly": False}, ["2", "3"])],
    ids=str,
)
def test_a_switch_that_was_set_limits_the_other_options(given: dict[str, Any], numbers: list[str]) -> None:
    assert complete("take", "number", **given) == numbers


def test_options_given_as_values_or_as_texts_limit_the_others_alike() -> None:
    assert complete("take", "loudly", number=2) == complete("take", "loudly", number="2") == ["true"]
    assert complete("take", "loudly", number=3) == []
    assert complete("give", "card", player=1) == complete("give", "card", player="B") == ["AS", "KD"]
    assert complete("give", "card", player="C") == []
    assert complete("lay-down", "cards", to="right") == ["KD"]


def test_an_option_that_a_move_leaves_open_limits_nothing() -> None:
    assert complete("give", "card", second="QQ") == ["AS", "KD"]


def test_a_refusal_is_its_code_and_facts() -> None:
    assert Refusal("bad-card", {"text": "x"}) == Refusal("bad-card", {"text": "x"})
    assert Refusal("bad-card") != Refusal("bad-card", {"text": "x"})
