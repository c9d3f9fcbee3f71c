"""What C.R.A.P. lets players decide ahead."""

from collections.abc import Mapping
from typing import Final

from bot.games.crap import acquiring
from bot.games.crap.ahead import COUNTS
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.face import Foreseen
from bot.rendering.scene import Scene
from bot.rendering.values import Value
from bot.storage.records import Order

AHEAD: Final[Mapping[str, Foreseen]] = {
    "acquire": Foreseen(
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


def decided(order: Order, scene: Scene) -> str:
    """Return the answer to an acquire."""
    told = next((one for one in scene.recent if one.revision == order.acted), None)
    if order.kind != "acquire" or told is None:
        return ""
    if any(isinstance(event, acquiring.BluffCalled) for event in told.events):
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
    """Return who has taken cards for which the next turn was chosen."""
    for past in reversed(scene.recent):
        for event in past.events:
            if not isinstance(event, acquiring.Surrendered) or event.seat != scene.viewer:
                continue
            if past.revision > order.since:
                facts = {"player": words.name(scene, event.acquirer), "ranks": words.ranks_name(event.rank)}
                return say("Your plan is off: {player} took your {ranks}.", **facts)
    return say("Your plan is off: your hand has changed.")
