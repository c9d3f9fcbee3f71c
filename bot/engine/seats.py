"""The seats around a table, those still playing, and the order of play."""

from functools import cache

from bot.engine.chance import Seat


@cache
def seats_except(seats: int, left: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return all seats but these, in seat order."""
    return tuple(seat for seat in range(seats) if seat not in left)


@cache
def from_left_of(seat: Seat, active: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the active seats in turn order, starting left of a seat and ending with it."""
    return (*(other for other in active if other > seat), *(other for other in active if other <= seat))
