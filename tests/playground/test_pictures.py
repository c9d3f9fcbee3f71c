"""Pictures in the playground: each belongs to its text, and pages show them before an action has finished."""

import asyncio

import discord
import pytest

from bot.playground import world as world_module
from bot.playground.album import Album
from bot.playground.world import World
from tests.playground.visitor import Visitor, all_text, pictures


async def test_picture_with_description_reaches_its_messages_viewers(visitor: Visitor, world: World) -> None:
    world.bot.sessions.choices.pictures = True
    await visitor.start_game()
    (table,) = pictures((await visitor.messages("ben"))[-1])
    (hand,) = pictures((await visitor.messages("ben", "dm"))[-1])
    assert "Ben" in table["description"]
    assert table["media"]["width"] > table["media"]["height"] > 100

    answer = await visitor.client.get(table["media"]["url"])
    assert answer.content_type == "image/png"
    assert (await answer.read()).startswith(b"\x89PNG")
    assert (await visitor.client.get(hand["media"]["url"])).status == 200
    not_hers = hand["media"]["url"].replace("/ben/", "/cyd/")
    assert (await visitor.client.get(not_hers)).status == 409


async def test_slow_page_gets_its_texts_picture(visitor: Visitor, world: World) -> None:
    world.bot.sessions.choices.pictures = True
    await visitor.start_game()
    table = (await visitor.messages("ben"))[-1]
    await visitor.say(await visitor.whose_turn(), "/recycle")
    [edited] = [one for one in await visitor.messages("ben") if one["id"] == table["id"]]
    before, after = (pictures(one)[0] for one in (table, edited))

    old, new = [await visitor.client.get(one["media"]["url"]) for one in (before, after)]

    assert before["description"] != after["description"]
    assert (await old.read()).startswith(b"\x89PNG")
    assert await old.read() != await new.read()


async def test_page_is_updated_during_a_long_action(
    visitor: Visitor, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world_module, "UPDATE_SECONDS", 0.0)
    place, seen = world.bot.get_channel(world.channel.id), asyncio.Event()
    assert isinstance(place, discord.TextChannel)

    async def say_and_wait() -> None:
        await place.send("Working")
        await seen.wait()

    changed = world.watch()
    act = asyncio.create_task(world.do(say_and_wait))
    await changed.wait()

    assert "Working" in all_text(await visitor.messages("ann"))
    seen.set()
    await act


def test_latest_pictures_are_kept() -> None:
    album = Album(most=2)
    for address in ("/1", "/2", "/1", "/3"):
        album.keep(address, address.encode())

    assert [album.find(address) for address in ("/1", "/2", "/3")] == [b"/1", None, b"/3"]
