"""The table and the hands of Craits as text, and points of any size."""

from collections.abc import Iterator, Sequence
from typing import Final, cast

from bot.engine.cards import Card, Suit
from bot.engine.chance import Seat
from bot.engine.view import is_covered
from bot.games.craits.cards import NAMEABLE, hand_points, pressure_points
from bot.games.craits.functions import jack_cards
from bot.games.craits.playing import Play
from bot.games.craits.state import CLOCKWISE, PLAYING, State, seat_after
from bot.games.craits.turns import PENALTY_CARDS
from bot.rendering import words
from bot.rendering.catalog import say, say_count
from bot.rendering.lobby_words import grouped, number
from bot.rendering.scene import Scene

MAX_TABLE_CHARACTERS: Final = 2600
"""Where the table's text would be longer, the oldest lines of the record give way."""
EXACT_DIGITS: Final = 45
"""Longer numbers are shortened in the middle: a message must hold those of seven players."""
NEAR_CAP: Final = 100
"""How many plays and draws before the end of a hand by its cap the table begins to count them."""


def view_of(scene: Scene) -> State:
    """The scene's view."""
    return cast("State", scene.view)


def own_hand(scene: Scene) -> tuple[Card, ...] | None:
    """The viewer's cards; None where even the viewer sees only how many there are."""
    assert scene.viewer is not None
    hand = view_of(scene).hands[scene.viewer]
    return None if is_covered(hand) else hand


def playable(scene: Scene) -> list[Card]:
    """The different cards that the viewer may play now."""
    return list(dict.fromkeys(move.card for move in scene.legal if isinstance(move, Play)))


def named_suit(view: State) -> Suit | None:
    """The suit that counts on a wild top card; None on any other, and before it is named."""
    return view.suit if view.top in NAMEABLE and view.phase != "opening-suit" else None


def after(scene: Scene, seat: Seat, places: int = 1) -> Seat:
    """The active seat so many places on in the current direction."""
    for _ in range(places):
        seat = view_of(scene).next_seat(seat)
    return seat


def next_dealer(scene: Scene) -> Seat:
    """Who deals the next hand."""
    view = view_of(scene)
    return seat_after(view.dealer, view.active, CLOCKWISE, len(view.hands))


def leaders(scene: Scene) -> frozenset[Seat]:
    """The players with the lowest total; none as long as most have the same, as in the first hand."""
    totals = {seat: view_of(scene).scores.totals[seat] for seat in scene.active}
    lowest = min(totals.values(), default=0)
    seats = frozenset(seat for seat, total in totals.items() if total == lowest)
    return seats if 2 * len(seats) <= len(totals) else frozenset()


def amount(value: int) -> str:
    """A number with thousands separated: `1,234`, `−50`; a very long one by both ends and its length."""
    sign, size = "−" if value < 0 else "", abs(value)
    return sign + (number(size) if size < 10**EXACT_DIGITS else _shortened(size))


def _shortened(size: int) -> str:
    """`123,456,789,012,…,345,678,901 (1,052 digits)`, without writing all of it out first.

    Python refuses to turn integers of several thousand digits into text, so only the ends are.
    """
    digits = _digits(size)
    head = size // 10 ** ((digits - 1) // 3 * 3 - 9)
    ends = grouped(f"{head:,},…,{size % 10**9:011,}")
    return say("{number} ({digits} digits)", number=ends, digits=number(digits))


def _digits(size: int) -> int:
    """How many digits a positive number has: a guess from below by its bits, then counted up."""
    digits = (size.bit_length() - 1) * 30102 // 100_000
    while 10**digits <= size:
        digits += 1
    return digits


def goal(scene: Scene) -> str:
    """The goal of the game, behind the number of the table."""
    facts = {"hand": view_of(scene).hand_number, "hands": scene.options["hands"]}
    if scene.options["faces"]:
        return say("hand {hand} of {hands} · low score wins · jacks, queens and kings bite", **facts)
    return say("hand {hand} of {hands} · low score wins", **facts)


def table(scene: Scene) -> str:
    """All that lies open: a line a player, the piles, what is going on, between hands the record."""
    players = [_player(scene, seat) for seat in range(len(scene.players))]
    lines = [*players, f"-# {_piles(scene)}", *_top(view_of(scene)), *_going_on(scene)]
    room = MAX_TABLE_CHARACTERS - sum(len(line) + 1 for line in lines)
    return "\n".join([*lines, *_record(scene, room)])


def hand(scene: Scene) -> str:
    """What the viewer alone may see."""
    assert scene.viewer is not None
    view, cards = view_of(scene), own_hand(scene)
    if scene.viewer in view.left:
        return say("You have left this game and hold no cards.")
    if cards is None:
        return say("Your hand ({number}) stays face down.", number=len(view.hands[scene.viewer]))
    if not cards:
        return say("Your hand is empty.")
    line = _held(cards)
    fitting = playable(scene) if scene.asked and scene.phase in PLAYING else []
    return "\n".join([line, *([say("You can play {cards}.", cards=words.cards(fitting))] if fitting else [])])


def _held(cards: Sequence[Card]) -> str:
    """Cards and what they count; nothing but threes counts for who holds them (R33)."""
    points = hand_points(cards)
    held = {"number": len(cards), "points": amount(abs(points)), "cards": words.cards(cards)}
    if points < 0:
        return say("Your hand ({number}), {points} in your favour: {cards}", **held)
    return say("Your hand ({number}), {points} against you: {cards}", **held)


