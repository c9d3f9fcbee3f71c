"""Crapette's hints: reasons for a move, from what everyone sees."""

from collections.abc import Mapping
from typing import Any, Final

from bot.engine.cards import Card
from bot.engine.moves import Move
from bot.games.crapette.lifting import Flip, Pass, Put, TurnOver
from bot.games.crapette.moving import MoveCards
from bot.games.crapette.offers import AcceptDraw, DeclineDraw
from bot.games.crapette.state import HOUSES
from bot.rendering import words
from bot.rendering.crapette.controls import stack
from bot.rendering.crapette.piles import LOADABLE, opponent, pile_for_mover, view_of
from bot.rendering.telling import By, Moment, Sentence, Tell, named


def _cards(move: MoveCards, moment: Moment) -> tuple[Card, ...]:
    return stack(move.source, move.count or 1, moment.scene)


def _cards_below(move: MoveCards, moment: Moment) -> tuple[Card, ...]:
    """Return the cards that a move leaves in a house."""
    return view_of(moment.scene).pile(move.source)[: -len(_cards(move, moment))]


def _gain_kind(move: MoveCards, moment: Moment) -> tuple[str, bool]:
    """Return the kind of gain from a move of cards, and whether the cards are finished."""
    is_finished = move.target == "finish"
    if move.target in LOADABLE:
        return "load", is_finished
    if move.source in HOUSES:
        return "house" if _cards_below(move, moment) else "emptied", is_finished
    return move.source, is_finished


def _target_kind(move: Put, moment: Moment) -> str:
    """Return the kind of pile for the lifted card. The discard pile is `kept` if others would take it."""
    if move.target in LOADABLE:
        return "load"
    if move.target == "my-discard" and sum(isinstance(one, Put) for one in moment.scene.legal) > 1:
        return "kept"
    return "house" if move.target in HOUSES else move.target


MOVED: Final[Mapping[str, Any]] = {
    "cards": lambda move, moment: words.run(_cards(move, moment)),
    "pile": lambda move, moment: pile_for_mover(move.target, moment.scene),
}
FREED: Final[Mapping[str, Any]] = {"card": lambda move, moment: words.card(_cards_below(move, moment)[-1])}
"""The card that a move from a house frees."""
LIFTED: Final[Mapping[str, Any]] = {
    "cards": lambda _, moment: words.card(view_of(moment.scene).lifted or ""),
    "pile": MOVED["pile"],
}
OTHER: Final[Mapping[str, Any]] = {"player": named(lambda _, moment: opponent(moment.scene))}

REASONS: Final[Mapping[type[Move], Sentence]] = {
    MoveCards: By(
        _gain_kind,
        {
            ("load", False): Tell(
                "I'd load {cards} on {pile}. That's one more card for {player}.", **MOVED, **OTHER
            ),
            ("my-crapaud", True): Tell("I'd finish {cards}. One less in your crapaud.", **MOVED),
            ("my-crapaud", False): Tell(
                "I'd move {cards} from your crapaud to {pile}. One less in your crapaud.", **MOVED
            ),
            ("my-discard", True): Tell("I'd finish {cards}. That's one card less for you.", **MOVED),
            ("my-discard", False): Tell(
                "I'd move {cards} from your discard pile to {pile}. That's one card less for you.", **MOVED
            ),
            ("house", True): Tell("I'd finish {cards}. That frees {card} below it.", **MOVED, **FREED),
            ("house", False): Tell(
                "I'd move {cards} from {house} to {pile}. That frees {card} below.",
                **MOVED,
                **FREED,
                house="source",
            ),
            ("emptied", True): Tell("I'd finish {cards}. That empties {house}.", **MOVED, house="source"),
            ("emptied", False): Tell(
                "I'd move {cards} from {house} to {pile}. That empties {house}.", **MOVED, house="source"
            ),
        },
    ),
    Put: By(
        _target_kind,
        {
            "load": Tell("I'd load {cards} on {pile}. That's one more card for {player}.", **LIFTED, **OTHER),
            "finish": Tell("I'd finish {cards}. Your turn goes on.", **LIFTED),
            "house": Tell("I'd move {cards} to {pile}. Your turn goes on.", **LIFTED),
            "my-discard": Tell(
                "I'd put {cards} on your discard pile. It doesn't help anywhere else.", **LIFTED
            ),
            "kept": Tell("I'd put {cards} on your discard pile. No other place does more.", **LIFTED),
        },
    ),
    Flip: Tell("I'd lift a card. No move on the table does more."),
    TurnOver: Tell("I'd turn your discard pile over. No move on the table does more."),
    Pass: Tell("I'd end the turn. No move on the table does more."),
    AcceptDraw: Tell("I'd accept the draw. You'd hardly gain by playing on."),
    DeclineDraw: Tell("I'd decline the draw. You may do better than that."),
}
"""The hint for each kind of move that a computer makes."""
