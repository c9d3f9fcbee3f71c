"""What one seat, or a spectator, may know: the only place where secrets are cut (section 2)."""

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.view import backs, own
from bot.games.crazy_rummy.state import State


def veiled(state: State, viewer: Seat | None) -> State:
    """Return the state as `viewer` knows it. Who watches or has left sees no hand before the game is over."""
    me = None if viewer in state.left else viewer
    return replace(
        state,
        pack=(),
        stock=backs(state.stock),
        discard=(*backs(state.discard[:-1]), *state.discard[-1:]),
        hands=state.hands if state.phase == "over" else own(state.hands, me),
        aside=backs(state.aside),
    )
