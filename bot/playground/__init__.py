"""The playground: the real bot on a simulated Discord, played in a browser, without a token."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from pathlib import Path

from bot.config import Settings
from bot.playground.logbook import silenced

FOLDER = Path("playground")
"""The folder of the playground's database, below the folder it's started in."""

FIRST = "Open it in a browser and choose a game. Ctrl-C ends the playground."
AGAIN = (
    "Your tables from last time are still there: type /hand in the page to see your cards. "
    "Ctrl-C ends the playground."
)


class CannotPlay(Exception):
    """An error that keeps the playground from starting. The message gives the reason and the fix."""


async def run(
    settings: Settings,
    *,
    users: int,
    port: int,
    announce: Callable[[str], None],
    keep: bool = False,
    folder: Path = FOLDER,
) -> None:
    """Run the playground until it's cancelled, then close everything in order.

    `users` are in the card channel at the start. Port 0 takes any free one. `keep` continues with the
    database of the last run. Raises CannotPlay, or StoreError if the database can't be used.
    """
    try:
        # SimCord's import creates an empty client, about which discord.py would warn.
        with silenced(logging.ERROR):
            # Only checks that it's installed. None of our other code is imported without it.
            import simcord  # noqa: F401
    except ImportError as missing:
        raise CannotPlay("the playground needs SimCord: `make play`, or install cardcrate[play]") from missing
    from bot.playground.server import serve
    from bot.playground.world import opened

    with silenced(logging.WARNING), contextlib.suppress(asyncio.CancelledError):
        async with opened(settings, users, folder=folder, keep=keep) as world:
            await serve(world, port, announce, first=AGAIN if keep else FIRST)
