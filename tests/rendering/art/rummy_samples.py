"""An example of every picture of Crazy Rummy."""

from typing import Final

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

RUMMY_STAGE: Final = (
    CardPile("Stock", BACK, 40),
    CardPile("Discard pile", "JC", 9),
    CardPile("Wild", "6S", wild=True, label="wild"),
)
RUMMY_TABLE: Final = TablePlan(
    "crazy-rummy",
    Stage("Cyd lays four nines", "Draw a card", RUMMY_STAGE),
    (
        Row(
            "Ann",
            1,
            "A",
            hand=5,
            points="240 + 65",
            total="305",
            tiles=(Tile("K", 3), Tile("4", 4), Tile("7", 3)),
        ),
        Row("Ben", 2, "B", hand=8, points="310 + 0", total="310"),
        Row(
            "Cyd",
            3,
            "C",
            hand=2,
            leads=True,
            points="85 + 350",
            total="435",
            tiles=(Tile("9", 4), Tile("A", 3, 1), Tile("K", 1)),
        ),
        Row("Dan", 4, "D", hand=10, acts=True, points="150 + 30", total="180", tiles=(Tile("8", 3),)),
    ),
    style="boards",
    foot="banked + on the board · 500 end it",
)
RUMMY_TEN: Final = TablePlan(
    "crazy-rummy",
    Stage("Ida feeds a queen", "Draw a card", RUMMY_STAGE),
    (
        Row("Ann", 1, "A", hand=7, points="0 + 45", total="45", tiles=(Tile("K", 3), Tile("4", 3))),
        Row("Ben", 2, "B", hand=10, points="0 + 0", total="0"),
        Row(
            "Cyd",
            3,
            "C",
            hand=2,
            leads=True,
            points="0 + 350",
            total="350",
            tiles=(Tile("9", 4), Tile("A", 3, 1), Tile("Q", 1)),
        ),
        Row("Dan", 4, "D", hand=4, points="0 + 30", total="30", tiles=(Tile("8", 3),)),
        Row("Eve", 5, "E", hand=8, points="0 + 0", total="0"),
        Row("Fay", 6, "F", hand=5, points="0 + 145", total="145", tiles=(Tile("J", 3, 1), Tile("3", 5))),
        Row("Gus", 7, "G", hand=7, points="0 + 0", total="0", acts=True),
        Row("Hal", 8, "H", hand=10, points="0 + 10", total="10", tiles=(Tile("Q", 1),)),
        Row("Ida", 9, "I", hand=3, points="0 + 40", total="40", tiles=(Tile("Q", 4),)),
        Row("Jim", 10, "J", hand=5, points="0 + 15", total="15", tiles=(Tile("5", 3),)),
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
