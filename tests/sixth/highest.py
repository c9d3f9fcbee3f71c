"""Highest Card: everybody plays one card face down; when all lie there, the highest rank wins."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bot.engine.cards import PACK, RANK_OF, RANKS, Card, NotACard, parse_card
from bot.engine.chance import Chance, Seat
from bot.engine.contract import Clock, Game, Options, Outcome, Sheet
from bot.engine.draft import GameState, Refusal, Step
from bot.engine.events import Event
from bot.engine.moves import CardText, Leave, Move
from bot.engine.notation import by_letter, by_seat, letters, read_position, seat_of


class HighestOptions(Options, frozen=True):
    """What a table may change."""

    cards: Annotated[int, Meta(ge=1, le=5, description="Cards in every hand", examples=[1, 3])] = 3


class Reveal(Move, frozen=True):
    """Play a card face down."""

    card: CardText


class Dealt(Event, frozen=True):
    """A player's cards, for the player alone."""

    cards: tuple[Card, ...]


class Chosen(Event, frozen=True):
    """Somebody has played."""

    seat: Seat


class Won(Event, frozen=True):
    """All cards are turned over."""

    cards: tuple[Card | None, ...]
    winners: tuple[Seat, ...]


class State(GameState, frozen=True):
    """Hands, and what was played; None: not yet."""

    hands: tuple[tuple[Card, ...], ...]
    played: tuple[Card | None, ...]
    left: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    over: bool = False


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notation."""

    hands: dict[str, list[Card]] = {}
    played: dict[str, Card | None] = {}
    left: list[str] = []
    winners: list[str] = []
    over: bool = False


class HighestSheet(Sheet, frozen=True):
    """The view of a seat."""

    hands: dict[str, list[Card] | int]
    played: dict[str, Card | int | None]
    left: list[str]
    winners: list[str]
    over: bool


class Highest(Game[State]):
    """For two to four."""

    id = "highest"
    name = "Highest Card"
    seats = range(2, 5)
    options = HighestOptions
    moves = (Reveal,)
    events = (Dealt, Chosen, Won)

    def deal(self, seats: int, options: HighestOptions, chance: Chance) -> Step[State]:
        pack = chance.shuffle(PACK)
        hands = tuple(pack[seat * options.cards :][: options.cards] for seat in range(seats))
        events = tuple(Dealt(to=(seat,), cards=hand) for seat, hand in enumerate(hands))
        return Step(State(hands, (None,) * seats), events)

    def phase(self, state: State) -> str:
        return "over" if state.over else "choose"

    def active(self, state: State) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(len(state.hands)) if seat not in state.left)

    def deciders(self, state: State) -> tuple[Seat, ...]:
        return () if state.over else tuple(s for s in self.active(state) if state.played[s] is None)

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        return [Reveal(card) for card in state.hands[seat]] if seat in self.deciders(state) else []

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State] | Refusal:
        if seat not in self.active(state):
            return Refusal("not-a-player")
        if state.over:
            return Refusal("game-over")
        if isinstance(move, Leave):
            return _settled(msgspec.structs.replace(state, left=(*state.left, seat)), ())
        if state.played[seat] is not None:
            return Refusal("already-answered")
        assert isinstance(move, Reveal)
        try:
            card = parse_card(move.card)
        except NotACard as bad:
            return Refusal("bad-card", {"text": bad.text})
        if card not in state.hands[seat]:
            return Refusal("not-in-hand", {"card": card})
        return _settled(_play(state, seat, card), (Chosen(seat=seat),))

    def timeout(self, state: State, chance: Chance) -> Step[State] | Refusal:
        if state.over:
            return Refusal("game-over")
        events: tuple[Event, ...] = ()
        for seat in self.deciders(state):
            state = _play(state, seat, state.hands[seat][0])
            events = (*events, Chosen(seat=seat))
        return _settled(state, events)

    def clock(self, state: State) -> Clock | None:
        return None if state.over else Clock("choose", "response")

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.winners, "highest") if state.over else None

    def sheet(self, state: State, viewer: Seat | None) -> HighestSheet:
        hands = [list(hand) if seat == viewer else len(hand) for seat, hand in enumerate(state.hands)]
        known = [
            card if state.over or seat == viewer or not card else 1 for seat, card in enumerate(state.played)
        ]
        return HighestSheet(
            by_letter(hands), by_letter(known), letters(state.left), letters(state.winners), state.over
        )

    def dump(self, state: State) -> dict[str, Any]:
        return {
            "hands": by_letter([list(hand) for hand in state.hands]),
            "played": by_letter(state.played),
            "left": letters(state.left),
            "winners": letters(state.winners),
            "over": state.over,
        }

    def load(self, position: Mapping[str, Any], seats: int, options: HighestOptions) -> State:
        given = read_position(position, Position)
        return State(
            hands=tuple(map(tuple, by_seat(given.hands, seats, []))),
            played=tuple(by_seat(given.played, seats, None)),
            left=tuple(seat_of(letter, seats) for letter in given.left),
            winners=tuple(seat_of(letter, seats) for letter in given.winners),
            over=given.over,
        )

    def faults(self, state: State) -> list[str]:
        cards = [card for hand in state.hands for card in hand] + [card for card in state.played if card]
        return [] if len(cards) == len(set(cards)) else ["a card is there twice"]


def _play(state: State, seat: Seat, card: Card) -> State:
    hand = tuple(one for one in state.hands[seat] if one != card)
    return msgspec.structs.replace(
        state,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        played=(*state.played[:seat], card, *state.played[seat + 1 :]),
    )


def _settled(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Turn the cards over when all lie there, or when one player is left."""
    active = [seat for seat in range(len(state.hands)) if seat not in state.left]
    if len(active) > 1 and any(state.played[seat] is None for seat in active):
        return Step(state, events)
    worth = {seat: RANKS.index(RANK_OF[card]) for seat in active if (card := state.played[seat])}
    winners = tuple(seat for seat in active if worth.get(seat, 0) == max(worth.values(), default=0))
    ended = msgspec.structs.replace(state, over=True, winners=winners)
    return Step(ended, (*events, Won(cards=state.played, winners=winners)))


GAME = Highest()
