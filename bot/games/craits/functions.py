"""Playing a card, and what each rank does (rules, section 4.3)."""

from collections.abc import Callable
from typing import Final

from bot.engine.cards import PACK, RANK_OF, Card, Rank, parse_card, without
from bot.engine.chance import Seat
from bot.games.craits.count import fail_count, raise_count
from bot.games.craits.events import DrawReason, Held, Played, Reversed
from bot.games.craits.moves import Play
from bot.games.craits.table import HandOver, Table

Function = Callable[[Table, Seat], None]
"""Carries out the top card for the player who laid it, and says who comes next."""

KING_STEPS: Final = 3


def play(table: Table, seat: Seat, move: Play) -> None:
    """Play a card from the hand and carry out its function."""
    card = parse_card(move.card)
    hand = without(table.hands[seat], (card,))
    table.actions += 1
    table.hold(seat, hand)
    if len(hand) == 1:
        table.mark(seat, declared=move.declare)
    table.lay(card, move.suit)
    idle = table.king_steps > 1
    played = Played(seat=seat, card=card, suit=move.suit, left=len(hand), declared=move.declare, idle=idle)
    table.events += (played, Held(seat=seat, cards=hand, to=(seat,)))
    carry_out(table, seat, card)


def draw_instead(table: Table, seat: Seat) -> None:
    """Draw for want of a playable card: one, or the whole count; the turn passes (R8)."""
    table.actions += 1
    if table.phase == "count":
        fail_count(table, seat)
    else:
        _draw_and_pass(table, seat, "unable")


def carry_out(table: Table, seat: Seat, card: Card) -> None:
    """Carry out the card just laid; a turned-up one counts as the dealer's play (R5)."""
    function = _function_of(table, card)
    if function is not _jack:
        table.jack_run = 0
    function(table, seat)


def _function_of(table: Table, card: Card) -> Function:
    if table.phase == "count":
        return raise_count
    if table.king_steps > 1:
        return _king_step
    return (_WITH_FACES if table.options.faces else _PLAIN)[card]


def _pass_on(table: Table, seat: Seat, *, skip: bool = False) -> None:
    """The function is done: whoever played the last card is out, else the turn passes (R20)."""
    if not table.hands[seat]:
        raise HandOver("out")
    table.pass_turn(seat, skip=skip)


def _draw_and_pass(table: Table, seat: Seat, why: DrawReason) -> None:
    table.draw(seat, 1, why)
    table.pass_turn(seat)


def _four(table: Table, seat: Seat) -> None:
    _pass_on(table, seat, skip=True)


def _five(table: Table, seat: Seat) -> None:
    other = table.after(seat)
    while other != seat:
        table.draw(other, 1, "five")
        other = table.after(other)
    _pass_on(table, seat)


def _six(table: Table, seat: Seat) -> None:
    if table.hands[seat]:
        table.wait_for(seat, "play-again")
    else:
        _draw_and_pass(table, seat, "six")


def _seven(table: Table, seat: Seat) -> None:
    """The second player on draws, at a table of two or three the next one (R17)."""
    drawer = table.after(seat)
    if len(table.active) > 3:
        drawer = table.after(drawer)
    table.draw(drawer, 1, "seven")
    _pass_on(table, seat)


def _ten(table: Table, seat: Seat) -> None:
    table.direction = -table.direction
    table.events.append(Reversed(clockwise=table.direction > 0))
    _pass_on(table, seat)


def _jack(table: Table, seat: Seat) -> None:
    """Each jack with function directly on another costs two cards more (R35)."""
    table.jack_run += 1
    table.draw(table.after(seat), 2 * table.jack_run, "jack")
    _pass_on(table, seat, skip=True)


def _queen_of_spades(table: Table, seat: Seat) -> None:
    table.draw(table.after(seat), 5, "queen")
    _pass_on(table, seat, skip=True)


def _king(table: Table, seat: Seat) -> None:
    _ask_for_more(table, seat, KING_STEPS)


def _king_step(table: Table, seat: Seat) -> None:
    """The first or second card after a king has no function (R37)."""
    _ask_for_more(table, seat, table.king_steps - 1)


def _ask_for_more(table: Table, seat: Seat, steps: int) -> None:
    """A king asks for so many more cards; without any left a card is drawn and the run is over (R38)."""
    if table.hands[seat]:
        table.wait_for(seat, "king-run", steps)
    else:
        _draw_and_pass(table, seat, "king")


_BY_RANK: Final[dict[Rank, Function]] = {
    "2": raise_count,
    "4": _four,
    "5": _five,
    "6": _six,
    "7": _seven,
    "10": _ten,
}
_FACES: Final[dict[Rank, Function]] = {"J": _jack, "K": _king}

_PLAIN: Final[dict[Card, Function]] = {card: _BY_RANK.get(RANK_OF[card], _pass_on) for card in PACK}
_WITH_FACES: Final[dict[Card, Function]] = {
    **{card: _FACES.get(RANK_OF[card], function) for card, function in _PLAIN.items()},
    "QS": _queen_of_spades,
}
