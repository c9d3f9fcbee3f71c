"""Time: the turn timer, the chess clock and what happens when one runs out (sections 4 and 5.6)."""

from typing import Final

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.contract import Clock
from bot.engine.events import Event
from bot.games.crapette.carrying import Carry, carry_out
from bot.games.crapette.lifting import lift, put_down, turned
from bot.games.crapette.offers import lapsed
from bot.games.crapette.table import Table, with_seat
from bot.games.crapette.turns import Log, end_game, end_turn

MOST_TIMEOUTS: Final = 3
"""How many timeouts in a row lose the game (R19)."""


class TimedOut(Event, frozen=True):
    """The time for a turn ran out, so many times in a row for this player; what follows was automatic."""

    seat: Seat
    in_a_row: int


def seconds_left(table: Table) -> int:
    """What the player on turn has left, of the turn or with a chess clock of the game."""
    return max(table.options.allowance_seconds - table.used[table.turn], 0)


def running_clock(table: Table) -> Clock | None:
    """The clock of the player on turn; every charge starts it anew with what is left."""
    if table.end is not None:
        return None
    return Clock(f"{table.turn_number}+{table.used[table.turn]}", "turn", seconds_left(table))


def wait(table: Table, seconds: int, log: Log) -> Table:
    """Let time pass for the player on turn; what runs out on the way happens at its moment."""
    while table.end is None:
        left = seconds_left(table)
        if seconds < left:
            return _charged(table, seconds)
        table = run_out(_charged(table, left), log)
        seconds -= left
    return table


def run_out(table: Table, log: Log) -> Table:
    """The clock of the player on turn has run out: a loss (R20), or the turn is finished for them."""
    seat = table.turn
    if table.options.has_chess_clock:
        table = _charged(table, seconds_left(table))
        return end_game(table, "clock", (1 - seat,), log)
    in_a_row = min(table.timeouts[seat] + 1, MOST_TIMEOUTS)
    log.append(TimedOut(seat=seat, in_a_row=in_a_row))
    table = replace(table, timeouts=with_seat(table.timeouts, seat, in_a_row))
    if in_a_row == MOST_TIMEOUTS:
        return end_game(table, "timeouts", (1 - seat,), log)
    return _auto_finished(lapsed(table, log), log)


def _auto_finished(table: Table, log: Log) -> Table:
    """The turn ended with as few moves as the rules allow; this may even win the game (R19)."""
    if table.lifted is not None:
        return put_down(table, "D", log)
    if table.hand:
        return put_down(lift(table, log), "D", log)
    if not table.discard:
        return end_turn(table, "passed", log)
    turn_number = table.turn_number
    for house in table.empty_houses:
        table = carry_out(table, Carry("D", house), 1, log)
        if table.end is not None or table.turn_number != turn_number:
            return table
    return put_down(lift(turned(table, log), log), "D", log)


def _charged(table: Table, seconds: int) -> Table:
    used = table.used[table.turn] + seconds
    return replace(table, used=with_seat(table.used, table.turn, used))
