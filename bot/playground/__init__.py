"""The playground: the real bot on a simulated Discord, played in a browser, without a token."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from pathlib import Path

from bot.config import Settings
from bot.playground.logbook import hushed

FOLDER = Path("playground")
"""Where the playground's database lies, below the folder it is started in."""

FIRST = "Open it in a browser and choose a game. Ctrl-C ends the playground."
AGAIN = (
    "The tables of the last time go on: type /hand in the page to see what is yours. "
    "Ctrl-C ends the playground."
)


class CannotPlay(Exception):
    """The playground cannot be started; the message says in one line why, and what would help."""


async def run(
    settings: Settings,
    *,
    users: int,
    port: int,
    announce: Callable[[str], None],
    keep: bool = False,
    folder: Path = FOLDER,
) -> None:
    """Run the playground until it is cancelled, then close everything in order and return.

    `users` sit in the card channel at the start; port 0 takes any that is free. `keep` goes on with the
    database of the last time. Raises CannotPlay, or StoreError when the database cannot be used.
    """
    try:
        # At its import SimCord tries out a client with nothing in it, and discord.py would warn of that.
        with hushed(logging.ERROR):
            import simcord  # noqa: F401 # only whether it is there; nothing else of ours is imported without it
    except ImportError as missing:
        raise CannotPlay("the playground needs SimCord: `make play`, or install cardcrate[play]") from missing
    from bot.playground.server import serve
    from bot.playground.world import opened

    with hushed(logging.WARNING), contextlib.suppress(asyncio.CancelledError):
        async with opened(settings, users, folder=folder, keep=keep) as world:
            await serve(world, port, announce, first=AGAIN if keep else FIRST)
