"""A process that plays while its files can't grow, and again when they can. Prints the results as JSON.

A limit on file sizes holds for a whole process and is enforced by the operating system, like a full disk.
"""

import asyncio
import json
import resource
import sys
from pathlib import Path
from random import Random

from bot.games import GAMES
from bot.storage.errors import NotSaved
from tests.helpers.stores import opened
from tests.storage.games import running, step


async def play(path: Path) -> dict[str, object]:
    """Move until a move is rejected, then lift the limit and continue."""
    async with opened(path) as store:
        session = await running(store, GAMES["crapette"], 10)
        wal = path.with_name(path.name + "-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (wal + 20_000, resource.RLIM_INFINITY))
        refused, before = "", session.record
        try:
            while True:
                before = session.record
                await step(store, session, Random(before.revision))
        except NotSaved as error:
            refused = str(error)
        told = {"refused": refused, "is_as_before": await store.load(1) == before == session.record}
        told["moves_as_before"] = (await store.history(1))[-1].revision == before.revision
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        await step(store, session, Random(0))
        told["went_on"] = await store.load(1) == session.record != before

    return told


if __name__ == "__main__":
    print(json.dumps(asyncio.run(play(Path(sys.argv[1])))))
