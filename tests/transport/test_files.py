"""If Discord refuses files in a channel, pages go out as text at once, and files are tried again later."""

import pytest

from bot.delivery import transport as transport_module
from bot.delivery.errors import Forbidden
from bot.delivery.transport import FILES_SECONDS, DiscordTransport
from bot.rendering.page import Page, Picture, Text
from tests.discord_http.answers import ANSWERS
from tests.discord_http.stand_in import StandIn
from tests.sessions.rig import CHANNEL
from tests.transport.rig import Clock

PAGE = Page((Text("the table"), Picture("table.png", b"not really a picture", "a table")))
NO = "may not send"


async def sent(transport: DiscordTransport, nonce: str, channel_id: int = CHANNEL) -> int:
    return await transport.post(channel_id, PAGE, nonce=nonce, purpose="table")


def files(server: StandIn, channel_id: int = CHANNEL) -> list[int]:
    """Return the number of files in each post that was tried in a channel."""
    return [len(post.files) for post in server.posts(channel_id)]


async def test_post_with_refused_files_becomes_text(transport: DiscordTransport, server: StandIn) -> None:
    server.once("post", ANSWERS[NO])

    await sent(transport, "n")

    assert files(server) == [1, 0]
    assert server.shown(CHANNEL) == ["the table"]


async def test_edit_with_refused_files_becomes_text(transport: DiscordTransport, server: StandIn) -> None:
    message_id = await transport.post(CHANNEL, Page((Text("before"),)), nonce="n", purpose="table")
    server.once("edit", ANSWERS["may not see"])

    await transport.edit(CHANNEL, message_id, PAGE, purpose="table")

    assert server.shown(CHANNEL) == ["the table"]


async def test_refused_files_pause_in_channel(
    transport: DiscordTransport, server: StandIn, clock: Clock
) -> None:
    server.once("post", ANSWERS[NO])
    await sent(transport, "a")
    clock.time += FILES_SECONDS - 1
    await sent(transport, "b")
    await sent(transport, "c", channel_id=CHANNEL + 1)
    clock.time += 1
    await sent(transport, "d")

    assert files(server) == [1, 0, 0, 1]
    assert files(server, CHANNEL + 1) == [1]


async def test_files_are_tried_again_when_permissions_change(
    transport: DiscordTransport, server: StandIn
) -> None:
    server.once("post", ANSWERS[NO])
    await sent(transport, "a")

    transport.files.try_again()
    await sent(transport, "b")

    assert files(server) == [1, 0, 1]


async def test_missing_right_to_send_is_told_apart(transport: DiscordTransport, server: StandIn) -> None:
    noticed: list[int] = []
    transport.files.watch(lambda channel, is_allowed: noticed.append(channel))
    server.always("post", ANSWERS[NO])

    with pytest.raises(Forbidden) as raised:
        await sent(transport, "n")

    assert raised.value.missing == "Send Messages"
    assert noticed == []
    assert transport.files.are_allowed(CHANNEL)


async def test_refused_text_is_not_tried(
    transport: DiscordTransport, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport_module, "missing", lambda _channel: "View Channel")
    server.once("post", ANSWERS[NO])

    with pytest.raises(Forbidden) as raised:
        await sent(transport, "n")

    assert raised.value.missing == "View Channel"
    assert files(server) == [1]


async def test_refused_files_are_noticed_once_for_each_try(
    transport: DiscordTransport, server: StandIn
) -> None:
    noticed: list[int] = []
    transport.files.watch(lambda channel, is_allowed: noticed.append(channel))
    server.once("post", ANSWERS[NO])

    await sent(transport, "a")
    await sent(transport, "b")

    assert noticed == [CHANNEL]
