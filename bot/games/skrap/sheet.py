"""Section 11, Views: what one seat may know. Secrets are cut here and nowhere else."""

from typing import Any

from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Sheet
from bot.engine.notation import by_letter, letters
from bot.games.skrap.table import PlayedBot, State

Cards = list[str]


class SkrapSheet(Sheet, frozen=True):
    """A position with hidden cards replaced by their number; seats are letters."""

    phase: str
    round: int
    turn: str | None
    heads: dict[str, int]
    sizes: dict[str, int]
    hands: dict[str, Cards | int]
    surge: dict[str, str | int | None]
    contenders: list[str]
    throws: dict[str, str | int]
    undecided: int
    unable: list[str]
    field: list[dict[str, Any]]
    passed: list[str]
    scavengers: dict[str, Cards]
    pack: int
    aside: int
    left: list[str]
    winners: list[str]


def sheet(state: State, viewer: Seat | None) -> SkrapSheet:
    """What `viewer` may know; a spectator (None) and a seat that has left see nobody's cards."""
    me = None if viewer in state.left else viewer
    return SkrapSheet(
        **public_part(state),
        hands=by_letter([list(hand) if seat == me else len(hand) for seat, hand in enumerate(state.hands)]),
        surge=by_letter([_surge_seen(state, seat, me) for seat in range(len(state.hands))]),
        throws={
            seat_letter(seat): shape if seat == me else 1 for seat, shape in enumerate(state.throws) if shape
        },
        field=[*map(_face_down, state.field[:-1]), *map(bot_notation, state.field[-1:])],
        pack=len(state.pack),
        aside=len(state.aside),
    )


def public_part(state: State) -> dict[str, Any]:
    """The fields of the notation that hide nothing, as plain values."""
    return {
        "phase": state.phase,
        "round": state.round,
        "turn": None if state.turn is None else seat_letter(state.turn),
        "heads": by_letter(state.heads),
        "sizes": by_letter(state.sizes),
        "contenders": letters(state.contenders),
        "undecided": state.undecided,
        "unable": letters(state.unable),
        "passed": letters(state.passed),
        "scavengers": {seat_letter(seat): list(pair) for seat, pair in enumerate(state.scavengers) if pair},
        "left": letters(state.left),
        "winners": letters(state.winners),
    }


def bot_notation(bot: PlayedBot) -> dict[str, Any]:
    """A bot with all there is to know of it."""
    return {
        "owner": seat_letter(bot.owner),
        "weapon": bot.weapon,
        "armour": bot.armour,
        "weapon_value": bot.weapon_value,
        "armour_value": bot.armour_value,
    }


def _face_down(bot: PlayedBot) -> dict[str, Any]:
    """A destroyed bot: the table shows only whose it was."""
    owner = seat_letter(bot.owner)
    return {"owner": owner, "weapon": 1, "armour": 1, "weapon_value": None, "armour_value": None}


def _surge_seen(state: State, seat: Seat, me: Seat | None) -> str | int | None:
    """Another's surge card is only counted until all are revealed."""
    card = state.surge[seat]
    hidden = card is not None and state.phase == "surge" and seat != me
    return 1 if hidden else card
