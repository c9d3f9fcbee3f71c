"""The playground's database, kept from one run to the next."""

from pathlib import Path
from typing import Any

from aiohttp.test_utils import TestClient, TestServer

from bot.playground.server import Server
from bot.playground.world import opened
from tests.helpers.guild import settings_for
from tests.playground.visitor import Visitor, all_text


async def visit(folder: Path, do: Any, *, keep: bool) -> Any:
    """Open the playground in a folder, do something, and close it."""
    async with opened(settings_for(folder / "unused"), 3, folder=folder, keep=keep) as world:
        server = Server(world, print)
        async with TestClient(TestServer(server.app())) as client:
            visitor = Visitor(client, server, [])
            await visitor.enter()
            return await do(visitor)


async def start(visitor: Visitor) -> str:
    """Start a game with one more user, and return the active player."""
    await visitor.ask("/add-user")
    await visitor.start_game()
    await visitor.ask("/wait", seconds=60)
    return await visitor.whose_turn()


async def test_kept_game_continues_with_users_and_commands(tmp_path: Path) -> None:
    seat = await visit(tmp_path, start, keep=False)

    async def go_on(visitor: Visitor) -> None:
        state = await visitor.state()
        assert len(state["people"]) == 4
        assert [one["key"] for one in state["people"] if one["acts"]] == [seat]
        assert state["table"]
        assert not state["fresh"]
        await visitor.say(seat, "/hand")
        assert "### Your turn" in all_text(await visitor.messages(seat))
        await visitor.say(seat, "/acquire rank:Kings")
        assert "bluffing?" in all_text(await visitor.messages("dan"))

    await visit(tmp_path, go_on, keep=True)


async def test_playground_starts_empty_without_keep(tmp_path: Path) -> None:
    await visit(tmp_path, start, keep=False)

    async def look(visitor: Visitor) -> None:
        assert len((await visitor.state())["people"]) == 3
        await visitor.say("ann", "/my-tables")
        assert "You're not at any table." in all_text(await visitor.messages("ann"))

    await visit(tmp_path, look, keep=False)
