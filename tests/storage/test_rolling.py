"""An upgrade while others run: it goes ahead, or waits until they have been stopped, as each migration says."""

import shutil
from pathlib import Path

import pytest

from bot.config import DATA, Server
from bot.storage.errors import InUse
from bot.storage.migrations import found, is_rolling
from bot.storage.store import Store

NEXT = len(found(DATA / "migrations")) + 1


def with_one_more(folder: Path, rolling: str) -> Path:
    """The migrations of the next release, in a folder where there are none yet."""
    shutil.copytree(DATA / "migrations", folder)
    head = f"-- revises: {NEXT - 1:04}\n-- date: 2026-12-01\n-- rolling: {rolling}\n-- reason: a test\n\n"
    (folder / f"{NEXT:04}_more.sql").write_text(f"{head}CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT;\n")
    return folder


async def opened(server: Server, migrations: Path = DATA / "migrations", patience: float = 2.0) -> Store:
    store = Store(server, migrations, patience=patience, is_shared=True)
    await store.open()
    return store


async def test_an_upgrade_with_which_the_others_can_go_on_does_not_wait_for_them(
    empty_server: Server, tmp_path: Path
) -> None:
    before = await opened(empty_server)

    after = await opened(empty_server, with_one_more(tmp_path / "next", "yes"))

    await before.keep_note("written by", "the older one")
    assert await after.note("written by") == "the older one"
    await before.close()
    await after.close()


async def test_an_upgrade_with_which_the_others_cannot_go_on_is_refused_until_they_have_stopped(
    empty_server: Server, tmp_path: Path
) -> None:
    before, others = await opened(empty_server), with_one_more(tmp_path / "next", "no")

    with pytest.raises(InUse, match="stop all of them, and then start this one"):
        await opened(empty_server, others, patience=0.1)
    await before.close()
    first = await opened(empty_server, others)
    second = await opened(empty_server, others)

    assert await first.engine.processes() == 2
    await first.close()
    await second.close()


def test_every_migration_that_says_so_can_be_made_while_others_run() -> None:
    said = {path.name: "-- rolling: yes" in path.read_text() for _, path in found(DATA / "migrations")}

    assert {path.name: is_rolling(path) for _, path in found(DATA / "migrations")} == said
    assert set(said.values()) == {True, False}
