"""What the picture of Crapette's table says in large: the newest move that stands."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.games.crapette.dealing import Dealt
from bot.games.crapette.lifting import Lifted, PutDown
from bot.games.crapette.moving import Moved
from bot.games.crapette.offers import DrawDeclined, DrawOffered
from bot.games.crapette.turns import TurnEnded, TurnStarted
from bot.rendering import plates, words
from bot.rendering.catalog import message, say
from bot.rendering.crapette.piles import LOADS, run, view_of
from bot.rendering.crapette.story import is_news, standing
from bot.rendering.crapette.table import on_turn
from bot.rendering.scene import Scene

MAX_CARDS: Final = 2
"""How many cards of a stack a headline names."""
SHORT: Final[Mapping[str, str]] = {
    "my-discard": message("discard"),
    "my-crapaud": message("crapaud"),
    "finish": message("finish"),
}
"""Piles in few letters; houses keep their names."""


def headline(scene: Scene) -> str:
    """The newest move; how the game ended when it is over."""
    if over := plates.ending(scene):
        return over[0] if scene.outcome is None or scene.outcome.winners else say("A draw")
    newest = next((past for past in reversed(standing(scene.recent)) if is_news(past)), None)
    if newest is None:
        return _now(scene)
    then = scene.then(newest)
    for event in reversed(newest.events):
        write = HEADLINES.get(type(event))
        if write and (text := write(event, then)):
            return text
    return _now(scene)


def _now(scene: Scene) -> str:
    """What goes on where nothing is known of what has happened."""
    view, player = view_of(scene), plates.short_name(scene, on_turn(scene))
    if view.lifted is not None:
        return say("{player} lifts {card}", player=player, card=words.card(view.lifted))
    return say("{player}'s turn", player=player)


def _moved(event: Moved, scene: Scene) -> str:
    facts = {
        "player": plates.short_name(scene, event.seat),
        "cards": run(event.cards),
        "number": len(event.cards),
        "source": _short(event.source),
        "target": _short(event.target),
    }
    if event.target in LOADS or event.target == "finish":
        return _gone(event.seat, event.cards[0], event.target, scene)
    if len(event.cards) > MAX_CARDS:
        return say("{player}: {number} cards from {source} to {target}", **facts)
    return say("{player}: {cards} from {source} to {target}", **facts)


def _put_down(event: PutDown, scene: Scene) -> str:
    facts = {"player": plates.short_name(scene, event.seat), "card": words.card(event.card)}
    if event.target == "my-discard":
        return say("{player} discards {card}", **facts)
    if event.target in LOADS or event.target == "finish":
        return _gone(event.seat, event.card, event.target, scene)
    return say("{player} lifts {card}, to {target}", **facts, target=_short(event.target))


def _gone(seat: Seat, card: str, target: str, scene: Scene) -> str:
    """A card that finished, or that the opponent has now."""
    names = {"player": plates.short_name(scene, seat), "other": plates.short_name(scene, 1 - seat)}
    if target == "finish":
        return say("{card} finishes", card=words.card(card))
    return say("{player} loads {card} on {other}", card=words.card(card), **names)


def _short(pile: str) -> str:
    return say(SHORT[pile]) if pile in SHORT else pile


def _of(text: str) -> Callable[[Any, Scene], str]:
    """A headline about one player."""
    return lambda event, scene: say(text, player=plates.short_name(scene, event.seat))


HEADLINES: Final[Mapping[type[Event], Callable[[Any, Scene], str]]] = {
    Moved: _moved,
    PutDown: _put_down,
    Lifted: lambda e, s: say(
        "{player} lifts {card}", player=plates.short_name(s, e.seat), card=words.card(e.card)
    ),
    TurnEnded: lambda e, s: (
        say("{player} ends the turn", player=plates.short_name(s, e.seat)) if e.why == "passed" else ""
    ),
    TurnStarted: lambda e, s: (
        say("{player} begins", player=plates.short_name(s, e.seat)) if e.turn_number == 1 else ""
    ),
    Dealt: lambda _e, _s: say("The cards are dealt"),
    DrawOffered: _of(message("{player} offers a draw")),
    DrawDeclined: _of(message("{player} declines the draw")),
}
