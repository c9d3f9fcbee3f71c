"""The controls of Skrap: buttons and selects that tell what cards and bots count."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.engine.cards import ORDER, SUIT_OF, Card
from bot.engine.moves import Move
from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, VALUE, WEAPONS, is_joker_needed
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import Scavenge
from bot.games.skrap.surging import Surge
from bot.games.skrap.throwing import Throw
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.face import QuickMove
from bot.rendering.page import Style
from bot.rendering.panel import MAX_BUTTONS
from bot.rendering.scene import Scene
from bot.rendering.skrap.hands import falls_to_joker, needed_value, own_hand, own_of_kind, own_surge, view_of
from bot.rendering.skrap.prompts import can_destroy, has_pair
from bot.rendering.telling import Either, Moment, Sentence, Tell, label_of, labelled

VERBS: Final[Mapping[str, str]] = {
    "surge": message("Choose"),
    "throw": message("Throw"),
    "bot": message("Build a bot"),
    "pass": message("Pass"),
    "scavenge": message("Play scavengers"),
}
PLACEHOLDERS: Final[Mapping[str, str]] = {
    "surge": message("Surge card…"),
    "bot": message("Destroy it with a bot…"),
    "scavenge": message("Play scavengers…"),
}
OPEN_PLACEHOLDER: Final = message("Your first bot…")
MAX_PAIRS: Final = 4
"""The most pairs shown as buttons, so that their row has room for the button to skip them."""


def quick_moves(scene: Scene) -> tuple[QuickMove, ...]:
    """Return the surge cards, first bots or pairs that become buttons, and the pass, which comes last."""
    if Pass() not in scene.legal:
        labels = ((BUTTONS[type(move)](move, labelled(scene)), move) for move in _few_choices(scene))
        return tuple(QuickMove(*one) for one in labels)
    has_more = can_destroy(scene) or has_pair(scene)
    style: Style = "grey" if has_more else "blue"
    pass_move = QuickMove(label_of(Pass(), scene, LABELS, VERBS), Pass(), style=style, declines=True)
    return (*(QuickMove(label_of(pair, scene, LABELS, VERBS), pair) for pair in _few_pairs(scene)), pass_move)


def _few_choices(scene: Scene) -> Sequence[Move]:
    """Return the surge cards or first bots, if they fit a row of buttons. Throws are buttons anyway."""
    choices = [move for move in scene.legal if isinstance(move, Surge | Bot)]
    return sorted(choices, key=lambda one: _sort_key(one, scene)) if len(choices) <= MAX_BUTTONS else ()


def _few_pairs(scene: Scene) -> Sequence[Move]:
    """Return the pairs, if they're few enough for buttons. Otherwise they're in a select."""
    pairs = [move for move in scene.legal if isinstance(move, Scavenge)]
    return pairs if len(pairs) <= MAX_PAIRS else ()


def menu_moves(scene: Scene) -> tuple[Move, ...]:
    """Return the other legal moves: surge cards as the hand shows them, bots by armour, strongest first."""
    buttons = {quick.move for quick in quick_moves(scene)}
    return tuple(
        sorted((move for move in scene.legal if move not in buttons), key=lambda one: _sort_key(one, scene))
    )


def _sort_key(move: Move, scene: Scene) -> tuple[int, ...]:
    values = EFFECTIVE[own_surge(scene)]
    match move:
        case Surge(card=card):
            return (card in ARMOURS, VALUE[card], ORDER[card])
        case Bot(weapon=weapon, armour=armour):
            return (-values[armour], ORDER[armour], -values[weapon], ORDER[weapon])
    return ()


def placeholder(verb: str, scene: Scene) -> str:
    """Return the words on the closed select of a verb's moves."""
    return say(OPEN_PLACEHOLDER if scene.phase == "open" else PLACEHOLDERS.get(verb, VERBS[verb]))


