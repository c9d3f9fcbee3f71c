"""Crazy Rummy's implementation of the game contract."""

from bot.engine.contract import DailySettings, Game
from bot.games.crazy_rummy.ending import HandScored
from bot.games.crazy_rummy.laying import SetLaid
from bot.games.crazy_rummy.notes import CrazyRummyNotes
from bot.games.crazy_rummy.options import CrazyRummyOptions
from bot.games.crazy_rummy.state import State


class CrazyRummy(Game[State], package=__package__):
    """The game of Crazy Rummy. Sets and fed cards score, cards left in the hand cost points."""

    id = "crazy-rummy"
    name = "Crazy Rummy"
    letter = "R"
    seats = range(2, 11)
    options = CrazyRummyOptions
    scores = (SetLaid, HandScored)
    rounds = (HandScored,)
    notes = CrazyRummyNotes

    daily = DailySettings({"target": 5000, "max-hands": 3}, computers=2)

    def points(self, state: State) -> tuple[int, ...]:
        return tuple(state.totals)
