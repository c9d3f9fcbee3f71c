"""Crapette tables for tests, and commands in the notation's words."""

from collections import Counter
from typing import Any

import msgspec

from bot.engine.chance import SeededChance
from bot.engine.draft import Refusal, Step
from bot.engine.events import Event
from bot.engine.notation import parse_move, read_options
from bot.games.crapette import GAME
from bot.games.crapette.table import HOUSES, Table

CHANCE = SeededChance.from_text("never asked")
KINGS = ("KS", "KS", "KH", "KH", "KD", "KD", "KC", "KC")
PILES: dict[str, Any] = {
    "hands": {"A": ["2C", "3C"], "B": ["3D", "7D"]},
    "discards": {"A": ["2S"], "B": ["5C"]},
    "crapauds": {"A": ["9H", "2H"], "B": ["QD", "6D"]},
}


def table(
    houses: dict[str, str] | None = None, options: dict[str, Any] | None = None, **fields: Any
) -> Table:
    """A position: houses not named hold a king that plays no part, `"-"` is an empty one."""
    piles = {**PILES, **fields}
    laid = {name: cards.replace("-", "").split() for name, cards in (houses or {}).items()}
    named = [*laid.values(), *(pile for zone in PILES for pile in piles[zone].values())]
    spare = (Counter(KINGS) - Counter(card for cards in named for card in cards)).elements()
    laid |= {name: [next(spare)] for name in HOUSES if name not in laid}
    chosen: Any = read_options(GAME, options or {})
    return GAME.load({**piles, "houses": laid}, 2, chosen)


def attempt(state: Table, command: str) -> Step[Table] | Refusal:
    """What comes of `A: move from:R4 to:finish`."""
    letter, _, words = command.partition(": ")
    return GAME.apply(state, "AB".index(letter), parse_move(GAME, words, 2), CHANCE)


def told(state: Table, *commands: str) -> tuple[Table, list[Event]]:
    """The table after these commands, all accepted, and what happened on the way."""
    events: list[Event] = []
    for command in commands:
        step = attempt(state, command)
        assert isinstance(step, Step), f"{command}: {step}"
        state = step.state
        events += step.events
    return state, events


def after(state: Table, *commands: str) -> Table:
    """The table after these commands, all accepted."""
    return told(state, *commands)[0]


def refused(state: Table, command: str) -> Refusal:
    """Why a command is refused."""
    refusal = attempt(state, command)
    assert isinstance(refusal, Refusal), f"{command} was accepted"
    return refusal


def code(state: Table, command: str) -> str:
    """The error code with which a command is refused."""
    return refused(state, command).code


def house(state: Table, name: str) -> str:
    """The cards of a house as text."""
    return " ".join(state.pile(name))


def shown(state: Table) -> dict[str, Any]:
    """The position as printed."""
    return GAME.dump(state)


def view(state: Table) -> dict[str, Any]:
    """The view that everybody has."""
    seen: dict[str, Any] = msgspec.to_builtins(GAME.sheet(state, None))
    return seen
