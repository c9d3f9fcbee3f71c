"""Cooperating: two players see each other's hands and both draw (section 5.6)."""

from collections.abc import Iterable
from typing import Final

from bot.engine.cards import Cards
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal
from bot.engine.events import SeatEvent
from bot.engine.moves import Move
from bot.games.crap.drawing import draw
from bot.games.crap.last_action import LastCooperate
from bot.games.crap.state import MAX_SEATS, State, target_refusal
from bot.games.crap.turns import finish


class Cooperate(Move, frozen=True):
    """See another player's hand and show them yours, then both draw a card."""

    player: Seat


class Cooperated(SeatEvent, frozen=True):
    """Two players have shown each other their hands and draw one card each."""

    target: Seat


class HandShown(SeatEvent, frozen=True):
    """A player's hand before the draws. Only the other of the two learns it."""

    cards: Cards


_COOPERATES: Final = tuple(Cooperate(seat) for seat in range(MAX_SEATS))


def cooperate_moves(targets: Iterable[Seat]) -> list[Move]:
    """Return a cooperation with each of these players."""
    return [_COOPERATES[target] for target in targets]


def cooperate(draft: Draft[State], seat: Seat, move: Cooperate) -> Refusal | None:
    """Show both hands, then draw, caller first. The target can't refuse (R28, R29)."""
    target, hands = move.player, draft.state.hands
    if refusal := target_refusal(draft.state, seat, target):
        return refusal
    draft.tell(Cooperated(seat=seat, target=target))
    draft.tell(HandShown(to=(seat,), seat=target, cards=hands[target]))
    draft.tell(HandShown(to=(target,), seat=seat, cards=hands[seat]))
    draw(draft, seat, 1)
    draw(draft, target, 1)
    finish(draft, LastCooperate(seat, target, {one: hands[one] for one in (seat, target)}))
    return None
