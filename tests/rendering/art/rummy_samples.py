"""Sample plans of Crazy Rummy's pictures."""

from typing import Any, Final

from bot.rendering.art.plan import (
    BACK,
    Caption,
    CardPile,
    Fan,
    HandPlan,
    Part,
    Row,
    Stage,
    TablePlan,
    Tile,
    Tray,
)


def player(place: int, name: str, points: str, **others: Any) -> Row:
    """Return a player's row, with the total of points such as `85 + 350`."""
    total = str(sum(map(int, points.split(" + ")))) if " + " in points else ""
    return Row(name, place, name[0], points=points, total=total, **others)


RUMMY_STAGE: Final = (
    CardPile("Stock", BACK, 40),
    CardPile("Discard pile", "JC", 9),
    CardPile("Wild", "6S", wild=True, label="wild"),
)
RUMMY_TABLE: Final = TablePlan(
    "crazy-rummy",
    Stage("Cyd lays four nines", "Draw a card", RUMMY_STAGE),
    (
        player(1, "Ann", "240 + 65", hand=5, tiles=(Tile("K", 3), Tile("4", 4), Tile("7", 3))),
        player(2, "Ben", "310 + 0", hand=8),
        player(3, "Cyd", "85 + 350", hand=2, leads=True, tiles=(Tile("9", 4), Tile("A", 3, 1), Tile("K", 1))),
        player(4, "Dan", "150 + 30", hand=10, acts=True, tiles=(Tile("8", 3),)),
    ),
    style="boards",
    foot="banked + on the board · 500 end it",
)
RUMMY_TEN: Final = TablePlan(
    "crazy-rummy",
    Stage("Ida feeds a queen", "Draw a card", RUMMY_STAGE),
    (
        player(1, "Ann", "0 + 45", hand=7, tiles=(Tile("K", 3), Tile("4", 3))),
        player(2, "Ben", "0 + 0", hand=10),
        player(3, "Cyd", "0 + 350", hand=2, leads=True, tiles=(Tile("9", 4), Tile("A", 3, 1), Tile("Q", 1))),
        player(4, "Dan", "0 + 30", hand=4, tiles=(Tile("8", 3),)),
        player(5, "Eve", "0 + 0", hand=8),
        player(6, "Fay", "0 + 145", hand=5, tiles=(Tile("J", 3, 1), Tile("3", 5))),
        player(7, "Gus", "0 + 0", hand=7, acts=True),
        player(8, "Hal", "0 + 10", hand=10, tiles=(Tile("Q", 1),)),
        player(9, "Ida", "0 + 40", hand=3, tiles=(Tile("Q", 4),)),
        player(10, "Jim", "0 + 15", hand=5, tiles=(Tile("5", 3),)),
    ),
    style="boards",
    foot="banked + on the board · 500 end it",
)
RUMMY_HAND: Final = HandPlan(
    "crazy-rummy",
    "Your hand · 10",
    "lay a set, then discard",
    True,
    (
        Tray("nines", ("9D", "9H", "9S"), "nines · 30"),
        Tray("queens", ("QC", "QD", "6H"), "queens · 120", wild=frozenset(("6H",))),
        Tray("feed", ("8S",), "feed 10"),
        Fan(tuple(Part((card,)) for card in ("5C", "3D", "JH")), left_over=True),
        Caption("left in hand", "−20"),
    ),
)
