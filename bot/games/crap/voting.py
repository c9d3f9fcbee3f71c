"""Voting to force a player to recycle, and to allow such votes for the game (section 5.7)."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import Event, SeatEvent
from bot.engine.moves import Move
from bot.games.crap.last_action import LastAllowForcing, LastForceRecycle
from bot.games.crap.recycling import recycle_hand
from bot.games.crap.state import MAX_SEATS, Ballot, State, target_refusal
from bot.games.crap.turns import finish


class ForceRecycle(Move, frozen=True):
    """Call a vote on making a player recycle."""

    player: Seat


class AllowForcing(Move, frozen=True):
    """Call a vote on allowing forced recycles for the rest of the game."""


class Vote(Move, frozen=True):
    """Vote yes or no."""

    choice: Literal["yes", "no"]


class VoteCalled(SeatEvent, frozen=True):
    """A player calls a vote on a forced recycle, or on allowing them (no `target`). It takes `needed` yes."""

    target: Seat | None
    voters: tuple[Seat, ...]
    needed: int


class Voted(SeatEvent, frozen=True):
    """A player has voted. The vote isn't public yet."""


class VoteClosed(Event, frozen=True):
    """A vote has closed. `votes` are in the order of `voters`, None for a missing one."""

    target: Seat | None
    voters: tuple[Seat, ...]
    votes: tuple[bool | None, ...]
    passed: bool


ALLOW: Final = AllowForcing()
BALLOTS: Final = (Vote("yes"), Vote("no"))
_FORCES: Final = tuple(ForceRecycle(seat) for seat in range(MAX_SEATS))
_OPTION_OFF: Final = Refusal("option-off", {"option": "force-recycle"})


def is_allowed(state: State) -> bool:
    """Whether forced recycles are allowed, by the option or by a vote of the table."""
    return state.options.force_recycle or state.forcing


def force_recycle_refusal(state: State, seat: Seat, target: Seat) -> Refusal | None:
    """Return why there can't be a vote on this player (R39, R42)."""
    if not is_allowed(state):
        return _OPTION_OFF
    if refusal := target_refusal(state, seat, target):
        return refusal
    return None if state.others(seat, target) else Refusal("no-voters")


def vote_moves(state: State, seat: Seat, targets: Sequence[Seat]) -> list[Move]:
    """Return the votes a player can call: one on each target, or else the one that allows them."""
    if len(targets) < 2:
        return []
    return [_FORCES[target] for target in targets] if is_allowed(state) else [ALLOW]


def force_recycle(draft: Draft[State], seat: Seat, move: ForceRecycle) -> Refusal | None:
    """Open a vote of everyone except the caller and the target."""
    if refusal := force_recycle_refusal(draft.state, seat, move.player):
        return refusal
    _open_vote(draft, seat, move.player)
    return None


def allow_forcing(draft: Draft[State], seat: Seat, _: AllowForcing) -> Refusal | None:
    """Open a vote of the whole table. The caller votes yes."""
    if is_allowed(draft.state):
        return Refusal("option-on", {"option": "force-recycle"})
    if len(draft.state.others(seat)) < 2:
        return Refusal("no-voters")
    _open_vote(draft, seat, None)
    _cast(draft, seat, choice=True)
    return None


def _open_vote(draft: Draft[State], seat: Seat, target: Seat | None) -> None:
    draft.change(phase="vote", pending=Ballot(target, (None,) * len(draft.state.hands)))
    asked = voters(draft.state)
    draft.tell(VoteCalled(seat=seat, target=target, voters=asked, needed=majority(asked)))


def vote(draft: Draft[State], seat: Seat, move: Vote) -> None:
    """Cast a vote. It's final."""
    draft.tell(Voted(seat=seat))
    _cast(draft, seat, choice=move.choice == "yes")


def withdraw(draft: Draft[State], seat: Seat) -> None:
    """Count a leaving voter as a no, whatever they voted before (R39)."""
    if seat in voters(draft.state):
        _cast(draft, seat, choice=False)


def close_vote(draft: Draft[State]) -> None:
    """Close the vote. A missing vote is a no, a tie fails, and the turn is used either way (R39)."""
    state = draft.state
    target, asked = state.ballot.target, voters(state)
    caller, cast = state.turn, votes_of(state.ballot)
    votes = tuple(map(cast.get, asked))
    passed = votes.count(True) >= majority(asked)
    draft.tell(VoteClosed(target=target, voters=asked, votes=votes, passed=passed))
    if target is None:
        draft.change(forcing=passed)
        finish(draft, LastAllowForcing(caller, cast, passed=passed))
        return
    last = LastForceRecycle(caller, target, cast, passed=passed)
    if passed:
        done = recycle_hand(draft, target)
        last = msgspec.structs.replace(
            last, opponent=done.opponent, rolloff=done.rolloff, cards=done.cards, dice=done.dice
        )
    finish(draft, last)


def voters(state: State) -> tuple[Seat, ...]:
    """Return the voters: everyone, except caller and target of a forced recycle. Leavers count (R39)."""
    target = state.ballot.target
    return state.others() if target is None else state.others(state.turn, target)


def still_to_vote(state: State) -> tuple[Seat, ...]:
    """Return the voters who haven't voted."""
    return tuple(seat for seat in voters(state) if state.ballot.votes[seat] is None)


def who_voted(state: State) -> tuple[Seat, ...]:
    """Return the voters who have voted or are leaving."""
    return tuple(seat for seat in voters(state) if state.ballot.votes[seat] is not None)


def votes_of(ballot: Ballot) -> dict[Seat, bool]:
    """Return the visible votes, by seat."""
    return {seat: choice for seat, choice in enumerate(ballot.votes) if isinstance(choice, bool)}


def _cast(draft: Draft[State], seat: Seat, *, choice: bool) -> None:
    """Record a vote, and close the vote as soon as its outcome is certain."""
    ballot = draft.state.ballot
    votes = put(ballot.votes, seat, choice)
    draft.change(pending=msgspec.structs.replace(ballot, votes=votes))
    asked = voters(draft.state)
    certain_yes = sum(votes[voter] is True for voter in asked)
    possible_yes = certain_yes + len(still_to_vote(draft.state))
    if certain_yes >= majority(asked) or possible_yes < majority(asked):
        close_vote(draft)


def majority(asked: Sequence[object]) -> int:
    """Return the number of yes votes needed: more than half of all voters (R39)."""
    return len(asked) // 2 + 1
