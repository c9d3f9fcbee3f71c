"""Section 3: the deal that begins every round."""

from msgspec.structs import replace

from bot.engine.cards import Card, in_order
from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.games.skrap.ending import finish_at_limit
from bot.games.skrap.table import HAND_SIZE, LARGE_HAND_SIZE, Course, SkrapOptions, State, empty_table
from bot.games.skrap.values import FULL_PACK, Hand


class Dealt(Event, frozen=True):
    """A round has begun; `sizes` are the cards of each seat, 0 for one that has left."""

    round: int
    sizes: tuple[int, ...]
    undealt: int


class Holding(Event, frozen=True):
    """Private: the hand of a seat after it has changed."""

    cards: tuple[Card, ...]


def new_game(seats: int, options: SkrapOptions, course: Course) -> State:
    """Deal the first round."""
    table = empty_table(options, seats)
    return deal(table, table.sizes, course)


def deal_next(state: State, course: Course) -> State:
    """Deal after a battle: 11 cards to those who played scavengers, 10 to the others (R14)."""
    sizes = tuple(
        0 if seat in state.left else LARGE_HAND_SIZE if pair else HAND_SIZE
        for seat, pair in enumerate(state.scavengers)
    )
    return deal(state, sizes, course)


def deal(state: State, sizes: tuple[int, ...], course: Course) -> State:
    """Shuffle the full pack and deal hands of these sizes, or end the game at its last round."""
    if state.round >= state.options.max_rounds:
        return finish_at_limit(state, course)
    hands, pack = _hands(course.chance.shuffle(FULL_PACK), sizes)
    course.tell(Dealt(round=state.round + 1, sizes=sizes, undealt=len(pack)))
    course.tell(*(holding(seat, hand) for seat, hand in enumerate(hands) if hand))
    return replace(
        empty_table(state.options, len(hands)),
        round=state.round + 1,
        heads=state.heads,
        sizes=sizes,
        hands=hands,
        pack=pack,
        left=state.left,
    )


def holding(seat: Seat, hand: Hand) -> Holding:
    """Tell a seat, and nobody else, what it holds."""
    return Holding(cards=hand, to=(seat,))


def _hands(shuffled: Hand, sizes: tuple[int, ...]) -> tuple[tuple[Hand, ...], Hand]:
    """Each hand whole, in seat order from the top of the pack; and what is left of the pack."""
    hands = []
    top = 0
    for size in sizes:
        hands.append(in_order(shuffled[top : top + size]))
        top += size
    return tuple(hands), in_order(shuffled[top:])
