"""Playing from the hand: lifting a card, turning the pile over, putting down, passing (section 5.3)."""

from typing import Final

import msgspec

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import SeatEvent
from bot.engine.moves import Move
from bot.games.crapette.moving import target_refusal
from bot.games.crapette.offers import begin_card_action
from bot.games.crapette.state import DISCARD, HAND, NAMES, TARGETS, Code, State
from bot.games.crapette.turns import end_turn, settle

PUT_TARGETS: Final[tuple[Code, ...]] = ("D", *TARGETS)
_PUT_CODES: Final = {NAMES[code].lower(): code for code in PUT_TARGETS}


class Flip(Move, frozen=True):
    """Lift the top card of the hand and show it."""


class TurnOver(Move, frozen=True):
    """Turn the discard pile over to become the hand, unshuffled, and lift its first card (R10)."""


class Put(Move, frozen=True):
    """Put the lifted card down on a pile, named as in `NAMES`."""

    target: str = msgspec.field(name="to")


class Pass(Move, frozen=True):
    """End the turn of a player without hand and discard pile (R9)."""


class TurnedOver(SeatEvent, frozen=True):
    """A player's discard pile became the hand of `cards` cards. Its first card is lifted next."""

    cards: int


class Lifted(SeatEvent, frozen=True):
    """A player lifted and showed the top card of their hand. `hand` cards remain in it."""

    card: Card
    hand: int = msgspec.field(name="left")


class PutDown(SeatEvent, frozen=True):
    """The lifted card was put on a pile, named as its player names it. `my-discard` ends the turn."""

    card: Card
    target: str


def flip_refusal(state: State) -> Refusal | None:
    """Return why the player on turn can't lift a card from the hand."""
    return None if state.hand else Refusal("hand-empty")


def turn_over_refusal(state: State) -> Refusal | None:
    """Return why the discard pile may not be turned over. Empty houses come first (R11)."""
    if state.hand:
        return Refusal("hand-not-empty", {"cards": len(state.hand)})
    if not state.discard:
        return Refusal("discard-empty")
    empty = state.empty_houses
    return Refusal("fill-house-first", {"houses": empty}) if empty else None


def pass_refusal(state: State) -> Refusal | None:
    """Return why the player on turn may not pass."""
    return None if state.is_exhausted else Refusal("not-exhausted")


def put_refusal(state: State, target: Code) -> Refusal | None:
    """Return why the lifted card can't go on this pile. A player's own discard pile always takes it."""
    assert state.lifted is not None
    return None if target == "D" else target_refusal(state, state.lifted, target, from_crapaud=False)


def flip(draft: Draft[State], seat: Seat, _: Flip) -> Refusal | None:
    """Lift the top card of the hand."""
    if refusal := flip_refusal(draft.state):
        return refusal
    begin_card_action(draft)
    lift(draft)
    return None


def turn_over(draft: Draft[State], seat: Seat, _: TurnOver) -> Refusal | None:
    """Turn the discard pile over and lift the first card."""
    if refusal := turn_over_refusal(draft.state):
        return refusal
    begin_card_action(draft)
    turn_pile(draft)
    lift(draft)
    return None


def put_card(draft: Draft[State], seat: Seat, move: Put) -> Refusal | None:
    """Put the lifted card on the pile of this name."""
    target = _PUT_CODES.get(move.target.lower())
    if target is None:
        return Refusal("bad-pile", {"pile": move.target})
    if refusal := put_refusal(draft.state, target):
        return refusal
    begin_card_action(draft)
    put_down(draft, target)
    return None


def pass_turn(draft: Draft[State], seat: Seat, _: Pass) -> Refusal | None:
    """End the turn of a player who has neither hand nor discard pile."""
    if refusal := pass_refusal(draft.state):
        return refusal
    begin_card_action(draft)
    end_turn(draft, "passed")
    return None


def turn_pile(draft: Draft[State]) -> None:
    """Turn the discard pile over to become the hand, with its bottom card on top."""
    state = draft.state
    draft.tell(TurnedOver(seat=state.turn, cards=len(state.discard)))
    turned = {HAND + state.turn: state.discard[::-1], DISCARD + state.turn: ()}
    draft.change(piles=state.piles_with(turned))


def lift(draft: Draft[State]) -> None:
    """Lift the top card of the hand. If it's seen for the first time, that counts as progress."""
    state = draft.state
    seat, hand, unseen = state.turn, state.hand, state.hand_unseen
    draft.tell(Lifted(seat=seat, card=hand[-1], hand=len(hand) - 1))
    is_new = unseen[seat] > 0
    draft.change(
        piles=state.piles_with({HAND + seat: hand[:-1]}),
        lifted=hand[-1],
        hand_unseen=put(unseen, seat, unseen[seat] - 1) if is_new else unseen,
        house_moves=0,
        undo=(),
        progress=state.progress + is_new,
    )


def put_down(draft: Draft[State], target: Code) -> None:
    """Put the lifted card on a pile that takes it. On the player's own discard pile, it ends the turn."""
    state, card = draft.state, draft.state.lifted
    assert card is not None
    goal = state.goal(target, card)
    draft.tell(PutDown(seat=state.turn, card=card, target=NAMES[target]))
    draft.change(
        piles=state.piles_with({goal: (*state.piles[goal], card)}),
        lifted=None,
        house_moves=0,
        progress=state.progress + (target == "F"),
    )
    if target == "D":
        end_turn(draft, "discarded")
    else:
        settle(draft, was_exhausted=False)
