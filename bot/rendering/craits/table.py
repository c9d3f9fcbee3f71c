"""The table of Craits as text, and a hand for its owner."""

from collections.abc import Iterator, Sequence
from typing import Final, cast

from bot.engine.cards import Card
from bot.engine.chance import Seat, seat_letter
from bot.games.craits.cards import hand_points
from bot.games.craits.dealing import HAND_SIZES
from bot.games.craits.functions import jack_cards
from bot.games.craits.playing import Play
from bot.games.craits.sheet import CraitsSheet
from bot.games.craits.state import PLAYING
from bot.rendering import words
from bot.rendering.craits.sentences import ANTICLOCKWISE, CLOCKWISE, ONE_CARD, PENALTY, amount, points
from bot.rendering.scene import Scene

MAX_TABLE_CHARACTERS: Final = 2600
"""Where the table's text would be longer, the oldest lines of the record give way."""


def sheet_of(scene: Scene) -> CraitsSheet:
    """The scene's sheet as what it is."""
    return cast("CraitsSheet", scene.sheet)


def own_hand(scene: Scene) -> list[Card] | None:
    """The viewer's cards; None where even the viewer sees only how many there are."""
    assert scene.viewer is not None
    hand = sheet_of(scene).hands[seat_letter(scene.viewer)]
    return hand if isinstance(hand, list) else None


def playable(scene: Scene) -> list[Card]:
    """The different cards that the viewer may play now."""
    return list(dict.fromkeys(move.card for move in scene.legal if isinstance(move, Play)))


def size_of(hand: Sequence[Card] | int) -> int:
    """How many cards a hand has, open or closed."""
    return hand if isinstance(hand, int) else len(hand)


def heading(scene: Scene) -> str:
    """Which hand it is, of how many, and with how many cards it was dealt."""
    sheet, options = sheet_of(scene), scene.options
    size = words.number(HAND_SIZES[sheet.hand_number - 1], "card")
    faces = " · jacks, Q♠ and kings act too" if options["faces"] else ""
    return f"Hand **{sheet.hand_number}** of {options['hands']}, {size} each · lowest total wins{faces}"


def table_text(scene: Scene) -> str:
    """All that lies open: the piles, a line for each player, and between hands the record."""
    players = [_player(scene, seat) for seat in range(len(scene.players))]
    lines = [*_middle(scene), *players]
    room = MAX_TABLE_CHARACTERS - sum(len(line) + 1 for line in lines)
    return "\n".join([*lines, *_record(scene, room)])


def hand_text(scene: Scene) -> str:
    """What the viewer alone may see; a viewer who is to act sees the top card beside it."""
    assert scene.viewer is not None
    letter, cards = seat_letter(scene.viewer), own_hand(scene)
    sheet = sheet_of(scene)
    if letter in sheet.left:
        return "You have left this game and hold no cards."
    if cards is None:
        count = words.number(size_of(sheet.hands[letter]), "card")
        return f"Your hand ({count}) stays face down until you have named the suit.\n{_top(sheet)}"
    middle = _middle(scene) if scene.asked else ()
    return "\n".join([_own_cards(cards), *_prospects(scene), *middle])


def _own_cards(cards: list[Card]) -> str:
    count = words.number(len(cards), "card")
    return f"Your hand (**{count}**, {points(hand_points(cards))} against you): {words.cards(cards)}"


def _prospects(scene: Scene) -> Iterator[str]:
    if scene.asked and scene.phase in PLAYING:
        fitting = playable(scene)
        yield f"You can play: **{words.cards(fitting)}**" if fitting else "Nothing in your hand fits."


def _middle(scene: Scene) -> Iterator[str]:
    """What lies and is going on in the middle of the table."""
    sheet = sheet_of(scene)
    yield _top(sheet)
    if sheet.count:
        yield f"The count stands at **{sheet.count}**: an ace or a two answers it."
    if sheet.jack_run:
        more = jack_cards(sheet.jack_run + 1)
        yield f"Jacks in a row: **{sheet.jack_run}**; another one makes the next player draw {more}."
    if sheet.king_steps:
        left = words.number(sheet.king_steps, "more card")
        yield f"After the king: **{left}** to play; only the last one has its effect."
    stock, pile = words.number(sheet.stock, "card"), words.number(_pile(sheet), "card")
    actions = f"{amount(sheet.actions)} of at most {amount(scene.options['hand-cap'])}"
    yield f"Stock **{stock}** · discard pile {pile} · plays and draws: {actions}"


