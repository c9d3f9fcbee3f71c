"""Upgrades while others run: each migration states whether it can proceed or has to wait for them."""

from pathlib import Path

import pytest

from bot.config import Server
from bot.storage import facts
from bot.storage.errors import InUse
from bot.storage.migrations import found, is_rolling
from bot.storage.store import Store
from tests.helpers.stores import MIGRATIONS
from tests.storage.versions import next_version


async def opened(server: Server, migrations: Path = MIGRATIONS) -> Store:
    store = Store(server, migrations, patience=2.0, is_shared=True)
    await store.open()
    return store


async def test_compatible_upgrade_runs_beside_older_processes(empty_server: Server, tmp_path: Path) -> None:
    before = await opened(empty_server)

    after = await opened(empty_server, next_version(tmp_path / "next", "yes"))

    await before.write(facts.keep_note, "written by", "the older one")
    assert await after.read(facts.note, "written by") == "the older one"
    await before.close()
    await after.close()


async def test_incompatible_upgrade_waits_for_older_processes(empty_server: Server, tmp_path: Path) -> None:
    before, others = await opened(empty_server), next_version(tmp_path / "next", "no")

    with pytest.raises(InUse, match="stop all of them, and then start this one"):
        await opened(empty_server, others)
    await before.close()
    first = await opened(empty_server, others)
    second = await opened(empty_server, others)

    assert await first.engine.processes() == 2
    await first.close()
    await second.close()


@pytest.mark.parametrize(("said", "is_so"), [("yes", True), ("no", False)])
def test_migration_header_states_its_compatibility(tmp_path: Path, said: str, is_so: bool) -> None:
    _, newest = found(next_version(tmp_path / "next", said))[-1]

    assert is_rolling(newest) is is_so
