"""The table and the hands of Craits: piles and players for everyone, the hand for its owner."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from bot.engine.cards import RANK_OF, Card
from bot.engine.chance import Seat
from bot.games.craits.cards import WILD_RANKS, hand_points, pressure_points
from bot.games.craits.dealing import Dealt, TurnedUp
from bot.games.craits.drawing import DrewCards, Reshuffled
from bot.games.craits.functions import jack_cards
from bot.games.craits.leaving import PlayerLeft
from bot.games.craits.playing import Played as CardPlayed
from bot.games.craits.state import CLOCKWISE, PLAYING, State
from bot.games.craits.turns import PENALTY_CARDS
from bot.rendering import player_words, words
from bot.rendering.art import spoken
from bot.rendering.art.hands import Order, in_parts
from bot.rendering.art.plan import BACK, CardPile, Chip, Fan, HandPlan, Middle, Part, Played, Row, TablePlan
from bot.rendering.catalog import message, say, say_as, say_count
from bot.rendering.craits.hands import amount, cost_text, named_suit, own_hand, playable, view_of
from bot.rendering.craits.news import NEWS, under_way
from bot.rendering.numbers import short
from bot.rendering.scene import Scene

ACCENT: Final = 0x8E5BD0
USUAL_ORDER: Final = "suit"
FIELDS: Final[Mapping[str, str]] = {
    "count": message("Count"),
    "declared": message("Said “one card”"),
    "direction": message("Direction"),
    "owes": message("Owes a penalty"),
    "pressures": message("Shuffle pressures"),
    "top": message("On top"),
    "under": message("Below the top card"),
}
GAINS: Final = (DrewCards,)
DEALS: Final = (Dealt,)
NEAR_CAP: Final = 100
"""The table counts a hand's plays and draws once at most this many are left until its cap."""


def goal(scene: Scene) -> str:
    """Return the goal of the game, which the table shows after its number."""
    facts = {"hand": view_of(scene).hand_number, "hands": scene.options["hands"]}
    if scene.options["faces"]:
        return say("hand {hand} of {hands} · low score wins · face-card powers", **facts)
    return say("hand {hand} of {hands} · low score wins", **facts)


def table_plan(scene: Scene) -> TablePlan:
    """Return the plan of the public table, which is drawn, described and written."""
    view, leading = view_of(scene), leaders(scene)
    stock = CardPile(say("Stock"), BACK if view.stock else None, len(view.stock))
    return TablePlan(
        scene.game.id,
        player_words.stage(scene, (*_top(scene), stock), NEWS, under_way),
        tuple(_row(scene, seat, leads=seat in leading) for seat in range(len(scene.players))),
        style="fans",
        foot=_foot(scene),
        turning="clockwise" if view.direction == CLOCKWISE else "counter-clockwise",
        small=tuple(_counters(scene)),
        said=tuple(_state_lines(view)),
        record=_record(view) if view.phase == "between-hands" else (),
    )


def hand_plan(scene: Scene, order: Order) -> HandPlan:
    """Return the plan of the viewer's hand, for its picture."""
    cards = own_hand(scene)
    if cards is None:
        size = len(view_of(scene).hands[scene.seat])
        fan = Fan((Part((BACK,) * size),))
        title = say("Your hand · {number}", number=size)
        return HandPlan(scene.game.id, title, say("suit first"), True, (fan,))
    plays = scene.asked and scene.phase in PLAYING
    fits = frozenset(playable(scene)) if plays else None
    fan = Fan(tuple(map(Part, in_parts(cards, order))), playable=fits)
    title = (
        say("Your turn · {number}", number=len(cards))
        if plays
        else say("Your hand · {number}", number=len(cards))
    )
    return HandPlan(scene.game.id, title, _fit_text(scene) if plays else "", plays, (fan,), _points(cards))


def hand(scene: Scene) -> str:
    """Return the viewer's hand as text, with the cards that fit on their turn."""
    view, cards = view_of(scene), own_hand(scene)
    if cards is None:
        return say("Your hand ({number}) stays face down.", number=len(view.hands[scene.seat]))
    if not cards:
        return say("Your hand is empty.")
    line = _hand_text(cards)
    fitting = playable(scene) if scene.asked and scene.phase in PLAYING else []
    return "\n".join([line, *([say("You can play {cards}.", cards=words.cards(fitting))] if fitting else [])])


def _hand_text(cards: Sequence[Card]) -> str:
    """Return cards and their points as text. A hand of 3s alone is in its player's favour (R33)."""
    points = hand_points(cards)
    facts = {"number": len(cards), "points": amount(abs(points)), "cards": words.cards(cards)}
    if points < 0:
        return say("Your hand ({number}), {points} in your favour: {cards}", **facts)
    return say("Your hand ({number}), {points} against you: {cards}", **facts)


def _points(cards: Sequence[Card]) -> str:
    """Return the points of a hand as text. A hand of 3s alone is in its player's favour (R33)."""
    points = hand_points(cards)
    value = amount(abs(points))
    if points < 0:
        return say_count("one point in your favour", "{points} points in your favour", -points, points=value)
    return say_count("one point against you", "{points} points against you", points, points=value)


