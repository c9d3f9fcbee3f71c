"""Boards for the tests of pictures: usual ones, extreme ones, and what can be read off them."""

from collections.abc import Iterator
from itertools import chain, cycle, islice

from bot.engine.cards import JOKER, PACK, Card
from bot.rendering.art.faces import Shown
from bot.rendering.art.zones import BACK, Banner, Board, Column, Columns, Fan, Group, Pile, Seat, Spread, Zone

EVERY_CARD: tuple[Card, ...] = (*PACK, JOKER)
TWO_PACKS: tuple[Card, ...] = (*PACK * 2, *(JOKER,) * 4)
LONG_NAME = "Wolfgang 🎉 Amadeus 田中 von Müller"
"""32 characters, some of which no font of ours can draw."""

ONE_OF_EACH = Board(
    (
        (Pile("Stock", BACK, 34), Pile("Discard", "7C", 3), Banner("Ann is to act", "Turn 3.", (2, 6), "H")),
        (
            Seat(
                "Ann",
                1,
                "120",
                "points",
                4,
                acts=True,
                groups=(Group(("7C", "7D", "JK"), "70", across="KS"),),
            ),
        ),
        (Spread("Ann's bot", (Group(("KS",), "Weapon 13"), Group((BACK, BACK))), framed=True),),
        (Columns((Column("L1", ("QS", "JD", "10C")), Column("L2", ()))),),
        (
            Fan("Your hand", (("AS", "2S"), ("JK",)), lit=frozenset(("AS",))),
            Pile("", ghost="D", spoken="Finish"),
        ),
    )
)


def zones(board: Board) -> Iterator[Zone]:
    """Every zone of a board."""
    return chain.from_iterable(board.rows)


def seat(board: Board, place: int) -> Seat:
    """The zone of the player at this place, the first being 1."""
    return next(zone for zone in zones(board) if isinstance(zone, Seat) and zone.place == place)


def banner(board: Board) -> Banner:
    """What a board says in words."""
    return next(zone for zone in zones(board) if isinstance(zone, Banner))


def pile(board: Board, label: str) -> Pile:
    """The pile of this name."""
    return next(zone for zone in zones(board) if isinstance(zone, Pile) and zone.label == label)


def hand(board: Board) -> Fan:
    """The hand on the board of a hand."""
    fan = board.rows[0][0]
    assert isinstance(fan, Fan)
    return fan


def shown(zone: Zone) -> Iterator[Shown]:
    """All cards of a zone, hidden ones as `back`."""
    match zone:
        case Pile():
            yield from () if zone.top is None else (zone.top,)
        case Fan():
            yield from zone.cards
        case Columns():
            yield from chain.from_iterable(column.cards for column in zone.columns)
        case Spread() | Seat():
            for group in zone.groups:
                yield from group.cards
                yield from () if group.across is None else (group.across,)


def open_cards(board: Board) -> list[Card]:
    """The cards of a board that are seen, sorted."""
    return sorted(card for zone in zones(board) for card in shown(zone) if card != BACK)


def crowded(players: int, sets: int, cards: int = 4) -> Board:
    """A table of so many players who have so many sets each."""
    deck = cycle(EVERY_CARD)
    seats = [
        Seat(
            LONG_NAME,
            place,
            "1000000",
            "points",
            60,
            acts=True,
            notes=("12 protected", "is leaving"),
            groups=tuple(Group(tuple(islice(deck, cards)), "2 × 140 − 4") for _ in range(sets)),
        )
        for place in range(1, players + 1)
    ]
    return Board(tuple((seat,) for seat in seats))
