"""Reading and writing the position notation of Crazy Rummy (section 11)."""

from collections.abc import Mapping
from itertools import chain
from typing import Any, Final

from msgspec.structs import replace

from bot.engine.cards import RANK_OF, Card
from bot.engine.contract import Malformed
from bot.engine.positions import dump, read_fields, state_of
from bot.games.crazy_rummy.cards import PLAYED_CARDS, PLAYED_RANKS, open_ranks
from bot.games.crazy_rummy.options import CrazyRummyOptions, packs_for
from bot.games.crazy_rummy.state import State

_SEATS: Final = ("left", "winners", "first_play_done")


def to_position(state: State) -> dict[str, Any]:
    """Return the state in the notation."""
    return dump(state)


def from_position(position: Mapping[str, Any], seats: int, options: CrazyRummyOptions) -> State:
    """Read a position. Raise Malformed if it's impossible."""
    fields = read_fields(position, State, seats)
    for name in _SEATS:
        fields[name] = sorted(set(fields.get(name) or ()))
    if fields.get("packs") is None:
        fields["packs"] = packs_for(seats - len(fields["left"]), options)
    fields["wild"] = _wild(fields.get("wild"), fields.get("marker"))
    state = state_of(State, {**fields, "options": options, "pack": ()})
    for card in state.all_cards:
        if card not in PLAYED_CARDS:
            raise Malformed(f"position: {card} is not in the packs of this game")
    state = replace(state, pack=state.all_cards, opened=open_ranks(chain(*state.sets), state.wild))
    return state if position.get("first_play_done") is not None else _with_first_plays(state)


def _wild(given: str | None, marker: Card | None) -> str:
    """Return the wild rank, the wildcard's if there's one. Raise Malformed if it's missing or wrong."""
    wild = given if marker is None else RANK_OF.get(marker)
    if wild is None:
        raise Malformed("position: wild must be given when there is no marker")
    if given not in (None, wild):
        raise Malformed(f"position: wild is {given}, but the marker is {marker}")
    if wild not in PLAYED_RANKS:
        raise Malformed(f"position: wild cannot be {wild}")
    return wild


def _with_first_plays(state: State) -> State:
    """Return the state with a first play for every active player who has cards on the board."""
    done = tuple(seat for seat in state.active if state.sets[seat] or state.fed[seat])
    return replace(state, first_play_done=done)
