"""Acquiring a rank, honestly or not, and calling the bluff (chapter 5.3)."""

from collections.abc import Mapping
from typing import Final

import msgspec

from bot.engine.cards import RANK_OF, RANKS, Card, Rank, in_order, without
from bot.engine.chance import Seat, seat_letter
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.games.crap.score import in_pick_order
from bot.games.crap.state import Acquisition, Cards, Play, Record, State, letter_or_none, others, put
from bot.games.crap.turn import finish


class Acquire(Move, frozen=True):
    """Ask everybody for a rank, held or not."""

    rank: Rank


class CallBluff(Move, frozen=True):
    """Say that the acquirer holds no card of the rank."""


class Believe(Move, frozen=True):
    """Let the acquirer have his way."""


class RankAsked(Event, frozen=True):
    """Somebody acquires a rank; these must answer."""

    seat: Seat
    rank: Rank
    asked: tuple[Seat, ...]


class Believed(Event, frozen=True):
    """Somebody lets it pass."""

    seat: Seat


class BluffCalled(Event, frozen=True):
    """Somebody doubts: the acquirer shows a card of the rank, or none because he was bluffing."""

    seat: Seat
    acquirer: Seat
    rank: Rank
    proof: Card | None


class Surrendered(Event, frozen=True):
    """How many cards of the rank a player had to give (R25)."""

    seat: Seat
    acquirer: Seat
    rank: Rank
    count: int


class Received(Event, frozen=True):
    """Which cards they were, for the two concerned."""

    seat: Seat
    giver: Seat
    cards: Cards


class RandomDiscarded(Event, frozen=True):
    """A caught bluffer or a wrong caller has lost a random hand card; None: his hand was empty."""

    seat: Seat
    card: Card | None


class NothingFound(Event, frozen=True):
    """An honest acquirer found nothing and has discarded a card of the rank himself."""

    seat: Seat
    card: Card


class AcquireRecord(Record, frozen=True, tag="acquire"):
    """An acquire has resolved; only a called one shows proof."""

    rank: Rank
    caller: str | None
    proof: Card | None
    gave: Mapping[str, Cards]


BELIEVE: Final = Believe()
CALL_BLUFF: Final = CallBluff()
_ACQUIRES: Final[dict[Rank, Move]] = {rank: Acquire(rank) for rank in RANKS}


def offers(held: Mapping[Rank, int]) -> list[Move]:
    """All thirteen ranks, those held most often first."""
    return [_ACQUIRES[rank] for rank in sorted(RANKS, key=held.__getitem__, reverse=True)]


def acquire(play: Play, seat: Seat, move: Acquire) -> None:
    """Open the window; it looks the same whatever anybody holds."""
    play.change(phase="bluff-window", pending=Acquisition(move.rank))
    play.tell(RankAsked(seat=seat, rank=move.rank, asked=others(play.state, seat)))


def believe(play: Play, seat: Seat, _: Believe) -> None:
    """Answer without a call; the last answer closes the window."""
    play.tell(Believed(seat=seat))
    let_pass(play, seat)


def call_bluff(play: Play, seat: Seat, _: CallBluff) -> None:
    """Doubt it: the first call closes the window (R18)."""
    resolve(play, seat)


def let_pass(play: Play, seat: Seat) -> None:
    """Count a seat as believing; resolve when nobody else is asked."""
    asked_for = acquisition(play.state)
    believed = (*asked_for.believed, seat)
    play.change(pending=msgspec.structs.replace(asked_for, believed=believed))
    if not awaited(play.state):
        resolve(play)


def awaited(state: State) -> tuple[Seat, ...]:
    """Who has not answered yet."""
    return others(state, state.turn, *acquisition(state).believed)


def acquisition(state: State) -> Acquisition:
    """The acquire under way."""
    assert isinstance(state.pending, Acquisition)
    return state.pending


def resolve(play: Play, caller: Seat | None = None) -> None:
    """Surrender first, then the caller's or bluffer's penalty, then the fruitless discard (R20, R21)."""
    acquirer, rank = play.state.turn, acquisition(play.state).rank
    proof = next(iter(in_pick_order(play.state, acquirer, rank)), None)
    gave: dict[str, Cards] = {seat_letter(seat): () for seat in others(play.state, acquirer)}
    if caller is not None:
        play.tell(BluffCalled(seat=caller, acquirer=acquirer, rank=rank, proof=proof))
    if caller is None or proof:
        gave |= _surrender(play, rank)
    if caller is not None:
        _lose_random_card(play, caller if proof else acquirer)
    if proof and not any(gave.values()):
        _discard_own(play, acquirer, proof)
    shown = None if caller is None else proof
    finish(play, AcquireRecord(seat_letter(acquirer), rank, letter_or_none(caller), shown, gave))


def _surrender(play: Play, rank: Rank) -> dict[str, Cards]:
    """All matches go to the acquirer; what each other player gave, by letter."""
    acquirer = play.state.turn
    gave = {}
    for seat in others(play.state, acquirer):
        hand = play.state.hands[seat]
        cards = tuple(card for card in hand if RANK_OF.get(card) == rank)
        gave[seat_letter(seat)] = cards
        if cards:
            play.change(hands=put(play.state.hands, seat, without(hand, cards)))
            play.add_to_hand(acquirer, cards)
            play.tell(Surrendered(seat=seat, acquirer=acquirer, rank=rank, count=len(cards)))
            play.tell(Received(to=(seat, acquirer), seat=acquirer, giver=seat, cards=cards))
    return gave


def _lose_random_card(play: Play, seat: Seat) -> None:
    """A random hand card is discarded; an empty hand pays nothing (R18)."""
    state = play.state
    hand = state.hands[seat]
    cards = play.chance.pick(in_order(hand), 1) if hand else ()
    play.change(hands=put(state.hands, seat, without(hand, cards)), discard=state.discard + cards)
    play.tell(RandomDiscarded(seat=seat, card=next(iter(cards), None)))


def _discard_own(play: Play, seat: Seat, card: Card) -> None:
    """The first card of the rank in pick order goes, a protected one only without a hand card (R22)."""
    state = play.state
    if card in state.hands[seat]:
        play.change(hands=put(state.hands, seat, without(state.hands[seat], (card,))))
    else:
        play.change(protected=put(state.protected, seat, without(state.protected[seat], (card,))))
    play.change(discard=(*play.state.discard, card))
    play.tell(NothingFound(seat=seat, card=card))
