"""Drawing the first dealer, and dealing each hand (section 3)."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from bot.engine.cards import DECK, RANK_OF, RANKS, SUIT_OF, Card, Cards, Suit, in_order
from bot.engine.chance import Seat
from bot.engine.contract import Malformed
from bot.engine.draft import Draft, Refusal
from bot.engine.events import Event, SeatEvent
from bot.engine.moves import Move
from bot.engine.seats import from_left_of
from bot.games.craits.cards import HAND_SIZES, NAMEABLE
from bot.games.craits.ending import clear_hand
from bot.games.craits.functions import carry_out
from bot.games.craits.options import CraitsOptions, packs_for
from bot.games.craits.state import CLOCKWISE, Scores, State
from bot.games.craits.turns import ask, pass_turn

Round: TypeAlias = tuple[tuple[Seat, Card], ...]
"""The cards drawn by the seats still tied for the first deal."""

_ACE_HIGH: Final = (*RANKS[1:], "A")
"""The ranks from low to high, as they count only for the first deal (R2)."""


class NameSuit(Move, frozen=True, tag="suit"):
    """Name the suit of a turned-up eight or nine."""

    suit: Suit


class Deal(Move, frozen=True):
    """Deal the next hand."""


class DealerDrawn(Event, frozen=True):
    """Cards were drawn for the first deal, with further rounds among tied players (R2)."""

    rounds: tuple[Round, ...]
    dealer: Seat


class Dealt(Event, frozen=True):
    """A hand has begun. Each active player got `size` cards."""

    hand_number: int
    size: int
    dealer: Seat


class TurnedUp(Event, frozen=True):
    """The first card was turned up. It counts as the dealer's play (R5)."""

    card: Card


class Hand(SeatEvent, frozen=True):
    """A player's whole hand after the deal or a play. Only that player learns it."""

    cards: Cards


class SuitNamed(SeatEvent, frozen=True):
    """The dealer named the suit of a turned-up eight or nine."""

    suit: Suit


def blank_table(seats: int, options: CraitsOptions) -> State:
    """Return the state before the first deal."""
    pack, zeros = in_order(DECK * packs_for(seats, options)), (0,) * seats
    return State(
        options=options, pack=pack, hands=((),) * seats, stock=pack,
        scores=Scores(zeros, zeros, zeros),
    )  # fmt: skip


def deal_game(draft: Draft[State]) -> None:
    """Draw the first dealer and deal the first hand."""
    _draw_dealer(draft)
    _deal_hand(draft)


def deal(draft: Draft[State], _seat: Seat, _move: Deal) -> None:
    """Deal the next hand. The deal passes to the left, past players who have left (R3, R40)."""
    draft.change(direction=CLOCKWISE)
    state = draft.state
    draft.change(dealer=state.next_seat(state.dealer), hand_number=state.hand_number + 1)
    _deal_hand(draft)


def suit_refusal(card: Card | None, suit: Suit | None) -> Refusal | None:
    """Return why this suit, or none, may not be named with this card (R9)."""
    if card not in NAMEABLE:
        return Refusal("suit-not-allowed", {"card": card}) if suit else None
    if suit is None:
        return Refusal("suit-needed", {"card": card}) if RANK_OF[card] == "8" else None
    if suit in NAMEABLE[card]:
        return None
    return Refusal("wrong-colour", {"card": card, "suits": NAMEABLE[card]})


def suit_moves(state: State) -> list[Move]:
    """Return the suits that the dealer may name, the printed one first."""
    return [NameSuit(suit) for suit in NAMEABLE[state.top or ""] if suit_refusal(state.top, suit) is None]


def name_suit(draft: Draft[State], seat: Seat, move: NameSuit) -> Refusal | None:
    """Name the suit of the turned-up eight or nine. A blind dealer sees their hand only now (R6)."""
    state = draft.state
    if refusal := suit_refusal(state.top, move.suit):
        return refusal
    draft.change(suit=move.suit)
    draft.tell(SuitNamed(seat, move.suit))
    if state.is_blind(seat):
        draft.tell(Hand(seat, state.hands[seat], to=(seat,)))
    pass_turn(draft, seat)
    return None


def _draw_dealer(draft: Draft[State]) -> None:
    """Draw cards for the first deal. The lowest deals, and tied players draw again from the rest (R2)."""
    cards = draft.chance.shuffle(draft.state.pack)
    rounds: list[Round] = []
    tied: Sequence[Seat] = draft.state.active
    while 1 < len(tied) <= len(cards):
        drawn = tuple(zip(tied, cards, strict=False))
        cards = cards[len(tied) :]
        rounds.append(drawn)
        lowest = min(_ace_high(card) for _, card in drawn)
        tied = [seat for seat, card in drawn if _ace_high(card) == lowest]
    draft.change(dealer=tied[0])
    draft.tell(DealerDrawn(tuple(rounds), tied[0]))


def _ace_high(card: Card) -> int:
    return _ACE_HIGH.index(RANK_OF[card])


def _deal_hand(draft: Draft[State]) -> None:
    """Deal the current hand, and carry out the turned-up card as the dealer's play (R5)."""
    clear_hand(draft)
    state, size = draft.state, HAND_SIZES[draft.state.hand_number - 1]
    hands, (top, *stock) = _deal_out(state, draft.chance.shuffle(state.pack), size)
    draft.change(
        hands=hands, stock=tuple(stock), top=top, suit=SUIT_OF[top], under=(), actions=0, revealed=False,
        scores=replace(state.scores, hand_pressures=(0,) * len(hands)),
    )  # fmt: skip
    draft.tell(Dealt(state.hand_number, size, state.dealer))
    draft.tell(TurnedUp(top))
    if top in NAMEABLE:
        ask(draft, state.dealer, "opening-suit")
        _tell_hands(draft)
    else:
        _tell_hands(draft)
        carry_out(draft, state.dealer, top)


def _deal_out(state: State, cards: Cards, size: int) -> tuple[tuple[Cards, ...], Cards]:
    """Deal hands one card at a time from the dealer's left. Return them and the cards left over.

    Raise Malformed if no card would be left to turn up.
    """
    order = from_left_of(state.dealer, state.active)
    dealt = size * len(order)
    if dealt >= len(cards):
        raise Malformed(f"{len(cards)} cards are too few to deal {size} each to {len(order)} players")
    hands: list[Cards] = [()] * len(state.hands)
    for place, seat in enumerate(order):
        hands[seat] = in_order(cards[place : dealt : len(order)])
    return tuple(hands), cards[dealt:]


def _tell_hands(draft: Draft[State]) -> None:
    """Tell each player their hand. A blind dealer learns theirs later (R6)."""
    state = draft.state
    for seat in state.active:
        if not state.is_blind(seat):
            draft.tell(Hand(seat, state.hands[seat], to=(seat,)))
