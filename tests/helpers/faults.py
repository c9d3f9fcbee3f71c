"""Faults of the bot that SimCord has noticed."""

import simcord

from bot.door.errors import Answer


def faults(env: simcord.Env) -> list[BaseException]:
    """Return all errors but those that only end a command with an answer."""
    return [error for error in env.errors if not isinstance(getattr(error, "original", None), Answer)]
