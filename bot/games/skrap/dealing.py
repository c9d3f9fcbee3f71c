"""Shuffling and dealing at the start of every round (section 3)."""

from bot.engine.cards import Cards, in_order
from bot.engine.chance import Seat
from bot.engine.draft import Draft
from bot.engine.events import Event, SeatEvent
from bot.games.skrap.cards import FULL_DECK, HAND_SIZE, LARGE_HAND_SIZE
from bot.games.skrap.ending import end_at_limit
from bot.games.skrap.options import SkrapOptions
from bot.games.skrap.state import State


class Dealt(Event, frozen=True):
    """A round has begun. `sizes` is the number of cards each seat got, 0 for one that has left."""

    round: int
    sizes: tuple[int, ...]
    undealt: int


class Hand(SeatEvent, frozen=True):
    """A player's hand after the deal, the reveal or a bot they played. Only they learn it."""

    cards: Cards


def blank_table(seats: int, options: SkrapOptions) -> State:
    """Return the state before the first deal: no cards dealt, no heads."""
    return State(
        options=options, pack=FULL_DECK, round=0, heads=(0,) * seats, sizes=(HAND_SIZE,) * seats,
        hands=((),) * seats, surge=(None,) * seats, throws=(None,) * seats, scavengers=((),) * seats,
    )  # fmt: skip


def deal_game(draft: Draft[State]) -> None:
    """Deal the first round."""
    deal_round(draft, draft.state.sizes)


def deal_next(draft: Draft[State]) -> None:
    """Deal the next round: 11 cards to players who played scavengers, 10 to everyone else (R14)."""
    state = draft.state
    sizes = (LARGE_HAND_SIZE if pair else HAND_SIZE for pair in state.scavengers)
    deal_round(draft, tuple(0 if seat in state.left else size for seat, size in enumerate(sizes)))


def deal_round(draft: Draft[State], sizes: tuple[int, ...]) -> None:
    """Shuffle the full pack and deal hands of these sizes, or end the game after its last round."""
    before = draft.state
    if before.round >= before.options.max_rounds:
        end_at_limit(draft)
    hands, stock = _deal_out(draft.chance.shuffle(FULL_DECK), sizes)
    draft.replace(blank_table(len(sizes), before.options))
    draft.change(
        round=before.round + 1, heads=before.heads, sizes=sizes, hands=hands, stock=stock, left=before.left
    )
    draft.tell(Dealt(before.round + 1, sizes, len(stock)))
    tell_hands(draft, draft.state.active)


def tell_hands(draft: Draft[State], seats: tuple[Seat, ...]) -> None:
    """Tell each of these players their current hand, and nobody else."""
    for seat in seats:
        draft.tell(Hand(seat, draft.state.hands[seat], to=(seat,)))


def _deal_out(shuffled: Cards, sizes: tuple[int, ...]) -> tuple[tuple[Cards, ...], Cards]:
    """Deal whole hands from the top in seat order. Return the hands and the cards left over."""
    hands = []
    top = 0
    for size in sizes:
        hands.append(in_order(shuffled[top : top + size]))
        top += size
    return tuple(hands), in_order(shuffled[top:])
