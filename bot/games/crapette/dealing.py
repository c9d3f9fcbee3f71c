"""The deal and the choice of the first player (rules, section 3)."""

from msgspec.structs import replace

from bot.engine.cards import PACK, SUITS, Card, in_order
from bot.engine.chance import Chance, Seat
from bot.engine.draft import Step
from bot.engine.events import Event
from bot.games.crapette.court import COURTS, Court
from bot.games.crapette.history import remembered
from bot.games.crapette.options import CrapetteOptions
from bot.games.crapette.table import PLAYERS, Pile, Table
from bot.games.crapette.turns import Log, start_of_turn


class Dealt(Event, frozen=True):
    """The game was dealt: the tops of the crapauds by seat, the eight houses' cards, a hand's size."""

    crapauds: tuple[Card, Card]
    houses: tuple[Card, ...]
    hand: int


class Compared(Event, frozen=True):
    """One card of each seat was shown and compared to find the first player (R4).

    First the crapauds' tops, then hand cards: `place` 1 is the bottom card, 2 the one above it.
    """

    cards: tuple[Card, Card]
    place: int | None = None


def deal(options: CrapetteOptions, chance: Chance) -> Step[Table]:
    """Shuffle both packs together, give 52 cards to each player and find who starts (R3)."""
    pack = in_order(PACK * 2)
    cards = chance.shuffle(pack)
    packets = (cards[:52], cards[52:])
    # The top of a pile is its last card, and of a packet's hand card 17 is lifted first.
    crapauds, hands = [p[:13] for p in packets], [p[:16:-1] for p in packets]
    houses = [(card,) for p in packets for card in p[13:17]]
    tops = (crapauds[0][-1], crapauds[1][-1])
    log: Log = [Dealt(crapauds=tops, houses=tuple(card for (card,) in houses), hand=35)]
    first, shown = _first_player(COURTS[options.court_order], tops, (hands[0], hands[1]), log)
    table = Table(
        options=options,
        pack=pack,
        piles=(*houses, (), (), *crapauds, *hands, *[()] * 8),
        turn=first,
        hand_unseen=(35 - shown, 35 - shown),
        crapaud_unseen=(12, 12),
    )
    table = replace(table, history=remembered(table))
    return Step(table, (*log, start_of_turn(table)))


def _first_player(
    court: Court, tops: tuple[Card, Card], hands: tuple[Pile, Pile], log: Log
) -> tuple[Seat, int]:
    """Who has the lower card, and how many cards of each hand had to be shown to find it (R4)."""
    log.append(Compared(cards=tops))
    shown = 0
    pair = tops
    while pair[0] == pair[1] and shown < len(hands[0]):
        pair = (hands[0][shown], hands[1][shown])
        shown += 1
        log.append(Compared(cards=pair, place=shown))
    return min(PLAYERS, key=lambda seat: _height(court, pair[seat])), shown


def _height(court: Court, card: Card) -> tuple[int, int]:
    """Rank first, equal ranks by suit: clubs, diamonds, hearts, spades from low to high."""
    return court.value[card], SUITS.index(card[-1])
