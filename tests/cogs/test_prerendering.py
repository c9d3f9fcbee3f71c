"""While the bot stores a move, it already makes the answering hand and orders its picture."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.storage.errors import NotSaved
from bot.storage.store import Store
from tests.cogs.test_late_pictures import at_turn
from tests.helpers.desks import Desk
from tests.helpers.guild import Player, SimGuild, labels

pytestmark = pytest.mark.pictures

Commit = Callable[..., Awaitable[Any]]


async def test_picture_is_ordered_ahead(
    guild: SimGuild, player: Player, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordered: list[set[bytes]] = []
    commit: Commit = Store.commit

    async def noting(store: Store, *given: Any) -> Any:
        ordered.append(set(desk.urgent))
        return await commit(store, *given)

    await player.press(player.dm, "Recycle")
    asked_before = set(desk.urgent)
    monkeypatch.setattr(Store, "commit", noting)
    await player.press(player.dm, "Discard and roll")

    [while_stored] = ordered
    assert while_stored - asked_before


async def test_unsaved_move_shows_nothing(
    guild: SimGuild, player: Player, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_store: Store, *_given: Any) -> Any:
        raise NotSaved("the disk is full")

    await player.press(player.dm, "Recycle")
    with monkeypatch.context() as broken:
        broken.setattr(Store, "commit", fails)
        await player.press(player.dm, "Discard and roll")
    await desk.render()
    await guild.settle()

    assert at_turn(guild, await guild.session()) is player
    assert "Discard and roll" in labels(player.dm)
