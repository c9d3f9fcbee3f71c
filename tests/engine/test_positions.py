"""States are written and read by the types of their fields."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import UNSET, Meta, UnsetType

from bot.engine.cards import Card
from bot.engine.chance import Seat, Shape
from bot.engine.contract import Malformed
from bot.engine.positions import BySeat, Count, Inline, Pairs, Sparse, Unwritten, dump, read_fields, state_of
from bot.engine.view import BACK, Back, backs


class Prompt(msgspec.Struct, frozen=True, tag_field="action", tag="ask"):
    target: Seat
    votes: Sparse[bool | None]


class Show(msgspec.Struct, frozen=True, tag_field="action", tag="show"):
    given: Mapping[Seat, tuple[Card, ...]]
    dice: tuple[int, int] | UnsetType = UNSET


class Sheet(msgspec.Struct, frozen=True):
    totals: BySeat[int]
    record: tuple[Pairs[int], ...] = ()


class Table(msgspec.Struct, frozen=True, kw_only=True):
    options: Unwritten[int] = 0
    phase: Literal["play", "over"] = "play"
    turn: Seat | None = None
    stock: tuple[Card, ...] = ()
    top: Card | None = None
    hands: BySeat[tuple[Card, ...]] = ((), ())
    throws: Sparse[Shape | Back | None] = (None, None)
    sheet: Inline[Sheet] = Sheet((0, 0))
    marked: frozenset[Seat] = frozenset()
    left: tuple[Seat, ...] = ()
    under: Card | None = msgspec.field(default=None, name="below")
    moves: Annotated[Count, Meta(le=9)] = 0
    last: Prompt | Show | None = None


PLAIN: dict[str, Any] = {
    "phase": "play",
    "turn": None,
    "stock": [],
    "top": None,
    "hands": {"A": [], "B": []},
    "throws": {},
    "totals": {"A": 0, "B": 0},
    "record": [],
    "marked": [],
    "left": [],
    "below": None,
    "moves": 0,
    "last": None,
}

READABLE: list[tuple[dict[str, Any], Table]] = [
    ({"turn": "B", "left": ["A"], "marked": ["A", "B"]}, Table(turn=1, left=(0,), marked=frozenset((0, 1)))),
    ({"hands": {"A": ["2C"], "B": []}, "stock": ["AS"]}, Table(hands=(("2C",), ()), stock=("AS",))),
    ({"throws": {"B": "rock"}, "below": "KD"}, Table(throws=(None, "rock"), under="KD")),
    ({"totals": {"A": 3, "B": 0}}, Table(sheet=Sheet((3, 0)))),
    ({"record": [{"A": 1, "B": 2}]}, Table(sheet=Sheet((0, 0), (((0, 1), (1, 2)),)))),
    ({"last": {"action": "ask", "target": "A", "votes": {"B": False}}}, Table(last=Prompt(0, (None, False)))),
    ({"last": {"action": "show", "given": {"B": ["2C"]}}}, Table(last=Show({1: ("2C",)}))),
    ({"last": {"action": "show", "given": {}, "dice": [3, 4]}}, Table(last=Show({}, (3, 4)))),
]


def read(position: dict[str, Any]) -> Table:
    return state_of(Table, read_fields(position, Table, 2))


def test_state_is_written_in_order_of_its_fields() -> None:
    assert list(dump(Table())) == list(PLAIN)
    assert dump(Table()) == PLAIN


@pytest.mark.parametrize(("given", "state"), READABLE)
def test_written_text_is_read_back(given: dict[str, Any], state: Table) -> None:
    assert read(given) == state
    assert dump(state) == PLAIN | given
    assert read(dump(state)) == state


def test_hidden_cards_and_throws_are_written_as_numbers() -> None:
    seen = Table(hands=(backs("ab"), backs("")), stock=(BACK, "2C"), throws=(BACK, None), top=BACK)

    fields = dump(seen)

    assert (fields["hands"], fields["stock"]) == ({"A": 2, "B": 0}, [1, "2C"])
    assert (fields["throws"], fields["top"]) == ({"A": 1}, 1)


def test_cards_are_read_in_any_spelling() -> None:
    assert read({"stock": ["tH", "as"]}).stock == ("10H", "AS")


@pytest.mark.parametrize(
    ("position", "named"),
    [
        ({"card": 1}, "unknown field `card`"),
        ({"options": 1}, "unknown field `options`"),
        ({"under": "2C"}, "unknown field `under`"),
        ({"turn": "C"}, "no seat 'C'"),
        ({"turn": 0}, "`turn`"),
        ({"stock": "2C"}, "`stock`"),
        ({"stock": ["2X"]}, "'2X' is not a card"),
        ({"hands": []}, "`hands`"),
        ({"hands": {"C": []}}, "no seat 'C'"),
        ({"totals": {"A": "3"}}, "totals"),
        ({"moves": -1}, "moves"),
        ({"moves": 10}, "moves"),
        ({"phase": "lunch"}, "phase"),
        ({"last": {"action": "fly"}}, "Invalid value 'fly'"),
        ({"last": {"action": ["ask"]}}, "Invalid value"),
        ({"last": {"action": "ask", "seat": "A"}}, "unknown field `seat`"),
        ({"last": {"action": "ask"}}, "missing required field `target`"),
    ],
)
def test_unreadable_text_is_named(position: dict[str, Any], named: str) -> None:
    with pytest.raises(Malformed, match=named) as caught:
        read(position)

    assert "\n" not in str(caught.value)
