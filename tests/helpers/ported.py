"""The games that follow the template of `bot.engine.contract`."""

from typing import Final

PORTED: Final = ("crazy-rummy",)