def _fit_text(scene: Scene) -> str:
    """Return which cards fit on the top card, in a few words: `♠, kings, 8s and 9s fit`."""
    view = view_of(scene)
    if not playable(scene):
        return say("nothing fits")
    if scene.phase == "count":
        return say("an ace or a 2 answers")
    ranks = dict.fromkeys((RANK_OF[view.top or ""], *WILD_RANKS))
    listed = words.listed([words.SUIT_SIGN[view.suit or ""], *map(words.ranks_name, ranks)])
    return say("{cards} fit", cards=listed)


def _foot(scene: Scene) -> str:
    return say("clockwise") if view_of(scene).direction == CLOCKWISE else say("counter-clockwise")


def _counters(scene: Scene) -> Iterator[str]:
    """Yield the size of the discard pile and, near a hand's cap, the number of plays and draws."""
    view, most = view_of(scene), scene.options["hand-cap"]
    pile = len(view.under) + (view.top is not None)
    yield spoken.card_pile(CardPile(say("Discard pile"), BACK if pile else None, pile))
    if view.actions >= most - NEAR_CAP:
        yield say(
            "Plays and draws this hand: {number} of {most}.", number=amount(view.actions), most=amount(most)
        )


def _state_lines(view: State) -> Iterator[str]:
    """Yield a line about a running count, a run of jacks, or a king that asks for more cards."""
    if view.count:
        yield say("The count is {number}: an ace or a 2 answers it.", number=view.count)
    if view.jack_run:
        yield say_count(
            "A jack is on top, and another makes the next player draw {more}.",
            "{number} jacks in a row, and another makes the next player draw {more}.",
            view.jack_run,
            more=jack_cards(view.jack_run + 1),
        )
    if view.king_steps:
        yield say_count(
            "After the king, one more card, and it works.",
            "After the king, {number} more cards, and only the last one works.",
            view.king_steps,
        )


def _record(view: State) -> tuple[str, ...]:
    """Return a line of points for each past hand: `3. 37 + 5 | 0 | −50`, a dash for players who had left."""
    if not view.scores.record:
        return ()
    seats = range(len(view.hands))
    costs = [" | ".join(_cost(one.of(seat)) for seat in seats) for one in view.scores.record]
    title = say("**Points by hand** (+ for shuffle pressure), players from top to bottom:")
    return (title, *(words.small(f"{place}. {line}") for place, line in enumerate(costs, 1)))


def _cost(scored: tuple[int, int] | None) -> str:
    if scored is None:
        return "–"
    cost, pressure = scored
    return f"{amount(cost)} + {amount(pressure)}" if pressure else amount(cost)


def leaders(scene: Scene) -> frozenset[Seat]:
    """Return the players with the lowest total. Empty if most share it, as in the first hand."""
    totals = {seat: view_of(scene).scores.totals[seat] for seat in scene.active}
    lowest = min(totals.values(), default=0)
    seats = frozenset(seat for seat, total in totals.items() if total == lowest)
    return seats if 2 * len(seats) <= len(totals) else frozenset()


def _top(scene: Scene) -> tuple[Middle, ...]:
    """Return the top card over the one before it, with the named suit or the count."""
    view = view_of(scene)
    if view.top is None:
        return ()
    shout = f"+{view.count}" if view.count else ""
    return (Played(view.top, card_under_top(scene), suit=named_suit(view), shout=shout),)


def card_under_top(scene: Scene) -> Card | None:
    """Return the card below the top one, as the recent moves show it. None if they don't."""
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
    away, total, hand = seat in view.left, view.scores.totals[seat], view.hands[seat]
    is_open = view.revealed and not away
    cost = view.scores.record[-1].of(seat) if is_open and view.scores.record else None
    points = short(total)
    note = "" if cost is None else say("this hand {points}", points=short(sum(cost)))
    return replace(
        player_words.row(scene, seat, left=away, leads=leads, hand=len(hand), points=points, note=note),
        acts=seat in scene.deciders and scene.phase != "between-hands",
        chip=_chip(seat, scene),
        cards=hand if view.revealed else (),
        exact=amount(total),
        board=(say("held {cards}", cards=words.by_rank(hand)),) if is_open and hand else (),
        said=(*([cost_text(*cost)] if cost and cost[1] else []), *_undrawn_facts(view, seat)),
    )


def _undrawn_facts(view: State, seat: Seat) -> Iterator[str]:
    """Yield facts about a player that the picture leaves out or shortens."""
    if seat == view.dealer:
        yield say("dealer")
    if seat in view.declared:
        yield say("said “one card”")
    if seat in view.owes:
        yield say("draws {number} instead of the next turn", number=PENALTY_CARDS)
    if pressures := view.scores.pressures[seat]:
        yield _pressure_text(pressures, view.scores.hand_pressures[seat])
        if seat not in view.left:
            yield say("the next costs {points}", points=amount(pressure_points(pressures + 1)))


def _pressure_text(number: int, now: int) -> str:
    """Return how often a player had shuffle pressure, in the game and in this hand."""
    if not now:
        return say_count("shuffle pressure once", "shuffle pressure {number} times", number)
    return say_count(
        "shuffle pressure once ({now} this hand)",
        "shuffle pressure {number} times ({now} this hand)",
        number,
        now=now,
    )


def _chip(seat: Seat, scene: Scene) -> Chip | None:
    view = view_of(scene)
    if seat in view.declared:
        return Chip(say_as("called out", "one card"), loud=True)
    if seat in view.owes:
        return Chip(say("idiot: +{number}", number=PENALTY_CARDS))
    return None
