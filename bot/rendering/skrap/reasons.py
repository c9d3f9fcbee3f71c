"""Hints in Skrap: the reasons for a move, from what the viewer sees and remembers."""

from collections.abc import Mapping
from typing import Any, Final

from bot.engine.cards import JOKER, RANK_OF, Card
from bot.engine.moves import Move
from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, LARGE_HAND_SIZE, VALUE, WEAPONS
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import Scavenge
from bot.games.skrap.surging import Surge
from bot.games.skrap.throwing import Throw
from bot.rendering import words
from bot.rendering.skrap.hands import (
    falls_to_joker,
    heads_at_stake,
    needed_value,
    own_hand,
    own_of_kind,
    own_surge,
    view_of,
)
from bot.rendering.skrap.prompts import can_destroy, has_pair
from bot.rendering.telling import By, Moment, Sentence, Tell, TellCount, always

LARGE_POT: Final = 3
"""The fewest destroyed bots at which hints don't say that few heads are at stake."""


def _boosted_card(move: Surge, moment: Moment) -> Card | None:
    """Return the highest card that this surge card makes stronger. None if there isn't one."""
    values = EFFECTIVE[move.card]
    stronger = [card for card in own_hand(moment.scene) if card != move.card and values[card] > VALUE[card]]
    return max(stronger, key=VALUE.__getitem__, default=None)


def _why_surge(move: Surge, moment: Moment) -> tuple[bool, bool]:
    """Return whether the card is the lowest in hand, and whether it makes another one stronger."""
    lowest = min(VALUE[card] for card in own_hand(moment.scene))
    return VALUE[move.card] == lowest, _boosted_card(move, moment) is not None


def _value(card: Card, moment: Moment) -> int:
    return EFFECTIVE[own_surge(moment.scene)][card]


def _why_build(move: Bot, moment: Moment) -> str:
    """Return why to build this bot: it's the weakest, just strong enough, or has armour that may hold."""
    scene, weapon, armour = moment.scene, _value(move.weapon, moment), _value(move.armour, moment)
    weapons = [_value(card, moment) for card in own_of_kind(WEAPONS, scene)]
    armours = [_value(card, moment) for card in own_of_kind(ARMOURS, scene)]
    is_weak = armour == armours[0]
    if scene.phase == "open":
        return "weakest" if is_weak and weapon == weapons[0] else "strong"
    if len(armours) > 1 and armour == armours[-1] and not is_weak:
        return "holds"
    if weapon == min(_usable_values(moment)) < weapons[-1]:
        return "enough"
    if falls_to_joker(scene):
        return "joker"
    return "keeps" if armour < armours[-1] else "wrecks"


def _usable_values(moment: Moment) -> set[int]:
    """Return the values of the viewer's weapons that destroy the bot in play."""
    values = {_value(card, moment) for card in own_of_kind(WEAPONS, moment.scene)}
    return {value for value in values if value >= needed_value(moment.scene)}


def _why_pass(_: Pass, moment: Moment) -> str | tuple[str, bool]:
    """Return why to pass: nothing fits, or the viewer saves cards, with whether few heads are at stake."""
    scene = moment.scene
    if scene.phase == "scavenge":
        return "pair" if has_pair(scene) else "no_pair"
    if not can_destroy(scene):
        return "weak"
    return _saved_kind(moment), heads_at_stake(scene) < LARGE_POT


def _saved_kind(moment: Moment) -> str:
    """Return what a pass saves: one of several `cards`, or the only `weapon` or `joker` that would do."""
    if len(_usable_values(moment)) > 1:
        return "cards"
    return "joker" if _best_weapon(moment) == JOKER else "weapon"


def _best_weapon(moment: Moment) -> Card:
    return own_of_kind(WEAPONS, moment.scene)[-1]


CARDS: Final[Mapping[str, Any]] = {
    "cards": lambda move, _: f"{words.card(move.weapon)} + {words.card(move.armour)}"
}
BOOSTED: Final[Mapping[str, Any]] = {
    "other": lambda move, moment: words.card(_boosted_card(move, moment) or ""),
    "number": lambda move, moment: EFFECTIVE[move.card][_boosted_card(move, moment) or ""],
}
ARMOUR: Final[Mapping[str, Any]] = {**CARDS, "armour": lambda move, moment: _value(move.armour, moment)}
BEST_WEAPON: Final[Mapping[str, Any]] = {"card": lambda _, moment: words.card(_best_weapon(moment))}

REASONS: Final[Mapping[type[Move], Sentence]] = {
    Surge: By(
        _why_surge,
        {
            (True, True): Tell(
                "I'd choose {card}. You'll miss it least, and your {other} becomes {number}.", **BOOSTED
            ),
            (True, False): Tell("I'd choose {card}. You'll miss it least."),
            (False, True): Tell("I'd choose {card}. Your {other} becomes {number}.", **BOOSTED),
            (False, False): Tell("I'd choose {card}. No other card does more there."),
        },
    ),
    Throw: Tell("I'd throw {shape}. No throw is better than another, as long as nobody sees it coming."),
    Bot: By(
        _why_build,
        weakest=Tell("I'd build {cards}. They're your weakest, and the first bot seldom survives.", **CARDS),
        strong=Tell("I'd build {cards}. Armour {armour} isn't easy to reach.", **ARMOUR),
        holds=TellCount(
            "I'd build {cards}. Armour {armour} may hold, for one head.",
            "I'd build {cards}. Armour {armour} may hold, for {number} heads.",
            lambda _, moment: heads_at_stake(moment.scene) + 1,
            **ARMOUR,
        ),
        enough=Tell("I'd build {cards}. It's just enough, and you keep the stronger ones.", **CARDS),
        joker=Tell("I'd build {cards}. Only a joker destroys this bot.", **CARDS),
        keeps=Tell(
            "I'd build {cards}. It destroys the bot, and you keep {card}.",
            **CARDS,
            card=lambda _, moment: words.card(own_of_kind(ARMOURS, moment.scene)[-1]),
        ),
        wrecks=Tell("I'd build {cards}. It destroys the bot and keeps you in the round.", **CARDS),
    ),
    Pass: By(
        _why_pass,
        {
            "no_pair": Tell("I'd skip scavengers. You don't have a pair."),
            "pair": Tell("I'd skip scavengers."),
            "weak": Tell(
                "I'd pass. Nothing you hold destroys armour {number}.",
                number=lambda _, moment: view_of(moment.scene).field[-1].armour_value,
            ),
            ("joker", True): Tell("I'd pass. Few heads are at stake, and your joker is worth more later."),
            ("joker", False): Tell("I'd pass. Your joker is worth more later."),
            ("weapon", True): Tell(
                "I'd pass. Few heads are at stake, and {card} is worth more later.", **BEST_WEAPON
            ),
            ("weapon", False): Tell("I'd pass. {card} is worth more later.", **BEST_WEAPON),
            ("cards", True): Tell("I'd pass. Few heads are at stake, and your cards are worth more later."),
            ("cards", False): Tell("I'd pass. Your cards are worth more later."),
        },
    ),
    Scavenge: Tell(
        ("I'd play your {ranks}. You get {number} cards next round, and this hand goes back anyway."),
        ranks=("first", lambda card: words.ranks_name(RANK_OF[card])),
        number=always(LARGE_HAND_SIZE),
    ),
}
"""The hint for each kind of move that a computer makes."""
