"""The table and the hands of Skrap as text."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import cast

from bot.engine.cards import ORDER, SUIT_OF, Card
from bot.engine.chance import Seat
from bot.engine.view import shown
from bot.games.skrap.cards import (
    ARMOURS,
    EFFECTIVE,
    MIN_CARDS_TO_ANSWER,
    WEAPONS,
    is_joker_needed,
    needed_against,
)
from bot.games.skrap.state import State
from bot.games.skrap.throwing import MAX_UNDECIDED
from bot.rendering import plates, words
from bot.rendering.catalog import say, say_count
from bot.rendering.scene import Scene
from bot.rendering.skrap import lobby


def view_of(scene: Scene) -> State:
    """The scene's view."""
    return cast("State", scene.view)


def own_hand(scene: Scene) -> tuple[Card, ...]:
    """The viewer's cards; none for those who may see none."""
    return () if scene.viewer is None else shown(view_of(scene).hands[scene.viewer])


def own_surge(scene: Scene) -> Card | None:
    """The viewer's surge card, if it is placed."""
    return None if scene.viewer is None else view_of(scene).surge[scene.viewer]


def kind_of_own(kind: Iterable[Card], scene: Scene) -> tuple[Card, ...]:
    """The viewer's weapons or armours from low to high, by what they count now."""
    hand, values = own_hand(scene), EFFECTIVE[own_surge(scene)]
    some = [card for one in kind for card in [one] * hand.count(one)]
    return tuple(sorted(some, key=lambda card: (values[card], ORDER[card])))


def owner_of_bot(scene: Scene) -> Seat:
    """Who built the bot that stands."""
    return view_of(scene).field[-1].owner


def heads_at_stake(scene: Scene) -> int:
    """How many bots lie wrecked in this round."""
    return max(0, len(view_of(scene).field) - 1)


def needed(scene: Scene) -> int:
    """The weapon that wrecks the bot that stands."""
    return needed_against(view_of(scene).field[-1].armour_value, scene.options["surged-king"])


def falls_to_joker(scene: Scene) -> bool:
    """Whether only a joker wrecks the bot that stands."""
    return is_joker_needed(view_of(scene).field[-1].armour_value, scene.options["surged-king"])


def has_too_few(scene: Scene, seat: Seat) -> bool:
    """Whether a player is passed by rule, were they to answer the bot that stands."""
    view = view_of(scene)
    return len(view.hands[seat]) < MIN_CARDS_TO_ANSWER and seat != view.field[-1].owner


def valued(card: Card, value: int) -> str:
    """A card with what it counts in its bot: `10♠ (11)`."""
    return f"{words.card(card)} ({value})"


def heads(number: int) -> str:
    """A number of heads, in words."""
    return say_count("one head", "{number} heads", number)


def goal(scene: Scene) -> str:
    """The goal of the game, behind the number of the table."""
    return lobby.goal(scene.options)


def table(scene: Scene) -> str:
    """All that lies open: a line a player, then the bots and the round."""
    players = [_player(scene, seat) for seat in range(len(scene.players))]
    return "\n".join([*players, *_throw(scene), *_field(scene), _round(scene)])


def hand(scene: Scene) -> str:
    """The viewer's own cards by what they can be, weakest first."""
    if scene.viewer is None or scene.viewer not in scene.active:
        return say("You have left this game and hold no cards.")
    surge, thrown = own_surge(scene), view_of(scene).throws[scene.viewer]
    lines = [
        say("Your hand ({number})", number=len(own_hand(scene))),
        say("Weapons: {cards}", cards=_listing(kind_of_own(WEAPONS, scene), surge)),
        say("Armour: {cards}", cards=_listing(kind_of_own(ARMOURS, scene), surge)),
    ]
    if surge is not None:
        lines.append(_surged(surge))
    if thrown is not None:
        lines.append(say("You throw {shape}.", shape=words.shape_name(thrown)))
    return "\n".join(lines)


def _listing(some: Iterable[Card], surge: Card | None) -> str:
    """Cards of one kind; what each counts is said as soon as the surge suit is known."""
    values = EFFECTIVE[surge]
    texts = [words.card(card) if surge is None else valued(card, values[card]) for card in some]
    return " · ".join(texts) or say("none")


