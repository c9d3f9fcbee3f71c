"""Deciders, the phases of each command, and the legal moves (sections 4 and 5).

Card moves are listed from sets of tops that take a card, many times faster than calling
`number_to_move` for all pairs of piles and all counts. A test compares the two.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, TypeAlias

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.contract import Action
from bot.engine.moves import Leave, Move
from bot.games.crapette.leaving import Resign, resign
from bot.games.crapette.lifting import (
    Flip,
    Pass,
    Put,
    TurnOver,
    flip,
    flip_refusal,
    pass_refusal,
    pass_turn,
    put_card,
    turn_over,
    turn_over_refusal,
)
from bot.games.crapette.lines import Line, play_line
from bot.games.crapette.moving import MoveCards, move_cards, stack_limit
from bot.games.crapette.offers import (
    AcceptDraw,
    DeclineDraw,
    OfferDraw,
    accept_draw,
    answer_refusal,
    decline_draw,
    offer_draw,
    offer_refusal,
)
from bot.games.crapette.state import HOUSES, MAX_HOUSE_MOVES, NAMES, PLAYERS, SOURCES, Code, State
from bot.games.crapette.undoing import Undo, undo, undo_refusal

ACTIONS: Final[Mapping[type[Move], Action[State]]] = {
    MoveCards: Action(move_cards, ("play",)),
    Line: Action(play_line, ("play",)),
    Flip: Action(flip, ("play",)),
    TurnOver: Action(turn_over, ("play",)),
    Put: Action(put_card, ("put",)),
    Pass: Action(pass_turn, ("play",)),
    Undo: Action(undo, ("play",)),
    OfferDraw: Action(offer_draw, unasked=True),
    AcceptDraw: Action(accept_draw, unasked=True),
    DeclineDraw: Action(decline_draw, unasked=True),
    Resign: Action(resign, unasked=True),
    Leave: Action(resign, unasked=True),
}

Tops: TypeAlias = list[Card | None]
"""The top cards of the houses in the order of their names. None is an empty house."""


def who_decides(state: State) -> tuple[Seat, ...]:
    """Return the seat on turn, and the opponent's while they may answer a draw offer."""
    if state.end is not None:
        return ()
    return PLAYERS if state.offer == state.turn else (state.turn,)


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """Return the legal moves except resigning and lines, with undo only as a single step.

    Plays to the finishing piles and loads come first, draw offers and answers last.
    """
    if state.end is not None or seat not in PLAYERS:
        return []
    moves = card_actions(state) if seat == state.turn else []
    if seat == state.turn and state.lifted is None and undo_refusal(state, 1) is None:
        moves.append(Undo())
    if offer_refusal(state, seat) is None:
        moves.append(OfferDraw())
    return [*moves, AcceptDraw(), DeclineDraw()] if answer_refusal(state, seat) is None else moves


def card_actions(state: State) -> list[Move]:
    """Return every card action of the player on turn except lines."""
    tops: Tops = [pile[-1] if pile else None for pile in state.houses]
    if state.lifted is not None:
        elsewhere = _other_targets(state, state.lifted, tops)
        return [card_put(target) for target in (*elsewhere, *_house_targets(state, state.lifted, tops), "D")]
    moves: list[Move] = []
    for source in SOURCES:
        if card := state.top(source):
            moves += [card_move(source, target) for target in _targets(state, source, card, tops)]
    moves += _hand_actions(state)
    if state.house_moves < MAX_HOUSE_MOVES:
        moves += _house_moves(state, tops)
    return moves


def _targets(state: State, source: Code, card: Card, tops: Tops) -> list[Code]:
    """Return the targets of the top card of a pile, except for moves between houses."""
    if source in HOUSES:
        return _other_targets(state, card, tops)
    if source == "C" and None not in tops:
        # Without an empty house a crapaud card can only finish (R6).
        return [] if state.finishing(card) is None else ["F"]
    return [*_other_targets(state, card, tops), *_house_targets(state, card, tops)]


def _other_targets(state: State, card: Card, tops: Tops) -> list[Code]:
    """Return the targets of a card other than houses, for a card that's free to move."""
    targets = [] if state.finishing(card) is None else ["F"]
    load_tops = state.court.load_tops[card]
    if None in tops and state.top("OC") in load_tops:
        targets.append("OC")
    if state.top("OD") in load_tops:
        targets.append("OD")
    return targets


def _house_targets(state: State, card: Card, tops: Tops) -> list[Code]:
    """Return the houses that take a card."""
    house_tops = state.court.house_tops[card]
    if house_tops.isdisjoint(tops):
        return []
    return [house for house, top in zip(HOUSES, tops, strict=True) if top in house_tops]


def _hand_actions(state: State) -> Iterator[Move]:
    """Yield the possible action with the hand: lifting, turning the pile over or passing."""
    if flip_refusal(state) is None:
        yield Flip()
    elif turn_over_refusal(state) is None:
        yield TurnOver()
    elif pass_refusal(state) is None:
        yield Pass()


def _house_moves(state: State, tops: Tops) -> Iterator[Move]:
    """Yield the moves between houses. Stacks have their counts."""
    empty = tops.count(None)
    most = stack_limit(state.options, empty)
    into_empty = stack_limit(state.options, empty - 1) if empty else 0
    for source, pile in zip(HOUSES, state.houses, strict=True):
        for number, card in enumerate(reversed(pile[-most:]), start=1):
            # A card never fits its own house, so the source doesn't need an exception.
            for house in _house_targets(state, card, tops):
                if number <= into_empty or state.top(house):
                    yield card_move(source, house, number)


@cache
def card_move(source: Code, target: Code, number: int = 1) -> MoveCards:
    """Return the move of this many cards between these piles."""
    return MoveCards(NAMES[source], NAMES[target], None if number == 1 else number)


@cache
def card_put(target: Code) -> Put:
    """Return the move of the lifted card to this pile."""
    return Put(NAMES[target])
