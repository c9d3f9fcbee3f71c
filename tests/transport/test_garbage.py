"""Sent pages are freed at once. Left to the garbage collector, pictures pile up until it stops all work."""

import gc
import io
from collections.abc import Iterator

import discord
import pytest
from discord import ui

from bot.delivery.errors import Unfit
from bot.delivery.transport import DiscordTransport
from bot.rendering.page import Action, Button, Buttons, Page, Picture, Section, Text
from tests.discord_http.answers import ANSWERS
from tests.discord_http.stand_in import StandIn
from tests.sessions.rig import CHANNEL


def button(label: str) -> Button:
    return Button(label, Action(session_id=1, revision=2, act=label))


PAGE = Page(
    (
        Text("the table"),
        Picture("table.png", b"not really a picture", "a table"),
        Buttons((button("draw"), button("pass"))),
        Section("**Skrap**", button("open")),
    )
)


@pytest.fixture(autouse=True)
def _no_search() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def left_over() -> list[object]:
    """Return the library's objects for sent pages that are still in memory."""
    kinds = (ui.View, ui.LayoutView, ui.Item, discord.File, io.BytesIO)
    return [one for one in gc.get_objects() if isinstance(one, kinds)]


async def test_posted_and_edited_pages_leave_nothing_behind(transport: DiscordTransport) -> None:
    before = len(left_over())

    message_id = await transport.post(CHANNEL, PAGE, nonce="n", purpose="table")
    await transport.edit(CHANNEL, message_id, PAGE, purpose="table")

    assert len(left_over()) == before


async def test_nothing_is_left_of_what_was_refused(transport: DiscordTransport, server: StandIn) -> None:
    before = len(left_over())
    server.once("post", ANSWERS["body malformed"])

    with pytest.raises(Unfit):
        await transport.post(CHANNEL, PAGE, nonce="n", purpose="table")

    assert len(left_over()) == before
