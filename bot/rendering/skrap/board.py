"""The table and the hands of Skrap: bot and players for everyone, the hand for its owner."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from bot.engine.cards import SUIT_OF, Card
from bot.engine.chance import Seat
from bot.games.skrap.battle import Bot as BotMove
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, WEAPONS
from bot.games.skrap.state import State
from bot.games.skrap.throwing import MAX_UNDECIDED
from bot.rendering import player_words, words
from bot.rendering.art.dramas import CardSide
from bot.rendering.art.hands import Order, in_parts
from bot.rendering.art.plan import (
    BACK,
    Bot,
    CardPile,
    Fan,
    HandPlan,
    Middle,
    Part,
    ProgressDots,
    Row,
    Section,
    Stage,
    TablePlan,
    Tray,
)
from bot.rendering.catalog import message, say, say_count
from bot.rendering.face import phase_words
from bot.rendering.scene import Scene
from bot.rendering.skrap import lobby
from bot.rendering.skrap.hands import (
    falls_to_joker,
    has_too_few,
    heads_at_stake,
    heads_text,
    needed_value,
    own_hand,
    own_of_kind,
    own_surge,
    owner_of_bot,
    view_of,
    with_value,
)
from bot.rendering.skrap.news import NEWS, standing, under_way
from bot.rendering.skrap.prompts import PHASES, takes_heads

ACCENT: Final = 0x6B8299
FIELDS: Final[Mapping[str, str]] = {
    "armour": message("Armour"),
    "armour_value": message("Armour counts"),
    "contenders": message("Still throwing"),
    "field": message("Bots"),
    "heads": message("Heads"),
    "round": message("Round"),
    "scavengers": message("To scavenge with"),
    "surge": message("Surge card"),
    "throws": message("Throws"),
    "unable": message("Can't build a bot"),
    "weapon": message("Weapon"),
    "weapon_value": message("Weapon counts"),
}
SURGE_HIDDEN: Final = ("surge", "scavenge")
"""Phases in which the table doesn't show any surge cards."""


def goal(scene: Scene) -> str:
    """Return the goal of the game, which the table shows after its number."""
    return lobby.goal(scene.options)


def table_plan(scene: Scene) -> TablePlan:
    """Return the plan of the public table, which is drawn, described and written."""
    leading = player_words.leaders(scene, view_of(scene).heads)
    rows = tuple(_row(scene, seat, leads=seat in leading) for seat in range(len(scene.players)))
    return TablePlan(
        scene.game.id,
        _stage(scene),
        rows,
        style="dots",
        foot=_foot(scene),
        small=tuple(_counters(scene)),
        said=(*_throw_lines(scene), *_field_lines(scene)),
    )


def hand_plan(scene: Scene, order: Order) -> HandPlan:
    """Return the plan of the viewer's hand: weapons above, armour below, lowest first."""
    surge = own_surge(scene)
    weapons, armours = own_of_kind(WEAPONS, scene), own_of_kind(ARMOURS, scene)
    is_answering = scene.asked and scene.phase == "battle"
    has_trays = is_answering and not scene.is_alone  # alone, the stage above shows the bot
    usable = frozenset(move.weapon for move in scene.legal if isinstance(move, BotMove))
    sections: list[Section] = [
        *(_bot_trays(scene, surge) if has_trays else ()),
        Fan(_parts(weapons, surge, order), playable=usable if is_answering else None),
        Fan(_parts(armours, surge, order)),
    ]
    if surge is not None and not has_trays:
        sections.append(Tray(say("Surge card"), (surge,)))
    number = len(weapons) + len(armours)
    title = say("Your hand · {number}", number=number)
    if surge is not None and scene.phase != "scavenge":  # the bonus is over, and the question needs room
        suit = words.suit_name(SUIT_OF[surge])
        title = say("Your hand · {number} · {suit} +1", number=number, suit=suit)
    prompt = phase_words(PHASES[scene.phase].own, scene) if scene.asked else ""
    return HandPlan(scene.game.id, title, prompt, scene.asked, tuple(sections))


