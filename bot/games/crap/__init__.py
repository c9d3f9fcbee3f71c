"""C.R.A.P.: Challenge, Recycle, Acquire, Protect. Each chapter of the rules has a module."""

from typing import Final

from bot.games.crap.game import Crap

GAME: Final = Crap()
