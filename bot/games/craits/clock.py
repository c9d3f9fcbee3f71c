"""The clock of a decision, and the default move when it runs out (section 4.1)."""

from bot.engine.contract import Clock
from bot.engine.draft import Draft
from bot.games.craits.legal import ACTIONS, legal_moves, who_decides
from bot.games.craits.state import State


def running_clock(state: State) -> Clock | None:
    """Return the clock of the current decision. Calls and leaves out of turn don't restart it."""
    if state.phase == "over":
        return None
    if state.turn is None:
        return Clock(f"{state.hand_number} {state.phase}", "response")
    # After a penalty on their own turn, a player may have to decide again. The cards drawn make a new key.
    cards = len(state.hands[state.turn])
    return Clock(f"{state.hand_number} {state.phase} {state.actions} {state.turn} {cards}")


def time_out(draft: Draft[State]) -> None:
    """Make the first legal move of a decider, which is the default of the rules (R41)."""
    seat = who_decides(draft.state)[0]
    move = legal_moves(draft.state, seat)[0]
    refusal = ACTIONS[type(move)].carry_out(draft, seat, move)
    assert refusal is None, f"the default {move} was refused: {refusal}"
