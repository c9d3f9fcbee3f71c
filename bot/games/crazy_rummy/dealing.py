"""Dealing (section 3). Each player's first card sets their number of cards, the dealer's the wild rank."""

from msgspec import UNSET, UnsetType

from bot.engine.cards import RANK_OF, Card, Cards
from bot.engine.chance import Seat
from bot.engine.draft import Draft
from bot.engine.events import Event, SeatEvent
from bot.engine.seats import from_left_of
from bot.games.crazy_rummy.cards import DEAL_SIZE, full_packs
from bot.games.crazy_rummy.options import CrazyRummyOptions, packs_for
from bot.games.crazy_rummy.state import State


class DealerDrawn(SeatEvent, frozen=True):
    """The first dealer was drawn at random."""


class Dealt(Event, frozen=True):
    """A hand was dealt: the face-up cards, the size of each hand, and the seat that begins (`turn`)."""

    hand_number: int
    dealer: Seat
    packs: int
    up_cards: tuple[tuple[Seat, Card], ...]
    """Each player's first card, in the order of the deal, the dealer's last."""
    wild: str
    marker: Card | None
    hand_sizes: tuple[int, ...]
    discard: Card
    stock: int
    turn: Seat


class Hand(SeatEvent, frozen=True):
    """The cards one player was dealt. Only that player learns them."""

    cards: Cards


def blank_table(seats: int, options: CrazyRummyOptions) -> State:
    """Return the state before the first deal."""
    empty = ((),) * seats
    return State(
        options=options, hand_number=0, dealer=0, turn=None, packs=0, pack=(), wild="", marker=None,
        stock=(), discard=(), hands=empty, sets=empty, fed=empty, totals=(0,) * seats,
    )  # fmt: skip


def deal_game(draft: Draft[State]) -> None:
    """Draw the first dealer and deal the first hand."""
    dealer = draft.chance.seat(range(len(draft.state.hands)))
    draft.tell(DealerDrawn(dealer))
    deal_hand(draft, dealer)


def deal_hand(draft: Draft[State], dealer: Seat) -> None:
    """Deal a hand from full packs, one player's cards at a time (R19), the dealer's last."""
    before = draft.state
    packs = packs_for(before.active_count, before.options)
    deck = draft.chance.shuffle(full_packs(packs))
    dealt, rest = _deal_out(deck, from_left_of(dealer, before.active))
    up_cards = tuple((seat, cards[0]) for seat, cards in dealt.items())
    marker = up_cards[-1][1] if before.options.dealer_wild == "marker" else None
    if marker is not None:
        # The wildcard counts towards the dealer's number of cards, but they can't play it (R4).
        dealt[dealer] = dealt[dealer][1:]
    draft.replace(blank_table(len(before.hands), before.options))
    draft.change(
        hand_number=before.hand_number + 1, dealer=dealer, turn=up_cards[0][0], packs=packs,
        pack=full_packs(packs), wild=RANK_OF[up_cards[-1][1]], marker=marker, stock=rest[1:],
        discard=rest[:1], hands=tuple(dealt.get(seat, ()) for seat in range(len(before.hands))),
        totals=before.totals, last_hand=before.last_hand, left=before.left,
        without_turn=still_waiting(before, up_cards[0][0]),
    )  # fmt: skip
    _tell_deal(draft, up_cards)


def still_waiting(state: State, seat: Seat) -> tuple[Seat, ...] | UnsetType:
    """Return the players still without a turn once a seat's turn begins, UNSET if the option is off."""
    if not state.options.turns_for_all:
        return UNSET
    waiting = state.active if state.without_turn is UNSET else state.without_turn
    return tuple(one for one in waiting if one != seat)


def _deal_out(deck: Cards, order: tuple[Seat, ...]) -> tuple[dict[Seat, Cards], Cards]:
    """Return each seat's cards, the face-up one first, and the rest of the deck."""
    dealt: dict[Seat, Cards] = {}
    for seat in order:
        count = DEAL_SIZE[RANK_OF[deck[0]]]
        dealt[seat], deck = deck[:count], deck[count:]
    return dealt, deck


def _tell_deal(draft: Draft[State], up_cards: tuple[tuple[Seat, Card], ...]) -> None:
    state = draft.state
    draft.tell(
        Dealt(
            state.hand_number, state.dealer, state.packs, up_cards, state.wild, state.marker,
            tuple(map(len, state.hands)), state.discard[-1], len(state.stock), state.mover,
        )
    )  # fmt: skip
    for seat, _ in up_cards:
        draft.tell(Hand(seat, state.hands[seat], to=(seat,)))
