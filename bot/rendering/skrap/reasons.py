"""Why a move is good in Skrap, from what the viewer sees and remembers."""

from collections.abc import Mapping
from typing import Final

from bot.engine.cards import JOKER, RANK_OF
from bot.engine.contract import Notes
from bot.engine.moves import Move
from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, LARGE_HAND_SIZE, VALUE, WEAPONS
from bot.games.skrap.passing import Pass
from bot.games.skrap.scavenging import Scavenge
from bot.games.skrap.surging import Surge
from bot.games.skrap.throwing import Throw
from bot.rendering import words
from bot.rendering.catalog import say, say_count
from bot.rendering.face import Reason
from bot.rendering.scene import Scene
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

LARGE_POT: Final = 3
"""How many wrecked bots are worth a strong armour."""


def _surge(move: Surge, scene: Scene, _notes: Notes) -> str:
    """What the surge makes stronger: the best card of its suit."""
    card, values = words.card(move.card), EFFECTIVE[move.card]
    stronger = [one for one in own_hand(scene) if one != move.card and values[one] > VALUE[one]]
    if not stronger:
        return say("hide {card}. You miss it least.", card=card)
    best = max(stronger, key=VALUE.__getitem__)
    return say(
        "hide {card}. You miss it least, and your {other} becomes {number}.",
        card=card,
        other=words.card(best),
        number=values[best],
    )


def _throw(move: Throw, _: Scene, _notes: Notes) -> str:
    shape = words.shape_name(move.shape)
    return say("{shape}. No throw is better than another, as long as nobody can foresee it.", shape=shape)


def _bot(move: Bot, scene: Scene, _notes: Notes) -> str:
    """Just enough to wreck, the weakest to open, or an armour that holds."""
    values = EFFECTIVE[own_surge(scene)]
    weapons, armours = kind_of_own(WEAPONS, scene), kind_of_own(ARMOURS, scene)
    facts = {
        "cards": f"{words.card(move.weapon)} + {words.card(move.armour)}",
        "weapon": values[move.weapon],
        "armour": values[move.armour],
    }
    is_weak = values[move.armour] == values[armours[0]]
    if scene.phase == "open":
        if is_weak and values[move.weapon] == values[weapons[0]]:
            return say("build {cards}. They are your weakest, and the first bot seldom stands.", **facts)
        return say("build {cards}. Armour {armour} is not easy to reach.", **facts)
    if len(armours) > 1 and values[move.armour] == values[armours[-1]] and not is_weak:
        return say_count(
            "build {cards}. Armour {armour} may hold, for one head.",
            "build {cards}. Armour {armour} may hold, for {number} heads.",
            heads_at_stake(scene) + 1,
            **facts,
        )
    enough = [card for card in weapons if values[card] >= needed(scene)]
    if values[move.weapon] == values[enough[0]] and len(enough) > 1:
        return say("build {cards}. It is just enough, and you keep the stronger ones.", **facts)
    if falls_to_joker(scene):
        return say("build {cards}. Only a joker wrecks this bot.", **facts)
    return say("build {cards}. It wrecks the bot and keeps you in the round.", **facts)


def _pass(_: Pass, scene: Scene, _notes: Notes) -> str:
    """Nothing can be done, or the cards are worth more later."""
    if scene.phase == "scavenge":
        return (
            say("go on. You have no pair to show.") if not has_pair(scene) else say("go on without a pair.")
        )
    armour = view_of(scene).field[-1].armour_value
    if not can_wreck(scene):
        return say("pass. Nothing of yours wrecks armour {number}.", number=armour)
    weapon, is_small = kind_of_own(WEAPONS, scene)[-1], heads_at_stake(scene) < LARGE_POT
    if weapon == JOKER and is_small:
        return say("pass. The pot is small, and your joker is worth more later.")
    if weapon == JOKER:
        return say("pass. Your joker is worth more later.")
    if is_small:
        return say("pass. The pot is small, and {card} is worth more later.", card=words.card(weapon))
    return say("pass. {card} is worth more later.", card=words.card(weapon))


def _scavenge(move: Scavenge, _: Scene, _notes: Notes) -> str:
    rank = words.ranks_name(RANK_OF[move.first])
    return say(
        "show your {ranks}. The next hand has {number} cards, and this one goes back anyway.",
        ranks=rank,
        number=LARGE_HAND_SIZE,
    )


REASONS: Final[Mapping[type[Move], Reason]] = {
    Surge: _surge,
    Throw: _throw,
    Bot: _bot,
    Pass: _pass,
    Scavenge: _scavenge,
}
"""What is said of each kind of move that a computer makes."""
