"""Discarding a card, which ends a turn (sections 4 and 5)."""

from typing import Final

from bot.engine.cards import Card, without
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import SeatEvent
from bot.engine.held import named_card, not_held
from bot.engine.moves import CardText, Move
from bot.games.crazy_rummy.cards import PLAYED_CARDS, PLAYED_PACK
from bot.games.crazy_rummy.ending import end_hand
from bot.games.crazy_rummy.state import State
from bot.games.crazy_rummy.turns import pass_turn


class Discard(Move, frozen=True):
    """Discard one card."""

    card: CardText


class Discarded(SeatEvent, frozen=True):
    """A player ended their turn with a discard. `hand` cards are left."""

    card: Card
    hand: int


_DISCARDS: Final = {card: Discard(card) for card in PLAYED_PACK}


def discard_refusal(state: State, card: Card) -> Refusal | None:
    """Return why the player on turn can't discard this card from their hand (R11)."""
    if card != state.taken:
        return None
    hand = state.hands[state.mover]
    is_free = len(hand) == 1 or hand.count(card) > 1
    return None if is_free else Refusal("returned-card", {"card": card})


def discard_moves(state: State, groups: dict[str, list[Card]]) -> list[Move]:
    """Return the discards open to the player on turn: lone cards first, wilds last."""
    naturals = sorted((group for rank, group in groups.items() if rank != state.wild), key=len)
    cards = dict.fromkeys(card for group in (*naturals, groups.get(state.wild, ())) for card in group)
    return [_DISCARDS[card] for card in cards if discard_refusal(state, card) is None]


def discard(draft: Draft[State], seat: Seat, move: Discard) -> Refusal | None:
    """End the turn with a discard. It ends a first play (R7), and counts towards or resets the lock (R13)."""
    state, hand = draft.state, draft.state.hands[seat]
    card = named_card(move.card, deck=PLAYED_CARDS)
    if isinstance(card, Refusal):
        return card
    if refusal := not_held(hand, (card,)) or discard_refusal(state, card):
        return refusal
    hand = without(hand, (card,))
    took_and_laid_nothing = state.taken is not None and not state.laid
    first_plays = {*state.first_play_done, seat} if state.laid else state.first_play_done
    draft.change(
        hands=put(state.hands, seat, hand),
        discard=(*state.discard, card),
        lock_count=state.lock_count + 1 if took_and_laid_nothing else 0,
        first_play_done=tuple(sorted(first_plays)),
    )
    draft.tell(Discarded(seat, card, len(hand)))
    if hand:
        pass_turn(draft)
    else:
        end_hand(draft, seat)
    return None
