"""The table of Crapette with all 22 piles. It replaces hands, because everyone sees the same."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final, TypeAlias

from msgspec.structs import replace

from bot.engine.cards import SUIT_OF, Card, Suit
from bot.engine.chance import Seat
from bot.games.crapette.cards import COURTS
from bot.games.crapette.ending import Remains
from bot.games.crapette.lifting import PutDown
from bot.games.crapette.moving import MoveCards, Moved
from bot.games.crapette.state import HOUSES, MAX_HOUSE_MOVES, MAX_TIMEOUTS, MAX_UNDO_STEPS, PLAYERS, Pile
from bot.games.crapette.turns import WARNING_TURNS
from bot.rendering import player_words, words
from bot.rendering.art.hands import Order
from bot.rendering.art.plan import BACK, CardPile, DuelPlan, House, Side
from bot.rendering.catalog import message, say, say_as, say_count
from bot.rendering.crapette.controls import HAND, chosen_pile, chosen_targets, fits_only
from bot.rendering.crapette.news import headline, line, turn_moves
from bot.rendering.crapette.piles import SUITS_IN_ROW, on_turn, options_of, pile_top, view_of
from bot.rendering.crapette.prompts import time_left
from bot.rendering.crapette.story import drop_undone
from bot.rendering.scene import Scene
from bot.rendering.written import table_text

ACCENT: Final = 0x1E8449
EXPLAINS: Final = False
HAS_HANDS: Final = False
FIELDS: Final[Mapping[str, str]] = {
    "crapauds": message("Crapaud"),
    "discards": message("Discard pile"),
    "finish": message("Finishing piles"),
    "houses": message("Houses"),
    "lifted": message("Lifted"),
    "offer": message("Offers a draw"),
    "used": message("Seconds used"),
}
Finish: TypeAlias = tuple[tuple[Suit, Card | None], ...]
"""The finishing piles with their tops."""
MAX_CHAIN: Final = 4
"""The most moves of a turn that are numbered."""
WARNING_MOVES: Final = 40
"""The number of moves between houses in a row from which the table gives their limit."""
WARNING_STEPS: Final = 15
"""The number of moves taken back in a turn from which the table gives their limit."""


def goal(scene: Scene) -> str:
    """Return the goal of the game, which follows the number of the table."""
    if turns := options_of(scene).turns:
        return say("fewer cards left after turn {number} wins", number=turns * len(PLAYERS))
    return say("first to run out of cards wins")


def table_plan(scene: Scene) -> DuelPlan:
    """Return the table for the picture, its description and the text."""
    view, newest = view_of(scene), _newest(scene)
    card = None if newest is None else _card_of(newest)
    target = "" if newest is None else newest.target
    finish = _finish(scene)
    return DuelPlan(
        game=scene.game.id,
        headline=headline(scene),
        far=_side(scene, 1, newest),
        near=_side(scene, 0, newest),
        finish=finish,
        houses=tuple(House(name, view.pile(name)) for name in HOUSES),
        newest=card,
        newest_at=target if target in HOUSES else "",
        newest_finish=_last_place(finish, card) if target == "finish" else None,
        line=line(scene),
        chain=_chain(scene, finish),
        title=_title(scene),
        said=(*_notices(scene), *_cards_left(scene)),
    )


def hand_plan(scene: Scene, _order: Order) -> DuelPlan:
    """Return the table, with marks on the cards that the viewer can move."""
    return board_of_moves(scene)


def form_plan(form: str, scene: Scene, _order: Order) -> DuelPlan:
    """Return the table with the chosen card and the piles that it can go to."""
    return board_of_moves(scene, form)


def hand(scene: Scene) -> str:
    """Return the table in words, because there aren't any other cards to see."""
    return table_text(table_plan(scene))


def board_of_moves(scene: Scene, form: str = "") -> DuelPlan:
    """Return the table for the player who chooses a move. `form` is the move so far.

    A chosen or lifted card is raised. If only moves that fit are shown, gold rims mark where it can go, or
    before that the cards that fit on another card or finishing pile. Any card can go to an empty house.
    Otherwise there aren't any rims, because noticing moves is the game (R5). Own moves aren't numbered.
    """
    plan, chosen = table_plan(scene), chosen_pile(form, scene)
    if any(move.seat == scene.viewer for move in turn_moves(scene)[-1:]):
        plan = replace(plan, chain=())
    if chosen:
        return _with_raised(plan, chosen, chosen_targets(form, scene), scene)
    if not fits_only(scene):
        return plan
    view = view_of(scene)
    moves = [move for move in scene.legal if isinstance(move, MoveCards)]
    sources = {move.source for move in moves if move.target not in HOUSES or view.pile(move.target)}
    houses = tuple(replace(house, movable=house.name in sources) for house in plan.houses)
    side, _ = _sides(plan, scene)
    return replace(plan, houses=houses, **{side: replace(getattr(plan, side), movable=_names("my", sources))})


