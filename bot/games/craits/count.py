"""The count: players add aces and twos until someone can't (section 4.4)."""

from typing import Final

from bot.engine.cards import RANK_OF, Card
from bot.engine.chance import Seat
from bot.engine.draft import Draft
from bot.engine.events import Event
from bot.games.craits.cards import COUNT_CARDS
from bot.games.craits.drawing import draw_cards
from bot.games.craits.ending import end_hand
from bot.games.craits.state import State
from bot.games.craits.turns import ask, pass_turn, pay_penalty

COUNT_VALUE: Final[dict[Card | None, int]] = {card: 1 if RANK_OF[card] == "A" else 2 for card in COUNT_CARDS}
"""The value each card adds to the count."""


class CountRaised(Event, frozen=True):
    """A two started the count, or an ace or two raised it, to `value`."""

    value: int


def raise_count(draft: Draft[State], seat: Seat) -> None:
    """Add a card to the count: a two that starts it, or an ace or two that answers it."""
    value = draft.state.count + COUNT_VALUE[draft.state.top]
    draft.change(count=value)
    draft.tell(CountRaised(value))
    pass_count(draft, seat)


def pass_count(draft: Draft[State], seat: Seat) -> None:
    """Ask the next player to answer. They fail at once if they owe the penalty or lack cards (R13, R25)."""
    next_seat = draft.state.next_seat(seat)
    if next_seat in draft.state.owes:
        pay_penalty(draft, next_seat)
        fail_count(draft, next_seat)
    elif not draft.state.hands[next_seat]:
        fail_count(draft, next_seat)
    else:
        ask(draft, next_seat, "count")


def fail_count(draft: Draft[State], seat: Seat) -> None:
    """Make a player draw the count, which ends it and maybe the hand. They lose their turn (R12)."""
    draw_cards(draft, seat, draft.state.count, "count")
    draft.change(count=0)
    if not all(draft.state.hands[other] for other in draft.state.active):
        end_hand(draft, "count")
    pass_turn(draft, seat)
