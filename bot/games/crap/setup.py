"""The deal: hands of two dice each, and who goes first (chapter 3)."""

from bot.engine.cards import JOKER, PACK, in_order
from bot.engine.chance import Chance, Seat
from bot.engine.draft import Step
from bot.engine.events import Event
from bot.games.crap.state import Cards, CrapOptions, Play, State
from bot.games.crap.turn import TurnBegan


class HandRolled(Event, frozen=True):
    """A player's two dice, which say how many cards he is dealt."""

    seat: Seat
    dice: tuple[int, ...]


class HandDealt(Event, frozen=True):
    """A player's first hand, for himself."""

    seat: Seat
    cards: Cards


class StartRolled(Event, frozen=True):
    """A roll-off for the first turn: one die for each seat of a tie, the lowest starts (R1)."""

    seats: tuple[Seat, ...]
    dice: tuple[int, ...]


def deal(seats: int, options: CrapOptions, chance: Chance) -> Step[State]:
    """Shuffle, deal every player as many cards as his dice say, and find the first player."""
    pack = in_order(PACK * 2 + (JOKER,) * (4 if options.jokers else 0))
    nothing: tuple[Cards, ...] = ((),) * seats
    zeros = (0,) * seats
    play = Play(State(options, pack, nothing, nothing, nothing, zeros, zeros), chance)
    play.change(stock=chance.shuffle(pack))
    for seat in range(seats):
        _deal_hand(play, seat)
    starter = _starter(play)
    play.change(turn=starter)
    play.tell(TurnBegan(seat=starter, number=1))
    return play.step()


def _deal_hand(play: Play, seat: Seat) -> None:
    dice = play.chance.dice(2)
    stock = play.state.stock
    hand, rest = stock[: sum(dice)], stock[sum(dice) :]
    play.change(stock=rest)
    play.add_to_hand(seat, hand)
    play.tell(HandRolled(seat=seat, dice=dice))
    play.tell(HandDealt(to=(seat,), seat=seat, cards=hand))


def _starter(play: Play) -> Seat:
    """Who has the fewest cards; those tied roll one die each until one is lowest (R1)."""
    sizes = tuple(map(len, play.state.hands))
    tied = _lowest(tuple(range(len(sizes))), sizes)
    while len(tied) > 1:
        dice = tuple(play.chance.die() for _ in tied)
        play.tell(StartRolled(seats=tied, dice=dice))
        tied = _lowest(tied, dice)
    return tied[0]


def _lowest(seats: tuple[Seat, ...], numbers: tuple[int, ...]) -> tuple[Seat, ...]:
    fewest = min(numbers)
    return tuple(seat for seat, number in zip(seats, numbers, strict=True) if number == fewest)
