"""Who deals first, and the start of each hand (rules, section 3)."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.engine.cards import RANK_OF, RANKS, SUIT_OF, Card, Suit, in_order
from bot.engine.chance import Chance, Seat
from bot.engine.contract import Malformed
from bot.games.craits.ending import NOBODY, clear
from bot.games.craits.events import DealerDrawn, HandDealt, Held, SuitNamed, TurnedUp
from bot.games.craits.functions import carry_out
from bot.games.craits.matching import NAMEABLE
from bot.games.craits.state import CLOCKWISE, SIZES, CraitsOptions, Hand, Scores
from bot.games.craits.table import Table

Round = tuple[tuple[Seat, Card], ...]

_ACE_HIGH: Final = (*RANKS[1:], "A")
"""The ranks from low to high where they decide who deals first, and only there (R2)."""


def empty_table(seats: int, options: CraitsOptions, chance: Chance) -> Table:
    """A new table: nothing dealt yet, the first hand about to be."""
    pack = options.cards_for(seats)
    zeros = (0,) * seats
    return Table(
        chance=chance,
        events=[],
        options=options,
        pack=pack,
        phase="between-hands",
        turn=None,
        hand_number=1,
        dealer=0,
        direction=CLOCKWISE,
        hands=((),) * seats,
        stock=pack,
        top=None,
        under=(),
        suit=None,
        count=0,
        jack_run=0,
        king_steps=0,
        undeclared=NOBODY,
        declared=NOBODY,
        owes=NOBODY,
        left=NOBODY,
        scores=Scores(zeros, zeros, zeros),
        actions=0,
        revealed=False,
    )


def draw_for_deal(table: Table) -> None:
    """The lowest card deals the first hand; those who tie draw on from the same pack (R2)."""
    cards = table.chance.shuffle(table.pack)
    rounds: list[Round] = []
    tied: Sequence[Seat] = table.active
    while len(tied) > 1 and len(tied) <= len(cards):
        drawn = tuple(zip(tied, cards, strict=False))
        cards = cards[len(tied) :]
        rounds.append(drawn)
        lowest = min(_height(card) for _, card in drawn)
        tied = [seat for seat, card in drawn if _height(card) == lowest]
    table.dealer = tied[0]
    table.events.append(DealerDrawn(rounds=tuple(rounds), dealer=tied[0]))


def deal_next(table: Table) -> None:
    """Deal the next hand of the series; the deal passes to the left, past those who left (R3, R40)."""
    table.direction = CLOCKWISE
    table.dealer = table.after(table.dealer)
    table.hand_number += 1
    deal_hand(table)


def deal_hand(table: Table) -> None:
    """Deal the hand that has come, and play the card turned up for the dealer (R5)."""
    size = SIZES[table.hand_number - 1]
    _clear_for_hand(table)
    _give_out(table, table.chance.shuffle(table.pack), size)
    assert table.top is not None
    table.events.append(HandDealt(hand_number=table.hand_number, size=size, dealer=table.dealer))
    table.events.append(TurnedUp(card=table.top))
    if table.top in NAMEABLE:
        table.wait_for(table.dealer, "opening-suit")
    _show_hands(table)
    if table.top not in NAMEABLE:
        carry_out(table, table.dealer, table.top)


def name_suit(table: Table, seat: Seat, suit: Suit) -> None:
    """Fix the suit of the turned-up eight or nine; only now a blind dealer sees the hand (R6)."""
    was_blind = table.state.is_blind(seat)
    table.suit = suit
    table.events.append(SuitNamed(seat=seat, suit=suit))
    if was_blind:
        table.events.append(Held(seat=seat, cards=table.hands[seat], to=(seat,)))
    table.pass_turn(seat)


def _clear_for_hand(table: Table) -> None:
    clear(table)
    table.actions = 0
    table.revealed = False
    table.under = ()
    table.scores = replace(table.scores, hand_pressures=(0,) * len(table.hands))


def _give_out(table: Table, cards: Sequence[Card], size: int) -> None:
    """Deal one by one from the dealer's left, turn the next card up and keep the rest as the stock."""
    seats = _playing_order(table)
    dealt = size * len(seats)
    if dealt >= len(cards):
        raise Malformed(f"{len(cards)} cards are too few to deal {size} each to {len(seats)} players")
    hands: list[Hand] = [()] * len(table.hands)
    for place, seat in enumerate(seats):
        hands[seat] = in_order(cards[place : dealt : len(seats)])
    table.hands = tuple(hands)
    table.top, table.suit = cards[dealt], SUIT_OF[cards[dealt]]
    table.stock = tuple(cards[dealt + 1 :])


def _playing_order(table: Table) -> list[Seat]:
    """The active seats clockwise from the dealer's left, the dealer last."""
    order = [table.after(table.dealer)]
    while order[-1] != table.dealer:
        order.append(table.after(order[-1]))
    return order


def _show_hands(table: Table) -> None:
    state = table.state
    table.events += [
        Held(seat=seat, cards=state.hands[seat], to=(seat,))
        for seat in state.active
        if not state.is_blind(seat)
    ]


def _height(card: Card) -> int:
    return _ACE_HIGH.index(RANK_OF[card])
