"""What the pictures of all games say of players: names that can be drawn, numbers of cards, the end."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.rendering import words
from bot.rendering.art.fonts import drawn_name
from bot.rendering.catalog import say
from bot.rendering.scene import Scene

MAX_HEADLINE_NAME: Final = 12
"""Characters of a name in a headline."""


def name(scene: Scene, seat: Seat) -> str:
    """A player's name as a picture shows it."""
    return drawn_name(scene.name(seat), seat + 1)


def short_name(scene: Scene, seat: Seat) -> str:
    """A player's name for a headline: what is long ends in an ellipsis."""
    whole = name(scene, seat)
    return whole if len(whole) <= MAX_HEADLINE_NAME else whole[: MAX_HEADLINE_NAME - 1].rstrip() + "…"


def names(scene: Scene, seats: Iterable[Seat]) -> str:
    """`Ann, Ben and Cy`."""
    return words.listed([name(scene, seat) for seat in seats])


def by_letter(scene: Scene, letter: str) -> str:
    """The name of the player whose seat has this letter."""
    return name(scene, seat_of(letter))


def seat_of(letter: str) -> Seat:
    """The seat of a letter in a sheet."""
    return ord(letter) - ord("A")


def seen(zone: Sequence[Card] | int) -> tuple[Card, ...]:
    """The cards of a zone that the viewer sees."""
    return () if isinstance(zone, int) else tuple(zone)


def size(zone: Sequence[Card] | int) -> int:
    """How many cards a zone has."""
    return zone if isinstance(zone, int) else len(zone)


def ending(scene: Scene) -> tuple[str, str] | None:
    """Headline and line of a game that does not run any more; None while it does."""
    if scene.status == "cancelled":
        return say("The game was ended"), say("Nobody wins.")
    if scene.status == "frozen":
        return say("The game is stopped"), say("Everything is kept.")
    if scene.outcome is None:
        return None
    won = [short_name(scene, seat) for seat in scene.outcome.winners]
    if not won:
        return say("Nobody wins"), say("The game is over.")
    if len(won) == 1:
        return say("{player} wins", player=won[0]), say("The game is over.")
    return say("{players} win", players=words.listed(won)), say("The game is over.")


def leaders(sums: Sequence[int]) -> frozenset[Seat]:
    """The seats with most; none as long as nobody has anything."""
    most = max(sums, default=0)
    return frozenset(seat for seat, one in enumerate(sums) if one == most) if most > 0 else frozenset()
