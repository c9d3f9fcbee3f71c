"""The facts that a table of Craits must tell."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bot.engine.cards import in_order
from bot.engine.chance import seat_letter
from bot.games.craits.cards import hand_points
from bot.games.craits.dealing import TurnedUp
from bot.games.craits.drawing import Reshuffled
from bot.games.craits.leaving import PlayerLeft
from bot.games.craits.playing import Played
from bot.rendering.scene import Scene
from tests.helpers import views
from tests.rendering.twin import spelling
from tests.rendering.twin.spelling import SUITS, card
from tests.rendering.twin.told import NOTHING, Row, Told, all_rows, nothing, own_hand, rows_told, seen

NOT_TOLD: Mapping[str, str] = {
    "turn": "in the phases that have one, the player awaited",
    "undeclared": "to notice who has not said “one card” is part of the game; the sheet never tells it either",
}
PHASES: Mapping[str, str] = {
    "name the first suit": "opening-suit",
    "your turn": "turn",
    "the count is": "count",
    "plays again": "play-again",
    "more.": "king-run",
    " is over. Next": "between-hands",
}
ENDS: Mapping[str, str] = {"Everyone else had left.": "last-player", "": "lowest-total"}
ASKED: Final = r"· (hand \d+ of \d+)"
UNREAD: Final = NOTHING
RECORD: Final = "Points by hand (+ for shuffle pressure), players from top to bottom:"
NEAR_CAP: Final = 100
EXACT_DIGITS: Final = 45
"""The most digits that are written out. Longer numbers show both ends and their length."""
last_heard = nothing


def told(scene: Scene) -> Told:
    sheet, options = views.noted(scene), scene.options
    most, pile = options["hand-cap"], sheet.under + (sheet.top is not None)
    is_near = sheet.actions >= most - NEAR_CAP

    def row(letter: str) -> Row:
        hand = seen(sheet.hands[letter]) if sheet.revealed else ()
        return Row(
            note=_cost_of_hand(sheet, letter),
            points=spelling.rounded(sheet.totals[letter]),
            exact=_amount(sheet.totals[letter]),
            cards=hand,
            board=(f"held {spelling.by_rank(hand)}",) if hand else (),
            said=tuple(_facts(sheet, letter)),
        )

    return rows_told(
        scene,
        all_rows(scene, row, sheet.totals.__getitem__, lowest=True),
        (
            f"{'counter-' if sheet.direction == 'anticlockwise' else ''}clockwise",
            f"Discard pile: {spelling.number(pile, 'card', 'a') if pile else 'empty'}",
            *([f"Plays and draws this hand: {sheet.actions:,} of {most:,}"] if is_near else []),
        ),
        piles=(spelling.pile("Stock", sheet.stock),),
        middle=tuple(_top(scene)),
        said=tuple(_said(sheet)),
        record=tuple(_record(sheet)),
        own=own_hand(scene, playable=_fitting(scene)),
        own_written=()
        if scene.viewer is None or scene.has_left or scene.outcome
        else tuple(_own_lines(scene, seat_letter(scene.viewer))),
        asked=frozenset((f"hand {sheet.hand_number} of {options['hands']}",)),
    )


def _facts(sheet: Any, letter: str) -> Iterator[str]:
    if letter in sheet.dealer:
        yield "dealer"
    if letter in sheet.declared:
        yield "said “one card”"
    if letter in sheet.owes:
        yield "draws 2 instead of the next turn"
    if pressures := sheet.pressures[letter]:
        now = sheet.hand_pressures[letter]
        penalties = "shuffle pressure once" if pressures == 1 else f"shuffle pressure {pressures} times"
        yield f"{penalties} ({now} this hand)" if now else penalties
        if letter not in sheet.left:
            yield f"the next costs {_amount(5 * 2**pressures)}"
    scored = sheet.record[-1] if sheet.revealed and sheet.record else {"points": {}, "pressure": {}}
    if letter not in sheet.left and (pressure := scored["pressure"].get(letter)):
        yield f"{_amount(scored['points'][letter])} + {_amount(pressure)} shuffle pressure"


def _cost_of_hand(sheet: Any, letter: str) -> str:
    """Return what the hand cost a player, once all cards are shown, or that they've left."""
    if letter in sheet.left:
        return "has left"
    if not (sheet.revealed and sheet.record and letter in sheet.record[-1]["points"]):
        return ""
    scored = sheet.record[-1]
    return f"this hand {spelling.rounded(scored['points'][letter] + scored['pressure'].get(letter, 0))}"


