"""Passing: in the battle on the current bot, afterwards on scavengers (section 5)."""

from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal
from bot.engine.moves import Move
from bot.games.skrap.battle import pass_bot
from bot.games.skrap.scavenging import decline
from bot.games.skrap.state import State


class Pass(Move, frozen=True):
    """Leave the current bot alone, or play no scavengers."""


def pass_refusal(state: State) -> Refusal | None:
    """Return why the player asked can't pass: the opener must play a bot."""
    return Refusal("must-open") if state.phase == "open" else None


def pass_(draft: Draft[State], seat: Seat, _: Pass) -> Refusal | None:
    """Answer the question of the phase with no."""
    if refusal := pass_refusal(draft.state):
        return refusal
    if draft.state.phase == "battle":
        pass_bot(draft, seat)
    else:
        decline(draft, seat)
    return None
