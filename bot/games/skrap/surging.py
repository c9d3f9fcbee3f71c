"""Section 4, the surge cards: placed unseen, revealed together, compared by value."""

from msgspec.structs import replace

from bot.engine.cards import JOKER, Card
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import CardText, Move
from bot.games.skrap.dealing import holding
from bot.games.skrap.opener import call
from bot.games.skrap.table import Course, State, active, deciders, put
from bot.games.skrap.throwing import begin_throw
from bot.games.skrap.values import VALUE, read_from


class Surge(Move, frozen=True):
    """Place a surge card for this round, unseen by the others until all have one."""

    card: CardText


class SurgePlaced(Event, frozen=True):
    """A player has placed a surge card: the `placed`th of `wanted`."""

    seat: Seat
    placed: int
    wanted: int


class SurgeKept(Event, frozen=True):
    """Private: the surge card a seat has placed."""

    card: Card


class SurgeRevealed(Event, frozen=True):
    """All surge cards, in the order of `seats`."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]


def can_surge(card: Card) -> bool:
    """Whether a card may be a surge card: a joker may not (R4)."""
    return card != JOKER


def surges(state: State, seat: Seat) -> list[Surge]:
    """Every surge card the seat could place, the cheapest first: the others are worth more in a bot."""
    cards = sorted(filter(can_surge, state.hands[seat]), key=VALUE.__getitem__)
    return [Surge(card) for card in cards]


def place_surge(state: State, seat: Seat, move: Surge, course: Course) -> State | Refusal:
    """Put a card into the surge slot; the last one reveals them all."""
    named = read_from(state.hands[seat], move.card)
    if isinstance(named, Refusal):
        return named
    (card,), rest = named
    if not can_surge(card):
        return Refusal("joker-only-weapon", {"card": card})
    state = replace(state, hands=put(state.hands, seat, rest), surge=put(state.surge, seat, card))
    wanted = len(state.surge) - len(state.left)
    placed = len(state.surge) - state.surge.count(None)
    course.tell(SurgePlaced(seat=seat, placed=placed, wanted=wanted), SurgeKept(card=card, to=(seat,)))
    return settle_surge(state, course)


def settle_surge(state: State, course: Course) -> State:
    """Reveal the surge cards if nobody's is missing, and find out who opens."""
    if deciders(state):
        return state
    cards = {seat: card for seat in active(state) if (card := state.surge[seat])}
    course.tell(SurgeRevealed(seats=tuple(cards), cards=tuple(cards.values())))
    course.tell(*(holding(seat, state.hands[seat]) for seat in cards))
    return _compare(state, {seat: VALUE[card] for seat, card in cards.items()}, course)


def _compare(state: State, values: dict[Seat, int], course: Course) -> State:
    """A single highest is called, else a single lowest, else those tied for lowest throw (R5)."""
    highest = _with_value(values, max(values.values()))
    if len(highest) == 1:
        return call(state, highest[0], "highest", course)
    lowest = _with_value(values, min(values.values()))
    if len(lowest) == 1:
        return call(state, lowest[0], "lowest", course)
    if state.options.tie_break == "random":
        return call(state, course.chance.seat(lowest), "chance", course)
    return begin_throw(state, lowest, 0, course)


def _with_value(values: dict[Seat, int], wanted: int) -> tuple[Seat, ...]:
    return tuple(seat for seat, value in values.items() if value == wanted)
