"""Reading and writing the position notation of Skrap (section 11)."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from bot.engine.cards import Card, in_order
from bot.engine.chance import seat_letter
from bot.engine.contract import Malformed
from bot.engine.positions import dump, read_fields, state_of
from bot.games.skrap.cards import EFFECTIVE, HAND_SIZE
from bot.games.skrap.options import SkrapOptions
from bot.games.skrap.state import State

_SEATS = ("contenders", "unable", "passed", "left", "winners")


def to_position(state: State) -> dict[str, Any]:
    """Return the state in the notation. A face-down bot has null as its values."""
    fields = dump(state)
    for bot in fields["field"]:
        if bot["weapon"] == 1:
            bot["weapon_value"] = bot["armour_value"] = None
    return fields


def from_position(position: Mapping[str, Any], seats: int, options: SkrapOptions) -> State:
    """Read a position. Only its cards exist until the next deal. Raise Malformed if it's impossible."""
    fields = read_fields(position, State, seats)
    for name in _SEATS:
        fields[name] = list(dict.fromkeys(fields.get(name, ())))
    dealt = position.get("sizes", {})
    for seat in range(seats):
        if seat not in fields["left"] and seat_letter(seat) not in dealt:
            fields["sizes"][seat] = HAND_SIZE
    for bot in fields.get("field", ()):
        _fill_values(bot, fields["surge"])
    state = state_of(State, {**fields, "options": options, "cards": ()})
    if state.phase in ("battle", "scavenge") and not state.field:
        raise Malformed(f"position: {state.phase} needs a bot on the field")
    hands = tuple(map(in_order, state.hands))
    return replace(state, hands=hands, pack=state.all_cards)


def _fill_values(bot: dict[str, Any], surge: list[Card | None]) -> None:
    """Fill in the missing values of a bot from its cards and its owner's surge card."""
    values = EFFECTIVE[surge[bot["owner"]]]
    for part in ("weapon", "armour"):
        if bot.get(f"{part}_value") is None:
            bot[f"{part}_value"] = values[bot[part]]
