"""Lifting a card from the hand, turning the pile over, putting the card down, passing (section 5.3)."""

from typing import Final

import msgspec
from msgspec.structs import replace

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.games.crapette.carrying import misfit
from bot.games.crapette.offers import roused
from bot.games.crapette.table import (
    DISCARD,
    HAND,
    NAMES,
    TARGETS,
    Code,
    Table,
    with_seat,
)
from bot.games.crapette.turns import Log, end_turn, settle

PUT_TARGETS: Final[tuple[Code, ...]] = ("D", *TARGETS)
_PUT_CODES: Final = {NAMES[code].lower(): code for code in PUT_TARGETS}


class Flip(Move, frozen=True):
    """Lift the top card of the hand and show it."""


class TurnOver(Move, frozen=True):
    """Make the discard pile the hand, unshuffled, and lift its first card (R10)."""


class Put(Move, frozen=True):
    """Put the lifted card down on a pile, named as in `NAMES`."""

    target: str = msgspec.field(name="to")


class Pass(Move, frozen=True):
    """End an exhausted turn (R9)."""


class TurnedOver(Event, frozen=True):
    """A player's discard pile of so many cards became the hand; its first card is lifted next."""

    seat: Seat
    cards: int


class Lifted(Event, frozen=True):
    """The top card of a hand was lifted and shown; `left` cards remain in the hand."""

    seat: Seat
    card: Card
    left: int


class PutDown(Event, frozen=True):
    """The lifted card went to a pile, named as the player on turn names it; `my-discard` ends the turn."""

    seat: Seat
    card: Card
    target: str


def flip_refusal(table: Table) -> Refusal | None:
    """Why no card can be lifted from the hand."""
    return None if table.hand else Refusal("hand-empty")


def turn_over_refusal(table: Table) -> Refusal | None:
    """Why the discard pile may not be turned over; empty houses come first (R11)."""
    if table.hand:
        return Refusal("hand-not-empty", {"cards": len(table.hand)})
    if not table.discard:
        return Refusal("discard-empty")
    empty = table.empty_houses
    return Refusal("fill-house-first", {"houses": empty}) if empty else None


def pass_refusal(table: Table) -> Refusal | None:
    """Why the turn may not be ended by passing."""
    return None if table.is_exhausted else Refusal("not-exhausted")


def flip(table: Table, log: Log) -> Table | Refusal:
    """Carry out a `/flip`, or say why not."""
    return flip_refusal(table) or lift(roused(table, log), log)


def turn_over(table: Table, log: Log) -> Table | Refusal:
    """Carry out a `/turn-over`, or say why not."""
    return turn_over_refusal(table) or lift(turned(roused(table, log), log), log)


def pass_turn(table: Table, log: Log) -> Table | Refusal:
    """Carry out a `/pass`, or say why not."""
    return pass_refusal(table) or end_turn(roused(table, log), "passed", log)


def put(table: Table, move: Put, log: Log) -> Table | Refusal:
    """Carry out a `/put`, or say why not."""
    target = _PUT_CODES.get(move.target.lower())
    if target is None:
        return Refusal("bad-pile", {"pile": move.target})
    refused = put_refusal(table, target)
    return refused or put_down(roused(table, log), target, log)


def put_refusal(table: Table, target: Code) -> Refusal | None:
    """Why the lifted card may not go to this pile; the own discard pile always takes it."""
    assert table.lifted is not None
    return None if target == "D" else misfit(table, table.lifted, target, from_crapaud=False)


def turned(table: Table, log: Log) -> Table:
    """The discard pile becomes the hand: its bottom card is now the top."""
    log.append(TurnedOver(seat=table.turn, cards=len(table.discard)))
    turned_pile = {HAND + table.turn: table.discard[::-1], DISCARD + table.turn: ()}
    return replace(table, piles=table.relaid(turned_pile))


def lift(table: Table, log: Log) -> Table:
    """The top card of the hand is lifted; seen for the first time it is progress."""
    seat, (*hand, card) = table.turn, table.hand
    log.append(Lifted(seat=seat, card=card, left=len(hand)))
    unseen = table.hand_unseen[seat]
    return replace(
        table,
        piles=table.relaid({HAND + seat: tuple(hand)}),
        lifted=card,
        hand_unseen=with_seat(table.hand_unseen, seat, max(unseen - 1, 0)),
        house_moves=0,
        undo=(),
        progress=table.progress + (unseen > 0),
    )


def put_down(table: Table, target: Code, log: Log) -> Table:
    """The lifted card goes to a pile that may take it; on the own discard pile it ends the turn."""
    card = table.lifted
    assert card is not None
    log.append(PutDown(seat=table.turn, card=card, target=NAMES[target]))
    goal = table.goal(target, card)
    after = replace(
        table,
        piles=table.relaid({goal: (*table.piles[goal], card)}),
        lifted=None,
        house_moves=0,
        progress=table.progress + (target == "F"),
    )
    if target == "D":
        return end_turn(after, "discarded", log)
    return settle(after, was_exhausted=False, log=log)
