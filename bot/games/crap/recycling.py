"""Recycling a hand, with a roll-off for the protected cards (section 5.2)."""

from typing import Final

from bot.engine.cards import Cards
from bot.engine.chance import Seat
from bot.engine.draft import Draft, put
from bot.engine.events import SeatEvent
from bot.engine.moves import Move
from bot.games.crap.drawing import draw
from bot.games.crap.last_action import LastRecycle
from bot.games.crap.state import State
from bot.games.crap.turns import finish


class Recycle(Move, frozen=True):
    """Discard the hand, and draw as many cards as two dice show."""


class RolledOff(SeatEvent, frozen=True):
    """A roll-off for the protected cards, the recycler's die first. They're lost if it's lower (R14)."""

    opponent: Seat
    dice: tuple[int, int]
    lost: bool


class Recycled(SeatEvent, frozen=True):
    """A player discarded a hand, and any lost protected cards. They draw the sum of the dice."""

    cards: Cards
    dice: tuple[int, ...]


RECYCLE: Final = Recycle()


def recycle(draft: Draft[State], seat: Seat, _: Recycle) -> None:
    """Recycle your own hand as a turn's action, which is always possible (R2)."""
    finish(draft, recycle_hand(draft, seat))


def recycle_hand(draft: Draft[State], seat: Seat) -> LastRecycle:
    """Discard a player's hand, by choice or by force, and draw a new one."""
    rolled = _roll_off(draft, seat)
    state = draft.state
    kept = () if rolled and rolled.lost else state.protected[seat]
    cards = state.hands[seat] + (() if kept else state.protected[seat])
    draft.change(
        hands=put(state.hands, seat, ()),
        protected=put(state.protected, seat, kept),
        discard=state.discard + cards,
    )
    dice = draft.chance.dice(2)
    draft.tell(Recycled(seat=seat, cards=cards, dice=dice))
    draw(draft, seat, sum(dice))
    opponent, rolloff = (rolled.opponent, rolled.dice) if rolled else (None, None)
    return LastRecycle(seat, opponent, rolloff, cards, dice)


def _roll_off(draft: Draft[State], seat: Seat) -> RolledOff | None:
    """Roll against the next player for the protected cards. None if there aren't any (R14, R15)."""
    if not draft.state.protected[seat]:
        return None
    own_die, other_die = draft.chance.die(), draft.chance.die()
    opponent = draft.state.next_seat(seat)
    rolled = RolledOff(seat=seat, opponent=opponent, dice=(own_die, other_die), lost=other_die > own_die)
    draft.tell(rolled)
    return rolled
