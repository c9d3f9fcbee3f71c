"""Faults of the games: results that don't follow from the seed alone, and hidden cards that leak."""

from typing import Any
from unittest.mock import patch

import msgspec

from bot.engine.chance import Seat
from bot.games.crap import GAME
from tests.sabotage.planting import Planted


def list_moves_in_the_order_of_a_set() -> Planted:
    real = GAME.legal

    def hashed(_game: Any, state: Any, seat: Seat) -> Any:
        return sorted(real(state, seat), key=lambda move: hash(str(move)))

    return patch.object(type(GAME), "legal", hashed)


def count_every_turn_twice() -> Planted:
    real = GAME.dump

    def hasty(_game: Any, state: Any) -> dict[str, Any]:
        position = dict(real(state))
        return position | {"turn_number": 2 * position["turn_number"]}

    return patch.object(type(GAME), "dump", hasty)


def show_all_hands() -> Planted:
    real = GAME.veil

    def open_handed(_game: Any, state: Any, viewer: Seat | None) -> Any:
        return msgspec.structs.replace(real(state, viewer), hands=state.hands)

    return patch.object(type(GAME), "veil", open_handed)


def list_moves_by_the_stock() -> Planted:
    real = GAME.legal

    def telling(_game: Any, state: Any, seat: Seat) -> Any:
        moves = real(state, seat)
        return moves[::-1] if state.stock and state.stock[0] > "7" else moves

    return patch.object(type(GAME), "legal", telling)
