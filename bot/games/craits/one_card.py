"""The duty to call "one card", and the penalty for forgetting it (rules, section 4.5)."""

from bot.engine.chance import Seat
from bot.games.craits.count import fail_count
from bot.games.craits.events import Caught, Declared
from bot.games.craits.table import Table


def declare(table: Table, seat: Seat) -> None:
    """Make good a forgotten declaration before anybody calls (R22)."""
    table.mark(seat, declared=True)
    table.events.append(Declared(seat=seat))


def call_idiot(table: Table, caller: Seat, offender: Seat) -> None:
    """Catch an undeclared single card: instead of the next turn, or of the present one (R23)."""
    at_once = offender == table.turn
    table.undeclared -= {offender}
    table.owes |= {offender}
    table.events.append(Caught(caller=caller, seat=offender, at_once=at_once))
    if not at_once:
        return
    table.pay(offender)
    if table.phase == "count":
        fail_count(table, offender)
    else:
        table.pass_turn(offender)
