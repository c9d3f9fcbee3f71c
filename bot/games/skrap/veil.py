"""The view of one seat or a spectator: the only place that hides cards (section 2)."""

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.view import BACK, backs, cover_others
from bot.games.skrap.state import PlayedBot, State


def veiled(state: State, viewer: Seat | None) -> State:
    """Return the state as `viewer` may know it. A spectator (None) or a seat that has left sees no hands."""
    me, is_placing = None if viewer in state.left else viewer, state.phase == "surge"
    return replace(
        state,
        pack=(),
        hands=cover_others(state.hands, me),
        surge=tuple(
            BACK if card is not None and is_placing and seat != me else card
            for seat, card in enumerate(state.surge)
        ),
        throws=tuple(
            BACK if shape is not None and seat != me else shape for seat, shape in enumerate(state.throws)
        ),
        field=(*map(_face_down, state.field[:-1]), *state.field[-1:]),
        stock=backs(state.stock),
        aside=backs(state.aside),
    )


def _face_down(bot: PlayedBot) -> PlayedBot:
    """Return a destroyed bot as the table shows it: only its owner is known."""
    return PlayedBot(bot.owner, BACK, BACK, 0, 0)
