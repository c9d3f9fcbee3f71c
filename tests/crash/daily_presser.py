"""A process that presses *Play* for many users of today's dailies, until it's killed or done.

`python -m tests.crash.daily_presser FOLDER SEED PRESSES` prints a line for each acknowledged press: user, game,
and session.
"""

import asyncio
import sys
from pathlib import Path
from random import Random

from bot.games import GAMES
from bot.sessions.lobby import Pace
from bot.sessions.sessions import Sessions
from tests.crash.child import database_of
from tests.helpers.stores import opened

NOW = 1_796_000_000.0
USERS = range(1000, 1012)
AT_ONCE = 6
"""The number of presses that race in one process."""


async def press(folder: Path, seed: int, presses: int) -> None:
    """Press in bunches, whose presses race with each other."""
    chance = Random(seed)
    async with opened(database_of(folder), is_shared=True) as store:
        sessions = Sessions(store, GAMES, pace=Pace(600, 120), clock=lambda: NOW)
        for number in range(0, presses, AT_ONCE):
            asked = [(chance.choice(USERS), chance.choice([*GAMES])) for _ in range(AT_ONCE)]
            ids = (seed * 1_000_000 + number + place for place in range(1, AT_ONCE + 1))
            tables = await asyncio.gather(
                *(
                    sessions.dailies.open(game, user, 1, one)
                    for (user, game), one in zip(asked, ids, strict=True)
                )
            )
            for (user, game), session in zip(asked, tables, strict=True):
                assert session is not None
                print("pressed", user, game, session.record.id, flush=True)
        await sessions.close()


if __name__ == "__main__":
    asyncio.run(press(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
