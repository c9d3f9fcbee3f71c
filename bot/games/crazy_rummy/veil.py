"""The view of one seat or a spectator: the only place that hides cards (section 2)."""

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.view import backs, cover_others
from bot.games.crazy_rummy.state import State


def veiled(state: State, viewer: Seat | None) -> State:
    """Return the state as `viewer` may know it. Spectators and leavers see no hands before the end."""
    me = None if viewer in state.left else viewer
    return replace(
        state,
        pack=(),
        stock=backs(state.stock),
        discard=(*backs(state.discard[:-1]), *state.discard[-1:]),
        hands=state.hands if state.phase == "over" else cover_others(state.hands, me),
        aside=backs(state.aside),
    )
