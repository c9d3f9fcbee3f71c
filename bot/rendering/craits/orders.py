"""Orders in Craits: the answers that players may give ahead, and lines about the outcome."""

from collections.abc import Mapping
from typing import Final

from bot.engine.moves import Move
from bot.engine.notation import parse_move
from bot.games.craits.orders import LOWEST
from bot.games.craits.playing import Play, Played
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.face import OrderQuestion
from bot.rendering.scene import Scene
from bot.rendering.values import Value
from bot.storage.records import Order

ORDER_QUESTIONS: Final[Mapping[str, OrderQuestion]] = {
    "count": OrderQuestion(
        message("The count"),
        Value(
            LOWEST,
            message("my lowest card"),
            changed=message("my lowest card on the count"),
            hint=message("An ace before a 2."),
        ),
    )
}


def decided(order: Order, scene: Scene) -> str:
    """Return a line about the card that an order played, or its draw. Name a planned card that didn't fit."""
    move = next((one for one in scene.recent if one.revision == order.acted), None)
    events = () if move is None else move.events
    played = next((event.card for event in events if isinstance(event, Played)), None)
    planned = parse_move(scene.game, order.value, len(scene.players)) if order.kind == "next" else None
    card = planned.card if isinstance(planned, Play) else None
    if played is None:
        if card is None:
            return say("As you decided: you drew the count.")
        return say("{card} didn't fit, so you drew.", card=words.card(card))
    if card is not None and card != played:
        facts = {"card": words.card(card), "other": words.card(played)}
        return say("{card} didn't fit, so you played {other}.", **facts)
    return say("As you decided: {move}.", move=words.card(played))


def next_hint(_move: Move, _scene: Scene) -> str:
    """Return the hint below a planned card: the card that's played if this one doesn't fit."""
    return say("If it doesn't fit: your most expensive card that does.")
