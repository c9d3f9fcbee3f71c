"""The seats around a table: those that have not left, and the order of play."""

from functools import cache

from bot.engine.chance import Seat


@cache
def seats_but(seats: int, gone: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return all seats but these, in seat order."""
    return tuple(seat for seat in range(seats) if seat not in gone)


@cache
def from_left_of(seat: Seat, active: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the active seats in turn order from the left of a seat, which comes last if it is active."""
    return (*(other for other in active if other > seat), *(other for other in active if other <= seat))
