"""Dealing, and finding the first player (section 3)."""

from typing import Final

from bot.engine.cards import DECK, Card, in_order
from bot.engine.chance import Seat
from bot.engine.draft import Draft
from bot.engine.events import Event
from bot.games.crapette.options import CrapetteOptions
from bot.games.crapette.state import HOUSES, PILES, PLAYERS, Pile, State
from bot.games.crapette.turns import start_turn

CRAPAUD_SIZE: Final = 13
"""Cards in a crapaud at the start."""
_HOUSES_END: Final = CRAPAUD_SIZE + len(HOUSES) // 2
"""The index in a packet at which the cards for the houses end and the hand begins."""


class Dealt(Event, frozen=True):
    """The game was dealt. `crapauds` are the tops by seat, `hand` is the size of each hand."""

    crapauds: tuple[Card, Card]
    houses: tuple[Card, ...]
    hand: int


class Compared(Event, frozen=True):
    """One card of each seat was compared to find the first player (R4).

    `place` is None for the tops of the crapauds, 1 for the bottom cards of the hands, 2 for the next.
    """

    cards: tuple[Card, Card]
    place: int | None = None


def blank_table(seats: int, options: CrapetteOptions) -> State:
    """Return the state before the deal."""
    return State(options=options, pack=in_order(DECK * 2), piles=((),) * PILES)


def deal_game(draft: Draft[State]) -> None:
    """Shuffle both packs together, deal 52 cards to each player, and find the first player (R3)."""
    cards = draft.chance.shuffle(draft.state.pack)
    packets = (cards[: len(DECK)], cards[len(DECK) :])
    crapauds = [packet[:CRAPAUD_SIZE] for packet in packets]
    houses = tuple(card for packet in packets for card in packet[CRAPAUD_SIZE:_HOUSES_END])
    # A pile's top is its last card. The rest of a packet is reversed, so that its first card is lifted first.
    hands = [packet[_HOUSES_END:][::-1] for packet in packets]
    tops = (crapauds[0][-1], crapauds[1][-1])
    draft.tell(Dealt(crapauds=tops, houses=houses, hand=len(hands[0])))
    first, compared = _first_player(draft, tops, hands)
    draft.change(
        piles=(*((card,) for card in houses), (), (), *crapauds, *hands, *((),) * 8),
        turn=first,
        hand_unseen=tuple(len(hand) - compared for hand in hands),
        crapaud_unseen=tuple(len(crapaud) - 1 for crapaud in crapauds),
    )
    start_turn(draft)


def _first_player(draft: Draft[State], tops: tuple[Card, Card], hands: list[Pile]) -> tuple[Seat, int]:
    """Return the seat with the lower card, and the number of hand cards shown to find it (R4)."""
    draft.tell(Compared(cards=tops))
    compared, pair = 0, tops
    while pair[0] == pair[1] and compared < len(hands[0]):
        pair = (hands[0][compared], hands[1][compared])
        compared += 1
        draft.tell(Compared(cards=pair, place=compared))
    keys = [draft.state.court.first_player_key(card) for card in pair]
    return min(PLAYERS, key=keys.__getitem__), compared
