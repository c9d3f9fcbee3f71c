"""The viewer's hand, the bot in play, and cards and heads in words."""

from collections.abc import Iterable
from typing import cast

from bot.engine.cards import ORDER, Card
from bot.engine.chance import Seat
from bot.engine.view import visible
from bot.games.skrap.cards import EFFECTIVE, MIN_CARDS_TO_ANSWER, is_joker_needed, needed_against
from bot.games.skrap.state import State
from bot.rendering import words
from bot.rendering.catalog import say_count
from bot.rendering.scene import Scene


def view_of(scene: Scene) -> State:
    """Return the scene's view, typed as a state of Skrap."""
    return cast("State", scene.view)


def own_hand(scene: Scene) -> tuple[Card, ...]:
    """Return the viewer's cards. Empty for spectators."""
    return () if scene.viewer is None else visible(view_of(scene).hands[scene.viewer])


def own_surge(scene: Scene) -> Card | None:
    """Return the viewer's surge card. None if they haven't chosen one."""
    return None if scene.viewer is None else view_of(scene).surge[scene.viewer]


def own_of_kind(kind: Iterable[Card], scene: Scene) -> tuple[Card, ...]:
    """Return the viewer's weapons or armour, lowest first, by their value with the surge bonus."""
    hand, values = own_hand(scene), EFFECTIVE[own_surge(scene)]
    cards = [card for one in kind for card in [one] * hand.count(one)]
    return tuple(sorted(cards, key=lambda card: (values[card], ORDER[card])))


def owner_of_bot(scene: Scene) -> Seat:
    """Return the seat of the player who built the bot in play."""
    return view_of(scene).field[-1].owner


def heads_at_stake(scene: Scene) -> int:
    """Return the number of bots destroyed in this round, each worth a head."""
    return max(0, len(view_of(scene).field) - 1)


def needed_value(scene: Scene) -> int:
    """Return the lowest weapon value that destroys the bot in play."""
    return needed_against(view_of(scene).field[-1].armour_value, scene.options["surged-king"])


def falls_to_joker(scene: Scene) -> bool:
    """Whether only a joker destroys the bot in play."""
    return is_joker_needed(view_of(scene).field[-1].armour_value, scene.options["surged-king"])


def has_too_few(scene: Scene, seat: Seat) -> bool:
    """Whether a player holds too few cards to answer the bot in play, and didn't build it."""
    view = view_of(scene)
    return len(view.hands[seat]) < MIN_CARDS_TO_ANSWER and seat != view.field[-1].owner


def with_value(card: Card, value: int) -> str:
    """Return a card with its value: `10♠ (11)`."""
    return f"{words.card(card)} ({value})"


def heads_text(number: int) -> str:
    """Return a number of heads, in words."""
    return say_count("one head", "{number} heads", number)
