"""Playing a card, or drawing if none can be played (sections 4.2 and 5)."""

from typing import Final

from msgspec import field
from msgspec.structs import replace

from bot.engine.cards import DECK, SUIT_OF, Card, Suit, without
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import SeatEvent
from bot.engine.held import named_card, not_held
from bot.engine.moves import CardText, Move
from bot.games.craits.cards import COUNT_CARDS, FITTING, NAMEABLE, PREFERENCE
from bot.games.craits.count import fail_count
from bot.games.craits.dealing import Hand, suit_refusal
from bot.games.craits.functions import carry_out, draw_and_pass, is_idle
from bot.games.craits.one_card import mark_single
from bot.games.craits.state import PLAYING, State


class Play(Move, frozen=True):
    """Play a card. It may name a suit (eights and nines) and call "one card"."""

    card: CardText
    suit: Suit | None = None
    declare: bool = False


class Draw(Move, frozen=True):
    """Draw because nothing in the hand can be played."""


class Played(SeatEvent, frozen=True):
    """A card was played. `suit` is the one named, `hand` the number of cards left, `idle`: no function."""

    card: Card
    suit: Suit | None
    hand: int = field(name="left")
    declared: bool
    idle: bool


_SILENT: Final[dict[Card, tuple[Play, ...]]] = {
    card: tuple(Play(card, suit) for suit in NAMEABLE.get(card, (None,))) for card in DECK
}
_DECLARED: Final[dict[Card, tuple[Play, ...]]] = {
    card: tuple(Play(play.card, play.suit, declare=True) for play in plays) for card, plays in _SILENT.items()
}


def fitting(state: State) -> frozenset[Card]:
    """Return the cards that fit now, in any hand. Only for phases in which someone must play."""
    return COUNT_CARDS if state.phase == "count" else FITTING[state.suit, state.top]


def playable(state: State, seat: Seat) -> list[Card]:
    """Return the different cards of a hand that fit, most points first (R41)."""
    return sorted(fitting(state).intersection(state.hands[seat]), key=PREFERENCE.__getitem__)


def play_refusal(state: State, seat: Seat, card: Card, move: Play) -> Refusal | None:
    """Return why the move can't be made with this card, which was read from it."""
    hand = state.hands[seat]
    if card not in hand:
        return not_held(hand, (card,))
    if card not in fitting(state):
        return _misfit_refusal(state, seat, card)
    if refusal := suit_refusal(card, move.suit):
        return refusal
    left = len(hand) - 1
    return Refusal("not-one-card", {"left": left}) if move.declare and left != 1 else None


def _misfit_refusal(state: State, seat: Seat, card: Card) -> Refusal:
    if state.phase == "count":
        return Refusal("count-only", {"card": card, "count": state.count})
    facts = {"top": state.top, "suit": state.suit, "playable": playable(state, seat)}
    return Refusal("not-playable", {"card": card, **facts})


def draw_refusal(state: State, seat: Seat) -> Refusal | None:
    """Return why a player may not draw: they can play a card (R7)."""
    if fitting(state).isdisjoint(state.hands[seat]):
        return None
    return Refusal("must-play", {"playable": playable(state, seat)})


def play_moves(state: State, seat: Seat) -> list[Move]:
    """Return the plays open to the decider, the default first, or the draw if there's none.

    Calling `play_refusal` for each card would be slower. A test compares the two.
    """
    cards = playable(state, seat)
    if not cards:
        return [Draw()]
    moves: list[Move] = []
    for ways in (_DECLARED, _SILENT) if len(state.hands[seat]) == 2 else (_SILENT,):
        for card in cards:
            moves += ways[card]
    return moves


def play(draft: Draft[State], seat: Seat, move: Play) -> Refusal | None:
    """Play a card from the hand and carry out its function."""
    state = draft.state
    card = named_card(move.card)
    if isinstance(card, Refusal):
        return card
    if refusal := play_refusal(state, seat, card, move):
        return refusal
    _lay(draft, seat, card, move.suit)
    hand = draft.state.hands[seat]
    if len(hand) == 1:
        mark_single(draft, seat, declared=move.declare)
    draft.tell(Played(seat, card, move.suit, len(hand), move.declare, is_idle(state)))
    draft.tell(Hand(seat, hand, to=(seat,)))
    carry_out(draft, seat, card)
    return None


def _lay(draft: Draft[State], seat: Seat, card: Card, suit: Suit | None) -> None:
    """Move a card from a hand to the discard pile. Its own suit counts unless another was named."""
    state = draft.state.without_marks(seat)
    draft.replace(
        replace(
            state,
            hands=put(state.hands, seat, without(state.hands[seat], (card,))),
            top=card,
            under=state.under if state.top is None else (*state.under, state.top),
            suit=suit or SUIT_OF[card],
            actions=state.actions + 1,
        )
    )


def forced_draw(state: State, seat: Seat) -> Move | None:
    """Return the automatic draw of a player who can't play, unless the table draws by hand."""
    is_asked = seat == state.turn and state.phase in PLAYING
    if not is_asked or state.options.forced_draws == "by-hand":
        return None
    return Draw() if draw_refusal(state, seat) is None else None


def draw(draft: Draft[State], seat: Seat, _: Draw) -> Refusal | None:
    """Draw one card or the whole count when no card is playable, then pass the turn (R8)."""
    state = draft.state
    if refusal := draw_refusal(state, seat):
        return refusal
    draft.change(actions=state.actions + 1)
    if state.phase == "count":
        fail_count(draft, seat)
    else:
        draw_and_pass(draft, seat, "unable")
    return None
