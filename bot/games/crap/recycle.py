"""Recycling a hand, with a roll-off for the protected cards (chapter 5.2)."""

from typing import Final

from bot.engine.chance import Seat, seat_letter
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.games.crap.drawing import draw
from bot.games.crap.state import Cards, Play, Record, letter_or_none, next_active, put
from bot.games.crap.turn import finish


class Recycle(Move, frozen=True):
    """Throw the hand away and draw as many cards as two dice say."""


class RolledOff(Event, frozen=True):
    """The dice for the protected cards, the recycler's first; a higher opponent takes them (R14)."""

    seat: Seat
    opponent: Seat
    dice: tuple[int, int]
    lost: bool


class Recycled(Event, frozen=True):
    """A hand was shown and thrown away, lost protected cards with it; the dice say how many to draw."""

    seat: Seat
    cards: Cards
    dice: tuple[int, ...]


class RecycleRecord(Record, frozen=True, tag="recycle"):
    """A hand was recycled; no opponent and no dice where there was no roll-off."""

    opponent: str | None
    rolloff: tuple[int, int] | None
    cards: Cards
    dice: tuple[int, ...]


RECYCLE: Final = Recycle()


def recycle(play: Play, seat: Seat, _: Recycle) -> None:
    """Recycle as one's own action; nothing can forbid it (R2)."""
    finish(play, recycle_hand(play, seat))


def recycle_hand(play: Play, seat: Seat) -> RecycleRecord:
    """Recycle somebody's hand, his own wish or not, and draw anew."""
    opponent, rolloff = _roll_off(play, seat)
    state = play.state
    cards = state.hands[seat]
    if rolloff and rolloff[1] > rolloff[0]:
        cards += state.protected[seat]
        play.change(protected=put(state.protected, seat, ()))
    play.change(hands=put(state.hands, seat, ()), discard=state.discard + cards)
    dice = play.chance.dice(2)
    play.tell(Recycled(seat=seat, cards=cards, dice=dice))
    draw(play, seat, sum(dice))
    return RecycleRecord(seat_letter(seat), letter_or_none(opponent), rolloff, cards, dice)


def _roll_off(play: Play, seat: Seat) -> tuple[Seat | None, tuple[int, int] | None]:
    """The opponent and both dice, if there are protected cards to roll for."""
    if not play.state.protected[seat]:
        return None, None
    opponent = next_active(play.state, seat)
    dice = (play.chance.die(), play.chance.die())
    play.tell(RolledOff(seat=seat, opponent=opponent, dice=dice, lost=dice[1] > dice[0]))
    return opponent, dice
