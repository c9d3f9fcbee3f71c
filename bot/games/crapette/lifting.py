"""The hand: lifting its top card, turning the pile over, putting the card down, passing (section 5.3)."""

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
    """Make the discard pile the hand, unshuffled, and lift its first card (R10)."""


class Put(Move, frozen=True):
    """Put the lifted card down on a pile, named as in `NAMES`."""

    target: str = msgspec.field(name="to")


class Pass(Move, frozen=True):
    """End an exhausted turn (R9)."""


class TurnedOver(SeatEvent, frozen=True):
    """A player's discard pile of this many cards became the hand. Its first card is lifted next."""

    cards: int


class Lifted(SeatEvent, frozen=True):
    """The top card of a hand was lifted and shown. `hand` cards remain in it."""

    card: Card
    hand: int = msgspec.field(name="left")


class PutDown(SeatEvent, frozen=True):
    """The lifted card went to a pile, named as the player on turn names it. `my-discard` ends the turn."""

    card: Card
    target: str


def flip_refusal(state: State) -> Refusal | None:
    """Return why no card can be lifted from the hand."""
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
    """Return why the turn may not be ended by passing."""
    return None if state.is_exhausted else Refusal("not-exhausted")


def put_refusal(state: State, target: Code) -> Refusal | None:
    """Return why the lifted card may not go to this pile. One's own discard pile always takes it."""
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
    """End an exhausted turn."""
    if refusal := pass_refusal(draft.state):
        return refusal
    begin_card_action(draft)
    end_turn(draft, "passed")
    return None


def turn_pile(draft: Draft[State]) -> None:
    """The discard pile becomes the hand: its bottom card is now the top."""
    state = draft.state
    draft.tell(TurnedOver(seat=state.turn, cards=len(state.discard)))
    turned = {HAND + state.turn: state.discard[::-1], DISCARD + state.turn: ()}
    draft.change(piles=state.piles_with(turned))


def lift(draft: Draft[State]) -> None:
    """The top card of the hand is lifted. Seen for the first time it's progress."""
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
    """The lifted card goes to a pile that may take it. On one's own discard pile it ends the turn."""
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
