"""Positions of Crazy Rummy that are quick to write."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

import msgspec

from bot.engine.chance import Seat, seat_letter
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.state import State
from tests.games.driver import Driver, Script


def at(
    hands: str, *, options: Mapping[str, Any] | None = None, chance: Script = (), **position: Any
) -> Driver[State]:
    """Return a game with A to play, sixes wild, two decks. Hands are like `4C 9D / KS`, piles are text."""
    held = [hand.split() for hand in hands.split("/")]
    fields = {
        "phase": "play",
        "turn": "A",
        "marker": "6H",
        "packs": 2,
        "discard": "5S",
        "stock": "10C 8C 7S 7H",
        "hands": {seat_letter(seat): hand for seat, hand in enumerate(held)},
        **position,
    }
    for pile in ("discard", "stock", "aside"):
        if isinstance(fields.get(pile), str):
            fields[pile] = fields[pile].split()
    return Driver(GAME, len(held), fields, chance=chance, options=options)


def dealt(cards: str, seats: int = 2, **options: Any) -> Driver[State]:
    """Return a new game that A deals from a deck with these cards on top."""
    return Driver(GAME, seats, chance=[{"seat": "A"}, *shuffles(cards)], options=options)


def shuffles(*piles: str) -> Script:
    """Return a chance script with one shuffle for each text of cards. Other cards follow in order."""
    return [{"shuffle": pile.split()} for pile in piles]


NEXT_DEAL = shuffles("")
"""The chance for one more deal, whatever its cards."""


def hidden_cards_turned_round(state: State, viewer: Seat | None) -> State:
    """Return the state with the cards that a viewer can't see in the opposite order."""
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    hidden = [*state.stock, *state.aside, *chain(*(state.hands[seat] for seat in others))][::-1]
    hands = list(state.hands)
    for seat in others:
        hands[seat] = tuple(hidden[: len(hands[seat])])
        del hidden[: len(hands[seat])]
    aside, stock = hidden[: len(state.aside)], hidden[len(state.aside) :]
    return msgspec.structs.replace(state, hands=tuple(hands), aside=tuple(aside), stock=tuple(stock))
