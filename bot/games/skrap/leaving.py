"""Leaving the game, and continuing the round without the player (R17)."""

from msgspec import field

from bot.engine.chance import Seat
from bot.engine.draft import Draft, put
from bot.engine.events import SeatEvent
from bot.engine.moves import Leave
from bot.engine.seats import from_left_of
from bot.games.skrap.ending import end_game
from bot.games.skrap.opening import open_from
from bot.games.skrap.scavenging import ask_scavengers, yet_to_scavenge
from bot.games.skrap.state import State
from bot.games.skrap.surging import settle_surge
from bot.games.skrap.throwing import settle_throw
from bot.games.skrap.turns import ask_after


class PlayerLeft(SeatEvent, frozen=True):
    """A player left the game. `count` is the number of cards they put aside face down."""

    count: int = field(name="cards")


def leave(draft: Draft[State], seat: Seat, _: Leave) -> None:
    """Take a player out of the game. The last one who stays wins."""
    before = draft.state
    _set_aside(draft, seat)
    if len(draft.state.active) == 1:
        end_game(draft, draft.state.active)
    match before.phase:
        case "surge":
            settle_surge(draft)
        case "throw":
            settle_throw(draft)
        case "open" if before.turn == seat:
            open_from(draft, from_left_of(seat, draft.state.active))
        case "battle" if before.turn == seat:
            ask_after(draft, seat)
        case "scavenge":
            ask_scavengers(draft, asked_before=yet_to_scavenge(before))


def _set_aside(draft: Draft[State], seat: Seat) -> None:
    """Put a leaver's hand and surge card aside. Their bots and scavengers keep their places."""
    state = draft.state
    cards = (*state.hands[seat], *filter(None, (state.surge[seat],)))
    draft.change(
        sizes=put(state.sizes, seat, 0),
        hands=put(state.hands, seat, ()),
        surge=put(state.surge, seat, None),
        throws=put(state.throws, seat, None),
        contenders=_without_seat(state.contenders, seat),
        unable=_without_seat(state.unable, seat),
        passed=_without_seat(state.passed, seat),
        aside=(*state.aside, *cards),
        left=(*state.left, seat),
    )
    draft.tell(PlayerLeft(seat, len(cards)))


def _without_seat(seats: tuple[Seat, ...], gone: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat != gone)