def _card_values(_move: Bot, moment: Moment) -> Mapping[Card, int]:
    """Return the values of cards with the viewer's surge bonus."""
    return EFFECTIVE[own_surge(moment.scene)]


def _falls_to_joker(move: Bot, moment: Moment) -> bool:
    """Whether only a joker would destroy this bot."""
    return is_joker_needed(_card_values(move, moment)[move.armour], moment.scene.options["surged-king"])


BOT_VALUES: Final[Mapping[str, Any]] = {
    "weapon": lambda move, moment: _card_values(move, moment)[move.weapon],
    "armour": lambda move, moment: _card_values(move, moment)[move.armour],
}
LABELS: Final[Mapping[type[Move], Sentence]] = {
    Surge: lambda move, _: words.card(move.card),
    Throw: lambda move, _: words.capitalised(words.shape_name(move.shape)),
    Bot: lambda move, _: f"{words.capitalised(words.card(move.weapon))} + {words.card(move.armour)}",
    Scavenge: Tell("Play {cards}", cards=lambda move, _: words.cards((move.first, move.second))),
    Pass: lambda _, moment: say("Skip scavengers") if moment.scene.phase == "scavenge" else "",
}
BUTTONS: Final[Mapping[type[Move], Sentence]] = {
    Surge: Tell("Choose {card}"),
    Bot: Tell("Build {cards}", cards=LABELS[Bot]),
}
HINTS: Final[Mapping[type[Move], Sentence]] = {
    Surge: lambda move, moment: _surge_hint(move.card, moment.scene),
    Bot: Either(
        _falls_to_joker,
        Tell("Weapon {weapon}, armour {armour}: only a joker destroys it", **BOT_VALUES),
        Tell("Weapon {weapon}, armour {armour}", **BOT_VALUES),
    ),
}


def _surge_hint(card: Card, scene: Scene) -> str:
    """Return how many other cards in hand a surge card strengthens, and the one that would count 14."""
    suit, values = words.suit_name(SUIT_OF[card]), EFFECTIVE[card]
    stronger = [one for one in own_hand(scene) if one != card and values[one] > VALUE[one]]
    if not stronger:
        return say("No other {suit} in your hand", suit=suit)
    highest = max(stronger, key=VALUE.__getitem__)
    facts = {"suit": suit, "card": words.card(highest)}
    if values[highest] <= VALUE["KH"]:
        return say_count("{card} gains 1", "{number} {suit} gain 1", len(stronger), **facts)
    if highest in ARMOURS and is_joker_needed(values[highest], scene.options["surged-king"]):
        return say_count(
            "{card} gains 1: only a joker destroys it",
            "{number} {suit} gain 1: only a joker destroys {card}",
            len(stronger),
            **facts,
        )
    return say_count(
        "{card} gains 1: it counts 14", "{number} {suit} gain 1: {card} counts 14", len(stronger), **facts
    )


def nearly(scene: Scene) -> tuple[str, ...]:
    """Return what the viewer's hand lacks to destroy the bot in play, or to play scavengers."""
    if scene.asked and scene.phase == "battle" and not can_destroy(scene):
        return (_shortfall(scene),)
    if scene.asked and scene.phase == "scavenge" and not has_pair(scene):
        return (say("Play scavengers: no two of your cards match in rank."),)
    return ()


def _shortfall(scene: Scene) -> str:
    weapons, armours = own_of_kind(WEAPONS, scene), own_of_kind(ARMOURS, scene)
    values, armour = EFFECTIVE[own_surge(scene)], view_of(scene).field[-1].armour_value
    if not weapons:
        return say("Destroy it: no black card left.")
    if values[weapons[-1]] >= needed_value(scene) and not armours:
        return say("Destroy it: no red card left.")
    if falls_to_joker(scene):
        return say("Destroy it: only a joker destroys armour {number}.", number=armour)
    return say(
        "Destroy it: {card} is {number} short of armour {armour}.",
        card=words.card(weapons[-1]),
        number=armour - values[weapons[-1]],
        armour=armour,
    )
