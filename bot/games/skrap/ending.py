"""Ending the game (section 6). Cards keep their places and stay hidden."""

from typing import Literal, NoReturn

from bot.engine.chance import Seat
from bot.engine.contract import Outcome
from bot.engine.draft import Draft
from bot.engine.events import Event
from bot.games.skrap.state import State

End = Literal["target", "round-limit", "last-player"]


class GameEnded(Event, frozen=True):
    """The game is over. `heads` are by seat, `end` is the reason."""

    winners: tuple[Seat, ...]
    end: End
    heads: tuple[int, ...]
    round: int


def end_game(draft: Draft[State], winners: tuple[Seat, ...]) -> NoReturn:
    """End the game. Cards and round number don't change."""
    no_throws = (None,) * len(draft.state.hands)
    draft.change(
        phase="over", turn=None, contenders=(), throws=no_throws, undecided=0, passed=(), winners=winners
    )
    state = draft.state
    draft.tell(GameEnded(winners, _end_reason(state), state.heads, state.round))
    draft.stop()


def end_at_limit(draft: Draft[State]) -> NoReturn:
    """End the game at the round limit. The most heads win or share the win, no heads win nothing (R18)."""
    state = draft.state
    most = max(state.heads[seat] for seat in state.active)
    nothing_won = most == 0 and state.options.edition > 1
    leaders = tuple(seat for seat in state.active if state.heads[seat] == most)
    end_game(draft, () if nothing_won else leaders)


def how_it_ended(state: State) -> Outcome | None:
    """Return the winners and the reason the game ended. None while it runs."""
    return Outcome(state.winners, _end_reason(state)) if state.phase == "over" else None


def _end_reason(state: State) -> End:
    if len(state.active) == 1:
        return "last-player"
    if any(state.heads[seat] >= state.options.target for seat in state.winners):
        return "target"
    return "round-limit"
