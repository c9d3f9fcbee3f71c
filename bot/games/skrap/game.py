"""Skrap's implementation of the game contract."""

from bot.engine.contract import DailySettings, Game
from bot.games.skrap.battle import BotPlayed
from bot.games.skrap.notes import SkrapNotes
from bot.games.skrap.options import SkrapOptions
from bot.games.skrap.scoring import Champion
from bot.games.skrap.state import State


class Skrap(Game[State], package=__package__):
    """The game of Skrap. The round's last bot brings its owner a head for each destroyed one."""

    id = "skrap"
    name = "Skrap"
    letter = "S"
    seats = range(2, 6)
    options = SkrapOptions
    scores = (Champion, BotPlayed)
    rounds = (Champion,)
    checks = ("not-a-player", "game-over", "wrong-phase", "not-your-turn")
    notes = SkrapNotes

    daily = DailySettings({"target": 15}, computers=2)

    def points(self, state: State) -> tuple[int, ...]:
        return tuple(state.heads)
