"""Crazy Rummy as pictures: piles and boards for everybody, the hand for its owner."""

from collections.abc import Iterator

from bot.engine.cards import RANK_OF, SUITS, Card
from bot.engine.chance import Seat as Place
from bot.engine.chance import seat_letter
from bot.games.crazy_rummy.cards import PLAYED_RANKS
from bot.games.crazy_rummy.sheet import CrazyRummySheet
from bot.rendering import plates, words
from bot.rendering.art.hands import Order, in_parts
from bot.rendering.art.zones import BACK, Banner, Board, Fan, Group, Pile, Seat, Zone, in_pairs
from bot.rendering.crazy_rummy.boards import plain
from bot.rendering.crazy_rummy.table import sheet_of
from bot.rendering.scene import Scene


def board_of_table(scene: Scene) -> Board:
    """What the picture of the table shows."""
    seats = [_seat(scene, place) for place in range(len(scene.players))]
    return Board(((*_piles(sheet_of(scene)), _banner(scene)), *in_pairs(seats)))


def board_of_hand(scene: Scene, order: Order) -> Board:
    """What the picture of the viewer's hand shows."""
    assert scene.viewer is not None
    sheet = sheet_of(scene)
    hand = plates.seen(sheet.hands[seat_letter(scene.viewer)])
    label = f"Your hand · {words.ranks_name(sheet.wild)} are wild"
    return Board(((Fan(label, in_parts(hand, order, PLAYED_RANKS), lit=_wilds(sheet)),),))


def _wilds(sheet: CrazyRummySheet) -> frozenset[Card]:
    return frozenset(sheet.wild + suit for suit in SUITS)


def _piles(sheet: CrazyRummySheet) -> Iterator[Zone]:
    yield Pile("Stock", BACK if sheet.stock else None, sheet.stock)
    yield Pile("Discard", sheet.top_discard, sheet.discard_size)
    if sheet.marker is not None:
        yield Pile("Marker", sheet.marker, lit=True)


def _banner(scene: Scene) -> Banner:
    if over := plates.stopped(scene):
        return over
    sheet = sheet_of(scene)
    what = "is to draw" if sheet.phase == "draw" else "is to lay and discard"
    facts = f"{words.ranks_name(sheet.wild).capitalize()} are wild."
    last = " The target was reached with a tie." if sheet.last_hand else ""
    goal = f" Hand {sheet.hand_number}, {scene.options['target']} points end the game."
    return Banner(f"{plates.names(scene, scene.deciders)} {what}", facts + last + goal)


def _seat(scene: Scene, place: Place) -> Seat:
    sheet, letter = sheet_of(scene), seat_letter(place)
    away = letter in sheet.left
    return Seat(
        name=scene.name(place),
        place=place + 1,
        score=plain(sheet.totals[letter]),
        unit="points",
        hand=None if away else plates.size(sheet.hands[letter]),
        acts=place in scene.deciders,
        away=away,
        notes=tuple(_notes(sheet, letter)),
        groups=tuple(_groups(sheet, letter)),
        lit=_wilds(sheet),
    )


def _notes(sheet: CrazyRummySheet, letter: str) -> Iterator[str]:
    if letter == sheet.dealer:
        yield "dealer"
    if letter in sheet.left:
        yield "has left"


def _groups(sheet: CrazyRummySheet, letter: str) -> Iterator[Group]:
    """The sets, then the cards fed, each rank by itself; at the end the hand as well."""
    for cards in sheet.sets[letter]:
        yield Group(tuple(sorted(cards, key=lambda card: RANK_OF[card] == sheet.wild)))
    for part in in_parts(sheet.fed[letter], "rank", PLAYED_RANKS):
        yield Group(part)
    if sheet.phase == "over" and (hand := plates.seen(sheet.hands[letter])):
        yield Group(hand, "still held")