def _piles(scene: Scene) -> str:
    view = view_of(scene)
    pile = len(view.under) + (view.top is not None)
    piles = say("Fewest points win. Stock {stock}, discard pile {pile}.", stock=len(view.stock), pile=pile)
    if view.actions < scene.options["hand-cap"] - NEAR_CAP:
        return piles
    played = say(
        "{number} plays and draws in this hand; {most} end it.",
        number=amount(view.actions),
        most=amount(scene.options["hand-cap"]),
    )
    return f"{piles} {played}"


def _top(view: State) -> Iterator[str]:
    if view.top is None or view.suit is None:
        yield say("**On top:** nothing yet")
        return
    facts = {"card": words.card(view.top), "suit": words.suit_name(view.suit)}
    if view.phase == "opening-suit":
        yield say("**On top:** {card}, the suit is still to be named", **facts)
    elif named_suit(view):
        yield say("**On top:** {card}, **{suit}** {sign} count", **facts, sign=words.SUIT_SIGN[view.suit])
    else:
        yield say("**On top:** {card}", **facts)


def _going_on(scene: Scene) -> Iterator[str]:
    """What is going on in the middle of the table."""
    view = view_of(scene)
    yield say("Play goes clockwise ↓") if view.direction == CLOCKWISE else say("Play goes anticlockwise ↑")
    if view.count:
        yield say("The count is {number}: an ace or a two answers it.", number=view.count)
    if view.jack_run:
        yield say_count(
            "A jack lies on top; another one makes the next player draw {more}.",
            "{number} jacks in a row; another one makes the next player draw {more}.",
            view.jack_run,
            more=jack_cards(view.jack_run + 1),
        )
    if view.king_steps:
        yield say_count(
            "After the king, one more card; it works.",
            "After the king, {number} more cards; only the last one works.",
            view.king_steps,
        )


def _player(scene: Scene, seat: Seat) -> str:
    view = view_of(scene)
    turn = "▶ " if seat == view.turn else ""
    facts = [amount(view.scores.totals[seat]), *_facts(scene, seat)]
    opened = f"\n> {_opened(view, seat)}" if view.revealed and seat not in view.left else ""
    return f"{turn}**{words.name(scene, seat)}** {' · '.join(facts)}{opened}"


def _facts(scene: Scene, seat: Seat) -> Iterator[str]:
    """What everybody knows of a player."""
    view = view_of(scene)
    if seat in view.left:
        yield say("has left")
    else:
        yield say_count("one card", "{number} cards", len(view.hands[seat]))
    if seat in view.declared:
        yield say("said “one card”")
    if seat in view.owes:
        yield say("draws {number} instead of the next turn", number=PENALTY_CARDS)
    if seat == view.dealer:
        yield say("dealer")
    if seat in leaders(scene):
        yield say("ahead")
    if pressures := view.scores.pressures[seat]:
        yield _penalties(pressures, view.scores.hand_pressures[seat])
        if seat not in view.left:
            yield say("the next costs {points}", points=amount(pressure_points(pressures + 1)))


def _penalties(number: int, now: int) -> str:
    """How often somebody has met an empty stock, in all and in this hand."""
    if not now:
        return say_count("one reshuffle penalty", "{number} reshuffle penalties", number)
    return say_count(
        "one reshuffle penalty, {now} in this hand",
        "{number} reshuffle penalties, {now} in this hand",
        number,
        now=now,
    )


def _opened(view: State, seat: Seat) -> str:
    """A hand laid open after it was scored, and what it cost."""
    hand, record = view.hands[seat], view.scores.record
    shown = words.by_rank(hand) if hand else say("no cards")
    cost = record[-1].of(seat) if record else None
    return shown if cost is None else words.told_of(shown, cost_text(*cost))


def cost_text(cost: int, pressure: int) -> str:
    """What a hand cost somebody: `37`, `37 + 5 for reshuffles`."""
    if not pressure:
        return amount(cost)
    return say("{points} + {more} for reshuffles", points=amount(cost), more=amount(pressure))


def _record(scene: Scene, room: int) -> Iterator[str]:
    """The points of past hands between two of them, the latest last; what has no room is left to the log."""
    view = view_of(scene)
    if view.phase != "between-hands" or not view.scores.record:
        return
    title = say("**Points by hand** (+ for reshuffles), players from top to bottom:")
    lines = [_scored(view, place) for place in range(len(view.scores.record))]
    first = _first_shown(lines, room - len(title) - len("\n-# Hands 1 to 15 are in the log.\n"))
    yield title
    if first:
        are = say_count("Hand 1 is in the log.", "Hands 1 to {number} are in the log.", first)
        yield f"-# {are}"
    yield from lines[first:]


def _first_shown(lines: Sequence[str], room: int) -> int:
    """The first line from which on all fit into `room` characters."""
    first = len(lines)
    while first and (room := room - len(lines[first - 1]) - 1) >= 0:
        first -= 1
    return first


def _scored(view: State, place: int) -> str:
    """One line of the record: `3. 37 + 5 | 0 | −50`; a dash for those who had left."""
    scored = view.scores.record[place]
    costs = [_cost(scored.of(seat)) for seat in range(len(view.hands))]
    return f"-# {place + 1}. {' | '.join(costs)}"


def _cost(scored: tuple[int, int] | None) -> str:
    if scored is None:
        return "–"
    cost, pressure = scored
    return f"{amount(cost)} + {amount(pressure)}" if pressure else amount(cost)
