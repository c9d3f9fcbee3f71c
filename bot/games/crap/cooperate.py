"""Cooperating: two hands are shown to each other and both players draw (chapter 5.6)."""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.engine.chance import Seat, seat_letter
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import Move, Player
from bot.games.crap.drawing import draw
from bot.games.crap.state import MOST_SEATS, Cards, Play, Record, bad_target
from bot.games.crap.turn import finish


class Cooperate(Move, frozen=True):
    """See another's hand, let him see one's own, and both draw a card."""

    player: Player


class Cooperated(Event, frozen=True):
    """Two players have shown each other their hands and draw one card each."""

    seat: Seat
    target: Seat


class HandShown(Event, frozen=True):
    """The other's hand before the draws, for one of the two."""

    seat: Seat
    cards: Cards


class CooperateRecord(Record, frozen=True, tag="cooperate"):
    """Two hands as they were shown, before the draws."""

    target: str
    hands: Mapping[str, Cards]


_COOPERATES: Final = tuple(Cooperate(seat) for seat in range(MOST_SEATS))


def offers(targets: Iterable[Seat]) -> list[Move]:
    """Any of the other players."""
    return [_COOPERATES[target] for target in targets]


def cooperate(play: Play, seat: Seat, move: Cooperate) -> Refusal | None:
    """Show both hands, then draw, caller first; the target cannot refuse (R28, R29)."""
    target = move.player
    refusal = bad_target(play.state, seat, target)
    if refusal:
        return refusal
    hands = play.state.hands
    record = CooperateRecord(
        seat_letter(seat),
        seat_letter(target),
        {seat_letter(shown): hands[shown] for shown in (seat, target)},
    )
    play.tell(Cooperated(seat=seat, target=target))
    play.tell(HandShown(to=(seat,), seat=target, cards=hands[target]))
    play.tell(HandShown(to=(target,), seat=seat, cards=hands[seat]))
    draw(play, seat, 1)
    draw(play, target, 1)
    finish(play, record)
    return None
