"""Counting the sets, in a scoring round when the stock is empty or at the turn limit (section 6)."""

from typing import NoReturn

from bot.engine.cards import in_order
from bot.engine.chance import Seat
from bot.engine.draft import Draft
from bot.engine.events import Event
from bot.games.crap.cards import cards_of_sets, points
from bot.games.crap.ending import decide, end_game
from bot.games.crap.state import State


class ScoringRound(Event, frozen=True):
    """The sets were scored. `unprotected` is the number of cards by seat that went back to the hand."""

    number: int
    gained: tuple[int, ...]
    totals: tuple[int, ...]
    unprotected: tuple[int, ...]


class FinalCount(Event, frozen=True):
    """The sets were counted at the turn limit: points gained and totals, by seat (R40)."""

    gained: tuple[int, ...]
    totals: tuple[int, ...]


class Reshuffled(Event, frozen=True):
    """The discard pile and the sets were shuffled into a new stock."""

    count: int


def score_round(draft: Draft[State]) -> None:
    """Score all sets. A total above the threshold decides the game (R33), otherwise reshuffle."""
    gained, unprotected = _count_sets(draft)
    state = draft.state
    number = state.scoring_rounds + 1
    draft.change(scoring_rounds=number)
    draft.tell(ScoringRound(number=number, gained=gained, totals=state.totals, unprotected=unprotected))
    best = max((state.totals[seat] for seat in state.active), default=0)
    if best > state.options.threshold:
        decide(draft, _seats_with(state, best), "threshold")
    else:
        _reshuffle(draft)


def has_scored(draft: Draft[State]) -> bool:
    """Whether this action already had a scoring round. It can have only one (R31)."""
    return any(isinstance(event, ScoringRound) for event in draft.events)


def final_count(draft: Draft[State]) -> NoReturn:
    """End the game at the turn limit. The highest total wins unless it's 0 (R40)."""
    gained, _ = _count_sets(draft)
    state = draft.state
    draft.tell(FinalCount(gained=gained, totals=state.totals))
    best = max(state.totals[seat] for seat in state.active)
    end_game(draft, _seats_with(state, best) if best else (), "turn-limit")


def _count_sets(draft: Draft[State]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Unprotect all cards and score the sets. Return points gained and cards unprotected, by seat."""
    state = draft.state
    gained = [0] * len(state.hands)
    for laid in state.sets:
        if laid.owner in state.active:
            gained[laid.owner] += points(laid)
    draft.change(
        hands=tuple(map(tuple.__add__, state.hands, state.protected)),
        protected=((),) * len(state.hands),
        totals=tuple(map(int.__add__, state.totals, gained)),
    )
    return tuple(gained), tuple(map(len, state.protected))


def _reshuffle(draft: Draft[State]) -> None:
    """Shuffle the discard pile, sets and markers into a new stock, if there are any cards."""
    state = draft.state
    cards = in_order([*state.discard, *cards_of_sets(state.sets)])
    draft.change(stock=draft.chance.shuffle(cards) if cards else (), discard=(), sets=())
    draft.tell(Reshuffled(count=len(cards)))


def _seats_with(state: State, total: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.active if state.totals[seat] == total)
