"""What Skrap offers to press: each with what it counts."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.engine.cards import ORDER, RANK_OF, SUIT_OF, Card
from bot.engine.moves import Move
from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, VALUE, WEAPONS, is_joker_needed
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import Scavenge
from bot.games.skrap.surging import Surge
from bot.games.skrap.throwing import Throw
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.face import Offer
from bot.rendering.panel import MAX_BUTTONS
from bot.rendering.scene import Scene
from bot.rendering.skrap.asking import can_wreck, has_pair
from bot.rendering.skrap.table import (
    falls_to_joker,
    kind_of_own,
    needed,
    own_hand,
    own_surge,
    view_of,
)

VERBS: Final[Mapping[str, str]] = {
    "surge": message("Hide"),
    "throw": message("Throw"),
    "bot": message("Build a bot"),
    "pass": message("Pass"),
    "scavenge": message("Show a pair"),
}
PROMPTS: Final[Mapping[str, str]] = {
    "surge": message("Surge card …"),
    "bot": message("Wreck it with a bot …"),
    "scavenge": message("Show a pair …"),
}
OPENING: Final = message("Open with a bot …")
MAX_PAIRS: Final = 4
"""How many pairs are buttons, which leaves one of a row for none of them."""
MAX_HINT: Final = 58


def offers(scene: Scene) -> tuple[Offer, ...]:
    """Choices where there are few, and the answer *no*, the one thing left where nothing can be done."""
    if Pass() not in scene.legal:
        return tuple(Offer(_button(move, scene), move) for move in _few_choices(scene))
    has_more = can_wreck(scene) or has_pair(scene)
    no = Offer(label(Pass(), scene), Pass(), style="grey" if has_more else "blue")
    return (*(Offer(label(pair, scene), pair) for pair in _few_pairs(scene)), no)


def _few_choices(scene: Scene) -> Sequence[Move]:
    """The surge cards or first bots that are buttons; a throw has buttons anyway."""
    choices = [move for move in scene.legal if isinstance(move, Surge | Bot)]
    return sorted(choices, key=lambda one: _place(one, scene)) if len(choices) <= MAX_BUTTONS else ()


def _button(move: Move, scene: Scene) -> str:
    """A choice on a button, which has to say what it does."""
    if isinstance(move, Surge):
        return say("Hide {card}", card=label(move, scene))
    return say("Build {cards}", cards=label(move, scene))


def _few_pairs(scene: Scene) -> Sequence[Move]:
    """The pairs that are buttons; none where a select has to hold them."""
    pairs = [move for move in scene.legal if isinstance(move, Scavenge)]
    return pairs if len(pairs) <= MAX_PAIRS else ()


def offered(scene: Scene) -> tuple[Move, ...]:
    """All other moves: surge cards as they are pictured, bots from the strongest armour down."""
    done = {offer.move for offer in offers(scene)}
    return tuple(
        sorted((move for move in scene.legal if move not in done), key=lambda one: _place(one, scene))
    )


def _place(move: Move, scene: Scene) -> tuple[int, ...]:
    values = EFFECTIVE[own_surge(scene)]
    match move:
        case Surge(card=card):
            return (card in ARMOURS, VALUE[card], ORDER[card])
        case Bot(weapon=weapon, armour=armour):
            return (-values[armour], ORDER[armour], -values[weapon], ORDER[weapon])
    return ()


def prompt(verb: str, scene: Scene) -> str:
    """What a closed select says."""
    return say(OPENING if scene.phase == "open" else PROMPTS.get(verb, VERBS[verb]))


def label(move: Move, scene: Scene) -> str:
    """A move as a button or an entry."""
    match move:
        case Surge(card=card):
            return words.card(card)
        case Throw(shape=shape):
            return words.first_large(words.shape_name(shape))
        case Bot(weapon=weapon, armour=armour):
            return f"{words.first_large(words.card(weapon))} + {words.card(armour)}"
        case Scavenge(first=first, second=second):
            return say("Show {cards}", cards=words.cards((first, second)))
        case Pass() if scene.phase == "scavenge":
            return say("Go on") if scene.asked and not has_pair(scene) else say("No pair")
    return say(VERBS[move.verb])


def hint(move: Move, scene: Scene) -> str:
    """What a surge card adds to which cards, or what a bot counts."""
    match move:
        case Surge(card=card):
            return _surge_hint(card, scene)
        case Bot(weapon=weapon, armour=armour):
            return _bot_hint(weapon, armour, scene)
    return ""


def _bot_hint(weapon: Card, armour: Card, scene: Scene) -> str:
    values = EFFECTIVE[own_surge(scene)]
    facts = {"weapon": values[weapon], "armour": values[armour]}
    if is_joker_needed(values[armour], scene.options["surged-king"]):
        return say("Weapon {weapon}, armour {armour}: falls to a joker only", **facts)
    return say("Weapon {weapon}, armour {armour}", **facts)


def _surge_hint(card: Card, scene: Scene) -> str:
    """Which of the other cards would count more; the lowest are left out where all do not fit."""
    suit, values = words.first_large(words.suit_name(SUIT_OF[card])), EFFECTIVE[card]
    stronger = [one for one in own_hand(scene) if one != card and values[one] > VALUE[one]]
    stronger.sort(key=VALUE.__getitem__)
    if not stronger:
        return say("{suit} +1: no other in your hand", suit=suit)
    is_safe = stronger[-1] in ARMOURS and is_joker_needed(values[stronger[-1]], scene.options["surged-king"])
    text = message("{suit} +1: {cards}, falls to a joker only") if is_safe else message("{suit} +1: {cards}")
    for left_out in range(len(stronger)):
        shown = [f"{RANK_OF[one]} → {values[one]}" for one in stronger[left_out:]]
        said = say(text, suit=suit, cards=", ".join(["…"] * bool(left_out) + shown))
        if len(said) <= MAX_HINT:
            break
    return said


def nearly(scene: Scene) -> tuple[str, ...]:
    """What the viewer's hand lacks to wreck the bot, or to show a pair."""
    if scene.asked and scene.phase == "battle" and not can_wreck(scene):
        return (_lacking(scene),)
    if scene.asked and scene.phase == "scavenge" and not has_pair(scene):
        return (say("Show a pair: no two of your cards have one rank."),)
    return ()


def _lacking(scene: Scene) -> str:
    weapons, armours = kind_of_own(WEAPONS, scene), kind_of_own(ARMOURS, scene)
    values, armour = EFFECTIVE[own_surge(scene)], view_of(scene).field[-1].armour_value
    if not weapons:
        return say("Wreck it: no black card left.")
    if values[weapons[-1]] >= needed(scene) and not armours:
        return say("Wreck it: no red card left.")
    if falls_to_joker(scene):
        return say("Wreck it: armour {number} falls to a joker only.", number=armour)
    return say(
        "Wreck it: {card} is {number} short of armour {armour}.",
        card=words.card(weapons[-1]),
        number=armour - values[weapons[-1]],
        armour=armour,
    )
