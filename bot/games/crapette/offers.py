"""Ends by will: draw offers and resigning (rules, sections 4 and 5.3; R17)."""

from typing import TypeAlias

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import Leave, Move
from bot.games.crapette.table import Table, with_seat
from bot.games.crapette.turns import Log, end_game


class OfferDraw(Move, frozen=True):
    """Offer a draw; with the opponent's offer open it accepts that one."""


class AcceptDraw(Move, frozen=True):
    """Accept the opponent's offer."""


class DeclineDraw(Move, frozen=True):
    """Decline the opponent's offer."""


class Resign(Move, frozen=True):
    """Give the game up."""


AnyTime: TypeAlias = OfferDraw | AcceptDraw | DeclineDraw | Resign | Leave
"""What either player may do at any time before the end."""


class DrawOffered(Event, frozen=True):
    """A player offered a draw."""

    seat: Seat


class DrawDeclined(Event, frozen=True):
    """A player declined the opponent's offer."""

    seat: Seat


class DrawAgreed(Event, frozen=True):
    """A player accepted the opponent's offer."""

    seat: Seat


class OfferLapsed(Event, frozen=True):
    """A player's open offer was cancelled, because the game went on."""

    seat: Seat


class Resigned(Event, frozen=True):
    """A player gave the game up, by word or by leaving."""

    seat: Seat


def may_answer(table: Table, seat: Seat) -> bool:
    """Whether the opponent's offer is open."""
    return table.offer is not None and table.offer != seat


def offer_refusal(table: Table, seat: Seat) -> Refusal | None:
    """Why this player may not offer a draw now; an acceptance is never refused by the limit."""
    if table.offer == seat:
        return Refusal("offer-open")
    if seat in table.offered and not may_answer(table, seat):
        return Refusal("offer-limit")
    return None


def offer_draw(table: Table, seat: Seat, log: Log) -> Table | Refusal:
    """Open an offer, or accept the one that is open."""
    if refused := offer_refusal(table, seat):
        return refused
    if may_answer(table, seat):
        return accept_draw(table, seat, log)
    log.append(DrawOffered(seat=seat))
    return replace(table, offer=seat, offered=tuple(sorted({*table.offered, seat})))


def accept_draw(table: Table, seat: Seat, log: Log) -> Table | Refusal:
    """Both agree: the game is drawn."""
    if not may_answer(table, seat):
        return Refusal("no-offer")
    log.append(DrawAgreed(seat=seat))
    return end_game(table, "agreed", (), log)


def decline_draw(table: Table, seat: Seat, log: Log) -> Table | Refusal:
    """Close the opponent's offer."""
    if not may_answer(table, seat):
        return Refusal("no-offer")
    log.append(DrawDeclined(seat=seat))
    return replace(table, offer=None)


def resign(table: Table, seat: Seat, log: Log) -> Table:
    """The opponent wins."""
    log.append(Resigned(seat=seat))
    return end_game(table, "resign", (1 - seat,), log)


def say(table: Table, seat: Seat, word: AnyTime, log: Log) -> Table | Refusal:
    """Carry out a draw command or a resignation, or say why not."""
    match word:
        case OfferDraw():
            return offer_draw(table, seat, log)
        case AcceptDraw():
            return accept_draw(table, seat, log)
        case DeclineDraw():
            return decline_draw(table, seat, log)
    return resign(table, seat, log)


def lapsed(table: Table, log: Log) -> Table:
    """The table without an open draw offer: it was for the position that is being left."""
    if table.offer is None:
        return table
    log.append(OfferLapsed(seat=table.offer))
    return replace(table, offer=None)


def roused(table: Table, log: Log) -> Table:
    """What any card action of the player on turn does first: offers lapse, timeouts are forgiven (R19)."""
    table = lapsed(table, log)
    if not table.timeouts[table.turn]:
        return table
    return replace(table, timeouts=with_seat(table.timeouts, table.turn, 0))