def _top(sheet: CraitsSheet) -> str:
    direction = CLOCKWISE if sheet.direction == "clockwise" else ANTICLOCKWISE
    if sheet.top is None or sheet.suit is None:
        return f"No card has been turned up · direction {direction}"
    suit = f"suit **{words.SUIT_NAME[sheet.suit]} {words.SUIT_SIGN[sheet.suit]}**"
    named = "suit still to be named" if sheet.phase == "opening-suit" else suit
    return f"Top card **{words.card(sheet.top)}** · {named} · direction {direction}"


def _pile(sheet: CraitsSheet) -> int:
    return sheet.under + (sheet.top is not None)


def _player(scene: Scene, seat: Seat) -> str:
    sheet, letter = sheet_of(scene), seat_letter(seat)
    turn = "▶ " if letter == sheet.turn else ""
    opened = f"\n> {_opened(sheet, letter)}" if sheet.revealed and letter not in sheet.left else ""
    return f"{turn}{scene.mention(seat)}: {' · '.join(_facts(sheet, letter))}{opened}"


def _facts(sheet: CraitsSheet, letter: str) -> Iterator[str]:
    """What everybody knows of a player."""
    if letter in sheet.left:
        yield "has left"
    else:
        yield f"**{words.number(size_of(sheet.hands[letter]), 'card')}**"
    yield f"total **{amount(sheet.totals[letter])}**"
    if pressures := sheet.pressures[letter]:
        now = sheet.hand_pressures[letter]
        yield words.number(pressures, "shuffle pressure") + (f" ({now} in this hand)" if now else "")
    if letter == sheet.dealer:
        yield "dealer"
    if letter in sheet.declared:
        yield f"has said {ONE_CARD}"
    if letter in sheet.owes:
        yield f"owes the idiot penalty ({PENALTY} instead of the next turn)"


def _opened(sheet: CraitsSheet, letter: str) -> str:
    """A hand laid open after it was scored, and what it cost."""
    hand = sheet.hands[letter]
    scored = sheet.record[-1] if sheet.record else {}
    cost = scored.get("points", {}).get(letter)
    shown = words.by_rank(hand) if isinstance(hand, list) and hand else "no cards"
    if cost is None:
        return shown
    pressure = scored["pressure"].get(letter, 0)
    return f"{shown}: {points(cost)}{f' + {amount(pressure)} of pressure' if pressure else ''}"


def _record(scene: Scene, room: int) -> Iterator[str]:
    """The points of past hands between two of them, the latest last; what has no room is left to the log."""
    sheet = sheet_of(scene)
    if sheet.phase != "between-hands" or not sheet.record:
        return
    title = "**Points by hand** (+ pressure), players from top to bottom:"
    lines = [_scored(sheet, place) for place in range(len(sheet.record))]
    first = _first_shown(lines, room - len(title) - len("\n-# Hands 1 to 15 are in the log.\n"))
    yield title
    if first:
        yield f"-# {'Hand 1 is' if first == 1 else f'Hands 1 to {first} are'} in the log."
    yield from lines[first:]


def _first_shown(lines: Sequence[str], room: int) -> int:
    """The first line from which on all fit into `room` characters."""
    first = len(lines)
    while first and (room := room - len(lines[first - 1]) - 1) >= 0:
        first -= 1
    return first


def _scored(sheet: CraitsSheet, place: int) -> str:
    """One line of the record: `3. 37 + 5 | 0 | −50`; a dash for those who had left."""
    scored = sheet.record[place]
    costs = [_cost(scored["points"].get(letter), scored["pressure"].get(letter)) for letter in sheet.hands]
    return f"-# {place + 1}. {' | '.join(costs)}"


def _cost(cost: int | None, pressure: int | None) -> str:
    if cost is None:
        return "–"
    return f"{amount(cost)} + {amount(pressure)}" if pressure else amount(cost)
