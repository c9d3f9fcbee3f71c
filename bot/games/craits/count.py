"""The count: aces and twos until somebody has none (rules, section 4.4)."""

from typing import Final

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.games.craits.events import CountRaised
from bot.games.craits.matching import COUNT_CARDS
from bot.games.craits.table import HandOver, Table

_ADDS: Final[dict[Card | None, int]] = {card: 1 if card.startswith("A") else 2 for card in COUNT_CARDS}


def raise_count(table: Table, seat: Seat) -> None:
    """Carry out a two, which starts the count at 2, or an ace or two that answers it."""
    table.count += _ADDS[table.top]
    table.events.append(CountRaised(value=table.count))
    pass_count(table, seat)


def pass_count(table: Table, seat: Seat) -> None:
    """Ask the player after this seat to answer; who owes the penalty or has no card cannot (R13, R25)."""
    following = table.after(seat)
    if following in table.owes:
        table.pay(following)
        fail_count(table, following)
    elif not table.hands[following]:
        fail_count(table, following)
    else:
        table.wait_for(following, "count")


def fail_count(table: Table, seat: Seat) -> None:
    """Draw the count, which ends it and perhaps the hand; the turn is lost (R12)."""
    table.draw(seat, table.count, "count")
    table.count = 0
    if any(not table.hands[other] for other in table.active):
        raise HandOver("count")
    table.pass_turn(seat)
