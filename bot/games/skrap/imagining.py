"""A table as it may be, from what one seat knows of it: the hidden cards are dealt by chance."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final

from msgspec.structs import replace

from bot.engine.cards import JOKER, Card, in_order, without
from bot.engine.chance import Chance, Seat, Shape
from bot.engine.notation import by_seat, read_seat
from bot.games.skrap.cards import ARMOURS, FULL_PACK, VALUE, WEAPONS, Cards
from bot.games.skrap.forgotten import drawn_bots
from bot.games.skrap.guessing import Likely, likely_cards
from bot.games.skrap.notes import SkrapNotes
from bot.games.skrap.options import SkrapOptions
from bot.games.skrap.state import PlayedBot, State
from bot.games.skrap.unseen import Kind, Unseen

Shown = Mapping[str, Any]
"""The fields of a sheet as plain values."""

_ALL: Final[Kind] = frozenset(FULL_PACK)
_SURGES: Final[Kind] = _ALL - {JOKER}
_BELIEVING: Final = 4
"""In so many of six worlds the others have played as most do, so that their moves tell of their hands."""


def imagine(sheet: Shown, notes: SkrapNotes, options: SkrapOptions, chance: Chance) -> State:
    """A state that looks to the seat of the notes like the real one, of which `sheet` shows its part."""
    seats, king = len(sheet["hands"]), options.surged_king
    left = _seats(sheet["left"], seats)
    aside = [card for seat, card in notes.surge if seat in left][: sheet["aside"]]
    scavengers = tuple(tuple(pair) for pair in by_seat(sheet["scavengers"], seats, []))
    revealed = tuple(None if card == 1 else card for card in sheet["surge"].values())
    field = _known_field(sheet["field"], notes, seats)
    lying = [card for bot in field for card in (bot.weapon, bot.armour)]
    unseen = Unseen([*_shown_cards(sheet), *chain(*scavengers), *lying, *aside], chance)
    likely = (_ALL,) * seats
    if len(field) < len(sheet["field"]):
        owners = [read_seat(bot["owner"], seats) for bot in sheet["field"][:-1]]
        field = drawn_bots(owners, field[-1], unseen, revealed, king)
    elif chance.die() <= _BELIEVING:
        likely = likely_cards(field, notes.passes, revealed, king)
    hands, surge = _dealt(sheet, unseen, likely)
    state = State(
        options=options, cards=FULL_PACK, phase=sheet["phase"], round=sheet["round"],
        turn=None if sheet["turn"] is None else read_seat(sheet["turn"], seats),
        heads=tuple(sheet["heads"].values()), sizes=tuple(sheet["sizes"].values()), hands=hands, surge=surge,
        contenders=_seats(sheet["contenders"], seats), throws=_throws(sheet["throws"], seats, chance),
        undecided=sheet["undecided"], unable=_seats(sheet["unable"], seats), field=field,
        passed=_seats(sheet["passed"], seats), scavengers=scavengers,
        aside=(*aside, *unseen.deal(sheet["aside"] - len(aside))), pack=in_order(unseen.deal(sheet["pack"])),
        left=left, winners=_seats(sheet["winners"], seats),
    )  # fmt: skip
    # A game that went on from a position need not hold the whole pack.
    return replace(state, cards=in_order(state.all_cards)) if unseen.cards else state


def _seats(letters: Sequence[str], seats: int) -> tuple[Seat, ...]:
    return tuple([read_seat(letter, seats) for letter in letters])


def _throws(shown: Shown, seats: int, chance: Chance) -> tuple[Shape | None, ...]:
    """What was thrown; a hidden shape may be any."""
    return tuple([chance.shape() if one == 1 else one for one in by_seat(shown, seats, None)])


def _known_field(shown: Sequence[Shown], notes: SkrapNotes, seats: int) -> tuple[PlayedBot, ...]:
    """All bots of the field, if the notes tell of them; else the last one, which everybody sees."""
    last = tuple(PlayedBot(**{**bot, "owner": read_seat(bot["owner"], seats)}) for bot in shown[-1:])
    told = tuple(PlayedBot(*bot) for bot in notes.bots)
    return told if len(told) == len(shown) and told[-1:] == last else last


def _shown_cards(sheet: Shown) -> list[Card]:
    """The cards of hands and surge slots that the sheet shows."""
    hands = chain(*[hand for hand in sheet["hands"].values() if not isinstance(hand, int)])
    return [*hands, *[card for card in sheet["surge"].values() if isinstance(card, str)]]


def _dealt(sheet: Shown, unseen: Unseen, likely: Likely) -> tuple[tuple[Cards, ...], tuple[Card | None, ...]]:
    """All hands and surge cards; first come the hands of which most is known."""
    hands, surge = list(sheet["hands"].values()), list(sheet["surge"].values())
    unable = _seats(sheet["unable"], len(hands))
    for seat in sorted(range(len(hands)), key=lambda seat: (seat not in unable, len(likely[seat]))):
        held = hands[seat]
        if not isinstance(held, int):
            hands[seat] = tuple(held)
        elif seat in unable:
            hands[seat] = in_order(_of_one_colour(unseen, held))
        elif surge[seat] == 1:
            dealt = unseen.with_one_of(_SURGES, unseen.deal(held + 1))
            surge[seat] = _placed(dealt)
            hands[seat] = in_order(without(dealt, (surge[seat],)))
        else:
            hands[seat] = in_order(unseen.deal_of(likely[seat], held))
    if sheet["phase"] == "open":
        opener = read_seat(sheet["turn"], len(hands))
        hands[opener] = in_order(_able(unseen, hands[opener]))
    return tuple(hands), tuple(surge)


def _able(unseen: Unseen, hand: Cards) -> list[Card]:
    """A hand that can build; what it lacks comes from cards that are not dealt."""
    armed = unseen.with_one_of(WEAPONS, list(hand))
    return unseen.with_one_of(ARMOURS, armed[::-1])


def _of_one_colour(unseen: Unseen, number: int) -> list[Card]:
    """A hand that cannot build: it has weapons alone, or armours alone."""
    begins_red = unseen.cards[:1] != [] and unseen.cards[0] in ARMOURS
    first, second = (ARMOURS, WEAPONS) if begins_red else (WEAPONS, ARMOURS)
    return unseen.deal_of(first if unseen.holds(first, number) else second, number)


def _placed(hand: Sequence[Card]) -> Card:
    """The surge card that somebody has placed of this hand: the lowest is the one least missed."""
    return min((card for card in hand if card in _SURGES), key=VALUE.__getitem__, default=hand[0])
