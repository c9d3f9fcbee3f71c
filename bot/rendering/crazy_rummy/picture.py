"""Crazy Rummy as pictures: piles and boards for everybody, the hand for its owner."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from bot.engine.cards import RANK_OF, SUITS, Card, parse_cards, without
from bot.engine.chance import Seat
from bot.games.crazy_rummy.cards import PLAYED_RANKS, feedable, points, set_rank
from bot.games.crazy_rummy.state import State
from bot.rendering import plates, words
from bot.rendering.art.hands import Order, in_parts
from bot.rendering.art.plan import (
    BACK,
    Beside,
    Fan,
    HandPlan,
    Heap,
    Part,
    Row,
    Section,
    Stage,
    TablePlan,
    Tile,
    Tray,
)
from bot.rendering.catalog import say, say_count
from bot.rendering.crazy_rummy.asking import PHASES
from bot.rendering.crazy_rummy.boards import in_hand_order, in_rank_order
from bot.rendering.crazy_rummy.controls import sets_offered
from bot.rendering.crazy_rummy.headlines import headline, line
from bot.rendering.crazy_rummy.table import leaders, on_board, own_hand, view_of
from bot.rendering.face import worded
from bot.rendering.scene import Scene
from bot.rendering.widths import number

GAME: Final = "crazy-rummy"
MAX_OPEN: Final = 24
"""For how many cards of open hands a picture of the end has room; of more it shows how many each holds."""


def table_plan(scene: Scene) -> TablePlan:
    """What the picture of the table shows."""
    ahead = leaders(scene)
    rows = tuple(_row(scene, seat, leads=seat in ahead) for seat in range(len(scene.players)))
    stage = Stage(headline(scene), line(scene), tuple(_piles(view_of(scene))))
    return TablePlan(GAME, stage, rows, style="boards", foot=_foot(scene))


def hand_plan(scene: Scene, order: Order) -> HandPlan:
    """What the picture of the viewer's hand shows."""
    view, cards = view_of(scene), own_hand(scene)
    sections = list(_to_lay(scene)) if scene.asked and scene.phase == "play" else []
    left = cards
    for one in sections:
        left = without(left, one.cards)
    ranks = in_rank_order(PLAYED_RANKS, view.wild)
    parts = tuple(Part(one) for one in in_parts(left, order, ranks))
    rest: list[Section] = []
    if left:
        rest = [Fan(parts, wild=_wilds(view), left_over=bool(sections))]
    if left and sections:
        rest.append(Beside(say("left in hand"), number(-points(left, view.wild))))
    title = say("Your hand · {number}", number=len(cards))
    return HandPlan(GAME, title, _ask(scene), scene.asked, (*sections, *rest))


def _to_lay(scene: Scene) -> Iterator[Tray]:
    """Sets that can be laid side by side, then what can be fed of the rest."""
    view, left = view_of(scene), own_hand(scene)
    for move in sets_offered(scene):
        cards = parse_cards(move.cards)
        if Counter(cards) <= Counter(left):
            left = without(left, cards)
            ranks = words.ranks_name(set_rank(cards, view.wild))
            worth = say("{ranks} · {points}", ranks=ranks, points=number(points(cards, view.wild)))
            yield Tray(ranks, in_hand_order(cards, view.wild), worth, wild=_wilds(view) & set(cards))
    for part in in_parts(feedable(left, view.opened), "rank", PLAYED_RANKS):
        worth = say("feed {points}", points=number(points(part, view.wild)))
        yield Tray(say("feed"), part, worth, wild=_wilds(view) & set(part))


def _ask(scene: Scene) -> str:
    """What is asked of the viewer, in a few words."""
    if not scene.asked:
        held = points(own_hand(scene), view_of(scene).wild)
        return say("{points} in hand", points=number(-held)) if held else ""
    return worded(PHASES[scene.phase].own, scene)


def _wilds(view: State) -> frozenset[Card]:
    return frozenset(view.wild + suit for suit in SUITS)


def _piles(view: State) -> Iterator[Heap]:
    yield Heap(say("Stock"), BACK if view.stock else None, len(view.stock))
    yield Heap(say("Discard pile"), view.top_discard, len(view.discard))
    if view.marker is not None:
        yield Heap(say("Wild"), view.marker, wild=True, label=say("wild"))


def _foot(scene: Scene) -> str:
    view = view_of(scene)
    if view.phase == "over":
        return say_count("after one hand", "after {number} hands", view.hand_number)
    if view.last_hand:
        return say("banked + on the board · lead alone to win")
    return say("banked + on the board · {points} end it", points=number(scene.options["target"]))


def _row(scene: Scene, seat: Seat, *, leads: bool) -> Row:
    view = view_of(scene)
    away, over = seat in view.left, view.phase == "over"
    is_open = over and sum(map(len, view.hands)) <= MAX_OPEN
    total = number(view.totals[seat])
    worth = total if over else f"{total} + {number(on_board(scene, seat))}"
    hand = view.hands[seat]
    return Row(
        name=plates.whole_name(scene, seat),
        place=seat + 1,
        unnamed=plates.unnamed(scene, seat),
        acts=seat in scene.deciders,
        away=away,
        leads=leads,
        hand=None if away else len(hand),
        note=say("has left") if away else "",
        tiles=tuple(_tiles(view, seat)),
        cards=hand if is_open else (),
        points=worth,
        unit=plates.points(worth),
    )


def _tiles(view: State, seat: Seat) -> Iterator[Tile]:
    """The sets, then the cards fed, each rank by itself."""
    for cards in view.sets[seat]:
        rank = set_rank(cards, view.wild)
        wilds = sum(RANK_OF[card] == view.wild for card in cards)
        yield Tile(rank, len(cards), wilds=wilds)
    for part in in_parts(view.fed[seat], "rank", PLAYED_RANKS):
        rank = RANK_OF[part[0]]
        yield Tile(rank, len(part), wilds=len(part) if rank == view.wild else 0)
