"""Who decides in which phase, and who may therefore use which command (chapter 4)."""

from typing import Final

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.moves import Leave, Move
from bot.games.crap import acquire, challenge, cooperate, duel_offers, force_recycle, protect, recycle, score
from bot.games.crap.acquire import Acquire, Believe, CallBluff
from bot.games.crap.challenge import Challenge, Guess, Place
from bot.games.crap.cooperate import Cooperate
from bot.games.crap.force_recycle import ForceRecycle, Vote
from bot.games.crap.protect import Protect
from bot.games.crap.recycle import Recycle
from bot.games.crap.score import Score
from bot.games.crap.state import Phase, State, holding, others, rank_counts, staying

ACTIONS: Final[tuple[type[Move], ...]] = (
    Score,
    Recycle,
    Acquire,
    Challenge,
    Protect,
    Cooperate,
    ForceRecycle,
)
ANSWERS: Final[tuple[type[Move], ...]] = (CallBluff, Believe, Place, Guess, Vote)

_PHASES: Final[dict[type[Move], tuple[Phase, ...]]] = {
    **dict.fromkeys(ACTIONS, ("turn",)),
    CallBluff: ("bluff-window",),
    Believe: ("bluff-window",),
    Place: ("challenge-place",),
    Guess: ("challenge-guess-1", "challenge-guess-2"),
    Vote: ("vote",),
}


def deciders(state: State) -> tuple[Seat, ...]:
    """Who owes a decision, in seat order."""
    match state.phase:
        case "turn":
            return (state.turn,)
        case "bluff-window":
            return acquire.awaited(state)
        case "vote":
            return force_recycle.awaited(state)
        case "over":
            return ()
        case _:
            return challenge.awaited(state)


def refusal_of(state: State, seat: Seat, kind: type[Move]) -> Refusal | None:
    """Why this seat may not use this command now, whatever its options; None when it may."""
    if seat not in staying(state):
        return Refusal("not-a-player")
    if state.phase == "over":
        return Refusal("game-over")
    if kind is Leave:
        return None
    if state.phase not in _PHASES[kind]:
        return Refusal("wrong-phase", {"phase": state.phase, "waiting-for": deciders(state)})
    if seat in deciders(state):
        return None
    if state.phase == "turn":
        return Refusal("not-your-turn", {"turn": state.turn})
    return Refusal("already-answered" if seat in _answered(state) else "not-asked")


def _answered(state: State) -> tuple[Seat, ...]:
    """Who was asked in this phase and has answered; a guess ends its phase."""
    if state.phase == "bluff-window":
        return acquire.acquisition(state).believed
    if state.phase == "vote":
        votes = force_recycle.ballot(state).votes
        return tuple(seat for seat in force_recycle.voters(state) if votes[seat] is not None)
    return challenge.has_placed(state) if state.phase == "challenge-place" else ()


def legal(state: State, seat: Seat) -> list[Move]:
    """What a seat may do now: nothing unless it owes a decision (see `Crap.legal`)."""
    if seat not in deciders(state):
        return []
    match state.phase:
        case "turn":
            return _actions(state, seat)
        case "bluff-window":
            return [acquire.BELIEVE, acquire.CALL_BLUFF]
        case "challenge-place":
            return [*duel_offers.place_offers(state, seat)]
        case "vote":
            return [*force_recycle.BALLOTS]
        case _:
            return [*duel_offers.guess_offers(state, seat)]


def _actions(state: State, seat: Seat) -> list[Move]:
    held = rank_counts(holding(state, seat))
    targets = sorted(others(state, seat), key=lambda other: -len(state.hands[other]))
    return [
        *score.offers(state, seat, held),
        *acquire.offers(held),
        *challenge.offers(targets),
        recycle.RECYCLE,
        *cooperate.offers(targets),
        *protect.offers(state, seat),
        *force_recycle.offers(state, targets),
    ]
