"""Piles in words: what of them is shown, and what they are called."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from bot.engine.cards import Card
from bot.engine.chance import Seat, seat_letter
from bot.games.crapette.sheet import CrapetteSheet
from bot.games.crapette.state import PLAYERS
from bot.rendering import words
from bot.rendering.scene import Scene

Zone: TypeAlias = Sequence[int | Card]
"""A discard pile or crapaud as the sheet has it: how many cards are covered, then the top."""

SIDES: Final = {seat_letter(seat): seat for seat in PLAYERS}
"""The seats by their letters in the sheet."""

SUITS_IN_ROW: Final = ("S", "H", "D", "C")
"""The suits of the finishing piles from left to right."""

TO_THE_MOVER: Final = {
    "my-discard": "your discard pile",
    "my-crapaud": "your crapaud",
    "their-discard": "your opponent's discard pile",
    "their-crapaud": "your opponent's crapaud",
    "finish": "a finishing pile",
}
"""Piles as they are called when the player on turn is spoken to; houses keep their names."""


def run(cards: Iterable[Card]) -> str:
    """Cards in the order in which they lie, bottom to top: `9♣ 8♥ 7♣`; `-` for none."""
    return " ".join(map(words.card, cards)) or "-"


def size(zone: Zone) -> int:
    """How many cards lie there."""
    return sum(part if isinstance(part, int) else 1 for part in zone)


def top(zone: Zone) -> Card | None:
    """The card on top."""
    return str(zone[-1]) if zone else None


def pile_top(sheet: CrapetteSheet, pile: str) -> Card | None:
    """The card on top of a pile that the player on turn calls so; a finishing pile has none to name."""
    mine, theirs = sheet.turn, seat_letter(1 - SIDES[sheet.turn])
    zones: dict[str, Zone] = {
        "my-discard": sheet.discards[mine],
        "my-crapaud": sheet.crapauds[mine],
        "their-discard": sheet.discards[theirs],
        "their-crapaud": sheet.crapauds[theirs],
        **sheet.houses,
    }
    return top(zones.get(pile, ()))


def to_the_mover(pile: str) -> str:
    """What a pile is called when the player on turn is spoken to."""
    return TO_THE_MOVER.get(pile, pile)


def to_everybody(pile: str, mover: Seat, scene: Scene) -> str:
    """What a pile is called when everybody is told what the mover does."""
    whose, _, kind = pile.partition("-")
    owner = {"my": "own", "their": f"{scene.mention(1 - mover)}'s"}.get(whose)
    return pile if owner is None else f"{owner} {'discard pile' if kind == 'discard' else kind}"