def _surged(card: Card) -> str:
    """A surge card with what it does."""
    return say("Surge {card}: {suit} +1", card=words.card(card), suit=words.suit_name(SUIT_OF[card]))


def _player(scene: Scene, seat: Seat) -> str:
    here = "▶ " if seat in scene.deciders else ""
    return f"{here}**{words.name(scene, seat)}** {' · '.join(_facts(scene, seat))}"


def _facts(scene: Scene, seat: Seat) -> Iterator[str]:
    """What stands and lies in front of a player, also of one who has left."""
    view = view_of(scene)
    yield heads(view.heads[seat])
    if seat in view.left:
        yield say("has left")
    else:
        held, dealt = len(view.hands[seat]), view.sizes[seat]
        yield say("{number} of {dealt} cards", number=held, dealt=dealt)
        yield from _state(scene, seat)
    if count := Counter(bot.owner for bot in view.field[:-1])[seat]:
        yield say_count("lost a bot", "lost {number} bots", count)
    if pair := view.scavengers[seat]:
        yield say("shows {cards}", cards=words.cards(pair))
    if seat in leaders(scene):
        yield say("ahead")


def leaders(scene: Scene) -> frozenset[Seat]:
    """Who has most heads of those who still play; nobody as long as there are none."""
    view = view_of(scene)
    return plates.leaders(
        [0 if seat in view.left else count for seat, count in enumerate(view.heads)],
    )


def _state(scene: Scene, seat: Seat) -> Iterator[str]:
    """A player's surge card, throw and answers of this round."""
    view = view_of(scene)
    surge = view.surge[seat]
    if surge is not None:
        yield say("surge hidden") if view.phase == "surge" else _surge_of(surge)
    if seat in view.contenders:
        yield say("has thrown") if view.throws[seat] is not None else say("is to throw")
    if seat in view.unable:
        yield say("cannot build this round")
    elif view.phase == "battle" and has_too_few(scene, seat):
        yield say("no bot left")
    if seat in view.passed:
        yield passed(scene)


def _surge_of(card: Card) -> str:
    return say("surge {card}", card=words.card(card))


def passed(scene: Scene) -> str:
    """What a pass is called in this phase."""
    if scene.phase == "scavenge":
        return say("shows no pair")
    return say("out of this round") if scene.options["pass-rule"] == "final" else say("passes")


def _throw(scene: Scene) -> Iterator[str]:
    view = view_of(scene)
    if not view.contenders:
        return
    who = words.names(scene, view.contenders)
    yield say("{players} throw: who loses opens.", players=who)
    if view.undecided:
        yield say(
            "Undecided {number} of {most} times; then a lot decides.",
            number=view.undecided,
            most=MAX_UNDECIDED,
        )


def _field(scene: Scene) -> Iterator[str]:
    """The last bot face up, and how many lie wrecked."""
    view = view_of(scene)
    if not view.field:
        yield say("No bot stands yet.")
        return
    bot, facts = view.field[-1], {"player": words.name(scene, owner_of_bot(scene))}
    facts["weapon"] = valued(bot.weapon, bot.weapon_value)
    facts["armour"] = valued(bot.armour, bot.armour_value)
    if view.phase == "scavenge":
        yield say("**{player}'s champion:** weapon {weapon}, armour {armour}", **facts)
    else:
        yield say("**{player}'s bot:** weapon {weapon}, armour {armour}", **facts)
    if view.phase == "battle":
        yield _falls(scene)
    yield say("Bots wrecked this round: {number}.", number=heads_at_stake(scene))


def _falls(scene: Scene) -> str:
    """What wrecks the bot that stands."""
    if falls_to_joker(scene):
        return say("It falls to a joker only.")
    return say("It falls to a weapon of {number} or more.", number=needed(scene))


def _round(scene: Scene) -> str:
    view = view_of(scene)
    facts = {"number": view.round, "most": scene.options["max-rounds"], "pack": len(view.stock)}
    if view.aside:
        return say(
            "-# Round {number} of at most {most}. Not dealt: {pack}. Set aside: {aside}.",
            **facts,
            aside=len(view.aside),
        )
    return say("-# Round {number} of at most {most}. Not dealt: {pack}.", **facts)
