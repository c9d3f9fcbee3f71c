"""Leaving the game (R40)."""

from msgspec import field

from bot.engine.chance import Seat
from bot.engine.draft import Draft, put
from bot.engine.events import SeatEvent
from bot.engine.moves import Leave
from bot.games.craits.count import pass_count
from bot.games.craits.dealing import SuitNamed
from bot.games.craits.ending import clear_hand, end_game
from bot.games.craits.state import State
from bot.games.craits.turns import pass_turn


class PlayerLeft(SeatEvent, frozen=True):
    """A player left. Their cards went under the top of the discard pile, unseen."""

    count: int = field(name="cards")
    players: int


def leave(draft: Draft[State], seat: Seat, _: Leave) -> None:
    """Put a leaver's cards under the top of the discard pile. If it was their turn, ask the next decider."""
    before = draft.state
    cards = before.hands[seat]
    draft.replace(before.without_marks(seat))
    draft.change(
        hands=put(before.hands, seat, ()),
        under=before.under + cards,
        owes=before.owes - {seat},
        left=tuple(sorted((*before.left, seat))),
    )
    others = len(draft.state.active)
    draft.tell(PlayerLeft(seat, len(cards), others))
    if others == 1:
        clear_hand(draft)
        end_game(draft)
    if seat == before.turn:
        _replace_decider(draft, seat)


def _replace_decider(draft: Draft[State], seat: Seat) -> None:
    """Continue after the decider left. A turned-up eight or nine keeps its printed suit."""
    state = draft.state
    if state.phase == "count":
        pass_count(draft, seat)
        return
    if state.phase == "opening-suit":
        assert state.suit is not None, "the card turned up has a suit"
        draft.tell(SuitNamed(seat, state.suit))
    pass_turn(draft, seat)
