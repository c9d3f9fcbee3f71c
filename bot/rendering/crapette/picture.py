"""Crapette as a picture: all 22 piles. There are no hands to show, everybody sees the same."""

from collections.abc import Iterator

from bot.engine.chance import Seat as Place
from bot.engine.chance import seat_letter
from bot.games.crapette.cards import COURTS
from bot.games.crapette.state import HOUSES
from bot.rendering import plates, words
from bot.rendering.art.zones import BACK, Board, Column, Columns, Pile, Seat, Zone
from bot.rendering.crapette.piles import SUITS_IN_ROW, size, top
from bot.rendering.crapette.piles import Zone as PileZone
from bot.rendering.crapette.table import options_of, sheet_of
from bot.rendering.scene import Scene


def board_of_table(scene: Scene) -> Board:
    """What the picture of the table shows."""
    sheet = sheet_of(scene)
    houses = Columns(tuple(Column(house, tuple(sheet.houses[house])) for house in HOUSES))
    return Board((_side(scene, 1), tuple(_finish(scene)), (houses,), _side(scene, 0)))


def _side(scene: Scene, place: Place) -> tuple[Zone, ...]:
    """A player with their own piles, and the lifted card beside the one whose turn it is."""
    sheet, letter = sheet_of(scene), seat_letter(place)
    hand = sheet.hands[letter]
    seat = Seat(
        name=scene.name(place),
        place=place + 1,
        acts=place in scene.deciders,
        notes=tuple(_notes(scene, letter)),
    )
    piles: list[Zone] = [
        Pile("Hand", BACK if hand else None, hand),
        _open_pile("Discard", sheet.discards[letter]),
        _open_pile("Crapaud", sheet.crapauds[letter]),
    ]
    if sheet.turn == letter and sheet.lifted:
        piles.append(Pile("Lifted", sheet.lifted, lit=True))
    return (seat, *piles)


def _notes(scene: Scene, letter: str) -> Iterator[str]:
    sheet = sheet_of(scene)
    if scene.outcome and plates.seat_of(letter) in scene.outcome.winners:
        yield "has won"
    elif sheet.end:
        yield "draw" if not sheet.winners else "has lost"
    elif sheet.turn == letter and scene.deciders:
        yield f"turn {sheet.turn_number}, to {'put the lifted card' if sheet.lifted else 'move'}"
    if sheet.offer == letter:
        yield "offers a draw"


def _open_pile(label: str, zone: PileZone) -> Pile:
    """A pile of which the covered cards are only counted."""
    return Pile(label, top(zone), size(zone))


def _finish(scene: Scene) -> Iterator[Pile]:
    """The two finishing piles of each suit; a pile's height says which card is on top."""
    sheet, court = sheet_of(scene), COURTS[options_of(scene).court_order]
    for suit in SUITS_IN_ROW:
        for height in sheet.finish[suit]:
            pile = court.suit_pile(suit, height)
            yield Pile(
                "", pile[-1] if pile else None, ghost=suit, spoken=f"Finishing {words.SUIT_NAME[suit]}"
            )
