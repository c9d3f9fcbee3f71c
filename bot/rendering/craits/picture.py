"""Craits as pictures: the last card, the stock and the players for everybody, the hand for its owner."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.cards import RANK_OF, Card
from bot.engine.chance import Seat
from bot.games.craits.cards import WILD_RANKS, hand_points
from bot.games.craits.dealing import Dealt, TurnedUp
from bot.games.craits.drawing import Reshuffled
from bot.games.craits.leaving import PlayerLeft
from bot.games.craits.playing import Played as CardPlayed
from bot.games.craits.state import CLOCKWISE, PLAYING
from bot.games.craits.turns import PENALTY_CARDS
from bot.rendering import plates, words
from bot.rendering.art.hands import Order, in_parts
from bot.rendering.art.plan import (
    BACK,
    Chip,
    Fan,
    HandPlan,
    Heap,
    Middle,
    Part,
    Played,
    Row,
    Stage,
    TablePlan,
)
from bot.rendering.catalog import say, say_as, say_count
from bot.rendering.craits.asking import PHASES
from bot.rendering.craits.headlines import headline
from bot.rendering.craits.table import amount, leaders, named_suit, own_hand, playable, view_of
from bot.rendering.scene import Scene
from bot.rendering.widths import number

GAME: Final = "craits"


def table_plan(scene: Scene) -> TablePlan:
    """What the picture of the table shows."""
    view, lead = view_of(scene), leaders(scene)
    rows = tuple(_row(scene, seat, leads=seat in lead) for seat in range(len(scene.players)))
    facts = {"hand": view.hand_number, "hands": scene.options["hands"]}
    foot = (
        say("clockwise · low score wins · hand {hand}/{hands}", **facts)
        if view.direction == CLOCKWISE
        else say("anticlockwise · low score wins · hand {hand}/{hands}", **facts)
    )
    stock = Heap(say("Stock"), BACK if view.stock else None, len(view.stock))
    stage = Stage(headline(scene), plates.line(scene, PHASES), (*_top(scene), stock))
    return TablePlan(
        GAME,
        stage,
        rows,
        style="fans",
        foot=foot,
        turning="clockwise" if view.direction == CLOCKWISE else "anticlockwise",
    )


def _top(scene: Scene) -> tuple[Middle, ...]:
    """The last card over the one before it, with the suit that was named or the count."""
    view = view_of(scene)
    if view.top is None:
        return ()
    shout = f"+{view.count}" if view.count else ""
    return (Played(view.top, under_top(scene), suit=named_suit(view), shout=shout),)


def under_top(scene: Scene) -> Card | None:
    """The card that was covered last, as the last moves have told; None where another may lie there."""
    laid: list[Card] = []
    for past in scene.recent:
        for event in past.events:
            match event:
                case Dealt() | Reshuffled() | PlayerLeft():
                    laid = laid[-1:] if not isinstance(event, Dealt) else []
                case CardPlayed(card=card) | TurnedUp(card=card):
                    laid.append(card)
    return laid[-2] if len(laid) > 1 and view_of(scene).under else None


def _row(scene: Scene, seat: Seat, *, leads: bool) -> Row:
    view = view_of(scene)
    away, hand = seat in view.left, view.hands[seat]
    points = number(view.scores.totals[seat])
    row = Row(
        name=plates.whole_name(scene, seat),
        place=seat + 1,
        avatar=plates.avatar(scene, seat),
        unnamed=plates.unnamed(scene, seat),
        acts=seat in scene.deciders and scene.phase != "between-hands",
        away=away,
        leads=leads,
        hand=None if away else len(hand),
        chip=_chip(seat, scene),
        points=points,
        unit=plates.points(points),
        cards=hand if view.revealed else (),
    )
    if away:
        return msgspec.structs.replace(row, note=say("has left"))
    cost = view.scores.record[-1].of(seat) if view.revealed and view.scores.record else None
    if cost is None:
        return row
    return msgspec.structs.replace(row, note=say("this hand {points}", points=number(sum(cost))))


def _chip(seat: Seat, scene: Scene) -> Chip | None:
    view = view_of(scene)
    if seat in view.declared:
        return Chip(say_as("called out", "one card"), loud=True)
    if seat in view.owes:
        return Chip(say("idiot: +{number}", number=PENALTY_CARDS))
    return None


def hand_plan(scene: Scene, order: Order) -> HandPlan:
    """What the picture of the viewer's hand shows."""
    assert scene.viewer is not None
    cards = own_hand(scene)
    if cards is None:
        size = len(view_of(scene).hands[scene.viewer])
        fan = Fan((Part((BACK,) * size),))
        return HandPlan(GAME, say("Your hand · {number}", number=size), say("first the suit"), True, (fan,))
    plays = scene.asked and scene.phase in PLAYING
    fits = frozenset(playable(scene)) if plays else None
    fan = Fan(tuple(map(Part, in_parts(cards, order))), playable=fits)
    title = (
        say("Your turn · {number}", number=len(cards))
        if plays
        else say("Your hand · {number}", number=len(cards))
    )
    return HandPlan(GAME, title, _fitting(scene) if plays else "", plays, (fan,), _counts(cards))


def _counts(cards: Sequence[Card]) -> str:
    """What a hand counts; nothing but threes counts for who holds them (R33)."""
    points = hand_points(cards)
    counted = amount(abs(points))
    if points < 0:
        return say_count(
            "one point in your favour", "{points} points in your favour", -points, points=counted
        )
    return say_count("one point against you", "{points} points against you", points, points=counted)


def _fitting(scene: Scene) -> str:
    """What goes on the top card, in a few words: `♠, kings, 8s and 9s fit`."""
    view = view_of(scene)
    if not playable(scene):
        return say("nothing fits")
    if scene.phase == "count":
        return say("an ace or a 2 answers")
    ranks = dict.fromkeys((RANK_OF[view.top or ""], *WILD_RANKS))
    listed = words.listed([words.SUIT_SIGN[view.suit or ""], *map(words.ranks_name, ranks)])
    return say("{cards} fit", cards=listed)
