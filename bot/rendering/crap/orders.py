"""Orders in C.R.A.P.: the answers that players may give ahead, and lines about the outcome."""

from collections.abc import Mapping
from typing import Final

from bot.games.crap import acquiring
from bot.games.crap.orders import COUNTS
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.face import OrderQuestion
from bot.rendering.scene import Scene
from bot.rendering.values import Value
from bot.storage.records import Order

ORDER_QUESTIONS: Final[Mapping[str, OrderQuestion]] = {
    "acquire": OrderQuestion(
        message("Someone acquires a rank"),
        *(
            Value(
                count,
                message("call from {number}"),
                hint=message("You hold {number} or more: call the bluff. Otherwise believe."),
            )
            for count in COUNTS
        ),
    )
}

LOSSES: Final = (acquiring.Surrendered, acquiring.NothingFound, acquiring.RandomDiscarded)
"""The events that cost the player of their `seat` cards."""


def decided(order: Order, scene: Scene) -> str:
    """Return a line about an acquire that an order answered. Empty for a next move."""
    move = next((one for one in scene.recent if one.revision == order.acted), None)
    if order.kind != "acquire" or move is None:
        return ""
    if any(isinstance(event, acquiring.BluffCalled) for event in move.events):
        return say("As you decided: you called the bluff.")
    askers = [
        event.seat
        for past in scene.recent
        if past.revision < order.acted
        for event in past.events
        if isinstance(event, acquiring.RankAsked)
    ]
    return (
        say("As you decided: you believed {player}.", player=words.name(scene, askers[-1])) if askers else ""
    )


def touched(order: Order, scene: Scene) -> str:
    """Return why a next move was dropped. Name the acquirer if their acquire was the hand's first loss."""
    since = [past for past in scene.recent if past.revision > order.since]
    is_all_known = len(since) < len(scene.recent)
    for event in (event for past in since for event in past.events):
        if isinstance(event, LOSSES) and event.seat == scene.viewer:
            if not is_all_known or not isinstance(event, acquiring.Surrendered):
                break
            facts = {"player": words.name(scene, event.acquirer), "ranks": words.ranks_name(event.rank)}
            return say("Your plan is off: {player} took your {ranks}.", **facts)
    return say("Your plan is off: your hand has changed.")
