"""Skrap as pictures: the bot that stands and the players for everybody, the hand for its owner."""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from bot.engine.cards import SUIT_OF, Card
from bot.engine.chance import Seat
from bot.games.skrap.battle import Bot as Built
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, WEAPONS
from bot.games.skrap.state import State
from bot.rendering import plates, words
from bot.rendering.art.hands import Order, in_parts
from bot.rendering.art.plan import (
    BACK,
    Bot,
    Fan,
    HandPlan,
    Heap,
    Lamps,
    Middle,
    Part,
    Row,
    Section,
    Shown,
    Stage,
    TablePlan,
    Tray,
)
from bot.rendering.catalog import say, say_count
from bot.rendering.face import worded
from bot.rendering.scene import Scene
from bot.rendering.skrap.asking import PHASES, takes_heads
from bot.rendering.skrap.headlines import headline
from bot.rendering.skrap.table import (
    has_too_few,
    heads_at_stake,
    kind_of_own,
    leaders,
    own_surge,
    owner_of_bot,
    passed,
    view_of,
)

GAME: Final = "skrap"
HIDDEN: Final = ("surge", "scavenge")
"""Phases in which no surge card is seen."""


def table_plan(scene: Scene) -> TablePlan:
    """What the picture of the table shows."""
    view, goal = view_of(scene), scene.options["target"]
    rows = tuple(_row(scene, seat) for seat in range(len(scene.players)))
    is_shown = view.phase not in HIDDEN and any(view.surge)
    foot = (
        say("{number} heads win · +1: surge suit", number=goal)
        if is_shown
        else say("first to {number} heads wins", number=goal)
    )
    return TablePlan(GAME, _stage(scene), rows, style="lamps", foot=foot)


def _stage(scene: Scene) -> Stage:
    heads = heads_at_stake(scene)
    stage = Stage(headline(scene), plates.line(scene, PHASES), (_middle(scene),))
    if takes_heads(scene):
        gain = say_count("+1 head", "+{number} heads", heads)
        return msgspec.structs.replace(stage, stake=heads, gain=gain)
    if scene.phase == "battle" and heads:
        return msgspec.structs.replace(stage, stake=heads, stake_label=say("at stake"))
    return stage


def _middle(scene: Scene) -> Middle:
    """The bot that stands; before the first one the cards that were not dealt."""
    view = view_of(scene)
    if not view.field:
        return Heap(say("Not dealt"), BACK if view.stock else None, len(view.stock))
    bot = view.field[-1]
    return Bot(
        bot.weapon,
        bot.armour,
        bot.weapon_value,
        bot.armour_value,
        crowned=takes_heads(scene),
    )


def _row(scene: Scene, seat: Seat) -> Row:
    view = view_of(scene)
    away, heads = seat in view.left, view.heads[seat]
    won = heads_at_stake(scene) if takes_heads(scene) and seat == owner_of_bot(scene) else 0
    row = Row(
        name=plates.whole_name(scene, seat),
        place=seat + 1,
        avatar=plates.avatar(scene, seat),
        unnamed=plates.unnamed(scene, seat),
        acts=seat in scene.deciders,
        away=away,
        leads=seat in leaders(scene),
        hand=None if away else len(view.hands[seat]),
        surge=_surge(view, seat),
        lamps=Lamps(min(heads, scene.options["target"]), scene.options["target"], fresh=won),
        cards=view.scavengers[seat],
        points=str(heads),
        unit=say_count("head", "heads", heads),
    )
    note, sign = next(_notes(scene, seat), ("", ""))
    return msgspec.structs.replace(row, note=note, sign=sign)


def _surge(view: State, seat: Seat) -> Shown | None:
    """The surge card: hidden from everybody until all are placed, of no use once the champion is known."""
    surge = view.surge[seat]
    if surge is None or view.phase == "scavenge":
        return None
    return BACK if view.phase == "surge" else surge


Note = tuple[str, Literal["", "check", "cross", "dots"]]
"""A few words of a player, and the sign that stands for them where there is no room."""


def _notes(scene: Scene, seat: Seat) -> Iterator[Note]:
    """What may be said of a player, the most important first."""
    view = view_of(scene)
    if seat in view.left:
        yield say("has left"), ""
    if seat in scene.deciders:
        yield worded(PHASES[scene.phase].note, scene), ""
    if view.throws[seat] is not None:
        yield say("has thrown"), "check"
    if view.phase == "surge" and view.surge[seat] is not None:
        yield say("surge hidden"), "check"
    if view.field and not scene.outcome:
        yield from _in_battle(scene, seat)
    if seat in view.unable:
        yield say("cannot build"), "cross"


def _in_battle(scene: Scene, seat: Seat) -> Iterator[Note]:
    """What became of a player's bots, and of their answer."""
    view = view_of(scene)
    if view.scavengers[seat]:
        yield say("takes an 11th card"), "check"
    if seat == owner_of_bot(scene):
        yield (say("champion") if takes_heads(scene) else say("bot stands")), ""
    if seat in view.passed:
        yield passed(scene), "cross"
    if view.phase == "battle" and seat not in view.unable and has_too_few(scene, seat):
        yield say("no bot left"), "cross"
    if count := sum(bot.owner == seat for bot in view.field[:-1]):
        yield say_count("lost a bot", "lost {number} bots", count), ""


def hand_plan(scene: Scene, order: Order) -> HandPlan:
    """What the picture of the viewer's hand shows: weapons above, armour below, low to high."""
    surge = own_surge(scene)
    weapons, armours = kind_of_own(WEAPONS, scene), kind_of_own(ARMOURS, scene)
    is_answering = scene.asked and scene.phase == "battle"
    reaching = frozenset(move.weapon for move in scene.legal if isinstance(move, Built))
    sections: list[Section] = [
        *(_bot(scene, surge) if is_answering else ()),
        Fan(_parts(weapons, surge, order), playable=reaching if is_answering else None),
        Fan(_parts(armours, surge, order)),
    ]
    if surge is not None and not is_answering:
        sections.append(Tray(say("Surge"), (surge,)))
    number = len(weapons) + len(armours)
    title = say("Your hand · {number}", number=number)
    if surge is not None and scene.phase != "scavenge":  # no bot is built any more: room for the question
        suit = words.suit_name(SUIT_OF[surge])
        title = say("Your hand · {number} · {suit} +1", number=number, suit=suit)
    ask = worded(PHASES[scene.phase].own, scene) if scene.asked else ""
    return HandPlan(GAME, title, ask, scene.asked, tuple(sections))


def _bot(scene: Scene, surge: Card | None) -> Iterator[Section]:
    """The bot that the viewer is to answer, and the surge card beside it."""
    bot = view_of(scene).field[-1]
    label = say("armour {number}", number=bot.armour_value)
    yield Tray(say("The bot"), (bot.weapon, bot.armour), label=label)
    if surge is not None:
        yield Tray(say("Surge"), (surge,), label=say("surge"))


def _parts(cards: tuple[Card, ...], surge: Card | None, order: Order) -> tuple[Part, ...]:
    """Cards of one kind, by value or by suit."""
    if order == "rank":
        return tuple(Part((card,)) for card in cards)
    return tuple(
        Part(tuple(sorted(part, key=EFFECTIVE[surge].__getitem__))) for part in in_parts(cards, "suit")
    )
