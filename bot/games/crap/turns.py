"""Ending an action and a turn: pending leaves, the turn limit, the next player (section 4)."""

from bot.engine.draft import Draft
from bot.engine.events import SeatEvent
from bot.games.crap.departure import remove_players
from bot.games.crap.ending import tell_end
from bot.games.crap.last_action import AnyLastAction
from bot.games.crap.scoring import final_count
from bot.games.crap.state import State


class TurnStarted(SeatEvent, frozen=True):
    """A player's turn has started."""

    number: int


def finish(draft: Draft[State], last: AnyLastAction) -> None:
    """Close a resolved action, record its public facts, and end the turn or the game."""
    draft.change(pending=None, last=last)
    if draft.state.phase == "over":
        tell_end(draft)
    end_turn(draft)


def end_turn(draft: Draft[State]) -> None:
    """Remove players who are leaving, check the turn limit, and start the next player's turn."""
    if draft.state.leaving:
        remove_players(draft, draft.state.leaving)
    state = draft.state
    if state.turn_number >= state.options.turn_limit:
        final_count(draft)
    seat, number = state.next_seat(state.turn), state.turn_number + 1
    draft.change(phase="turn", turn=seat, turn_number=number)
    draft.tell(TurnStarted(seat=seat, number=number))
