"""Reading and writing the position notation of C.R.A.P. (section 11)."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from bot.engine.cards import RANKS
from bot.engine.contract import Malformed
from bot.engine.positions import dump, read_fields, state_of
from bot.games.crap.cards import SINGLE, set_value
from bot.games.crap.options import CrapOptions
from bot.games.crap.state import Acquisition, Ballot, Duel, Phase, State

_PENDING: Final[Mapping[Phase, type]] = {
    "bluff-window": Acquisition,
    "challenge-place": Duel,
    "challenge-guess-1": Duel,
    "challenge-guess-2": Duel,
    "vote": Ballot,
}
"""The type of the pending action in each phase."""
_ALLOWING: Final = "allow-forcing"
"""The action name of a vote without a target."""


def to_position(state: State) -> dict[str, Any]:
    """Return the state in the notation. `forcing` is written only if the table has voted for it."""
    fields = dump(state)
    if not state.forcing:
        del fields["forcing"]
    if isinstance(state.pending, Ballot):
        fields["pending"] = _ballot(**fields["pending"])
    return fields


def _ballot(action: str, target: str | None, votes: Mapping[str, object]) -> dict[str, Any]:
    """Return a vote in the notation. Hidden and missing votes are null."""
    kind = {"action": _ALLOWING} if target is None else {"action": action, "target": target}
    return {**kind, "votes": {seat: vote if isinstance(vote, bool) else None for seat, vote in votes.items()}}


def from_position(position: Mapping[str, Any], seats: int, options: CrapOptions) -> State:
    """Read a position. Raise Malformed if it's impossible."""
    pending = position.get("pending")
    if isinstance(pending, dict) and pending.get("action") == _ALLOWING:
        position = {**position, "pending": {**pending, "action": "force-recycle", "target": None}}
    fields = read_fields(position, State, seats)
    for laid in fields.get("sets", ()):
        _fill_set(laid)
    state = state_of(State, {**fields, "options": options, "pack": ()})
    if type(state.pending) is not _PENDING.get(state.phase, type(None)):
        raise Malformed(f"position: pending does not fit the phase {state.phase}")
    return replace(state, pack=state.all_cards)


def _fill_set(laid: dict[str, Any]) -> None:
    """Fill in the missing size and value of a set from its rank and the number of its cards."""
    double = laid.setdefault("double", len(laid.get("cards", ())) > SINGLE)
    if laid.get("rank") in RANKS:
        laid.setdefault("value", set_value(laid["rank"], double=double))