def _with_raised(plan: DuelPlan, source: str, targets: Collection[str], scene: Scene) -> DuelPlan:
    """Return the table with a pile's top card raised. The last move isn't marked meanwhile."""
    own_side, other_side = _sides(plan, scene)
    own, other = (replace(getattr(plan, side), newest="") for side in (own_side, other_side))
    names = _names("my", (source,))
    return replace(
        plan,
        newest=None,
        newest_at="",
        newest_finish=None,
        chain=(),
        houses=tuple(
            replace(house, raised=house.name == source, target=house.name in targets) for house in plan.houses
        ),
        finish_targets=_finish_targets(plan, source, scene) if "finish" in targets else (),
        **{
            own_side: replace(own, raised=names[0] if names else ""),
            other_side: replace(other, targets=_names("their", targets)),
        },
    )


def _sides(plan: DuelPlan, scene: Scene) -> tuple[str, str]:
    """Return the viewer's side of the plan and the opponent's."""
    return ("far", "near") if scene.viewer == plan.far.place - 1 else ("near", "far")


def _names(whose: str, piles: Collection[str]) -> tuple[str, ...]:
    """Return the picture's names for some piles of one side."""
    return tuple(name for pile, name in _pile_names().items() if f"{whose}-{pile}" in piles)


def _pile_names() -> dict[str, str]:
    """Return the names of a player's own piles in the picture."""
    return {"hand": say("Hand"), "discard": say_as("pile", "Discard pile"), "crapaud": say("Crapaud")}


def _finish_targets(plan: DuelPlan, source: str, scene: Scene) -> tuple[int, ...]:
    """Return the numbers of the card's finishing piles: both of its suit if they're equally high."""
    view, court = view_of(scene), COURTS[options_of(scene).court_order]
    card = view.lifted if source == HAND else pile_top(view, source)
    assert card is not None
    under = None if court.value[card] == 1 else court.finishes_on(card)
    return tuple(place for place, pile in enumerate(plan.finish) if pile == (SUIT_OF[card], under))


def _newest(scene: Scene) -> Moved | PutDown | None:
    """Return the newest move of cards that wasn't taken back. None while a lifted card is on no pile yet."""
    if view_of(scene).lifted is not None:
        return None
    events = [event for past in drop_undone(scene.recent) for event in past.events]
    return next((event for event in reversed(events) if isinstance(event, Moved | PutDown)), None)


def _chain(scene: Scene, finish: Finish) -> tuple[tuple[int, str, Card], ...]:
    """Return the last moves of a turn whose cards are still on top. Empty if there's only one."""
    if view_of(scene).lifted is not None or scene.outcome is not None:
        return ()
    moves = [*enumerate(turn_moves(scene), 1)][-MAX_CHAIN:]
    tops = [(number, place, _card_of(one)) for number, one in moves if (place := _place(scene, one, finish))]
    return tuple(tops) if len(tops) > 1 else ()


def _place(scene: Scene, event: Moved | PutDown, finish: Finish) -> str:
    """Return the place where a moved card is on top. Empty if others cover it."""
    view, card = view_of(scene), _card_of(event)
    if event.target in HOUSES:
        return event.target if view.pile(event.target)[-1:] == (card,) else ""
    if event.target == "finish":
        place = _last_place(finish, card)
        return "" if place is None else f"finish {place}"
    whose, _, pile = event.target.partition("-")
    seat = event.seat if whose == "my" else 1 - event.seat
    cards = view.own(seat)[list(_pile_names()).index(pile)]
    return f"{'near' if seat == 0 else 'far'} {_pile_names()[pile]}" if cards[-1:] == (card,) else ""


def _card_of(event: Moved | PutDown) -> Card:
    return event.cards[-1] if isinstance(event, Moved) else event.card


