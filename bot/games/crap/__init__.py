"""C.R.A.P.: Challenge, Recycle, Acquire, Protect."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.engine.chance import Chance, Seat
from bot.engine.contract import Clock, Game, Outcome
from bot.engine.draft import Refusal, Step
from bot.engine.moves import Leave, Move
from bot.games.crap import (
    absence,
    acquire,
    challenge,
    completion,
    cooperate,
    drawing,
    force_recycle,
    phases,
    protect,
    recycle,
    score,
    setup,
    turn,
)
from bot.games.crap.faults import faults
from bot.games.crap.position import dump
from bot.games.crap.reading import load
from bot.games.crap.sheet import CrapSheet, sheet
from bot.games.crap.state import MOST_SEATS, CrapOptions, GameOver, Play, State, staying

_CARRY_OUT: Final[dict[type[Move], Callable[[Play, Seat, Any], Refusal | None]]] = {
    score.Score: score.score,
    recycle.Recycle: recycle.recycle,
    acquire.Acquire: acquire.acquire,
    acquire.CallBluff: acquire.call_bluff,
    acquire.Believe: acquire.believe,
    challenge.Challenge: challenge.challenge,
    challenge.Place: challenge.place,
    challenge.Guess: challenge.guess,
    protect.Protect: protect.protect,
    cooperate.Cooperate: cooperate.cooperate,
    force_recycle.ForceRecycle: force_recycle.force_recycle,
    force_recycle.Vote: force_recycle.vote,
}


class Crap(Game[State]):
    """Sets of four for points that count only when the stock runs dry; 3 to 6 players."""

    id = "crap"
    name = "C.R.A.P."
    seats = range(3, MOST_SEATS + 1)
    options = CrapOptions
    moves = (*phases.ACTIONS, *phases.ANSWERS)
    events = (
        setup.HandRolled,
        setup.HandDealt,
        setup.StartRolled,
        turn.TurnBegan,
        turn.PlayerLeft,
        absence.TimedOut,
        absence.Skipped,
        absence.LeaveAnnounced,
        drawing.Drew,
        drawing.DrewCards,
        drawing.DrawsLost,
        drawing.ScoringRound,
        drawing.FinalCount,
        drawing.Reshuffled,
        score.SetLaid,
        recycle.RolledOff,
        recycle.Recycled,
        acquire.RankAsked,
        acquire.Believed,
        acquire.BluffCalled,
        acquire.Surrendered,
        acquire.Received,
        acquire.RandomDiscarded,
        acquire.NothingFound,
        challenge.Challenged,
        challenge.Placed,
        challenge.PlacedCards,
        challenge.Guessed,
        challenge.Flipped,
        challenge.Rewarded,
        protect.CardProtected,
        protect.ProtectedCard,
        cooperate.Cooperated,
        cooperate.HandShown,
        force_recycle.VoteCalled,
        force_recycle.Voted,
        force_recycle.VoteClosed,
        GameOver,
    )
    scores = (drawing.ScoringRound, drawing.FinalCount)

    def deal(self, seats: int, options: CrapOptions, chance: Chance) -> Step[State]:
        return setup.deal(seats, options, chance)

    def phase(self, state: State) -> str:
        return state.phase

    def deciders(self, state: State) -> tuple[Seat, ...]:
        return phases.deciders(state)

    def active(self, state: State) -> tuple[Seat, ...]:
        return staying(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        """Sets are offered by rank, size and jokers, never card by card.

        When there are more than `duel_offers.MANY` ways to place cards, as many well mixed selections as
        the hand has cards stand for all.
        """
        return phases.legal(state, seat)

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State] | Refusal:
        refusal = phases.refusal_of(state, seat, type(move))
        if refusal:
            return refusal
        play = Play(state, chance)
        if isinstance(move, Leave):
            absence.leave(play, seat)
        else:
            absence.note_activity(play, seat)
            refusal = _CARRY_OUT[type(move)](play, seat, move)
        return refusal or play.step()

    def timeout(self, state: State, chance: Chance) -> Step[State] | Refusal:
        if state.phase == "over":
            return Refusal("game-over")
        play = Play(state, chance)
        absence.run_out(play)
        return play.step()

    def clock(self, state: State) -> Clock | None:
        if state.phase == "over":
            return None
        key = f"{state.turn_number} {state.phase}"
        if state.phase == "turn":
            return Clock(key, "turn", state.options.turn_timeout)
        return Clock(key, "response", state.options.response_timeout)

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.winners, state.end or "over") if state.phase == "over" else None

    def sheet(self, state: State, viewer: Seat | None) -> CrapSheet:
        return sheet(state, viewer)

    def dump(self, state: State) -> dict[str, Any]:
        return dump(state)

    def load(self, position: Mapping[str, Any], seats: int, options: CrapOptions) -> State:
        return load(position, seats, options)

    def faults(self, state: State) -> list[str]:
        return faults(state)

    def complete(
        self, state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]
    ) -> list[str]:
        """Lists of cards are completed card by card, everything else from what is legal."""
        if option != "cards" or seat not in phases.deciders(state):
            return super().complete(state, seat, verb, option, given)
        if verb == "score" and state.phase == "turn":
            return completion.score_lists(state, seat, given)
        if verb == "place" and state.phase == "challenge-place":
            return completion.place_lists(state, seat, str(given.get("cards", "")))
        return []


GAME: Final = Crap()
