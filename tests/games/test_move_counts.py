"""The number of ways in which a game can continue, and its kind of end for the last player."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from bot.engine.chance import SeededChance
from bot.engine.contract import AnyGame, Outcome
from bot.engine.draft import Step
from bot.engine.moves import Leave
from bot.engine.notation import read_options
from bot.games import GAMES

WITHOUT: Final = frozenset(
    ("undo", "offer-draw", "accept-draw", "decline-draw", "resign", "leave", "one-card", "idiot")
)
"""Verbs that are left out, because they're nearly always possible and so say little."""


def ways(game: AnyGame, state: Any, moves: int) -> int:
    """Return the number of ways in which a game can continue by this many moves."""
    if moves == 0:
        return 1
    return sum(
        ways(game, after(game, state, seat, move), moves - 1)
        for seat in game.deciders(state)
        for move in game.legal(state, seat)
        if move.verb not in WITHOUT
    )


def after(game: AnyGame, state: Any, seat: int, move: Any) -> Any:
    step = game.apply(state, seat, move, SeededChance.from_text("0"))
    assert isinstance(step, Step), move
    return step.state


HOUSES: Final = "L1 QH JS, L2 9S 8D 7C 6H, L3 10H 9S, L4 KD, R1 QD, R2 9C 8H 7C, R3 7S, R4 8H"
PILES: Final = {
    "hands": "AC KS JD 6C 2H 10C 9H KC KH 3D 5S 6D QS 9D 3C QD 8C 4H JC JH"
    " / KH 3D 4S 6D JS 9D 2C JD 8C 3H JC JH KC AS 4D 6S 7D QS",
    "discards": "AD 2S 4D 10S 7D 10H / 10D 4C KD 9C 9H",
    "crapauds": "KS 10D 5C AH 10C 7H QC 5D / 5H QC QH 2D 3S 5D 10S 8D 8S",
}


def crapette(turn: str) -> dict[str, Any]:
    """Return the position of the description's diagram (E6)."""
    return {
        "turn": turn,
        "houses": {name: cards for name, *cards in map(str.split, HOUSES.split(","))},
        "finish": {"S": [8, 0], "H": [7, 0], "D": [2, 0], "C": [6, 0]},
        **{
            name: dict(zip("AB", map(str.split, cards.split("/")), strict=True))
            for name, cards in PILES.items()
        },
    }


def skrap() -> dict[str, Any]:
    """Return a round of three players in which A plays first (E6)."""
    return {
        "phase": "open",
        "turn": "A",
        "surge": {"A": "KD", "B": "6H", "C": "5S"},
        "hands": {
            "A": ["3S", "5C", "9S", "JC", "QS", "2H", "7H", "9D", "10D"],
            "B": ["4C", "8S", "10S", "KS", "JK", "AH", "4H", "8D", "QD"],
            "C": ["AC", "2C", "6C", "7S", "9C", "3H", "3D", "5H", "JH"],
        },
        "pack": [
            "3C",
            "7C",
            "8C",
            "10C",
            "QC",
            "KC",
            "AD",
            "2D",
            "4D",
            "5D",
            "6D",
            "7D",
            "JD",
            "8H",
            "9H",
            "10H",
            "QH",
            "KH",
            "AS",
            "2S",
            "4S",
            "6S",
            "JS",
            "JK",
        ],
    }


def craits() -> dict[str, Any]:
    """Return a position of three players early in a hand."""
    return {
        "phase": "turn",
        "dealer": "C",
        "turn": "A",
        "top": "7H",
        "hands": {
            "A": ["4H", "8S", "JD", "2D", "QC", "6H"],
            "B": ["10S", "5H", "6C", "AC", "9D"],
            "C": ["KH", "6D", "9S", "2C", "3H"],
        },
        "stock": ["3C", "9C", "5D", "QH", "2S", "KC", "7C", "7D", "8D", "10C", "4S", "JS", "KS", "AD"],
    }


@pytest.mark.parametrize(
    ("game", "word"),
    [
        ("crap", "forfeit"),
        ("skrap", "last-player"),
        ("craits", "last-player"),
        ("crazy-rummy", "last-player"),
    ],
)
def test_game_ends_properly_with_one_player_left(game: str, word: str) -> None:
    rules = GAMES[game]
    state = rules.deal(3, read_options(rules, {}), SeededChance.from_text("0")).state

    for seat in (0, 1):
        state = after(rules, state, seat, Leave())

    assert rules.outcome(state) == Outcome((2,), word)


@pytest.mark.parametrize(
    ("game", "position", "options", "counts"),
    [
        ("crapette", lambda: crapette("A"), {"stack-moves": False}, [13, 180, 2547]),
        ("crapette", lambda: crapette("B"), {"stack-moves": False}, [11, 130, 1601]),
        ("skrap", skrap, {}, [20, 300, 2940]),
        ("craits", craits, {}, [6, 21, 74, 184, 381]),
    ],
    ids=["crapette A", "crapette B", "skrap", "craits"],
)
def test_positions_have_so_many_ways_on(
    game: str, position: Callable[[], dict[str, Any]], options: dict[str, Any], counts: list[int]
) -> None:
    rules, given = GAMES[game], position()
    state = rules.load(given, len(given["hands"]), read_options(rules, options))

    assert [ways(rules, state, moves) for moves in range(1, len(counts) + 1)] == counts
