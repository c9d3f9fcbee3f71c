"""A player leaves the game (ruling R40)."""

from bot.engine.chance import Seat
from bot.games.craits.count import pass_count
from bot.games.craits.ending import clear, finish
from bot.games.craits.events import PlayerLeft, SuitNamed
from bot.games.craits.table import Table


def leave(table: Table, seat: Seat) -> None:
    """Put the leaver's cards under the pile; if they were to decide, the turn or the count goes on."""
    cards = table.hands[seat]
    table.hold(seat, ())
    table.under += cards
    table.owes -= {seat}
    table.left |= {seat}
    table.events.append(PlayerLeft(seat=seat, cards=len(cards), players=len(table.active)))
    if len(table.active) == 1:
        clear(table)
        finish(table)
    elif seat == table.turn:
        _go_on(table, seat)


def _go_on(table: Table, seat: Seat) -> None:
    """Find another decider; a turned-up eight or nine keeps its printed suit."""
    if table.phase == "count":
        pass_count(table, seat)
        return
    if table.phase == "opening-suit":
        assert table.suit is not None
        table.events.append(SuitNamed(seat=seat, suit=table.suit))
    table.pass_turn(seat)
