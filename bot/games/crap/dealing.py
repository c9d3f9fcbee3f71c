"""Dealing hands by the roll of two dice, and finding the first player (section 3)."""

from bot.engine.cards import Cards
from bot.engine.chance import Seat
from bot.engine.draft import Draft, put
from bot.engine.events import Event, SeatEvent
from bot.games.crap.cards import full_deck
from bot.games.crap.options import CrapOptions
from bot.games.crap.state import State
from bot.games.crap.turns import TurnStarted


class HandRolled(SeatEvent, frozen=True):
    """A player's two dice. Their sum is the number of cards they're dealt."""

    dice: tuple[int, ...]


class Hand(SeatEvent, frozen=True):
    """The cards a player was dealt. Only that player learns them."""

    cards: Cards


class StartRolled(Event, frozen=True):
    """A roll-off for the first turn: one die for each tied seat. The lowest starts (R1)."""

    seats: tuple[Seat, ...]
    dice: tuple[int, ...]


def blank_table(seats: int, options: CrapOptions) -> State:
    """Return the state before the packs are shuffled."""
    nothing, zeros = ((),) * seats, (0,) * seats
    return State(
        options=options, pack=full_deck(jokers=options.jokers),
        hands=nothing, protected=nothing, placed=nothing, totals=zeros, idle=zeros,
    )  # fmt: skip


def deal_game(draft: Draft[State]) -> None:
    """Shuffle, deal each player as many cards as their dice show, and find the first player."""
    draft.change(stock=draft.chance.shuffle(draft.state.pack))
    for seat in draft.state.active:
        _deal_hand(draft, seat)
    starter = _find_starter(draft)
    draft.change(turn=starter)
    draft.tell(TurnStarted(seat=starter, number=1))


def _deal_hand(draft: Draft[State], seat: Seat) -> None:
    dice = draft.chance.dice(2)
    state, count = draft.state, sum(dice)
    hand = state.stock[:count]
    draft.change(stock=state.stock[count:], hands=put(state.hands, seat, hand))
    draft.tell(HandRolled(seat=seat, dice=dice))
    draft.tell(Hand(to=(seat,), seat=seat, cards=hand))


def _find_starter(draft: Draft[State]) -> Seat:
    """Return the seat with the fewest cards. Tied seats roll a die each until one is lowest (R1)."""
    sizes = tuple(map(len, draft.state.hands))
    tied = _seats_with_lowest(draft.state.active, sizes)
    while len(tied) > 1:
        dice = tuple(draft.chance.die() for _ in tied)
        draft.tell(StartRolled(seats=tied, dice=dice))
        tied = _seats_with_lowest(tied, dice)
    return tied[0]


def _seats_with_lowest(seats: tuple[Seat, ...], numbers: tuple[int, ...]) -> tuple[Seat, ...]:
    fewest = min(numbers)
    return tuple(seat for seat, number in zip(seats, numbers, strict=True) if number == fewest)
