"""What happens at a table of Craits, in the order in which it is told."""

from typing import Final, Literal

from bot.engine.cards import Card, Suit
from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.games.craits.state import Phase

DrawReason = Literal["unable", "count", "penalty", "five", "six", "seven", "jack", "queen", "king"]
HandEnd = Literal["out", "count", "nothing-left", "cap"]
GameEnd = Literal["lowest-total", "last-player"]


class DealerDrawn(Event, frozen=True):
    """Cards were drawn for the first deal: in each round (seat, card) of those still tied (R2)."""

    rounds: tuple[tuple[tuple[Seat, Card], ...], ...]
    dealer: Seat


class HandDealt(Event, frozen=True):
    """A hand began: everybody active got `size` cards."""

    hand_number: int
    size: int
    dealer: Seat


class TurnedUp(Event, frozen=True):
    """The first card of the discard pile, which counts as the dealer's play (R5)."""

    card: Card


class Held(Event, frozen=True):
    """For the player alone: the hand after the deal, after a play, or once the suit is named."""

    seat: Seat
    cards: tuple[Card, ...]


class SuitNamed(Event, frozen=True):
    """The dealer fixed the suit of a turned-up eight or nine."""

    seat: Seat
    suit: Suit


class Played(Event, frozen=True):
    """A card was played; `suit` is the one named, `left` the cards left, `idle` without function."""

    seat: Seat
    card: Card
    suit: Suit | None
    left: int
    declared: bool
    idle: bool


class CountRaised(Event, frozen=True):
    """A two started the count, or an ace or a two raised it to this value."""

    value: int


class Reversed(Event, frozen=True):
    """A ten turned the direction round."""

    clockwise: bool


class Skipped(Event, frozen=True):
    """A four, a jack or the queen of spades cost this player the turn."""

    seat: Seat


class Drew(Event, frozen=True):
    """Cards were drawn; fewer than owed only when nothing was left. `unable`: nothing was playable."""

    seat: Seat
    number: int
    why: DrawReason


class Took(Event, frozen=True):
    """For the player alone: the cards just drawn and the hand they made."""

    seat: Seat
    cards: tuple[Card, ...]
    hand: tuple[Card, ...]


class Pressured(Event, frozen=True):
    """A shuffle pressure: the player's `number`-th of the game, added to the total at once (R29)."""

    seat: Seat
    points: int
    number: int


class Reshuffled(Event, frozen=True):
    """The cards under the top of the discard pile became the stock."""

    cards: int


class Declared(Event, frozen=True):
    """A player called "one card" after the play."""

    seat: Seat


class Caught(Event, frozen=True):
    """An undeclared single card was called: the penalty is paid now or instead of the next turn."""

    caller: Seat
    seat: Seat
    at_once: bool


class Awaited(Event, frozen=True):
    """A new decision: who decides, in which phase, and how many cards a king still asks for."""

    seat: Seat
    phase: Phase
    king_steps: int


class HandEnded(Event, frozen=True):
    """A hand was over; a Scored event for each active player follows."""

    hand_number: int
    why: HandEnd


class PlayerScored(Event, frozen=True):
    """What a hand cost one player: the cards held, their points, the hand's pressure, the new total."""

    seat: Seat
    cards: tuple[Card, ...]
    points: int
    pressure: int
    total: int


class PlayerLeft(Event, frozen=True):
    """A player left; the cards went under the top of the discard pile, unseen."""

    seat: Seat
    cards: int
    players: int


class TimedOut(Event, frozen=True):
    """The clock decided for these players."""

    seats: tuple[Seat, ...]


class GameEnded(Event, frozen=True):
    """The game was over."""

    winners: tuple[Seat, ...]
    why: GameEnd


ALL: Final[tuple[type[Event], ...]] = (
    DealerDrawn,
    HandDealt,
    TurnedUp,
    Held,
    SuitNamed,
    Played,
    CountRaised,
    Reversed,
    Skipped,
    Drew,
    Took,
    Pressured,
    Reshuffled,
    Declared,
    Caught,
    Awaited,
    HandEnded,
    PlayerScored,
    PlayerLeft,
    TimedOut,
    GameEnded,
)
"""Every kind of event, in the order of a game."""
