"""Forcing a player to recycle by a vote of the others (chapter 5.7)."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from bot.engine.chance import Seat, seat_letter
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import Move, Player
from bot.games.crap.recycle import recycle_hand
from bot.games.crap.state import MOST_SEATS, Ballot, Cards, Play, Record, State, bad_target, others, put
from bot.games.crap.turn import finish


class ForceRecycle(Move, frozen=True):
    """Ask the others to make a player recycle."""

    player: Player


class Vote(Move, frozen=True):
    """Answer the question."""

    choice: Literal["yes", "no"]


class VoteCalled(Event, frozen=True):
    """Somebody asks for a forced recycle: who votes, and how many yes it takes."""

    seat: Seat
    target: Seat
    voters: tuple[Seat, ...]
    needed: int


class Voted(Event, frozen=True):
    """Somebody has voted; what is not told yet."""

    seat: Seat


class VoteClosed(Event, frozen=True):
    """The outcome: every voter's vote, None where there was none."""

    target: Seat
    voters: tuple[Seat, ...]
    votes: tuple[bool | None, ...]
    passed: bool


class ForceRecycleRecord(Record, frozen=True, tag="force-recycle"):
    """A vote has closed; if it passed, also what the recycle made known."""

    target: str
    votes: Mapping[str, bool]
    passed: bool
    opponent: str | UnsetType | None = UNSET
    rolloff: tuple[int, int] | UnsetType | None = UNSET
    cards: Cards | UnsetType = UNSET
    dice: tuple[int, ...] | UnsetType = UNSET


BALLOTS: Final = (Vote("yes"), Vote("no"))
_FORCES: Final = tuple(ForceRecycle(seat) for seat in range(MOST_SEATS))


def offers(state: State, targets: Sequence[Seat]) -> list[Move]:
    """Any of the other players, if votes are allowed and somebody is left to vote."""
    if not state.options.force_recycle or len(targets) < 2:
        return []
    return [_FORCES[target] for target in targets]


def force_recycle(play: Play, seat: Seat, move: ForceRecycle) -> Refusal | None:
    """Open a vote of all the others."""
    target = move.player
    refusal = _refusal(play.state, seat, target)
    if refusal:
        return refusal
    play.change(phase="vote", pending=Ballot(target, (None,) * len(play.state.hands)))
    asked = voters(play.state)
    play.tell(VoteCalled(seat=seat, target=target, voters=asked, needed=len(asked) // 2 + 1))
    return None


def vote(play: Play, seat: Seat, move: Vote) -> None:
    """Cast a vote; it is final."""
    play.tell(Voted(seat=seat))
    cast(play, seat, choice=move.choice == "yes")


def cast(play: Play, seat: Seat, *, choice: bool) -> None:
    """Count a vote and close as soon as the outcome is certain."""
    votes = put(ballot(play.state).votes, seat, choice)
    play.change(pending=msgspec.structs.replace(ballot(play.state), votes=votes))
    asked = voters(play.state)
    certain_yes = sum(votes[voter] is True for voter in asked)
    possible_yes = certain_yes + len(awaited(play.state))
    if certain_yes * 2 > len(asked) or possible_yes * 2 <= len(asked):
        close(play)


def close(play: Play) -> None:
    """Count: silence is no, a tie fails, the turn is used either way (R39)."""
    state = play.state
    caller, target, votes, asked = state.turn, ballot(state).target, ballot(state).votes, voters(state)
    passed = sum(votes[voter] is True for voter in asked) * 2 > len(asked)
    play.tell(
        VoteClosed(target=target, voters=asked, votes=tuple(votes[voter] for voter in asked), passed=passed)
    )
    record = ForceRecycleRecord(
        seat_letter(caller), seat_letter(target), votes_by_letter(votes), passed=passed
    )
    if passed:
        done = recycle_hand(play, target)
        record = msgspec.structs.replace(
            record, opponent=done.opponent, rolloff=done.rolloff, cards=done.cards, dice=done.dice
        )
    finish(play, record)


def ballot(state: State) -> Ballot:
    """The vote under way."""
    assert isinstance(state.pending, Ballot)
    return state.pending


def voters(state: State) -> tuple[Seat, ...]:
    """Everybody but caller and target."""
    return others(state, state.turn, ballot(state).target)


def awaited(state: State) -> tuple[Seat, ...]:
    """The voters who have not voted."""
    return tuple(seat for seat in voters(state) if ballot(state).votes[seat] is None)


def votes_by_letter(votes: tuple[bool | None, ...]) -> dict[str, bool]:
    """The votes that were cast."""
    return {seat_letter(seat): choice for seat, choice in enumerate(votes) if choice is not None}


def _refusal(state: State, seat: Seat, target: Seat) -> Refusal | None:
    if not state.options.force_recycle:
        return Refusal("option-off", {"option": "force-recycle"})
    refusal = bad_target(state, seat, target)
    if refusal:
        return refusal
    return None if others(state, seat, target) else Refusal("no-voters")
