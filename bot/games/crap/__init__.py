"""C.R.A.P.: Challenge, Recycle, Acquire, Protect. One module per chapter of the rules."""

from typing import Final

from bot.games.crap.game import Crap

GAME: Final = Crap()
