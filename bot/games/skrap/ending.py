"""Section 6: how a game ends. Nothing is moved or shown any more."""

from typing import Literal

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.contract import Outcome
from bot.engine.events import Event
from bot.games.skrap.table import Course, State, active

End = Literal["target", "round-limit", "last-player"]


class GameEnded(Event, frozen=True):
    """The game is over; `heads` are by seat, `end` says what ended it."""

    winners: tuple[Seat, ...]
    end: End
    heads: tuple[int, ...]
    round: int


def finish(state: State, winners: tuple[Seat, ...], course: Course) -> State:
    """End the game; cards and round number stay as they are."""
    over = replace(
        state,
        phase="over",
        turn=None,
        contenders=(),
        throws=(None,) * len(state.hands),
        undecided=0,
        passed=(),
        winners=winners,
    )
    course.tell(GameEnded(winners=winners, end=_end(over), heads=state.heads, round=state.round))
    return over


def finish_at_limit(state: State, course: Course) -> State:
    """The round limit is reached: most heads among those still playing win, equals share (R18)."""
    seats = active(state)
    most = max(state.heads[seat] for seat in seats)
    return finish(state, tuple(seat for seat in seats if state.heads[seat] == most), course)


def outcome(state: State) -> Outcome | None:
    """Who won and why; None while the game runs."""
    return Outcome(state.winners, _end(state)) if state.phase == "over" else None


def _end(state: State) -> End:
    if len(active(state)) == 1:
        return "last-player"
    if any(state.heads[seat] >= state.options.target for seat in state.winners):
        return "target"
    return "round-limit"
