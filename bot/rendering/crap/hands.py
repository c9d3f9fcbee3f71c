"""The viewer's view of a game of C.R.A.P., and the cards they hold."""

from typing import cast

from bot.engine.cards import RANK_OF, Card
from bot.games.crap.state import State
from bot.rendering.scene import Scene


def view_of(scene: Scene) -> State:
    """Return the scene's view, typed as a state of C.R.A.P."""
    return cast("State", scene.view)


def own_hand(scene: Scene) -> tuple[Card, ...]:
    """Return the cards in the viewer's hand, without protected ones."""
    return view_of(scene).hands[scene.seat]


def own_protected(scene: Scene) -> tuple[Card, ...]:
    """Return the viewer's protected cards."""
    return view_of(scene).protected[scene.seat]


def held_count(scene: Scene, rank: str) -> int:
    """Return the number of cards of a rank in the viewer's hand."""
    return sum(RANK_OF.get(card) == rank for card in own_hand(scene))


def protected_count(scene: Scene, rank: str) -> int:
    """Return the number of cards of a rank that the viewer has protected."""
    return sum(RANK_OF.get(card) == rank for card in own_protected(scene))


def owned_count(scene: Scene, rank: str) -> int:
    """Return the number of cards of a rank that the viewer has, protected ones included."""
    return held_count(scene, rank) + protected_count(scene, rank)
