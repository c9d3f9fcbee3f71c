"""Leaving the game (R17)."""

from msgspec import field

from bot.engine.chance import Seat
from bot.engine.draft import Draft, put
from bot.engine.events import SeatEvent
from bot.engine.moves import Leave
from bot.games.crazy_rummy.ending import end_game
from bot.games.crazy_rummy.state import State
from bot.games.crazy_rummy.turns import pass_turn


class PlayerLeft(SeatEvent, frozen=True):
    """A player left the game, and `count` cards were set aside unseen."""

    count: int = field(name="cards")


def leave(draft: Draft[State], seat: Seat, _: Leave) -> None:
    """Take a player out of the game: set their hand aside, keep their board, pass their turn (R17)."""
    state = draft.state
    draft.tell(PlayerLeft(seat, len(state.hands[seat])))
    draft.change(
        hands=put(state.hands, seat, ()),
        aside=state.aside + state.hands[seat],
        left=tuple(sorted((*state.left, seat))),
        first_play_done=tuple(other for other in state.first_play_done if other != seat),
    )
    if draft.state.active_count == 1:
        end_game(draft, draft.state.active)
    if seat == state.turn:
        pass_turn(draft)
