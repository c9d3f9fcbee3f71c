"""Deciders, the phases of each command, and the legal moves (sections 4 and 5)."""

from collections.abc import Mapping
from typing import Final

from bot.engine.chance import Seat
from bot.engine.contract import Action
from bot.engine.draft import Refusal
from bot.engine.moves import Leave, Move
from bot.games.crap import (
    acquiring,
    challenging,
    cooperating,
    duel,
    duel_offers,
    laying,
    protecting,
    recycling,
    voting,
)
from bot.games.crap.cards import rank_counts
from bot.games.crap.leaving import leave
from bot.games.crap.state import State

ACTIONS: Final[Mapping[type[Move], Action[State]]] = {
    laying.Score: Action(laying.score, ("turn",)),
    recycling.Recycle: Action(recycling.recycle, ("turn",)),
    acquiring.Acquire: Action(acquiring.acquire, ("turn",)),
    challenging.Challenge: Action(challenging.challenge, ("turn",)),
    protecting.Protect: Action(protecting.protect, ("turn",)),
    cooperating.Cooperate: Action(cooperating.cooperate, ("turn",)),
    voting.ForceRecycle: Action(voting.force_recycle, ("turn",)),
    voting.AllowForcing: Action(voting.allow_forcing, ("turn",)),
    acquiring.CallBluff: Action(acquiring.call_bluff, ("bluff-window",)),
    acquiring.Believe: Action(acquiring.believe, ("bluff-window",)),
    challenging.Place: Action(challenging.place, ("challenge-place",)),
    challenging.Guess: Action(challenging.guess, ("challenge-guess-1", "challenge-guess-2")),
    voting.Vote: Action(voting.vote, ("vote",)),
    Leave: Action(leave, unasked=True),
}


def who_decides(state: State) -> tuple[Seat, ...]:
    """Return the seats that owe a decision, in seat order."""
    match state.phase:
        case "turn":
            return (state.turn,)
        case "bluff-window":
            return acquiring.still_to_answer(state)
        case "vote":
            return voting.still_to_vote(state)
        case "over":
            return ()
        case _:
            return duel.who_must_act(state)


def refusal_when_unasked(state: State, seat: Seat) -> Refusal:
    """Return the refusal for a seat that owes no decision. During a turn, it names whose turn it is."""
    if state.phase == "turn":
        return Refusal("not-your-turn", {"seats": who_decides(state)})
    return Refusal("already-answered" if seat in _who_answered(state) else "not-asked")


def _who_answered(state: State) -> tuple[Seat, ...]:
    """Return the seats that were asked in this phase and have answered. A guess ends its phase."""
    match state.phase:
        case "bluff-window":
            return state.acquisition.believed
        case "vote":
            return voting.who_voted(state)
        case "challenge-place":
            return duel.who_chose(state)
        case _:
            return ()


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """Return the legal moves of a player who owes a decision, two kinds of them only in part.

    Sets are listed by rank, size and jokers, never card by card. If there are more than
    `duel_offers.MAX_OFFERED` ways to place cards, a mixed selection for each hand card represents all.
    """
    if seat not in who_decides(state):
        return []
    match state.phase:
        case "turn":
            return _turn_actions(state, seat)
        case "bluff-window":
            return [acquiring.BELIEVE, acquiring.CALL_BLUFF]
        case "challenge-place":
            return [*duel_offers.place_moves(state, seat)]
        case "vote":
            return [*voting.BALLOTS]
        case _:
            return duel_offers.guess_moves(state, seat)


def _turn_actions(state: State, seat: Seat) -> list[Move]:
    held = rank_counts(state.holding(seat))
    targets = sorted(state.others(seat), key=lambda other: -len(state.hands[other]))
    return [
        *laying.score_moves(state, seat, held),
        *acquiring.acquire_moves(held),
        *challenging.challenge_moves(targets),
        recycling.RECYCLE,
        *cooperating.cooperate_moves(targets),
        *protecting.protect_moves(state, seat),
        *voting.vote_moves(state, seat, targets),
    ]
