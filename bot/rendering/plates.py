"""What the pictures of all games say of players: names that can be drawn, numbers of cards, the end."""

from collections.abc import Iterable, Sequence

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.rendering import words
from bot.rendering.art.fonts import drawn_name
from bot.rendering.art.zones import Banner
from bot.rendering.scene import Scene


def name(scene: Scene, seat: Seat) -> str:
    """A player's name as a picture shows it."""
    return drawn_name(scene.name(seat), seat + 1)


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


def stopped(scene: Scene) -> Banner | None:
    """What is said of a game that does not run any more; None while it does."""
    if scene.status == "cancelled":
        return Banner("The game was ended", "Nobody has won.")
    if scene.status == "frozen":
        return Banner("The game is stopped", "Everything is kept.")
    if scene.outcome is None:
        return None
    winners = scene.outcome.winners
    if not winners:
        return Banner("The game is over", "Nobody has won.")
    return Banner(f"{names(scene, winners)} {'wins' if len(winners) == 1 else 'win'}", "The game is over.")
