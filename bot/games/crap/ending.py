"""Ending the game (section 6)."""

from typing import NoReturn

from bot.engine.chance import Seat
from bot.engine.contract import Outcome
from bot.engine.draft import Draft
from bot.engine.events import Event
from bot.games.crap.state import End, State


class GameEnded(Event, frozen=True):
    """The game is over. `end` is the reason, `totals` are by seat."""

    winners: tuple[Seat, ...]
    end: str
    totals: tuple[int, ...]


def end_game(draft: Draft[State], winners: tuple[Seat, ...], end: End) -> NoReturn:
    """Decide the game and end it at once."""
    decide(draft, winners, end)
    tell_end(draft)


def decide(draft: Draft[State], winners: tuple[Seat, ...], end: End) -> None:
    """Decide the game during an action. It draws no more cards, but still tells its remaining events."""
    draft.change(phase="over", pending=None, winners=winners, end=end)


def tell_end(draft: Draft[State]) -> NoReturn:
    """Tell the end of a decided game, after all other events."""
    state = draft.state
    assert state.end is not None, "nobody has decided the game"
    draft.tell(GameEnded(winners=state.winners, end=state.end, totals=state.totals))
    draft.stop()


def how_it_ended(state: State) -> Outcome | None:
    """Return how the game ended. None while it runs."""
    return None if state.end is None else Outcome(state.winners, state.end)
