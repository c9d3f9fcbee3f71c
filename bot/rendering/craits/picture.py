"""Craits as pictures: the last card, the stock and the players for everybody, the hand for its owner."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.cards import RANK_OF, Card
from bot.engine.chance import Seat, seat_letter
from bot.games.craits.cards import WILD_RANKS, hand_points
from bot.games.craits.dealing import Dealt, TurnedUp
from bot.games.craits.drawing import Reshuffled
from bot.games.craits.leaving import PlayerLeft
from bot.games.craits.playing import Played as CardPlayed
from bot.games.craits.state import PLAYING
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
from bot.rendering.craits.headlines import headline, line
from bot.rendering.craits.table import amount, leaders, named_suit, own_hand, playable, sheet_of
from bot.rendering.scene import Scene
from bot.rendering.widths import number

GAME: Final = "craits"


def plan_of_table(scene: Scene) -> TablePlan:
    """What the picture of the table shows."""
    sheet, lead = sheet_of(scene), leaders(scene)
    rows = tuple(_row(scene, seat, leads=seat in lead) for seat in range(len(scene.players)))
    facts = {"hand": sheet.hand_number, "hands": scene.options["hands"]}
    foot = (
        say("clockwise · low score wins · hand {hand}/{hands}", **facts)
        if sheet.direction == "clockwise"
        else say("anticlockwise · low score wins · hand {hand}/{hands}", **facts)
    )
    stock = Heap(say("Stock"), BACK if sheet.stock else None, sheet.stock)
    stage = Stage(headline(scene), line(scene), (*_top(scene), stock))
    return TablePlan(GAME, stage, rows, style="fans", foot=foot, turning=sheet.direction)


def _top(scene: Scene) -> tuple[Middle, ...]:
    """The last card over the one before it, with the suit that was named or the count."""
    sheet = sheet_of(scene)
    if sheet.top is None:
        return ()
    shout = f"+{sheet.count}" if sheet.count else ""
    return (Played(sheet.top, under_top(scene), suit=named_suit(sheet), shout=shout),)


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
    return laid[-2] if len(laid) > 1 and sheet_of(scene).under else None


def _row(scene: Scene, seat: Seat, *, leads: bool) -> Row:
    sheet, letter = sheet_of(scene), seat_letter(seat)
    away, zone = letter in sheet.left, sheet.hands[letter]
    points = number(sheet.totals[letter])
    row = Row(
        name=plates.whole_name(scene, seat),
        place=seat + 1,
        unnamed=plates.unnamed(scene, seat),
        acts=seat in scene.deciders and scene.phase != "between-hands",
        away=away,
        leads=leads,
        hand=None if away else plates.size(zone),
        chip=_chip(letter, scene),
        points=points,
        unit=plates.points(points),
        cards=plates.seen(zone) if sheet.revealed else (),
    )
    if away:
        return msgspec.structs.replace(row, note=say("has left"))
    if sheet.revealed and sheet.record and letter in sheet.record[-1]["points"]:
        scored = sheet.record[-1]
        cost = scored["points"][letter] + scored["pressure"].get(letter, 0)
        return msgspec.structs.replace(row, note=say("this hand {points}", points=number(cost)))
    return row


def _chip(letter: str, scene: Scene) -> Chip | None:
    sheet = sheet_of(scene)
    if letter in sheet.declared:
        return Chip(say_as("called out", "one card"), loud=True)
    if letter in sheet.owes:
        return Chip(say("idiot: +{number}", number=PENALTY_CARDS))
    return None


def plan_of_hand(scene: Scene, order: Order) -> HandPlan:
    """What the picture of the viewer's hand shows."""
    assert scene.viewer is not None
    cards = own_hand(scene)
    if cards is None:
        size = plates.size(sheet_of(scene).hands[seat_letter(scene.viewer)])
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
    sheet = sheet_of(scene)
    if not playable(scene):
        return say("nothing fits")
    if scene.phase == "count":
        return say("an ace or a 2 answers")
    ranks = dict.fromkeys((RANK_OF[sheet.top or ""], *WILD_RANKS))
    listed = words.listed([words.SUIT_SIGN[sheet.suit or ""], *map(words.ranks_name, ranks)])
    return say("{cards} fit", cards=listed)
