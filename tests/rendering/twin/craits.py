"""Facts about a table of Craits that only words say, from its sheet."""

import re
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
from tests.rendering.twin import hearing
from tests.rendering.twin.hearing import NONE, SUIT_WORDS, Heard, Letters
from tests.rendering.twin.written import Board, Hand

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
LEFT: Final = "You've left this game and don't have any cards."
HELD: Final = re.compile(r"Your hand \((\d+)\), (.*): (.*)")
RECORD: Final = "Points by hand (+ for shuffle pressure), players from top to bottom:"
SUITS: Final = {suit: word for word, suit in SUIT_WORDS.items()}
NEAR_CAP: Final = 100
EXACT_DIGITS: Final = 45
"""Longer numbers are told by both ends and their length."""


def hand(given: Heard) -> Hand | None:
    number, hands = hearing.needed(r"· hand (\d+) of (\d+)", given.title).groups()
    assert f"hand {number}/{hands}." in "\n".join(given.zones), "the title contradicts the table"
    if not given.own or given.own_lines[0] == LEFT:
        return None
    first, *others = given.own_lines
    told = HELD.fullmatch(first)
    if told is None:
        return Hand((), frozenset(given.own_lines))
    cards = hearing.cards(told[3])
    assert len(cards) == int(told[1])
    return Hand(cards, frozenset((told[2], *others)))


def own(scene: Scene) -> Iterator[str]:
    sheet = views.noted(scene)
    zone = sheet.hands[seat_letter(scene.viewer or 0)]
    cards = hearing.list_of(zone)
    if cards:
        points = hand_points(cards)
        yield f"{abs(points):,} {'in your favour' if points < 0 else 'against you'}"
    else:
        yield f"Your hand ({zone}) stays face down." if zone else "Your hand is empty."
    plays = scene.asked and scene.phase in ("turn", "count", "play-again", "king-run")
    fits = {getattr(move, "card", None) for move in scene.legal} if plays else set()
    fitting = in_order(card for card in set(cards) & fits)
    if fitting:
        yield f"You can play {' '.join(map(hearing.signed, fitting))}."


def facts(scene: Scene, letter: str) -> Iterator[str]:
    sheet = views.noted(scene)
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


def exact(scene: Scene, letter: str) -> str:
    return _amount(views.noted(scene).totals[letter])


def board(scene: Scene, letter: str) -> Board:
    sheet = views.noted(scene)
    return Board(held=tuple(sorted(hearing.list_of(sheet.hands[letter]))) if sheet.revealed else ())


def direction(sheet: Any) -> str:
    """Return how a table names the direction."""
    return "counter-clockwise" if sheet.direction == "anticlockwise" else "clockwise"


def small(scene: Scene) -> str:
    sheet, options = views.noted(scene), scene.options
    foot = direction(sheet).capitalize()
    number = sheet.under + (sheet.top is not None)
    pile = f"{foot}. Discard pile: {'a card' if number == 1 else f'{number} cards' if number else 'empty'}."
    most = options["hand-cap"]
    if sheet.actions < most - NEAR_CAP:
        return pile
    return f"{pile} Plays and draws this hand: {sheet.actions:,} of {most:,}."


def lines(scene: Scene) -> Iterator[str]:
    sheet = views.noted(scene)
    if sheet.top:
        under = under_top(scene)
        suit = named_suit(sheet)
        on = f" on {hearing.signed(under)}" if under else ""
        yield "".join(
            (
                f"On top: {hearing.signed(sheet.top)}{on}.",
                f" Suit: {SUITS[suit]}." if suit else "",
                f" To draw: +{sheet.count}." if sheet.count else "",
            )
        )
    if sheet.count:
        yield f"The count is {sheet.count}: an ace or a 2 answers it."
    if run := sheet.jack_run:
        jacks = "A jack is on top" if run == 1 else f"{run} jacks in a row"
        yield f"{jacks}, and another makes the next player draw {2 * (run + 1)}."
    if steps := sheet.king_steps:
        more = "one more card, and it" if steps == 1 else f"{steps} more cards, and only the last one"
        yield f"After the king, {more} works."
    if sheet.phase == "between-hands" and sheet.record:
        yield RECORD
        for place, one in enumerate(sheet.record, 1):
            yield f"-# {place}. {' | '.join(_cost(one, letter) for letter in sheet.hands)}"


def named_suit(sheet: Any) -> str | None:
    """Return the suit that was named on a wild card."""
    is_named = sheet.top is not None and sheet.top[:-1] in ("8", "9") and sheet.phase != "opening-suit"
    return sheet.suit if is_named else None


def under_top(scene: Scene) -> str | None:
    """Return the card played before the last one: a sheet only counts the cards under the top."""
    laid: list[str] = []
    for event in (event for past in scene.recent for event in past.events):
        if isinstance(event, Played | TurnedUp):
            laid.append(event.card)
        elif isinstance(event, PlayerLeft | Reshuffled):
            laid = laid[-1:]  # Any card may be next to the top now.
    return laid[-2] if len(laid) > 1 and views.noted(scene).under else None


def winners(scene: Scene) -> Letters:
    return frozenset(map(seat_letter, scene.outcome.winners)) if scene.outcome else NONE


def _cost(one: Mapping[str, Mapping[str, int]], letter: str) -> str:
    """The price of a hand. A dash for a player who had left."""
    cost, pressure = one["points"].get(letter), one["pressure"].get(letter)
    if cost is None:
        return "–"
    return f"{_amount(cost)} + {_amount(pressure)}" if pressure else _amount(cost)


def _amount(points: int) -> str:
    """`−50`, `123,456,789,012,…,345,678,901 (52 digits)`."""
    digits = f"{abs(points):,}"
    groups = digits.split(",")
    if (number := len("".join(groups))) > EXACT_DIGITS:
        digits = f"{','.join(groups[:4])},…,{','.join(groups[-3:])} ({number} digits)"
    return f"{'−' if points < 0 else ''}{digits}"
