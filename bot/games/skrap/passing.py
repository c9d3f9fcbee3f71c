"""Passing, on a bot in the battle or on scavengers after it (section 5)."""

from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal
from bot.engine.moves import Move
from bot.games.skrap.battle import pass_bot
from bot.games.skrap.scavenging import decline
from bot.games.skrap.state import State


class Pass(Move, frozen=True):
    """Don't destroy the bot on the field, or don't play scavengers."""


def pass_refusal(state: State) -> Refusal | None:
    """Return why a pass is refused: the opener must play a bot."""
    return Refusal("must-open") if state.phase == "open" else None


def pass_(draft: Draft[State], seat: Seat, _: Pass) -> Refusal | None:
    """Pass in the battle, or decline to play scavengers, depending on the phase."""
    if refusal := pass_refusal(draft.state):
        return refusal
    if draft.state.phase == "battle":
        pass_bot(draft, seat)
    else:
        decline(draft, seat)
    return None
