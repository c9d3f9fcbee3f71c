"""What may be done now, and what a command's options may be (rules, sections 5.1 to 5.3).

The list of legal moves is for tests, measurements and computer players. Players are offered the same
fixed choices whatever the position, for noticing moves is the game (R5).
"""

from collections.abc import Iterator
from functools import cache

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.crapette.carrying import MOST_HOUSE_MOVES, MoveCards, stack_limit
from bot.games.crapette.lifting import (
    PUT_TARGETS,
    Flip,
    Pass,
    Put,
    TurnOver,
    flip_refusal,
    pass_refusal,
    turn_over_refusal,
)
from bot.games.crapette.lines import MOST_CARDS, continued
from bot.games.crapette.offers import AcceptDraw, DeclineDraw, OfferDraw, may_answer, offer_refusal
from bot.games.crapette.table import HOUSES, NAMES, SOURCES, TARGETS, Code, Table
from bot.games.crapette.undoing import MOST_STEPS, Undo, undo_refusal

Tops = list[Card | None]
"""The top cards of the houses in the order of their names; None is an empty house."""


def legal_moves(table: Table, seat: Seat) -> list[Move]:
    """Every move of this seat but resigning and lines; undo stands for one step.

    Plays to the finishing piles and loads come first, draw commands last.
    """
    if table.end is not None:
        return []
    moves = card_actions(table) if seat == table.turn else []
    if seat == table.turn and table.lifted is None and undo_refusal(table, 1) is None:
        moves.append(Undo())
    if offer_refusal(table, seat) is None:
        moves.append(OfferDraw())
    return [*moves, AcceptDraw(), DeclineDraw()] if may_answer(table, seat) else moves


def card_actions(table: Table) -> list[Move]:
    """Every card action of the player on turn but lines."""
    tops: Tops = [pile[-1] if pile else None for pile in table.houses]
    if table.lifted is not None:
        away = _away(table, table.lifted, tops)
        return [_put(target) for target in (*away, *_homes(table, table.lifted, tops), "D")]
    moves: list[Move] = []
    for source in SOURCES:
        if card := table.top(source):
            moves += [_move(source, target) for target in _targets(table, source, card, tops)]
    moves += _hand_actions(table)
    if table.house_moves < MOST_HOUSE_MOVES:
        moves += _house_moves(table, tops)
    return moves


def _targets(table: Table, source: Code, card: Card, tops: Tops) -> list[Code]:
    """Where the top card of a pile may go, moves from house to house left out."""
    if source in HOUSES:
        return _away(table, card, tops)
    if source == "C" and None not in tops:
        # Without an empty house the crapaud may only finish (R6).
        return [] if table.finishing(card) is None else ["F"]
    return [*_away(table, card, tops), *_homes(table, card, tops)]


def _away(table: Table, card: Card, tops: Tops) -> list[Code]:
    """The piles other than houses where a card may go that nothing holds back."""
    targets = [] if table.finishing(card) is None else ["F"]
    neighbours = table.court.neighbours[card]
    if None in tops and table.top("OC") in neighbours:
        targets.append("OC")
    if table.top("OD") in neighbours:
        targets.append("OD")
    return targets


def _homes(table: Table, card: Card, tops: Tops) -> list[Code]:
    """The houses where a card may go."""
    homes = table.court.homes[card]
    if homes.isdisjoint(tops):
        return []
    return [house for house, top in zip(HOUSES, tops, strict=True) if top in homes]


def _hand_actions(table: Table) -> Iterator[Move]:
    """What may be done with the hand: lifting, turning the pile over or passing."""
    if flip_refusal(table) is None:
        yield Flip()
    elif turn_over_refusal(table) is None:
        yield TurnOver()
    elif pass_refusal(table) is None:
        yield Pass()


def _house_moves(table: Table, tops: Tops) -> Iterator[Move]:
    """The moves from house to house, stacks with their counts."""
    empty = tops.count(None)
    most = stack_limit(table, empty, onto_empty=False)
    into_empty = stack_limit(table, empty, onto_empty=True) if empty else 0
    for source, pile in zip(HOUSES, table.houses, strict=True):
        for number, card in enumerate(reversed(pile[-most:]), start=1):
            # No card fits its own house, so the source needs no exception.
            for house in _homes(table, card, tops):
                if number <= into_empty or table.top(house):
                    yield _move(source, house, number)


@cache
def _move(source: Code, target: Code, number: int = 1) -> MoveCards:
    return MoveCards(NAMES[source], NAMES[target], None if number == 1 else number)


@cache
def _put(target: Code) -> Put:
    return Put(NAMES[target])


def static_choices(verb: str, option: str, text: str) -> list[str]:
    """The texts offered for an option: the same in every position (R5), for a line what may follow."""
    if (verb, option) == ("line", "moves"):
        return continued(text)
    return _CHOICES.get((verb, option), [])


_CHOICES = {
    ("move", "from"): [NAMES[code] for code in SOURCES],
    ("move", "to"): [NAMES[code] for code in TARGETS],
    ("move", "count"): [str(number) for number in range(1, MOST_CARDS + 1)],
    ("put", "to"): [NAMES[code] for code in PUT_TARGETS],
    ("undo", "steps"): [str(number) for number in range(1, MOST_STEPS + 1)],
}
