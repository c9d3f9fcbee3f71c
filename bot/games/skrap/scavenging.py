"""Section 4, the scavengers: a pair from what is left of a hand makes the next hand larger (R14-R16)."""

from itertools import combinations

from msgspec.structs import replace

from bot.engine.cards import JOKER, Card
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import CardText, Move
from bot.games.skrap.dealing import deal_next
from bot.games.skrap.table import Course, State, deciders, put
from bot.games.skrap.values import is_pair, read_from


class Scavenge(Move, frozen=True):
    """Play two cards of one rank as scavengers."""

    first: CardText
    second: CardText


class ScavengersAwaited(Event, frozen=True):
    """These players may play scavengers."""

    seats: tuple[Seat, ...]


class Scavenged(Event, frozen=True):
    """A player has played scavengers; their next hand is one card larger."""

    seat: Seat
    cards: tuple[Card, Card]


class NoScavengers(Event, frozen=True):
    """A player plays no scavengers."""

    seat: Seat


def scavenges(state: State, seat: Seat) -> list[Scavenge]:
    """Every pair the seat could play, each in one order of its cards."""
    pairs = combinations(state.hands[seat], 2)
    return [Scavenge(first, second) for first, second in pairs if is_pair(first, second)]


def ask_for_scavengers(state: State, course: Course) -> State:
    """Begin the phase; when nobody can be asked the next round follows at once."""
    state = replace(state, phase="scavenge", turn=None, passed=())
    if seats := deciders(state):
        course.tell(ScavengersAwaited(seats=seats))
    return settle_scavengers(state, course)


def scavenge(state: State, seat: Seat, move: Scavenge, course: Course) -> State | Refusal:
    """Play a pair."""
    named = read_from(state.hands[seat], move.first, move.second)
    if isinstance(named, Refusal):
        return named
    (first, second), rest = named
    if JOKER in (first, second):
        return Refusal("joker-only-weapon", {"card": JOKER})
    if not is_pair(first, second):
        return Refusal("not-a-pair", {"first": first, "second": second})
    course.tell(Scavenged(seat=seat, cards=(first, second)))
    scavengers = put(state.scavengers, seat, (first, second))
    hands = put(state.hands, seat, rest)
    return settle_scavengers(replace(state, hands=hands, scavengers=scavengers), course)


def decline(state: State, seat: Seat, course: Course) -> State:
    """Play no scavengers."""
    course.tell(NoScavengers(seat=seat))
    return settle_scavengers(replace(state, passed=(*state.passed, seat)), course)


def settle_scavengers(state: State, course: Course) -> State:
    """Deal the next round once everybody asked has answered."""
    return state if deciders(state) else deal_next(state, course)
