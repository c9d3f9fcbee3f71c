"""What the picture of a Craits table says in large: the newest event, and what is asked now."""

from collections.abc import Sequence
from typing import Any, Final

from bot.engine.events import Event
from bot.games.craits.count import CountRaised
from bot.games.craits.dealing import Dealt, SuitNamed, TurnedUp
from bot.games.craits.drawing import Drew
from bot.games.craits.ending import HandEnded, PlayerScored
from bot.games.craits.functions import Reversed
from bot.games.craits.leaving import PlayerLeft
from bot.games.craits.one_card import Caught, Declared
from bot.games.craits.playing import Played
from bot.games.craits.turns import Skipped
from bot.rendering import plates, words
from bot.rendering.catalog import say, say_count
from bot.rendering.craits.asking import PHASES
from bot.rendering.craits.story import find
from bot.rendering.craits.table import view_of
from bot.rendering.face import worded
from bot.rendering.scene import Scene


def headline(scene: Scene) -> str:
    """The newest event that is worth a headline; how the game ended when it is over."""
    return plates.headline(scene, HEADLINES, _standing)


def _standing(scene: Scene) -> str:
    """Where the game stands, where nothing is known of what has happened."""
    view = view_of(scene)
    if view.phase == "between-hands":
        return say("Hand {number} is over", number=view.hand_number)
    return say("Hand {number}", number=view.hand_number)


def line(scene: Scene) -> str:
    """What is asked now; the players are named elsewhere."""
    over = plates.ending(scene)
    return over[1] if over else worded(PHASES[scene.phase].stage, scene)


def _name(scene: Scene, event: Any) -> str:
    return plates.short_name(scene, event.seat)


def _played(event: Played, events: Sequence[Event], scene: Scene) -> str:
    facts = {"player": _name(scene, event), "card": words.card(event.card)}
    if event.declared:
        return say("{player}: one card!", **facts)
    if suit := event.suit:
        return say("{suit}, says {player}", **facts, suit=words.first_large(words.suit_name(suit)))
    drew = [one for one in events if isinstance(one, Drew) and one.why in ("seven", "jack", "queen")]
    if drew:
        return _drew(drew[0], events, scene)
    if skipped := find(events, Skipped):
        return say("{player} is skipped", player=_name(scene, skipped))
    if find(events, Reversed):
        return say("The direction turns")
    if raised := find(events, CountRaised):
        return say("The count is {number}", number=raised.value)
    return say("{player} plays {card}", **facts)


def _drew(event: Drew, _all: Sequence[Event], scene: Scene) -> str:
    return say_count(
        "{player} draws one", "{player} draws {number}", event.number, player=_name(scene, event)
    )


def _ended(event: HandEnded, events: Sequence[Event], scene: Scene) -> str:
    out = [one for one in events if isinstance(one, PlayerScored) and not one.cards]
    if len(out) == 1:
        return say("{player} is out", player=_name(scene, out[0]))
    return say("Hand {number} is over", number=event.hand_number)


def _dealt(event: Dealt, _all: Sequence[Event], _scene: Scene) -> str:
    return say_count(
        "Hand {hand}: one card", "Hand {hand}: {number} cards", event.size, hand=event.hand_number
    )


HEADLINES: Final[plates.Headlines] = (
    (HandEnded, _ended),
    (Caught, lambda e, _a, s: say("{player} is an idiot!", player=_name(s, e))),
    (Dealt, _dealt),
    (Played, _played),
    (Drew, _drew),
    (
        SuitNamed,
        lambda e, _a, s: say(
            "{suit}, says {player}", suit=words.first_large(words.suit_name(e.suit)), player=_name(s, e)
        ),
    ),
    (Declared, lambda e, _a, s: say("{player}: one card!", player=_name(s, e))),
    (PlayerLeft, lambda e, _a, s: say("{player} leaves", player=_name(s, e))),
    (TurnedUp, lambda e, _a, _s: say("{card} is turned up", card=words.card(e.card))),
)
