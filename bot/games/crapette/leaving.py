"""Resigning and leaving, which have the same effect (section 5.3)."""

from bot.engine.chance import Seat
from bot.engine.draft import Draft
from bot.engine.events import SeatEvent
from bot.engine.moves import Leave, Move
from bot.games.crapette.ending import end_game
from bot.games.crapette.state import State


class Resign(Move, frozen=True):
    """Give the game up."""


class Resigned(SeatEvent, frozen=True):
    """A player resigned or left."""


def resign(draft: Draft[State], seat: Seat, _: Resign | Leave) -> None:
    """End the game because a player resigns or leaves. The opponent wins."""
    draft.tell(Resigned(seat=seat))
    end_game(draft, (1 - seat,), "resign")