def _top(scene: Scene) -> Iterator[str]:
    sheet = views.noted(scene)
    if sheet.top is None:
        return
    under, is_wild = _under_top(scene), sheet.top[:-1] in ("8", "9") and sheet.phase != "opening-suit"
    suit = f". Suit: {SUITS[sheet.suit]}" if is_wild and sheet.suit else ""
    on, draws = f" on {card(under)}" if under else "", f". To draw: +{sheet.count}" if sheet.count else ""
    yield f"On top: {card(sheet.top)}{on}{suit}{draws}"


def _under_top(scene: Scene) -> str | None:
    """Return the card under the top one, from past moves: a sheet only counts the cards there."""
    laid: list[str] = []
    for event in (event for past in scene.recent for event in past.events):
        if isinstance(event, Played | TurnedUp):
            laid.append(event.card)
        elif isinstance(event, PlayerLeft | Reshuffled):
            laid = laid[-1:]  # Now any card may lie under the top one.
    return laid[-2] if len(laid) > 1 and views.noted(scene).under else None


def _said(sheet: Any) -> Iterator[str]:
    if sheet.count:
        yield f"The count is {sheet.count}: an ace or a 2 answers it."
    if run := sheet.jack_run:
        jacks = "A jack is on top" if run == 1 else f"{run} jacks in a row"
        yield f"{jacks}, and another makes the next player draw {2 * (run + 1)}."
    if steps := sheet.king_steps:
        more = "one more card, and it" if steps == 1 else f"{steps} more cards, and only the last one"
        yield f"After the king, {more} works."


def _record(sheet: Any) -> Iterator[str]:
    if sheet.phase == "between-hands" and sheet.record:
        yield RECORD
        for place, one in enumerate(sheet.record, 1):
            yield f"-# {place}. {' | '.join(_cost(one, letter) for letter in sheet.hands)}"


def _cost(one: Mapping[str, Mapping[str, int]], letter: str) -> str:
    """Return a player's cost of a hand, or a dash if they had left."""
    cost, pressure = one["points"].get(letter), one["pressure"].get(letter)
    if cost is None:
        return "–"
    return f"{_amount(cost)} + {_amount(pressure)}" if pressure else _amount(cost)


def _fitting(scene: Scene) -> tuple[str, ...] | None:
    """Return the cards in the viewer's hand that can be played now, or `None`."""
    plays = scene.asked and scene.phase in ("turn", "count", "play-again", "king-run")
    legal = {getattr(move, "card", None) for move in scene.legal}
    hand = seen(views.noted(scene).hands.get(seat_letter(scene.viewer or 0), ()))
    return tuple(one for one in hand if one in legal and plays) or None


def _own_lines(scene: Scene, own: str) -> Iterator[str]:
    sheet = views.noted(scene)
    zone, fitting = sheet.hands[own], _fitting(scene)
    if cards := seen(zone):
        points = hand_points(cards)
        worth = f"{abs(points):,} {'in your favour' if points < 0 else 'against you'}"
        yield f"Your hand ({len(cards)}), {worth}: {spelling.cards(cards)}"
    else:
        yield f"Your hand ({zone}) stays face down." if zone else "Your hand is empty."
    if fitting:
        yield f"You can play {spelling.cards(in_order(set(fitting)))}."


def _amount(points: int) -> str:
    """Return points as text: `−50`, `123,456,789,012,…,345,678,901 (52 digits)`."""
    digits = f"{abs(points):,}"
    groups = digits.split(",")
    if (number := len("".join(groups))) > EXACT_DIGITS:
        digits = f"{','.join(groups[:4])},…,{','.join(groups[-3:])} ({number} digits)"
    return f"{'−' if points < 0 else ''}{digits}"
