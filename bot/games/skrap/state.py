"""The state of a game of Skrap, its options, and the questions every chapter asks of it."""

from collections.abc import Iterator
from itertools import chain
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from bot.engine.cards import Card
from bot.engine.chance import Chance, Seat
from bot.engine.contract import Options
from bot.engine.draft import GameState
from bot.engine.events import Event
from bot.games.skrap.values import FULL_PACK, Hand

T = TypeVar("T")
Phase = Literal["surge", "throw", "open", "battle", "scavenge", "over"]
Shape = Literal["rock", "paper", "scissors"]

HAND_SIZE: Final = 10
LARGE_HAND_SIZE: Final = 11
"""The next hand of a player who played scavengers (R14)."""


class SkrapOptions(Options, frozen=True):
    """The options of section 7."""

    target: Annotated[int, Meta(ge=3, le=30, description="Heads needed to win.", examples=[5, 10])] = 10
    pass_rule: Annotated[
        Literal["reopen", "final"],
        Meta(description="Whether a pass holds for one bot (reopen) or until the round ends (final)."),
    ] = "reopen"  # noqa: S105 - a rule about passing, not a password
    surged_king: Annotated[
        Literal["equal", "joker-only"],
        Meta(description="What destroys an armour of 14: an equal weapon too, or a joker only."),
    ] = "equal"
    tie_break: Annotated[
        Literal["rps", "random"],
        Meta(description="Who opens after a double tie: rock, paper, scissors decides, or chance."),
    ] = "rps"
    max_rounds: Annotated[
        int, Meta(ge=5, le=200, description="Rounds after which the most heads win.", examples=[15, 60])
    ] = 60

    @property
    def passes_are_final(self) -> bool:
        """Whether a pass holds until the round ends."""
        return self.pass_rule == "final"  # noqa: S105 - a rule about passing, not a password


class PlayedBot(msgspec.Struct, frozen=True):
    """A bot on the field; its effective values are fixed when it is played (R12)."""

    owner: Seat
    weapon: Card
    armour: Card
    weapon_value: int
    armour_value: int


class State(GameState, frozen=True):
    """A whole game between two commands; tuples by seat have a place for players who left, too."""

    options: SkrapOptions
    cards: Hand
    """Every card that exists, in canonical order."""
    phase: Phase
    round: int
    heads: tuple[int, ...]
    sizes: tuple[int, ...]
    """Cards dealt to each seat at the start of this round; 0 once it has left."""
    hands: tuple[Hand, ...]
    """In canonical order, so that whatever is chosen from a hand depends on its cards alone."""
    surge: tuple[Card | None, ...]
    throws: tuple[Shape | None, ...]
    scavengers: tuple[Hand, ...]
    turn: Seat | None = None
    contenders: tuple[Seat, ...] = ()
    undecided: int = 0
    """Undecided throws in a row (R6)."""
    unable: tuple[Seat, ...] = ()
    field: tuple[PlayedBot, ...] = ()
    passed: tuple[Seat, ...] = ()
    """Who passed the current bot (or, with final passes, in this round); in `scavenge` who had no pair."""
    pack: Hand = ()
    aside: Hand = ()
    left: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()


class Course(msgspec.Struct):
    """The course of one command: the chance it may use and what it has led to so far."""

    chance: Chance
    told: list[Event] = []

    def tell(self, *events: Event) -> None:
        """Add what happened next."""
        self.told += events


def empty_table(options: SkrapOptions, seats: int) -> State:
    """The table before the first deal: no cards dealt, no heads."""
    return State(
        options=options,
        cards=FULL_PACK,
        phase="surge",
        round=0,
        heads=(0,) * seats,
        sizes=(HAND_SIZE,) * seats,
        hands=((),) * seats,
        surge=(None,) * seats,
        throws=(None,) * seats,
        scavengers=((),) * seats,
    )


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """A tuple by seat with the value of one seat changed."""
    return (*values[:seat], value, *values[seat + 1 :])


def active(state: State) -> tuple[Seat, ...]:
    """The seats that have not left, in seat order."""
    seats = range(len(state.hands))
    return tuple(seat for seat in seats if seat not in state.left) if state.left else tuple(seats)


def to_left(state: State, seat: Seat) -> Iterator[Seat]:
    """The other active seats in turn order, beginning to the left of `seat`."""
    seats = len(state.hands)
    for other in (*range(seat + 1, seats), *range(seat)):
        if other not in state.left:
            yield other


def champion_owner(state: State) -> Seat:
    """Who built the last bot, which is the champion once the battle is over; they may have left."""
    return state.field[-1].owner


def deciders(state: State) -> tuple[Seat, ...]:
    """The seats that owe a decision now, in seat order."""
    match state.phase:
        case "surge":
            return tuple(seat for seat in active(state) if state.surge[seat] is None)
        case "throw":
            return tuple(seat for seat in state.contenders if state.throws[seat] is None)
        case "open" | "battle":
            return () if state.turn is None else (state.turn,)
        case "scavenge":
            return _asked_for_scavengers(state)
        case "over":
            return ()


def _asked_for_scavengers(state: State) -> tuple[Seat, ...]:
    """Everyone but the champion's owner who holds two cards, whether or not a pair (R15, R16)."""
    exempt = (champion_owner(state), *state.passed, *state.left)
    return tuple(
        seat
        for seat, hand in enumerate(state.hands)
        if len(hand) >= 2 and seat not in exempt and not state.scavengers[seat]
    )


def all_cards(state: State) -> Hand:
    """The cards of every zone."""
    return (
        *chain(*state.hands, *state.scavengers),
        *filter(None, state.surge),
        *chain.from_iterable((bot.weapon, bot.armour) for bot in state.field),
        *state.pack,
        *state.aside,
    )
