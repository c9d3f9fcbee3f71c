"""What one seat, or a spectator, may know of a table: the only place where secrets are cut (section 2)."""

from collections.abc import Mapping
from typing import Any

from bot.engine.cards import Card
from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Sheet
from bot.games.crap.position import to_position
from bot.games.crap.state import State


class CrapSheet(Sheet, frozen=True, omit_defaults=True):
    """The fields of a position; a number stands for cards that the viewer may not see."""

    phase: str
    turn: str
    turn_number: int
    stock: int
    discard: list[Card]
    sets: list[dict[str, Any]]
    hands: dict[str, list[Card] | int]
    protected: dict[str, list[Card] | int]
    placed: dict[str, list[Card] | int]
    totals: dict[str, int]
    idle: dict[str, int]
    timeouts: int
    scoring_rounds: int
    left: list[str]
    leaving: list[str]
    pending: dict[str, Any] | None
    last: dict[str, Any] | None
    winners: list[str]
    end: str | None
    forcing: bool = False


def sheet_for(state: State, viewer: Seat | None) -> CrapSheet:
    """The table as `viewer` sees it: their own cards, everybody else's by number."""
    whole = to_position(state)
    viewers = () if viewer is None else (seat_letter(viewer),)
    seen = {
        "stock": len(state.stock),
        "hands": _counted(whole["hands"], viewers),
        "protected": _counted(whole["protected"], viewers),
        "placed": _counted(whole["placed"], viewers),
        "pending": whole["pending"] and _cut_pending(whole["pending"], viewers),
        "last": whole["last"] and _cut_last(whole["last"], viewers),
    }
    return CrapSheet(**{**whole, **seen})


def _counted(zone: Mapping[str, list[Card]], open_to: tuple[str, ...]) -> dict[str, list[Card] | int]:
    """The cards of these seats, of all others only how many."""
    return {letter: cards if letter in open_to else len(cards) for letter, cards in zone.items()}


def _cut_pending(pending: dict[str, Any], viewers: tuple[str, ...]) -> dict[str, Any]:
    """Others' votes are hidden until the vote closes."""
    if "votes" not in pending:
        return pending
    votes = {letter: cast if letter in viewers else None for letter, cast in pending["votes"].items()}
    return {**pending, "votes": votes}


def _cut_last(last: dict[str, Any], viewers: tuple[str, ...]) -> dict[str, Any]:
    """Surrendered cards are known to giver and acquirer, shown hands to the two who cooperated."""
    if "gave" in last:
        return {**last, "gave": _open_to(last["gave"], viewers, (last["seat"],))}
    if "hands" in last:
        return {**last, "hands": _open_to(last["hands"], viewers, (last["seat"], last["target"]))}
    return last


def _open_to(
    zone: dict[str, list[Card]], viewers: tuple[str, ...], insiders: tuple[str, ...]
) -> dict[str, list[Card] | int]:
    """The zone as it is for the insiders, cut for everybody else."""
    is_insider = any(viewer in insiders for viewer in viewers)
    return _counted(zone, tuple(zone) if is_insider else viewers)
