"""Why a move is good in Crapette, from what everybody sees."""

from collections.abc import Mapping
from typing import Final

from bot.engine.cards import Card
from bot.engine.contract import Notes
from bot.engine.moves import Move
from bot.games.crapette.lifting import Flip, Pass, Put, TurnOver
from bot.games.crapette.moving import MoveCards
from bot.games.crapette.offers import AcceptDraw, DeclineDraw
from bot.games.crapette.state import HOUSES
from bot.rendering import words
from bot.rendering.catalog import say
from bot.rendering.crapette.controls import stack
from bot.rendering.crapette.piles import LOADS, opponent, to_the_mover, view_of
from bot.rendering.face import Reason
from bot.rendering.scene import Scene


def _move(move: MoveCards, scene: Scene, _notes: Notes) -> str:
    """Less for the viewer, more for the other, or a house that is of more use."""
    cards = stack(move.source, move.count or 1, scene)
    facts = _facts(words.run(cards), move.target, scene)
    if move.target in LOADS:
        return say("{cards} on {pile}. It is one card more for {player}.", **facts)
    if move.source == "my-crapaud":
        if move.target == "finish":
            return say("finish {cards}. Your crapaud has one card less.", **facts)
        return say("{cards} from your crapaud to {pile}. It has one card less then.", **facts)
    if move.source == "my-discard":
        if move.target == "finish":
            return say("finish {cards}. It is one card less for you.", **facts)
        return say("{cards} from your discard to {pile}. It is one card less for you.", **facts)
    return _from_house(move, cards, facts, scene)


def _from_house(move: MoveCards, cards: tuple[Card, ...], facts: Mapping[str, str], scene: Scene) -> str:
    """What the house is good for then."""
    pile = view_of(scene).pile(move.source)
    below = pile[: -len(cards)]
    more = {**facts, "house": move.source, "card": words.card(below[-1]) if below else ""}
    if move.target == "finish":
        return (
            say("finish {cards}. {card} below it is free then.", **more)
            if below
            else say("finish {cards}. {house} is empty then.", **more)
        )
    if not below:
        return say("{cards} from {house} to {pile}. {house} is empty then.", **more)
    return say("{cards} from {house} to {pile}. {card} below is free then.", **more)


def _put(move: Put, scene: Scene, _notes: Notes) -> str:
    """Where the lifted card helps, or does least harm."""
    facts = _facts(words.card(view_of(scene).lifted or ""), move.target, scene)
    if move.target in LOADS:
        return say("{cards} on {pile}. It is one card more for {player}.", **facts)
    if move.target == "finish":
        return say("finish {cards}. Your turn goes on.", **facts)
    if move.target in HOUSES:
        return say("{cards} to {pile}. Your turn goes on.", **facts)
    return say("{cards} on your discard. It does no good elsewhere.", **facts)


def _facts(cards: str, target: str, scene: Scene) -> dict[str, str]:
    return {
        "cards": cards,
        "pile": to_the_mover(target, scene),
        "player": words.name(scene, opponent(scene)),
    }


REASONS: Final[Mapping[type[Move], Reason]] = {
    MoveCards: _move,
    Put: _put,
    Flip: lambda *_: say("lift a card. No move on the table does more."),
    TurnOver: lambda *_: say("turn your discard over. No move on the table does more."),
    Pass: lambda *_: say("end your turn. No move on the table does more."),
    AcceptDraw: lambda *_: say("accept the draw. You would hardly gain by playing on."),
    DeclineDraw: lambda *_: say("decline the draw. You may do better than that."),
}
"""What is said of each kind of move that a computer makes."""
