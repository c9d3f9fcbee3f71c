"""Crapette as a picture: all 22 piles. There are no hands to show, everybody sees the same."""

from typing import Final

from msgspec.structs import replace

from bot.engine.cards import Card, Suit
from bot.engine.chance import Seat, seat_letter
from bot.games.crapette.cards import COURTS
from bot.games.crapette.lifting import PutDown
from bot.games.crapette.moving import MoveCards, Moved
from bot.games.crapette.state import HOUSES
from bot.rendering.art.plan import BACK, DuelPlan, Heap, House, Side
from bot.rendering.catalog import say
from bot.rendering.crapette.controls import fits_only
from bot.rendering.crapette.headlines import headline
from bot.rendering.crapette.piles import SUITS_IN_ROW, Zone, size, top
from bot.rendering.crapette.story import standing
from bot.rendering.crapette.table import options_of, sheet_of
from bot.rendering.scene import Scene

GAME: Final = "crapette"


def plan_of_table(scene: Scene) -> DuelPlan:
    """What the picture of the table shows."""
    sheet, newest = sheet_of(scene), _newest(scene)
    card = None if newest is None else _card(newest)
    target = "" if newest is None else newest.target
    finish = _finish(scene)
    return DuelPlan(
        game=GAME,
        headline=headline(scene),
        far=_side(scene, 1, newest),
        near=_side(scene, 0, newest),
        finish=finish,
        houses=tuple(House(name, tuple(sheet.houses[name])) for name in HOUSES),
        newest=card,
        newest_at=target if target in HOUSES else "",
        newest_finish=_last_place(finish, card) if target == "finish" else None,
    )


def board_of_moves(scene: Scene) -> DuelPlan:
    """The same for the player who looks for a move: where only moves that fit are shown, what can go."""
    plan = plan_of_table(scene)
    if not fits_only(scene):
        return plan
    sources = {move.source for move in scene.legal if isinstance(move, MoveCards)}
    own = {"my-discard": say("Discard"), "my-crapaud": say("Crapaud")}
    movable = tuple(name for pile, name in own.items() if pile in sources)
    houses = tuple(replace(house, movable=house.name in sources) for house in plan.houses)
    if scene.viewer == plan.far.place - 1:
        return replace(plan, houses=houses, far=replace(plan.far, movable=movable))
    return replace(plan, houses=houses, near=replace(plan.near, movable=movable))


def _newest(scene: Scene) -> Moved | PutDown | None:
    """The newest move of cards that stands; none while a card is lifted, which lies on no pile yet."""
    if sheet_of(scene).lifted is not None:
        return None
    events = [event for past in standing(scene.recent) for event in past.events]
    return next((event for event in reversed(events) if isinstance(event, Moved | PutDown)), None)


def _card(event: Moved | PutDown) -> Card:
    return event.cards[-1] if isinstance(event, Moved) else event.card


def _side(scene: Scene, seat: Seat, newest: Moved | PutDown | None) -> Side:
    """A player with their own piles; a lifted card lies face up on the hand that it comes from."""
    sheet, letter = sheet_of(scene), seat_letter(seat)
    hand, discard, crapaud = sheet.hands[letter], sheet.discards[letter], sheet.crapauds[letter]
    lifted = sheet.lifted if sheet.turn == letter else None
    held = hand + (lifted is not None)
    count = held + size(discard) + size(crapaud)
    names = {"hand": say("Hand"), "discard": say("Discard"), "crapaud": say("Crapaud")}
    if lifted is not None:
        marked = names["hand"]
    else:
        whose, _, pile = newest.target.partition("-") if newest else ("", "", "")
        is_here = newest is not None and (newest.seat == seat) == (whose == "my")
        marked = names[pile] if pile and is_here else ""
    return Side(
        name=scene.name(seat),
        place=seat + 1,
        left=say("{number} left", number=count),
        piles=(
            Heap(names["hand"], lifted or (BACK if hand else None), held),
            _open_pile(names["discard"], discard),
            _open_pile(names["crapaud"], crapaud),
        ),
        acts=seat in scene.deciders,
        newest=marked,
    )


def _open_pile(name: str, zone: Zone) -> Heap:
    """A pile of which the covered cards are only counted."""
    return Heap(name, top(zone), size(zone))


def _finish(scene: Scene) -> tuple[tuple[Suit, Card | None], ...]:
    """The two finishing piles of each suit; a pile's height says which card is on top."""
    sheet, court = sheet_of(scene), COURTS[options_of(scene).court_order]
    piles = [(suit, court.suit_pile(suit, height)) for suit in SUITS_IN_ROW for height in sheet.finish[suit]]
    return tuple((suit, pile[-1] if pile else None) for suit, pile in piles)


def _last_place(finish: tuple[tuple[Suit, Card | None], ...], card: Card | None) -> int | None:
    """Which finishing pile a card went to: of two equal ones the second was played on last."""
    return max((place for place, (_, shown) in enumerate(finish) if shown == card), default=None)
