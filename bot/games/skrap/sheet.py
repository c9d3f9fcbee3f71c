"""What one seat, or a spectator, may know of a table: the only place where secrets are cut (section 2)."""

from typing import Any

from bot.engine.cards import Card
from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Sheet
from bot.engine.notation import by_letter
from bot.games.skrap.position import bot_notation, public
from bot.games.skrap.state import PlayedBot, State


class SkrapSheet(Sheet, frozen=True, kw_only=True):
    """A position with hidden cards replaced by their number; seats are letters."""

    phase: str
    round: int
    turn: str | None
    heads: dict[str, int]
    sizes: dict[str, int]
    hands: dict[str, list[Card] | int]
    surge: dict[str, Card | int | None]
    contenders: list[str]
    throws: dict[str, str | int]
    undecided: int
    unable: list[str]
    field: list[dict[str, Any]]
    passed: list[str]
    scavengers: dict[str, list[Card]]
    pack: int
    aside: int
    left: list[str]
    winners: list[str]


def sheet_for(state: State, viewer: Seat | None) -> SkrapSheet:
    """What `viewer` may know; a spectator (None) and a seat that has left see nobody's cards."""
    me = None if viewer in state.left else viewer
    return SkrapSheet(
        **public(state),
        hands=by_letter([list(hand) if seat == me else len(hand) for seat, hand in enumerate(state.hands)]),
        surge=by_letter([_surge_seen(state, seat, me) for seat in range(len(state.hands))]),
        throws={
            seat_letter(seat): shape if seat == me else 1 for seat, shape in enumerate(state.throws) if shape
        },
        field=[*map(_face_down, state.field[:-1]), *map(bot_notation, state.field[-1:])],
        pack=len(state.pack),
        aside=len(state.aside),
    )


def _face_down(bot: PlayedBot) -> dict[str, Any]:
    """A destroyed bot: the table shows only whose it was."""
    owner = seat_letter(bot.owner)
    return {"owner": owner, "weapon": 1, "armour": 1, "weapon_value": None, "armour_value": None}


def _surge_seen(state: State, seat: Seat, me: Seat | None) -> Card | int | None:
    """Another's surge card is only counted until all are revealed."""
    card = state.surge[seat]
    hidden = card is not None and state.phase == "surge" and seat != me
    return 1 if hidden else card
