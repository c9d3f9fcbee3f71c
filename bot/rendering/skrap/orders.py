"""Orders in Skrap: the answers that players may give ahead, and lines about the outcome."""

from collections.abc import Mapping
from typing import Final

from bot.games.skrap.orders import OUT, USUAL
from bot.rendering.catalog import message, say
from bot.rendering.face import OrderQuestion
from bot.rendering.scene import Scene
from bot.rendering.values import Value
from bot.storage.records import Order

ORDER_QUESTIONS: Final[Mapping[str, OrderQuestion]] = {
    "usual": OrderQuestion(
        message("Surge, throws, scavengers"),
        Value(
            USUAL,
            message("my usual"),
            hint=message("Lowest card as surge, a random throw, a pair if you have one."),
        ),
    ),
    "round": OrderQuestion(
        message("This round"),
        Value(
            OUT,
            message("pass"),
            changed=message("pass this round"),
            hint=message("Until it's over. You can take it back."),
        ),
    ),
}


def decided(order: Order, _scene: Scene) -> str:
    """Return a line about an order's pass, or about a usual answer, whose details the hand shows."""
    if order.kind == "round":
        return say("As you decided: you passed.")
    return say("As you decided: your usual.")
