"""The playground: the real bot on a simulated Discord, played in a browser, without a token."""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path

from bot.config import Settings

FOLDER = Path("playground")
"""Where the playground's database lies, below the folder it is started in."""


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
        import simcord  # noqa: F401 # only whether it is there; nothing else of ours is imported without it
    except ImportError as missing:
        raise CannotPlay("the playground needs SimCord: `make play`, or install cardcrate[play]") from missing
    from bot.playground.server import serve
    from bot.playground.world import opened

    async with opened(settings, users, folder=folder, keep=keep) as world:
        with contextlib.suppress(asyncio.CancelledError):
            await serve(world, port, announce)
