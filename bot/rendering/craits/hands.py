"""The viewer's hand, the order of play, and points of any size in words."""

from typing import Final, cast

from bot.engine.cards import Card, Suit
from bot.engine.chance import Seat
from bot.engine.view import is_covered
from bot.games.craits.cards import NAMEABLE
from bot.games.craits.functions import Effect, effect_of
from bot.games.craits.playing import Play
from bot.games.craits.state import CLOCKWISE, State, seat_after
from bot.rendering.catalog import say
from bot.rendering.lobby_words import grouped, number
from bot.rendering.scene import Scene

EXACT_DIGITS: Final = 45
"""Longer numbers are shortened in the middle: a message must hold those of seven players."""


def view_of(scene: Scene) -> State:
    """Return the scene's view."""
    return cast("State", scene.view)


def own_hand(scene: Scene) -> tuple[Card, ...] | None:
    """Return the viewer's cards. None where even the viewer sees only how many there are."""
    hand = view_of(scene).hands[scene.seat]
    return None if is_covered(hand) else hand


def playable(scene: Scene) -> list[Card]:
    """Return the different cards the viewer can play."""
    return list(dict.fromkeys(move.card for move in scene.legal if isinstance(move, Play)))


def named_suit(view: State) -> Suit | None:
    """Return the suit that counts on a wild top card. None on any other, and before it's named."""
    return view.suit if view.top in NAMEABLE and view.phase != "opening-suit" else None


def after(scene: Scene, seat: Seat, places: int = 1) -> Seat:
    """Return the active seat a few places on in the current direction."""
    for _ in range(places):
        seat = view_of(scene).next_seat(seat)
    return seat


def effect_now(scene: Scene, card: Card) -> Effect:
    """Return the effect of playing a card."""
    view, faces = view_of(scene), scene.options["faces"]
    return effect_of(card, phase=view.phase, king_steps=view.king_steps, faces=faces)


def next_dealer(scene: Scene) -> Seat:
    """Return the dealer of the next hand."""
    view = view_of(scene)
    return seat_after(view.dealer, view.active, CLOCKWISE, len(view.hands))


def amount(value: int) -> str:
    """Return a number with thousands separated: `1,234`. A very long one by both ends and its length."""
    sign, size = "−" if value < 0 else "", abs(value)
    return sign + (number(size) if size < 10**EXACT_DIGITS else _shortened(size))


def _shortened(size: int) -> str:
    """`123,456,789,012,…,345,678,901 (1,052 digits)`, without writing all of it out first.

    Python refuses to turn integers of several thousand digits into text, so only the ends are.
    """
    digits = _digits(size)
    head = size // 10 ** ((digits - 1) // 3 * 3 - 9)
    ends = grouped(f"{head:,},…,{size % 10**9:011,}")
    return say("{number} ({digits} digits)", number=ends, digits=number(digits))


def _digits(size: int) -> int:
    """Return how many digits a positive number has: a guess from below by its bits, then counted up."""
    digits = (size.bit_length() - 1) * 30102 // 100_000
    while 10**digits <= size:
        digits += 1
    return digits


def cost_text(cost: int, pressure: int) -> str:
    """Return the price of a hand: `37`, `37 + 5 for reshuffles`."""
    if not pressure:
        return amount(cost)
    return say("{points} + {more} shuffle pressure", points=amount(cost), more=amount(pressure))
