"""The table while a move is carried out: drawing, and who is next (rules, sections 4.3 and 4.6).

A `Table` is a State taken apart: the rules change it in place, and `step` freezes it again. It never
outlives the move.
"""

from typing import Final

import msgspec

from bot.engine.cards import SUIT_OF, Card, Suit, in_order
from bot.engine.chance import Chance, Seat
from bot.engine.draft import Step
from bot.engine.events import Event
from bot.games.craits.events import (
    Awaited,
    DrawReason,
    Drew,
    HandEnd,
    Pressured,
    Reshuffled,
    Skipped,
    Took,
)
from bot.games.craits.points import pressure_points
from bot.games.craits.state import CraitsOptions, Hand, Marks, Phase, Scores, State, seats_still_in

PENALTY_CARDS: Final = 2


class HandOver(Exception):
    """The hand ends here and now: whatever is still to be carried out is dropped (R28)."""

    def __init__(self, why: HandEnd) -> None:
        super().__init__(why)
        self.why = why


class Table(msgspec.Struct):
    """The chance to use, the story so far, and then the fields of State in its order, free to change."""

    chance: Chance
    events: list[Event]

    options: CraitsOptions
    pack: tuple[Card, ...]
    phase: Phase
    turn: Seat | None
    hand_number: int
    dealer: Seat
    direction: int
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...]
    top: Card | None
    under: tuple[Card, ...]
    suit: Suit | None
    count: int
    jack_run: int
    king_steps: int
    undeclared: Marks
    declared: Marks
    owes: Marks
    left: Marks
    scores: Scores
    actions: int
    revealed: bool

    @classmethod
    def of(cls, state: State, chance: Chance) -> "Table":
        """The table of a state, with nothing told yet."""
        return cls(chance, [], *msgspec.structs.astuple(state))

    @property
    def state(self) -> State:
        """The table as it stands, frozen."""
        return State(*msgspec.structs.astuple(self)[2:])

    def step(self) -> Step[State]:
        """The state reached and the story of how."""
        return Step(self.state, tuple(self.events))

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that have not left, in seat order."""
        return seats_still_in(len(self.hands), self.left)

    def after(self, seat: Seat) -> Seat:
        """The next active seat in the current direction."""
        seats = len(self.hands)
        seat = (seat + self.direction) % seats
        while seat in self.left:
            seat = (seat + self.direction) % seats
        return seat

    def hold(self, seat: Seat, hand: Hand) -> None:
        """Give a seat another hand; marks about a single card go with the old one (R22)."""
        hands = list(self.hands)
        hands[seat] = hand
        self.hands = tuple(hands)
        if seat in self.undeclared or seat in self.declared:
            self.undeclared -= {seat}
            self.declared -= {seat}

    def mark(self, seat: Seat, *, declared: bool) -> None:
        """Note a single card reached by a play, declared or not (R21)."""
        if declared:
            self.undeclared -= {seat}
            self.declared |= {seat}
        else:
            self.undeclared |= {seat}

    def lay(self, card: Card, suit: Suit | None) -> None:
        """Put a card on the discard pile; without a named suit its own counts."""
        if self.top is not None:
            self.under = (*self.under, self.top)
        self.top = card
        self.suit = suit or SUIT_OF[card]

    def draw(self, seat: Seat, number: int, why: DrawReason) -> None:
        """Draw cards from the stock; raise HandOver when nothing is left, what came so far is kept."""
        drawn: tuple[Card, ...] = ()
        try:
            while len(drawn) < number:
                if not self.stock:
                    self._press(seat)
                wanted = number - len(drawn)
                drawn += self.stock[:wanted]
                self.stock = self.stock[wanted:]
        finally:
            if drawn:
                self._take(seat, drawn, why)

    def _take(self, seat: Seat, drawn: Hand, why: DrawReason) -> None:
        hand = in_order(self.hands[seat] + drawn)
        self.hold(seat, hand)
        self.events.append(Drew(seat=seat, number=len(drawn), why=why))
        self.events.append(Took(seat=seat, cards=drawn, hand=hand, to=(seat,)))

    def _press(self, seat: Seat) -> None:
        """The stock is empty: a pressure for whoever needs a card, then a new stock, if any (R27)."""
        number = self.scores.pressures[seat] + 1
        points = pressure_points(number)
        self.scores = self.scores.pressed(seat, points)
        self.events.append(Pressured(seat=seat, points=points, number=number))
        if not self.under:
            raise HandOver("nothing-left")
        self.events.append(Reshuffled(cards=len(self.under)))
        self.stock = self.chance.shuffle(in_order(self.under))
        self.under = ()

    def wait_for(self, seat: Seat, phase: Phase, king_steps: int = 0) -> None:
        """Leave the next decision to a seat, unless the hand has reached its cap (R42)."""
        if self.actions >= self.options.hand_cap:
            raise HandOver("cap")
        self.phase, self.turn, self.king_steps = phase, seat, king_steps
        self.events.append(Awaited(seat=seat, phase=phase, king_steps=king_steps))

    def pass_turn(self, seat: Seat, *, skip: bool = False) -> None:
        """Pass the turn on, perhaps past one seat; who owes the penalty draws it instead of a turn (R23)."""
        following = self.after(seat)
        if skip:
            self.events.append(Skipped(seat=following))
            following = self.after(following)
        while following in self.owes:
            self.pay(following)
            following = self.after(following)
        self.wait_for(following, "turn")

    def pay(self, seat: Seat) -> None:
        """Settle the idiot penalty."""
        self.owes -= {seat}
        self.draw(seat, PENALTY_CARDS, "penalty")
