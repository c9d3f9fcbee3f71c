"""A sample plan of every picture. `python -m tests.rendering.art.samples FOLDER` writes them as PNG files."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from bot.rendering.art import dramas
from bot.rendering.art.pictures import png
from bot.rendering.art.plan import (
    BACK,
    Bot,
    CardPile,
    Chip,
    CoverPlan,
    DuelPlan,
    EndingPlan,
    Fan,
    GamesPlan,
    HandPlan,
    Highlight,
    House,
    LonePlan,
    Part,
    Plan,
    Played,
    ProgressDots,
    Ranked,
    Side,
    Stage,
    TablePlan,
    Tile,
    Tray,
    Wanted,
)
from tests.rendering.art.rummy_samples import RUMMY_HAND, RUMMY_TABLE, RUMMY_TEN, player

FOOT: Final = "banked + on the table · over 1000 wins"


def _fours(ranks: str) -> tuple[Tile, ...]:
    return tuple(Tile(rank, 4) for rank in ranks)


def _singles(cards: str) -> tuple[Part, ...]:
    return tuple(Part((card,)) for card in cards.split())


CRAP_TABLE: Final = TablePlan(
    "crap",
    Stage(
        "Ben: “Acquire queens!”",
        "Bluff? Waiting for one",
        (Wanted("Q"), CardPile("Stock", BACK, 25), CardPile("Discard pile", "7C", 9)),
    ),
    (
        player(1, "Ann", "210 + 40", hand=9, tiles=_fours("4"), sign="check", note="believes"),
        player(2, "Ben", "100 + 470", hand=16, protected=1, leads=True, tiles=_fours("KA785"), note="asks"),
        player(
            3, "Cyd", "180 + 130", hand=7, protected=2, acts=True, tiles=_fours("J2"), note="believe or call?"
        ),
    ),
    foot=FOOT,
)
CRAP_SIX: Final = TablePlan(
    "crap",
    Stage(
        "Dora: “Acquire nines!”",
        "Bluff? 3 decide",
        (Wanted("9"), CardPile("Stock", BACK, 17), CardPile("Discard pile", "JD", 7)),
    ),
    (
        player(1, "Ann", "0 + 160", hand=6, tiles=_fours("4Q"), sign="check", note="believes"),
        player(2, "Ben", "0 + 340", hand=9, protected=1, leads=True, acts=True, tiles=_fours("KA7")),
        player(3, "Cyd", "0 + 130", hand=5, protected=2, acts=True, tiles=_fours("K")),
        player(4, "Dora", "0 + 0", hand=4, short="9?", note="asks"),
        player(
            5, "Emil", "0 + 120", hand=11, protected=3, tiles=(Tile("5", 8),), sign="check", note="believes"
        ),
        player(6, "Florian M.", "0 + 60", hand=3, acts=True, tiles=_fours("6")),
    ),
    foot=FOOT,
)
CRAP_HAND: Final = HandPlan(
    "crap",
    "Your hand · 16",
    "your turn",
    True,
    (
        Fan(
            (
                Part(("2D",)),
                Part(("3H", "3S")),
                Part(("5C",)),
                Part(("7C", "7D", "7S")),
                Part(("8H",)),
                Part(("9S", "9H")),
                Part(("10D", "10H")),
                Part(("QC", "QD", "QH", "QS"), "a set: 120"),
            )
        ),
        Tray("Protected", ("KS",), shield=True),
    ),
)
SKRAP_TABLE: Final = TablePlan(
    "skrap",
    Stage(
        "Cyd destroys Ben’s bot",
        "Needs a weapon of 10 or more",
        (Bot("QS", "9H", 12, 10, avatar="C", beaten="B"),),
        stake=4,
        stake_label="at stake",
    ),
    (
        player(1, "Ann", "4", hand=7, dots=ProgressDots(4, 10), note="to answer", acts=True, surge="5D"),
        player(2, "Ben", "7", hand=5, dots=ProgressDots(7, 10), note="lost a bot", leads=True, surge="QC"),
        player(3, "Cyd", "2", hand=5, dots=ProgressDots(2, 10), note="bot in play", surge="8H"),
    ),
    style="dots",
    foot="first to 10 heads wins · +1: surge bonus",
)
SKRAP_RESULT: Final = TablePlan(
    "skrap",
    Stage(
        "Champion!", "Cyd wins round 4", (Bot("QS", "9H", 12, 10, crowned=True),), stake=4, gain="+4 heads"
    ),
    (
        player(1, "Ben", "7", dots=ProgressDots(7, 10), note="takes an 11th card", leads=True),
        player(2, "Cyd", "6", dots=ProgressDots(6, 10, fresh=4), note="champion"),
        player(3, "Ann", "4", dots=ProgressDots(4, 10), note="scavengers?", acts=True),
    ),
    style="dots",
    foot="first to 10 heads wins",
)
CRAITS_TABLE: Final = TablePlan(
    "craits",
    Stage(
        "Dan: 2♦ on Cyd’s 2♠!",
        "An ace or a 2, or draw four",
        (Played("2D", "2S", shout="+4"), CardPile("Stock", BACK, 19)),
    ),
    (
        player(1, "Ann", "112", hand=6, acts=True),
        player(2, "Ben", "64", hand=1, leads=True, chip=Chip("one card", loud=True)),
        player(3, "Cyd", "145", hand=8),
        player(4, "Dan", "203", hand=4, chip=Chip("idiot: +2")),
    ),
    style="fans",
    foot="clockwise · low score wins · hand 5/8",
    turning="clockwise",
)
CRAITS_SUIT: Final = TablePlan(
    "craits",
    Stage("Ben calls hearts", "Hearts or an 8", (Played("8S", "4S", suit="H"), CardPile("Stock", None, 0))),
    (
        player(1, "Ann", "112", cards=("KH", "10D", "9C", "2S", "AS", "JK", "3H", "4H"), note="loses 74"),
        player(2, "Ben", "64", hand=0, leads=True),
    ),
    style="fans",
    foot="clockwise · low score wins",
    turning="clockwise",
)
CRAITS_HAND: Final = HandPlan(
    "craits",
    "Your turn · 9",
    "♠, kings, 8s and 9s fit",
    True,
    (
        Fan(
            _singles("4C 9C 5D 10D KD 7H 8H 3S JS"),
            playable=frozenset(("9C", "KD", "8H", "3S", "JS")),
            fresh=("10D", "JS"),
        ),
    ),
    "163 points against you",
)


def _house(name: str, cards: str) -> House:
    return House(name, tuple(cards.split()))


CRAPETTE_TABLE: Final = DuelPlan(
    "crapette",
    "Ben: 5♥ from crapaud to L3",
    Side(
        "Ann",
        1,
        "A",
        "32 left",
        (CardPile("Hand", BACK, 14), CardPile("Discard pile", "JC", 12), CardPile("Crapaud", "4D", 6)),
    ),
    Side(
        "Ben",
        2,
        "B",
        "25 left",
        (CardPile("Hand", BACK, 11), CardPile("Discard pile", "6H", 8), CardPile("Crapaud", "QC", 6)),
        acts=True,
    ),
    (
        *(("S", "5S"), ("S", "2S"), ("H", "7H"), ("H", None)),
        *(("D", "3D"), ("D", "AD"), ("C", "6C"), ("C", None)),
    ),
    (
        _house("L1", "KH QS JD 10C 9H 8S 7D"),
        _house("L2", "9C 8D"),
        _house("L3", "8C 7H 6S 5H"),
        _house("L4", "QD JC 10H"),
        _house("R1", "3S"),
        _house("R2", ""),
        _house("R3", "KC QH JS 10D 9S"),
        _house("R4", "6D"),
    ),
    newest="5H",
    newest_at="L3",
)
CRAPETTE_CHAIN: Final = replace(
    CRAPETTE_TABLE,
    headline="Ben loads 6♥ on Ann",
    line="Ann has 32 cards left now",
    chain=((1, "L4", "10H"), (2, "finish 6", "6C"), (3, "L3", "5H"), (4, "far Discard pile", "JC")),
)


def _dramatic(table: TablePlan, headline: str, line: str, drama: dramas.Drama) -> TablePlan:
    """Return the table with an event on its stage."""
    return replace(table, stage=Stage(headline, line, table.stage.middle, drama=drama))


DRAMAS: Final[Mapping[str, Plan]] = {
    "crap-lays": _dramatic(
        CRAP_TABLE,
        "Cyd scores four jacks",
        "110 on the table",
        dramas.Fanned(("JC", "JD", "JH", "JS"), "+110"),
    ),
    "crap-catches": _dramatic(
        CRAP_TABLE, "Cyd catches Ann!", "No 9s: Ann loses 6♣", dramas.Caught("9", "6C")
    ),
    "crap-wrong-call": _dramatic(
        CRAP_TABLE,
        "Ann was telling the truth!",
        "Ann shows 9♦, Maximilian loses 10♠",
        dramas.Proven("9D", "10S"),
    ),
    "crap-recycles": _dramatic(CRAP_TABLE, "Ben: “Recycle!”", "Discards 9, rolls 8", dramas.Swept((5, 3), 9)),
    "crap-challenge": _dramatic(
        CRAP_TABLE,
        "Ann draws 3",
        "Ann guessed kings and hearts",
        dramas.Matched(("4S", "8D", "KD", "KH"), (0, 1, 2, 1)),
    ),
    "crap-asks": _dramatic(
        CRAP_TABLE, "Maximilian: “Acquire queens!”", "Bluff? Waiting for 2", dramas.Portrait(("M",), rank="Q")
    ),
    "crap-cooperates": _dramatic(
        CRAP_TABLE,
        "Ann and Ben cooperate",
        "Both have seen each other's hands",
        dramas.Portrait(("A", "fox"), (BACK, BACK)),
    ),
    "crap-protects": _dramatic(
        CRAP_TABLE,
        "Ben protects a card",
        "2 protected cards",
        dramas.Portrait(("B",), (BACK,), sign="shield"),
    ),
    "crap-round": _dramatic(
        CRAP_TABLE,
        "Round 1: Ben +240",
        "Sets are banked and go back to the stock",
        dramas.Bars(("A", "B", "magpie"), (40, 240, 120)),
    ),
    "crap-round-6": _dramatic(
        CRAP_SIX,
        "Round 1: Ben +240",
        "Sets are banked and go back to the stock",
        dramas.Bars(tuple("ABCDEF"), (40, 240, 120, 0, 1240, 20)),
    ),
    "craits-idiot": _dramatic(
        CRAITS_TABLE,
        "“Idiot!” Dan is caught.",
        "Fox caught it: 2 cards, no turn",
        dramas.Portrait(("D",), (BACK,), "idiot", "+2"),
    ),
    "craits-count": _dramatic(
        CRAITS_TABLE,
        "The count is 8",
        "An ace or a 2, or draw 8",
        dramas.Counted(("2C", "2S", "AH", "2H", "AD"), "8"),
    ),
    "craits-direction": _dramatic(
        CRAITS_TABLE, "Reverse!", "Fox is next", dramas.Turned(("A", "B", "fox", "D"), "10H", "anticlockwise")
    ),
    "craits-out": _dramatic(
        CRAITS_TABLE,
        "Magpie goes out!",
        "Costliest hand: Ann, 133",
        dramas.Portrait(("magpie",), ("2H",), "out"),
    ),
    "craits-skipped": _dramatic(
        CRAITS_TABLE, "Hare is skipped", "Ann plays 4♠", dramas.Portrait(("hare",), ("4S",), "skipped")
    ),
    "skrap-surge": _dramatic(
        SKRAP_TABLE,
        "Ann plays first",
        "Q♥ is the highest surge card",
        dramas.Shared(("A", "B", "fox", "D", "owl"), ("QH", "2S", "5D", "JC", "7H"), (0,)),
    ),
    "skrap-champion": _dramatic(
        SKRAP_TABLE, "Champion!", "Cyd wins round 4", dramas.Portrait(("C",), ("QS", "9H"), "champion", "+4")
    ),
    "rummy-lays": _dramatic(
        RUMMY_TABLE,
        "Cyd lays three kings",
        "First play: 120 on the board",
        dramas.Fanned(("KC", "KD", "6S"), "+120", frozenset({"6S"})),
    ),
}
"""A table for each kind of event that the stage draws."""
COVERS: Final = (
    CoverPlan("crap", "C.R.A.P.", ("Ask for anything.", "Bluff if you must."), "3–6 players · 20 min"),
    CoverPlan("skrap", "Skrap", ("Black arms a robot,", "red shields it."), "2–5 players · 15 min"),
    CoverPlan("craits", "Craits", ("Crazy Eights,", "gone wild."), "2–7 players · 25 min"),
    CoverPlan(
        "crazy-rummy",
        "Crazy Rummy",
        ("One rank is wild.", "The deal decides which."),
        "2–10 players · 20 min",
    ),
    CoverPlan("crapette", "Crapette", ("Patience, fought", "as a duel."), "2 players · 30 min"),
)
STRIP: Final = GamesPlan(tuple((one.game, one.name) for one in COVERS))
ENDING: Final = EndingPlan(
    "crap",
    "Ben wins",
    "1,070 points in 4 scoring rounds",
    (
        Ranked("Ben", "B", "1,070", "1", won=True, own="you"),
        Ranked("Ann", "A", "690", "2"),
        Ranked("Magpie", "magpie", "520", "3"),
    ),
    ("KC", "KD", "KH", "KS"),
    highlight=Highlight("Biggest set", "Ben's eight kings, 280"),
    foot="C.R.A.P. · 84 turns",
)
SAMPLES: Final[Mapping[str, Plan]] = {
    **DRAMAS,
    "crap-table-3": CRAP_TABLE,
    "crap-table-6": CRAP_SIX,
    "crap-hand-16": CRAP_HAND,
    "skrap-table-3": SKRAP_TABLE,
    "skrap-result": SKRAP_RESULT,
    "craits-table-4": CRAITS_TABLE,
    "craits-suit": CRAITS_SUIT,
    "craits-hand-9": CRAITS_HAND,
    "rummy-table-4": RUMMY_TABLE,
    "rummy-table-10": RUMMY_TEN,
    "rummy-hand-10": RUMMY_HAND,
    "crap-lone": LonePlan(CRAP_TABLE, CRAP_HAND),
    "skrap-lone": LonePlan(
        SKRAP_TABLE, HandPlan("skrap", "Your hand · 0 · diamonds +1", instead="Your hand is empty.")
    ),
    "craits-lone": LonePlan(CRAITS_TABLE, CRAITS_HAND),
    "crap-lone-six": LonePlan(CRAP_SIX, CRAP_HAND, own=2),
    "rummy-lone": LonePlan(RUMMY_TABLE, RUMMY_HAND),
    "rummy-lone-ten": LonePlan(RUMMY_TEN, RUMMY_HAND, own=6),
    "crapette-table": CRAPETTE_TABLE,
    "crapette-chain": CRAPETTE_CHAIN,
    **{f"cover-{one.game}": one for one in COVERS},
    "strip": STRIP,
    "ending": ENDING,
}
"""All samples, by the names of their files."""


def write(folder: Path) -> None:
    """Write all samples into a folder as PNG files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, plan in SAMPLES.items():
        (folder / f"{name}.png").write_bytes(png(plan))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