def _side(scene: Scene, seat: Seat, newest: Moved | PutDown | None) -> Side:
    """Return a player with their own piles. A lifted card is face up on the hand that it comes from."""
    view = view_of(scene)
    hand, discard, crapaud = view.own(seat)
    lifted = view.lifted if view.turn == seat else None
    held = len(hand) + (lifted is not None)
    count = held + len(discard) + len(crapaud)
    names = _pile_names()
    if lifted is not None:
        marked = names["hand"]
    else:
        whose, _, pile = newest.target.partition("-") if newest else ("", "", "")
        is_here = newest is not None and (newest.seat == seat) == (whose == "my")
        marked = names[pile] if pile and is_here else ""
    return Side(
        name=player_words.full_name(scene, seat),
        place=seat + 1,
        avatar=player_words.avatar(scene, seat),
        unnamed=player_words.unnamed(scene, seat),
        left=say("{number} left", number=count),
        piles=(
            CardPile(names["hand"], lifted or (BACK if hand else None), held),
            _open_pile(names["discard"], discard),
            _open_pile(names["crapaud"], crapaud),
        ),
        acts=seat in scene.deciders,
        newest=marked,
        called=words.in_block(scene, seat),
    )


def _open_pile(name: str, pile: Pile) -> CardPile:
    """Return a pile with its top card and its number of cards."""
    return CardPile(name, pile[-1] if pile else None, len(pile))


def _finish(scene: Scene) -> Finish:
    """Return the two finishing piles of each suit, with the cards on top."""
    piles = [(suit, pile) for suit in SUITS_IN_ROW for pile in view_of(scene).finished(suit)]
    return tuple((suit, pile[-1] if pile else None) for suit, pile in piles)


def _last_place(finish: Finish, card: Card | None) -> int | None:
    """Return the number of the finishing pile that a card went to. Of two equal ones, it's the second."""
    return max((place for place, (_, top) in enumerate(finish) if top == card), default=None)


def _title(scene: Scene) -> str:
    number = view_of(scene).turn_number
    if scene.status != "playing":
        return say("Crapette · turn {number}", number=number)
    player = words.in_block(scene, on_turn(scene))
    return say("Crapette · turn {number} · to move: {player}", number=number, player=player)


def _notices(scene: Scene) -> Iterator[str]:
    """Yield facts that matter only at times: clocks that don't run, limits of this turn, ends coming near."""
    view, options = view_of(scene), options_of(scene)
    if view.end is not None:
        return
    if options.has_chess_clock and scene.deadline is None:
        times = [f"{words.name(scene, seat)} {time_left(scene, seat)}" for seat in PLAYERS]
        yield say("Time left: {times}.", times=words.listed(times))
    yield from _turn_limits(scene)
    limit = options.no_progress_turns
    if view.idle_turns >= limit - WARNING_TURNS:
        facts = {"turns": view.idle_turns, "limit": limit}
        yield (
            say("No progress for {turns} turns before this one: {limit} make a draw.", **facts)
            if view.progress > 0
            else say("No progress for {turns} turns: {limit} make a draw.", **facts)
        )
    for seat in PLAYERS:
        if missed := view.timeouts[seat]:
            yield say_count(
                "{player} ran out of time in one turn: after {limit} in a row, the game is lost.",
                "{player} ran out of time in {number} turns in a row: after {limit}, the game is lost.",
                missed,
                player=words.name(scene, seat),
                limit=words.numeral(MAX_TIMEOUTS),
            )


def _turn_limits(scene: Scene) -> Iterator[str]:
    """Yield this turn's draw offers and the moves whose number is limited."""
    view = view_of(scene)
    for seat in view.offered:
        if seat != view.offer:
            yield say("{player} offered a draw this turn.", player=words.name(scene, seat))
    if view.undo:
        yield say_count("One move can be taken back.", "{number} moves can be taken back.", len(view.undo))
    if view.undo_used >= WARNING_STEPS:
        facts = {"used": view.undo_used, "most": MAX_UNDO_STEPS}
        yield say("{used} of {most} moves taken back this turn.", **facts)
    if view.house_moves >= WARNING_MOVES:
        facts = {"made": view.house_moves, "most": MAX_HOUSE_MOVES}
        yield say("{made} of {most} moves from house to house in a row.", **facts)


def _cards_left(scene: Scene) -> Iterator[str]:
    """Yield the cards that the players had left when the game ended, pile by pile, bottom to top."""
    events = scene.recent[-1].events if scene.recent and scene.outcome else ()
    for event in events:
        if isinstance(event, Remains) and (piles := ", ".join(_piles(event))):
            yield say("{player} still had: {piles}.", player=words.name(scene, event.seat), piles=piles)


def _piles(event: Remains) -> Iterator[str]:
    if event.hand:
        yield say("hand {cards}", cards=words.pile(event.hand))
    if event.discard:
        yield say("discard pile {cards}", cards=words.pile(event.discard))
    if event.crapaud:
        yield say("crapaud {cards}", cards=words.pile(event.crapaud))
    if event.lifted is not None:
        yield say("lifted {card}", card=words.card(event.lifted))
