"""The viewer's hand, the order of play, and points of any size as text."""

from typing import Final, cast

from bot.engine.cards import Card, Suit
from bot.engine.chance import Seat
from bot.engine.view import is_covered
from bot.games.craits.cards import NAMEABLE
from bot.games.craits.functions import Effect, effect_of
from bot.games.craits.playing import Play
from bot.games.craits.state import CLOCKWISE, State, seat_after
from bot.rendering.catalog import say
from bot.rendering.numbers import group_digits, grouped
from bot.rendering.scene import Scene

EXACT_DIGITS: Final = 45
"""The most digits of a number that's written in full: a message must have room for seven players."""


def view_of(scene: Scene) -> State:
    """Return the scene's view, typed as a state of Craits."""
    return cast("State", scene.view)


def own_hand(scene: Scene) -> tuple[Card, ...] | None:
    """Return the viewer's cards. None if they're face down even for the viewer, a blind dealer."""
    hand = view_of(scene).hands[scene.seat]
    return None if is_covered(hand) else hand


def playable(scene: Scene) -> list[Card]:
    """Return the different cards the viewer can play."""
    return list(dict.fromkeys(move.card for move in scene.legal if isinstance(move, Play)))


def named_suit(view: State) -> Suit | None:
    """Return the suit that counts on a wild top card. None for other cards, and until it's named."""
    return view.suit if view.top in NAMEABLE and view.phase != "opening-suit" else None


def after(scene: Scene, seat: Seat, places: int = 1) -> Seat:
    """Return the active seat this many places on in the current direction."""
    for _ in range(places):
        seat = view_of(scene).next_seat(seat)
    return seat


def effect_now(scene: Scene, card: Card) -> Effect:
    """Return the effect that a card would have if it were played now."""
    view, faces = view_of(scene), scene.options["faces"]
    return effect_of(card, phase=view.phase, king_steps=view.king_steps, faces=faces)


def next_dealer(scene: Scene) -> Seat:
    """Return the dealer of the next hand."""
    view = view_of(scene)
    return seat_after(view.dealer, view.active, CLOCKWISE, len(view.hands))


def amount(value: int) -> str:
    """Return a number with separated thousands: `1,234`. A very long one keeps its ends and its length."""
    sign, size = "−" if value < 0 else "", abs(value)
    return sign + (grouped(size) if size < 10**EXACT_DIGITS else _shortened(size))


def _shortened(size: int) -> str:
    """Return a long number by its ends: `123,456,789,012,…,345,678,901 (1,052 digits)`.

    Python refuses to convert integers of several thousand digits to text, so only the ends are converted.
    """
    digits = _digits(size)
    head = size // 10 ** ((digits - 1) // 3 * 3 - 9)
    ends = group_digits(f"{head:,},…,{size % 10**9:011,}")
    return say("{number} ({digits} digits)", number=ends, digits=grouped(digits))


def _digits(size: int) -> int:
    """Return the number of digits of a positive number: a low estimate from its bits, then counted up."""
    digits = (size.bit_length() - 1) * 30102 // 100_000
    while 10**digits <= size:
        digits += 1
    return digits


def cost_text(cost: int, pressure: int) -> str:
    """Return the cost of a hand: `37`, or `37 + 5 shuffle pressure`."""
    if not pressure:
        return amount(cost)
    return say("{points} + {more} shuffle pressure", points=amount(cost), more=amount(pressure))
