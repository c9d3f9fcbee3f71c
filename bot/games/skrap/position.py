"""The position notation of Skrap, read and written (section 11)."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from bot.engine.cards import Card, in_order
from bot.engine.chance import seat_letter
from bot.engine.contract import Malformed
from bot.engine.positions import made, read_fields, written
from bot.games.skrap.cards import EFFECTIVE, HAND_SIZE
from bot.games.skrap.options import SkrapOptions
from bot.games.skrap.state import State

_SEATS = ("contenders", "unable", "passed", "left", "winners")


def to_position(state: State) -> dict[str, Any]:
    """Return all fields of a position. The values of a covered bot are null."""
    fields = written(state)
    for bot in fields["field"]:
        if bot["weapon"] == 1:
            bot["weapon_value"] = bot["armour_value"] = None
    return fields


def from_position(position: Mapping[str, Any], seats: int, options: SkrapOptions) -> State:
    """The state of a position. Until the next deal exactly its cards exist. Malformed: it can't be one."""
    fields = read_fields(position, State, seats)
    for name in _SEATS:
        fields[name] = list(dict.fromkeys(fields.get(name, ())))
    dealt = position.get("sizes", {})
    for seat in range(seats):
        if seat not in fields["left"] and seat_letter(seat) not in dealt:
            fields["sizes"][seat] = HAND_SIZE
    for bot in fields.get("field", ()):
        _fill(bot, fields["surge"])
    state = made(State, {**fields, "options": options, "cards": ()})
    if state.phase in ("battle", "scavenge") and not state.field:
        raise Malformed(f"position: {state.phase} needs a bot on the field")
    hands = tuple(map(in_order, state.hands))
    return replace(state, hands=hands, pack=state.all_cards)


def _fill(bot: dict[str, Any], surge: list[Card | None]) -> None:
    """Add to a bot the values that follow from its owner's surge card, if there's one."""
    values = EFFECTIVE[surge[bot["owner"]]]
    for part in ("weapon", "armour"):
        if bot.get(f"{part}_value") is None:
            bot[f"{part}_value"] = values[bot[part]]
