"""Skrap as pictures: the field and the players for everybody, the hand for its owner."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bot.engine.cards import SUIT_OF
from bot.engine.chance import Seat as Place
from bot.engine.chance import seat_letter
from bot.games.skrap.cards import EFFECTIVE, VALUE
from bot.games.skrap.sheet import SkrapSheet
from bot.rendering import plates, words
from bot.rendering.art.hands import Order, in_parts
from bot.rendering.art.zones import BACK, Banner, Board, Fan, Group, Pile, Seat, Spread, Zone, in_pairs
from bot.rendering.scene import Scene
from bot.rendering.skrap.table import enough, own_hand, own_surge, sheet_of

TITLES: Final[Mapping[str, str]] = {
    "surge": "Hidden surge cards",
    "throw": "Rock, paper, scissors",
    "open": "The first bot",
    "battle": "Battle",
    "scavenge": "Scavengers",
}


def board_of_table(scene: Scene) -> Board:
    """What the picture of the table shows."""
    seats = [_seat(scene, place) for place in range(len(scene.players))]
    return Board(((*_middle(scene), _banner(scene)), *in_pairs(seats)))


def board_of_hand(scene: Scene, order: Order) -> Board:
    """What the picture of the viewer's hand shows."""
    cards, surge = own_hand(scene), own_surge(scene)
    if surge is None:
        return Board(((Fan("Your hand", in_parts(cards, order)),),))
    suit = SUIT_OF[surge]
    stronger = frozenset(card for card in cards if EFFECTIVE[surge][card] > VALUE[card])
    hand = Fan(f"Your hand · {words.SUIT_NAME[suit]} +1", in_parts(cards, order), lit=stronger)
    return Board(((hand,), (Spread("Surge card", (Group((surge,)),)),)))


def _middle(scene: Scene) -> Iterator[Zone]:
    """The destroyed bots and the one that stands; before the first bot the cards that were not dealt."""
    sheet = sheet_of(scene)
    if not sheet.field:
        yield Pile("Undealt", BACK if sheet.pack else None, sheet.pack)
        return
    destroyed, bot = len(sheet.field) - 1, sheet.field[-1]
    yield Pile("Destroyed", BACK if destroyed else None, destroyed, unit="bot")
    weapon = Group((bot["weapon"],), f"Weapon {bot['weapon_value']}")
    armour = Group((bot["armour"],), f"Armour {bot['armour_value']}")
    title = "champion" if sheet.phase == "scavenge" else "bot"
    yield Spread(f"{plates.by_letter(scene, bot['owner'])}'s {title}", (weapon, armour), framed=True)


def _banner(scene: Scene) -> Banner:
    if over := plates.stopped(scene):
        return over
    sheet = sheet_of(scene)
    waits = f"Waiting for {plates.names(scene, scene.deciders)}."
    if sheet.phase == "battle":
        waits = f"{waits} The bot falls to {enough(scene)}."
    return Banner(TITLES[sheet.phase], f"{waits} Round {sheet.round}, {scene.options['target']} heads win.")


def _seat(scene: Scene, place: Place) -> Seat:
    sheet, letter = sheet_of(scene), seat_letter(place)
    away = letter in sheet.left
    return Seat(
        name=scene.name(place),
        place=place + 1,
        score=str(sheet.heads[letter]),
        unit="head" if sheet.heads[letter] == 1 else "heads",
        hand=None if away else plates.size(sheet.hands[letter]),
        acts=place in scene.deciders,
        away=away,
        notes=tuple(_notes(sheet, letter)),
        groups=tuple(_groups(sheet, letter)),
        beside=True,
    )


def _notes(sheet: SkrapSheet, letter: str) -> Iterator[str]:
    if letter in sheet.left:
        yield "has left"
    if letter in sheet.throws:
        yield "has thrown"
    if letter in sheet.unable:
        yield "cannot build"
    if letter in sheet.passed:
        yield "no scavengers" if sheet.phase == "scavenge" else "passed"
    destroyed = sum(bot["owner"] == letter for bot in sheet.field[:-1])
    if destroyed:
        yield f"{destroyed} destroyed"


def _groups(sheet: SkrapSheet, letter: str) -> Iterator[Group]:
    """The surge card, hidden until all are placed, and scavengers."""
    surge: Any = sheet.surge[letter]
    if surge is not None:
        yield Group((surge if isinstance(surge, str) and sheet.phase != "surge" else BACK,), "surge")
    if pair := sheet.scavengers.get(letter):
        yield Group(tuple(pair), "scavengers")
