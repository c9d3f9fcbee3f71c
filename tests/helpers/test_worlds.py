"""Cards hidden from a viewer are found and moved, in small positions."""

import random
from typing import Any

import pytest

from tests.helpers.worlds import hidden_places, named_cards, other_worlds, shared


@pytest.mark.parametrize(
    ("position", "sheet", "hidden"),
    [
        ({"stock": ["AS", "2S"]}, {"stock": 2}, [("stock", 0), ("stock", 1)]),
        ({"stock": ["AS", "2S"]}, {"stock": ["AS", "2S"]}, []),
        ({"hands": {"A": ["AS"], "B": ["2S"]}}, {"hands": {"A": ["AS"], "B": 1}}, [("hands", "B", 0)]),
        ({"pile": ["AS", "2S", "3S"]}, {"pile": [2, "3S"]}, [("pile", 0), ("pile", 1)]),
        ({"pile": ["AS"]}, {"pile": ["AS"]}, []),
        ({"dice": [2, 5]}, {"dice": [2, 5]}, []),
        ({"placed": "AS"}, {"placed": 1}, [("placed",)]),
        ({"placed": "AS", "sort": "A"}, {"placed": None, "sort": None}, [("placed",)]),
        (
            {"bots": [{"weapon": "AS", "owner": "A"}]},
            {"bots": [{"weapon": 1, "owner": "A"}]},
            [("bots", 0, "weapon")],
        ),
        ({"last": {"gave": {"A": ["AS"]}}}, {"last": {"gave": {"A": 1}}}, [("last", "gave", "A", 0)]),
        ({"flags": ["A"], "open": True}, {"flags": None, "open": True}, []),
    ],
    ids=str,
)
def test_cards_missing_in_the_view_are_hidden(position: Any, sheet: Any, hidden: list[Any]) -> None:
    assert list(hidden_places(position, sheet)) == hidden


def test_fields_missing_in_the_view_are_ignored() -> None:
    assert shared({"a": 1, "history": ["x"]}, {"a": 1}) == {"a": 1}


def test_cards_inside_longer_texts_are_noticed() -> None:
    assert named_cards({"undo": ["9C 10H R2-L1"], "top": "AS", "text": "D2/0 S13"}) == {"9C", "10H"}


def test_other_world_has_same_cards_and_view() -> None:
    position: dict[str, Any] = {"top": "KS", "stock": ["AS", "2S", "3S"], "hands": {"A": ["4S"], "B": ["5S"]}}
    sheet: dict[str, Any] = {"top": "KS", "stock": 3, "hands": {"A": ["4S"], "B": 1}}

    found = list(other_worlds(position, sheet, random.Random(1)))

    for other in found:
        assert (other["top"], other["hands"]["A"]) == ("KS", ["4S"])
        assert sorted([*other["stock"], *other["hands"]["B"]]) == ["2S", "3S", "5S", "AS"]
    assert any(other["hands"]["B"] != ["5S"] for other in found)


def test_cards_named_in_a_text_keep_their_places() -> None:
    position: dict[str, Any] = {"pile": ["AS", "2S", "3S", "4S"], "undo": ["3S R4-F"]}
    sheet: dict[str, Any] = {"pile": [3, "4S"], "undo": ["3S R4-F"]}

    for other in other_worlds(position, sheet, random.Random(1)):
        assert other["pile"][2:] == ["3S", "4S"]
