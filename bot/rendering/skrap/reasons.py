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
from bot.rendering.skrap.asking import can_wreck, has_pair
from bot.rendering.skrap.hands import (
    falls_to_joker,
    heads_at_stake,
    kind_of_own,
    needed,
    own_hand,
    own_surge,
    view_of,
)
from bot.rendering.telling import By, Moment, Sentence, Tell, TellCount, always

LARGE_POT: Final = 3
"""The fewest destroyed bots at which hints don't say that few heads are at stake."""


def _best(move: Surge, moment: Moment) -> Card | None:
    """Return the highest card that this surge card makes stronger. None if there isn't one."""
    values = EFFECTIVE[move.card]
    stronger = [card for card in own_hand(moment.scene) if card != move.card and values[card] > VALUE[card]]
    return max(stronger, key=VALUE.__getitem__, default=None)


def _surges(move: Surge, moment: Moment) -> tuple[bool, bool]:
    """Return whether the card is the lowest in hand, and whether it makes another one stronger."""
    lowest = min(VALUE[card] for card in own_hand(moment.scene))
    return VALUE[move.card] == lowest, _best(move, moment) is not None


def _value(part: Card, moment: Moment) -> int:
    return EFFECTIVE[own_surge(moment.scene)][part]


def _builds(move: Bot, moment: Moment) -> str:
    """Return why to build this bot: it's the weakest, just strong enough, or has armour that may hold."""
    scene, weapon, armour = moment.scene, _value(move.weapon, moment), _value(move.armour, moment)
    weapons = [_value(card, moment) for card in kind_of_own(WEAPONS, scene)]
    armours = [_value(card, moment) for card in kind_of_own(ARMOURS, scene)]
    is_weak = armour == armours[0]
    if scene.phase == "open":
        return "weakest" if is_weak and weapon == weapons[0] else "strong"
    if len(armours) > 1 and armour == armours[-1] and not is_weak:
        return "holds"
    if weapon == min(_able(moment)) < weapons[-1]:
        return "enough"
    if falls_to_joker(scene):
        return "joker"
    return "keeps" if armour < armours[-1] else "wrecks"


def _able(moment: Moment) -> set[int]:
    """Return the values of the viewer's weapons that destroy the bot in play."""
    values = {_value(card, moment) for card in kind_of_own(WEAPONS, moment.scene)}
    return {value for value in values if value >= needed(moment.scene)}


def _passes(_: Pass, moment: Moment) -> str | tuple[str, bool]:
    """Return why to pass: nothing fits, or the viewer saves cards, with whether few heads are at stake."""
    scene = moment.scene
    if scene.phase == "scavenge":
        return "pair" if has_pair(scene) else "no_pair"
    if not can_wreck(scene):
        return "weak"
    return _spared(moment), heads_at_stake(scene) < LARGE_POT


def _spared(moment: Moment) -> str:
    """Return what a pass saves: one of several `cards`, or the only `weapon` or `joker` that would do."""
    if len(_able(moment)) > 1:
        return "cards"
    return "joker" if _strongest(moment) == JOKER else "weapon"


def _strongest(moment: Moment) -> Card:
    return kind_of_own(WEAPONS, moment.scene)[-1]


BUILT: Final[Mapping[str, Any]] = {
    "cards": lambda move, _: f"{words.card(move.weapon)} + {words.card(move.armour)}",
}
STRONGER: Final[Mapping[str, Any]] = {
    "other": lambda move, moment: words.card(_best(move, moment) or ""),
    "number": lambda move, moment: EFFECTIVE[move.card][_best(move, moment) or ""],
}
ARMOUR: Final[Mapping[str, Any]] = {**BUILT, "armour": lambda move, moment: _value(move.armour, moment)}
STRONGEST: Final[Mapping[str, Any]] = {"card": lambda _, moment: words.card(_strongest(moment))}

REASONS: Final[Mapping[type[Move], Sentence]] = {
    Surge: By(
        _surges,
        {
            (True, True): Tell(
                "I'd choose {card}. You'll miss it least, and your {other} becomes {number}.", **STRONGER
            ),
            (True, False): Tell("I'd choose {card}. You'll miss it least."),
            (False, True): Tell("I'd choose {card}. Your {other} becomes {number}.", **STRONGER),
            (False, False): Tell("I'd choose {card}. No other card does more there."),
        },
    ),
    Throw: Tell("I'd throw {shape}. No throw is better than another, as long as nobody sees it coming."),
    Bot: By(
        _builds,
        weakest=Tell("I'd build {cards}. They're your weakest, and the first bot seldom survives.", **BUILT),
        strong=Tell("I'd build {cards}. Armour {armour} isn't easy to reach.", **ARMOUR),
        holds=TellCount(
            "I'd build {cards}. Armour {armour} may hold, for one head.",
            "I'd build {cards}. Armour {armour} may hold, for {number} heads.",
            lambda _, moment: heads_at_stake(moment.scene) + 1,
            **ARMOUR,
        ),
        enough=Tell("I'd build {cards}. It's just enough, and you keep the stronger ones.", **BUILT),
        joker=Tell("I'd build {cards}. Only a joker destroys this bot.", **BUILT),
        keeps=Tell(
            "I'd build {cards}. It destroys the bot, and you keep {card}.",
            **BUILT,
            card=lambda _, moment: words.card(kind_of_own(ARMOURS, moment.scene)[-1]),
        ),
        wrecks=Tell("I'd build {cards}. It destroys the bot and keeps you in the round.", **BUILT),
    ),
    Pass: By(
        _passes,
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
                "I'd pass. Few heads are at stake, and {card} is worth more later.", **STRONGEST
            ),
            ("weapon", False): Tell("I'd pass. {card} is worth more later.", **STRONGEST),
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
