"""The discard that ends a turn (sections 4 and 5), and the play of a run-out clock."""

from typing import Final

from bot.engine.cards import Card, without
from bot.engine.chance import Seat
from bot.engine.contract import CardText, Event, Move, Refusal
from bot.games.crazy_rummy.drawing import draw_from_stock
from bot.games.crazy_rummy.refusals import held_cards
from bot.games.crazy_rummy.scoring import end_hand
from bot.games.crazy_rummy.state import Play, State, put
from bot.games.crazy_rummy.turns import pass_turn
from bot.games.crazy_rummy.values import PLAYED_PACK, cheapness


class Discard(Move, frozen=True):
    """Give one card to the discard pile."""

    card: CardText


class Discarded(Event, frozen=True):
    """A player ended the turn with a discard; so many cards are left in the hand."""

    seat: Seat
    card: Card
    hand: int


class TimedOut(Event, frozen=True):
    """A player's clock ran out: a card is drawn if none was, and the cheapest one discarded."""

    seat: Seat


_DISCARDS: Final = {card: Discard(card) for card in PLAYED_PACK}


def discard_refusal(state: State, card: Card) -> Refusal | None:
    """Why this card from the hand of the player on turn cannot go to the pile (R11)."""
    hand = state.hands[state.mover]
    is_returned = card == state.taken and len(hand) > 1 and hand.count(card) == 1
    return Refusal("returned-card", {"card": card}) if is_returned else None


def discards(state: State, groups: dict[str, list[Card]]) -> list[Move]:
    """The discards open to the player on turn: lone cards first, wilds last."""
    naturals = sorted((group for rank, group in groups.items() if rank != state.wild), key=len)
    cards = dict.fromkeys(card for group in (*naturals, groups.get(state.wild, ())) for card in group)
    return [_DISCARDS[card] for card in cards if discard_refusal(state, card) is None]


def discard(play: Play, text: str) -> Refusal | None:
    """End the turn with the card of this text; a first play ends with it (R7), R13's counter moves."""
    state, seat = play.state, play.state.mover
    cards = held_cards(state, text, one=True)
    if isinstance(cards, Refusal):
        return cards
    (card,) = cards
    if refusal := discard_refusal(state, card):
        return refusal
    hand = without(state.hands[seat], cards)
    took_and_laid_nothing = state.taken is not None and not state.laid
    done = {*state.first_play_done, seat} if state.laid else state.first_play_done
    play.change(
        hands=put(state.hands, seat, hand),
        discard=(*state.discard, card),
        lock_count=state.lock_count + 1 if took_and_laid_nothing else 0,
        first_play_done=tuple(sorted(done)),
    )
    play.tell(Discarded(seat, card, len(hand)))
    if hand:
        pass_turn(play)
    else:
        end_hand(play, seat)
    return None


def time_out(play: Play) -> None:
    """The default of both phases: draw from the stock if need be, lay nothing, discard the cheapest."""
    state = play.state
    play.tell(TimedOut(state.mover))
    if state.phase == "draw":
        draw_from_stock(play)
    discard(play, cheapest_discard(play.state))


def cheapest_discard(state: State) -> Card:
    """The permitted card with the fewest points in the hand of the player on turn."""
    hand = state.hands[state.mover]
    permitted = [card for card in hand if discard_refusal(state, card) is None]
    return min(permitted, key=lambda card: cheapness(card, state.wild))
