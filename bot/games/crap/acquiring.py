"""Acquiring a rank, honestly or as a bluff, and calling the bluff (section 5.3)."""

from collections.abc import Mapping
from typing import Final

import msgspec

from bot.engine.cards import RANK_OF, RANKS, Card, Cards, Rank, in_order, without
from bot.engine.chance import Seat
from bot.engine.draft import Draft, put
from bot.engine.events import SeatEvent
from bot.engine.moves import Move
from bot.games.crap.last_action import LastAcquire
from bot.games.crap.state import Acquisition, State
from bot.games.crap.turns import finish


class Acquire(Move, frozen=True):
    """Ask everyone for a rank, whether you hold it or not."""

    rank: Rank


class CallBluff(Move, frozen=True):
    """Claim that the acquirer doesn't hold a card of the rank."""


class Believe(Move, frozen=True):
    """Let the acquirer have the cards of the rank."""


class RankAsked(SeatEvent, frozen=True):
    """A player acquires a rank. The `asked` seats must answer."""

    rank: Rank
    asked: tuple[Seat, ...]


class Believed(SeatEvent, frozen=True):
    """A player believes the acquirer."""


class BluffCalled(SeatEvent, frozen=True):
    """A player called the bluff. `proof` is the card the acquirer showed, None if it was a bluff."""

    acquirer: Seat
    rank: Rank
    proof: Card | None


class Surrendered(SeatEvent, frozen=True):
    """A player had to give `count` cards of the rank to the acquirer (R25)."""

    acquirer: Seat
    rank: Rank
    count: int


class Received(SeatEvent, frozen=True):
    """The cards an acquirer got from a player. Only these two learn them."""

    giver: Seat
    cards: Cards


class RandomDiscarded(SeatEvent, frozen=True):
    """A caught bluffer or a wrong caller has lost a random hand card. None: the hand was empty."""

    card: Card | None


class NothingFound(SeatEvent, frozen=True):
    """An honest acquirer found nothing and has discarded a card of the rank instead."""

    card: Card


BELIEVE: Final = Believe()
CALL_BLUFF: Final = CallBluff()
_ACQUIRES: Final[dict[Rank, Move]] = {rank: Acquire(rank) for rank in RANKS}


def acquire_moves(held: Mapping[Rank, int]) -> list[Move]:
    """Return all thirteen ranks, those held most often first."""
    return [_ACQUIRES[rank] for rank in sorted(RANKS, key=held.__getitem__, reverse=True)]


def acquire(draft: Draft[State], seat: Seat, move: Acquire) -> None:
    """Ask everyone else to believe or call. This looks the same whatever anyone holds."""
    draft.change(phase="bluff-window", pending=Acquisition(move.rank))
    draft.tell(RankAsked(seat=seat, rank=move.rank, asked=draft.state.others(seat)))


def believe(draft: Draft[State], seat: Seat, _: Believe) -> None:
    """Believe the acquirer. The last answer resolves the acquire (R19)."""
    draft.tell(Believed(seat=seat))
    add_believer(draft, seat)


def call_bluff(draft: Draft[State], seat: Seat, _: CallBluff) -> None:
    """Call the bluff. The first call resolves the acquire (R18)."""
    resolve(draft, seat)


def add_believer(draft: Draft[State], seat: Seat) -> None:
    """Count a seat as believing, and resolve the acquire once everyone has answered."""
    acquisition = draft.state.acquisition
    believed = (*acquisition.believed, seat)
    draft.change(pending=msgspec.structs.replace(acquisition, believed=believed))
    if not still_to_answer(draft.state):
        resolve(draft)


def still_to_answer(state: State) -> tuple[Seat, ...]:
    """Return the seats that haven't answered yet."""
    return state.others(state.turn, *state.acquisition.believed)


def resolve(draft: Draft[State], caller: Seat | None = None) -> None:
    """Resolve an acquire: surrenders, the penalty after a call, then the discard for no match (R20, R21)."""
    acquirer, rank = draft.state.turn, draft.state.acquisition.rank
    proof = draft.state.first_natural(acquirer, rank)
    given: dict[Seat, Cards] = dict.fromkeys(draft.state.others(acquirer), ())
    if caller is not None:
        draft.tell(BluffCalled(seat=caller, acquirer=acquirer, rank=rank, proof=proof))
    if caller is None or proof:
        given |= _surrender(draft, rank)
    if caller is not None:
        _lose_random_card(draft, caller if proof else acquirer)
    if proof and not any(given.values()):
        _discard_own(draft, acquirer, proof)
    finish(draft, LastAcquire(acquirer, rank, caller, None if caller is None else proof, given))


def _surrender(draft: Draft[State], rank: Rank) -> dict[Seat, Cards]:
    """Move all cards of the rank from other hands to the acquirer. Return what each player gave (R23)."""
    acquirer = draft.state.turn
    given = {}
    for seat in draft.state.others(acquirer):
        hands = draft.state.hands
        cards = tuple(card for card in hands[seat] if RANK_OF.get(card) == rank)
        given[seat] = cards
        if cards:
            kept = put(hands, seat, without(hands[seat], cards))
            draft.change(hands=put(kept, acquirer, hands[acquirer] + cards))
            draft.tell(Surrendered(seat=seat, acquirer=acquirer, rank=rank, count=len(cards)))
            draft.tell(Received(to=(seat, acquirer), seat=acquirer, giver=seat, cards=cards))
    return given


def _lose_random_card(draft: Draft[State], seat: Seat) -> None:
    """Discard a random card from a hand. An empty hand pays nothing (R18)."""
    state = draft.state
    hand = state.hands[seat]
    cards = draft.chance.pick(in_order(hand), 1) if hand else ()
    draft.change(hands=put(state.hands, seat, without(hand, cards)), discard=state.discard + cards)
    draft.tell(RandomDiscarded(seat=seat, card=next(iter(cards), None)))


def _discard_own(draft: Draft[State], seat: Seat, card: Card) -> None:
    """Discard this card of the acquirer's, from the hand if it's there, else a protected one (R22)."""
    state = draft.state
    zone = "hands" if card in state.hands[seat] else "protected"
    cards: tuple[Cards, ...] = getattr(state, zone)
    kept = put(cards, seat, without(cards[seat], (card,)))
    draft.change(**{zone: kept}, discard=(*state.discard, card))
    draft.tell(NothingFound(seat=seat, card=card))