def hand(scene: Scene) -> str:
    """Return the viewer's hand as text: weapons and armour, weakest first, the surge card and the throw."""
    surge, thrown = own_surge(scene), view_of(scene).throws[scene.seat]
    lines = [
        say("Your hand ({number})", number=len(own_hand(scene))),
        say("Weapons: {cards}", cards=_cards_text(own_of_kind(WEAPONS, scene), surge)),
        say("Armour: {cards}", cards=_cards_text(own_of_kind(ARMOURS, scene), surge)),
    ]
    if surge is not None:
        suit = words.suit_name(SUIT_OF[surge])
        lines.append(say("Surge card {card}: {suit} +1", card=words.card(surge), suit=suit))
    if thrown is not None:
        lines.append(say("You throw {shape}.", shape=words.shape_name(thrown)))
    return "\n".join(lines)


def _cards_text(cards: Iterable[Card], surge: Card | None) -> str:
    """Return weapons or armour as text, with their values once the viewer has a surge card."""
    values = EFFECTIVE[surge]
    texts = [words.card(card) if surge is None else with_value(card, values[card]) for card in cards]
    return " · ".join(texts) or say("none")


def _bot_trays(scene: Scene, surge: Card | None) -> Iterator[Section]:
    """Yield trays of the bot that the viewer must answer, and of their surge card."""
    bot = view_of(scene).field[-1]
    label = say("armour {number}", number=bot.armour_value)
    yield Tray(say("The bot"), (bot.weapon, bot.armour), label=label)
    if surge is not None:
        yield Tray(say("Surge card"), (surge,), label=say("surge card"))


def _parts(cards: tuple[Card, ...], surge: Card | None, order: Order) -> tuple[Part, ...]:
    """Return weapons or armour in parts: each card by value, or a part for each suit."""
    if order == "rank":
        return tuple(Part((card,)) for card in cards)
    return tuple(
        Part(tuple(sorted(part, key=EFFECTIVE[surge].__getitem__))) for part in in_parts(cards, "suit")
    )


def _stage(scene: Scene) -> Stage:
    stake = heads_at_stake(scene)
    stage = player_words.stage(scene, (_middle(scene),), NEWS, under_way, standing(scene))
    if takes_heads(scene):
        gain = say_count("+1 head", "+{number} heads", stake)
        return msgspec.structs.replace(stage, stake=stake, gain=gain)
    if scene.phase == "battle" and stake:
        return msgspec.structs.replace(stage, stake=stake, stake_label=say("at stake"))
    return stage


def _middle(scene: Scene) -> Middle:
    """Return the bot in play. Before the first bot, return the cards that weren't dealt."""
    view = view_of(scene)
    if not view.field:
        return CardPile(say("Not dealt"), BACK if view.stock else None, len(view.stock))
    *beaten, bot = view.field
    return Bot(
        bot.weapon,
        bot.armour,
        bot.weapon_value,
        bot.armour_value,
        crowned=takes_heads(scene),
        avatar=player_words.avatar(scene, bot.owner),
        beaten=player_words.avatar(scene, beaten[-1].owner) if beaten and view.phase == "battle" else "",
    )


def _foot(scene: Scene) -> str:
    view, most = view_of(scene), scene.options["target"]
    if view.phase not in SURGE_HIDDEN and any(view.surge):
        return say("first to {number} heads wins · +1: surge bonus", number=most)
    return say("first to {number} heads wins", number=most)


def _counters(scene: Scene) -> Iterator[str]:
    view = view_of(scene)
    yield say("Round {number} of at most {most}.", number=view.round, most=scene.options["max-rounds"])
    if view.field:  # before the first bot, the stage has them as a pile
        yield say("Not dealt: {number}.", number=len(view.stock))
    if view.aside:
        yield say("Set aside: {number}.", number=len(view.aside))


