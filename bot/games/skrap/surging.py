"""Surge cards, placed face down, revealed together and compared by value (section 4)."""

from typing import Final

from bot.engine.cards import JOKER, Card, without
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import Event, SeatEvent
from bot.engine.held import named_card, not_held
from bot.engine.moves import CardText, Move
from bot.games.skrap.cards import VALUE
from bot.games.skrap.dealing import tell_hands
from bot.games.skrap.opening import call
from bot.games.skrap.state import State
from bot.games.skrap.throwing import begin_throw


class Surge(Move, frozen=True):
    """Place a surge card for this round. The others don't see it until everyone has placed one."""

    card: CardText


class SurgePlaced(SeatEvent, frozen=True):
    """A player has placed a surge card. That makes `placed` of `wanted`."""

    placed: int
    wanted: int


class SurgeKept(Event, frozen=True):
    """The card that a player has placed as their surge card. Only they learn it."""

    card: Card


class SurgeRevealed(Event, frozen=True):
    """All surge cards, in the order of `seats`."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]


def yet_to_surge(state: State) -> tuple[Seat, ...]:
    """Return the players without a surge card."""
    return tuple([seat for seat, card in enumerate(state.surge) if card is None and seat not in state.left])


def surge_refusal(card: Card) -> Refusal | None:
    """Return why this card can't be a surge card: jokers can't (R4)."""
    return Refusal("joker-only-weapon", {"card": card}) if card == JOKER else None


_SURGES: Final = {card: Surge(card) for card in VALUE if surge_refusal(card) is None}


def surge_moves(state: State, seat: Seat) -> list[Surge]:
    """Return the surge cards a seat could place, lowest first, because high cards are worth more in a bot."""
    cards = sorted(state.hands[seat], key=VALUE.__getitem__)
    return [_SURGES[card] for card in cards if card in _SURGES]


def place_surge(draft: Draft[State], seat: Seat, move: Surge) -> Refusal | None:
    """Place a surge card. The last player's card reveals them all."""
    state, hand = draft.state, draft.state.hands[seat]
    card = named_card(move.card)
    if isinstance(card, Refusal):
        return card
    if refusal := not_held(hand, (card,)) or surge_refusal(card):
        return refusal
    surge = put(state.surge, seat, card)
    draft.change(hands=put(state.hands, seat, without(hand, (card,))), surge=surge)
    draft.tell(SurgePlaced(seat, len(surge) - surge.count(None), len(surge) - len(state.left)))
    draft.tell(SurgeKept(card, to=(seat,)))
    settle_surge(draft)
    return None


def settle_surge(draft: Draft[State]) -> None:
    """Reveal the surge cards once all are placed, and find out which player plays first."""
    state = draft.state
    if yet_to_surge(state):
        return
    cards = {seat: card for seat in state.active if (card := state.surge[seat])}
    draft.tell(SurgeRevealed(tuple(cards), tuple(cards.values())))
    tell_hands(draft, state.active)
    _compare(draft, {seat: VALUE[card] for seat, card in cards.items()})


def _compare(draft: Draft[State], values: dict[Seat, int]) -> None:
    """Call the player with the highest card, or with the lowest, or let those tied for lowest throw (R5)."""
    highest = _seats_with(values, max(values.values()))
    lowest = _seats_with(values, min(values.values()))
    if len(highest) == 1:
        call(draft, highest[0], "highest")
    elif len(lowest) == 1:
        call(draft, lowest[0], "lowest")
    elif draft.state.options.tie_break == "random":
        call(draft, draft.chance.seat(lowest), "chance")
    else:
        begin_throw(draft, lowest)


def _seats_with(values: dict[Seat, int], wanted: int) -> tuple[Seat, ...]:
    return tuple(seat for seat, value in values.items() if value == wanted)
