"""A process that packs all games of a database until it's killed: `python -m tests.crash.packer FILE`.

It prints the number of each packed game.
"""

import asyncio
import sys
from pathlib import Path

from bot.games import GAMES
from bot.storage.archive import BEFORE_ALL
from bot.storage.store import Store
from tests.helpers.stores import MIGRATIONS


async def pack(path: Path) -> None:
    """Pack one game after the other without a pause."""
    store, last = Store(path, MIGRATIONS, GAMES), BEFORE_ALL
    await store.open()
    while (found := await store.pack_next(last, float("inf"))) is not None:
        last = found
        print(found[1], flush=True)
    await store.close()


if __name__ == "__main__":
    asyncio.run(pack(Path(sys.argv[1])))