def _throw_lines(scene: Scene) -> Iterator[str]:
    """Yield the players who throw for who plays first, and how often they have tied so far."""
    view = view_of(scene)
    if view.contenders:
        yield say("{players} throw: the loser plays first.", players=words.names(scene, view.contenders))
    if view.contenders and view.undecided:
        yield say(
            "Tied {number} of {most} times: after that, it's random.",
            number=view.undecided,
            most=MAX_UNDECIDED,
        )


def _field_lines(scene: Scene) -> Iterator[str]:
    """Yield what destroys the bot in play, and how many bots were destroyed in this round."""
    view = view_of(scene)
    if not view.field:
        yield say("No bot yet.")
        return
    if view.phase == "battle" and falls_to_joker(scene):
        yield say("Only a joker destroys it.")
    elif view.phase == "battle":
        yield say("A weapon of {number} or more destroys it.", number=needed_value(scene))
    yield say("Bots destroyed this round: {number}.", number=heads_at_stake(scene))


def _row(scene: Scene, seat: Seat, *, leads: bool) -> Row:
    view, most = view_of(scene), scene.options["target"]
    away, number = seat in view.left, view.heads[seat]
    won_heads = heads_at_stake(scene) if takes_heads(scene) and seat == owner_of_bot(scene) else 0
    (note, sign), *others = *_notes(scene, seat), ("", "")
    return replace(
        player_words.row(scene, seat, left=away, leads=leads, hand=len(view.hands[seat]), points=str(number)),
        note=note,
        sign=sign,
        surge=_surge_card(view, seat),
        dots=ProgressDots(min(number, most), most, fresh=won_heads),
        cards=view.scavengers[seat],
        unit=say_count("head", "heads", number),
        exact=heads_text(number),
        dealt=view.sizes[seat],
        said=(*_used_surge(view, seat), *(text for text, _ in others if text)),
    )


def _surge_card(view: State, seat: Seat) -> CardSide | None:
    """Return a player's surge card: face down until everyone has chosen, None once there's a champion."""
    surge = view.surge[seat]
    if surge is None or view.phase == "scavenge":
        return None
    return BACK if view.phase == "surge" else surge


def _used_surge(view: State, seat: Seat) -> Iterator[str]:
    """Yield a player's surge card in words, once there's a champion and the picture leaves it out."""
    surge = view.surge[seat]
    if surge is not None and view.phase == "scavenge":
        yield say("surge card: {card}", card=words.card(surge))


Note = tuple[str, Literal["", "check", "cross", "dots"]]
"""A few words about a player, and the sign that replaces them where there isn't enough room."""


def _notes(scene: Scene, seat: Seat) -> Iterator[Note]:
    """Yield notes on a player, the most important first. Only that one is drawn, the text has all."""
    view = view_of(scene)
    if seat in view.left:
        yield say("has left"), ""
    if seat in scene.deciders:
        yield phase_words(PHASES[scene.phase].note, scene), ""
    if view.throws[seat] is not None:
        yield say("has thrown"), "check"
    if view.phase == "surge" and view.surge[seat] is not None:
        yield say("card chosen"), "check"
    if view.field and not scene.outcome:
        yield from _battle_notes(scene, seat)
    if seat in view.unable:
        yield say("can't build"), "cross"


def _battle_notes(scene: Scene, seat: Seat) -> Iterator[Note]:
    """Yield notes on a player's bots and answers in the battle and after it."""
    view = view_of(scene)
    if view.scavengers[seat]:
        yield say("takes an 11th card"), "check"
    if seat == owner_of_bot(scene):
        yield (say("champion") if takes_heads(scene) else say("bot in play")), ""
    if seat in view.passed:
        yield _pass_note(scene), "cross"
    if view.phase == "battle" and seat not in (*view.left, *view.unable) and has_too_few(scene, seat):
        yield say("no bot left"), "cross"
    if count := sum(bot.owner == seat for bot in view.field[:-1]):
        yield say_count("lost a bot", "lost {number} bots", count), ""


def _pass_note(scene: Scene) -> str:
    """Return the words for a pass in this phase."""
    if scene.phase == "scavenge":
        return say("skips scavengers")
    return say("out of this round") if scene.options["pass-rule"] == "final" else say("passes")
