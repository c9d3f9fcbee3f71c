"""The duty to call "one card", and the penalty for forgetting it (section 4.5)."""

from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal
from bot.engine.events import Event, SeatEvent
from bot.engine.moves import Move
from bot.games.craits.count import fail_count
from bot.games.craits.state import State
from bot.games.craits.turns import pass_turn, pay_penalty


class OneCard(Move, frozen=True):
    """Call "one card" after the play."""


class Idiot(Move, frozen=True):
    """Call out a player who forgot to call "one card"."""

    player: Seat


class Declared(SeatEvent, frozen=True):
    """A player called "one card" after the play."""


class Caught(Event, frozen=True):
    """A player was caught with an undeclared single card. They pay `at_once` or on their next turn."""

    caller: Seat
    seat: Seat
    at_once: bool


def one_card_refusal(state: State, seat: Seat) -> Refusal | None:
    """Return why a player can't call "one card" (R26)."""
    return None if seat in state.undeclared else Refusal("nothing-to-declare")


def idiot_refusal(state: State, caller: Seat, accused: Seat) -> Refusal | None:
    """Return why a player can't be called an idiot (R26)."""
    if accused == caller:
        return Refusal("self-call")
    return None if accused in state.undeclared else Refusal("no-idiot", {"player": accused})


def call_moves(state: State, seat: Seat) -> list[Move]:
    """Return the calls open to a seat, its own declaration first."""
    own: list[Move] = [OneCard()] if one_card_refusal(state, seat) is None else []
    return [*own, *(Idiot(other) for other in state.active if idiot_refusal(state, seat, other) is None)]


def mark_single(draft: Draft[State], seat: Seat, *, declared: bool) -> None:
    """Mark a seat that a play has left with a single card, as declared or not (R21)."""
    state = draft.state
    if declared:
        draft.change(undeclared=state.undeclared - {seat}, declared=state.declared | {seat})
    else:
        draft.change(undeclared=state.undeclared | {seat})


def declare(draft: Draft[State], seat: Seat, _: OneCard) -> Refusal | None:
    """Make a forgotten declaration, before anyone calls the player out (R22)."""
    if refusal := one_card_refusal(draft.state, seat):
        return refusal
    mark_single(draft, seat, declared=True)
    draft.tell(Declared(seat))
    return None


def call_idiot(draft: Draft[State], caller: Seat, move: Idiot) -> Refusal | None:
    """Call out an undeclared single card. It costs the player their next turn, or the current one (R23)."""
    state, offender = draft.state, move.player
    if refusal := idiot_refusal(state, caller, offender):
        return refusal
    at_once = offender == state.turn
    draft.change(undeclared=state.undeclared - {offender}, owes=state.owes | {offender})
    draft.tell(Caught(caller, offender, at_once))
    if at_once:
        _forfeit_turn(draft, offender)
    return None


def _forfeit_turn(draft: Draft[State], offender: Seat) -> None:
    """Make a player pay on their own turn. If they had a count to answer, they fail it too (R25)."""
    pay_penalty(draft, offender)
    if draft.state.phase == "count":
        fail_count(draft, offender)
    else:
        pass_turn(draft, offender)
