"""Playing scavengers: a leftover pair makes its owner's next hand larger (R14, R15, R16)."""

from itertools import combinations
from typing import Literal

from bot.engine.cards import JOKER, RANK_OF, Card, without
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import Event, SeatEvent
from bot.engine.held import named_card, not_held
from bot.engine.moves import CardText, Move
from bot.games.skrap.cards import FULL_DECK, LARGE_HAND_SIZE, MIN_CARDS_TO_ANSWER
from bot.games.skrap.dealing import deal_next
from bot.games.skrap.state import State

Bar = Literal["heads", "full-table", "champion"]
"""The reason the champion's owner may not scavenge: they got heads, or the pack has too few cards for a
full table of larger hands, or (edition 1 of the rules) the champion is theirs."""


class Scavenge(Move, frozen=True):
    """Play two cards of one rank as scavengers."""

    first: CardText
    second: CardText


class AskedToScavenge(Event, frozen=True):
    """These players may play scavengers."""

    seats: tuple[Seat, ...]


class Scavenged(SeatEvent, frozen=True):
    """A player has played scavengers. Their next hand is one card larger."""

    cards: tuple[Card, Card]


class NoScavengers(SeatEvent, frozen=True):
    """A player has declined to play scavengers."""


def champion_bar(state: State) -> Bar | None:
    """Return the reason the champion's owner may not scavenge this round. None if they may (R15)."""
    if len(state.field) > 1:
        return "heads"
    if len(state.active) * LARGE_HAND_SIZE > len(FULL_DECK):
        return "full-table"
    return "champion" if state.options.edition == 1 else None


def yet_to_scavenge(state: State) -> tuple[Seat, ...]:
    """Return the seats that may scavenge, hold two cards, pair or not, and haven't answered (R16)."""
    barred = () if champion_bar(state) is None else (state.champion_owner,)
    exempt = (*barred, *state.passed, *state.left)
    able = [seat for seat, hand in enumerate(state.hands) if len(hand) >= MIN_CARDS_TO_ANSWER]
    return tuple([seat for seat in able if seat not in exempt and not state.scavengers[seat]])


def is_pair(first: Card, second: Card) -> bool:
    """Whether two cards can be scavengers. They need equal ranks, and jokers have none (R4, R14)."""
    return JOKER not in (first, second) and RANK_OF[first] == RANK_OF[second]


def scavenge_refusal(first: Card, second: Card) -> Refusal | None:
    """Return why these two cards can't be scavengers, or None if they can."""
    if is_pair(first, second):
        return None
    if JOKER in (first, second):
        return Refusal("joker-only-weapon", {"card": JOKER})
    return Refusal("not-a-pair", {"first": first, "second": second})


def scavenge_moves(state: State, seat: Seat) -> list[Scavenge]:
    """Return every pair the seat could play, each in one order of its cards."""
    pairs = combinations(state.hands[seat], 2)
    return [Scavenge(*pair) for pair in pairs if is_pair(*pair)]


def begin_scavenging(draft: Draft[State]) -> None:
    """End the battle, and ask everyone who may scavenge."""
    draft.change(phase="scavenge", turn=None, passed=())
    ask_scavengers(draft)


def ask_scavengers(draft: Draft[State], asked_before: tuple[Seat, ...] = ()) -> None:
    """Ask the players who may scavenge and weren't asked before. If nobody has to answer, deal."""
    new_seats = tuple(seat for seat in yet_to_scavenge(draft.state) if seat not in asked_before)
    if new_seats:
        draft.tell(AskedToScavenge(new_seats))
    _settle_scavengers(draft)


def scavenge(draft: Draft[State], seat: Seat, move: Scavenge) -> Refusal | None:
    """Play a pair."""
    state, hand = draft.state, draft.state.hands[seat]
    first, second = named_card(move.first), named_card(move.second)
    if isinstance(first, Refusal):
        return first
    if isinstance(second, Refusal):
        return second
    pair = (first, second)
    if refusal := not_held(hand, pair) or scavenge_refusal(first, second):
        return refusal
    hands = put(state.hands, seat, without(hand, pair))
    draft.change(hands=hands, scavengers=put(state.scavengers, seat, pair))
    draft.tell(Scavenged(seat, pair))
    _settle_scavengers(draft)
    return None


def decline(draft: Draft[State], seat: Seat) -> None:
    """Play no scavengers."""
    draft.change(passed=(*draft.state.passed, seat))
    draft.tell(NoScavengers(seat))
    _settle_scavengers(draft)


def _settle_scavengers(draft: Draft[State]) -> None:
    """Deal the next round once everyone asked has answered."""
    if not yet_to_scavenge(draft.state):
        deal_next(draft)
