"""C.R.A.P.'s implementation of the game contract."""

from bot.engine.chance import Seat
from bot.engine.contract import DailySettings, Game
from bot.engine.draft import Draft, Refusal
from bot.engine.moves import Leave, Move
from bot.games.crap.acquiring import BluffCalled
from bot.games.crap.clock import note_activity
from bot.games.crap.laying import SetLaid
from bot.games.crap.notes import CrapNotes
from bot.games.crap.options import CrapOptions
from bot.games.crap.scoring import FinalCount, ScoringRound
from bot.games.crap.state import MAX_SEATS, State


class Crap(Game[State], package=__package__):
    """The game of C.R.A.P. for 3 to 6 players. Sets score when the stock runs out, or at the turn limit."""

    id = "crap"
    name = "C.R.A.P."
    letter = "C"
    seats = range(3, MAX_SEATS + 1)
    options = CrapOptions
    scores = (ScoringRound, FinalCount, SetLaid, BluffCalled)
    rounds = (ScoringRound, FinalCount)
    checks = ("not-a-player", "game-over", "wrong-phase", "not-your-turn")
    notes = CrapNotes

    daily = DailySettings({"threshold": 100}, computers=2)

    def carry_out(self, draft: Draft[State], seat: Seat, move: Move) -> Refusal | None:
        """Make a move. Any move except a leave shows that the player is there (R38)."""
        if not isinstance(move, Leave):
            note_activity(draft, seat)
        return super().carry_out(draft, seat, move)

    def points(self, state: State) -> tuple[int, ...]:
        return tuple(state.totals)
