"""A bot without a game: the same library, the same answers and requests, and nothing behind them."""

import asyncio
import re
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from itertools import count, cycle
from typing import Any

import discord
from discord import ui
from discord.ext import commands

from benchmarks.load.sample import Sample, Sent
from benchmarks.load.wire import OLD_MESSAGE
from bot.app import intents
from bot.delivery.layouts import laid_out
from bot.delivery.transport import DiscordTransport, allowed_mentions
from bot.rendering.page import Page
from tests.discord_http.ids import user_of
from tests.discord_http.rules import MAX_NONCE
from tests.helpers.alone import ALONE


class Floor(commands.AutoShardedBot):
    """A bot that answers every button with the next page of a sample, and sends what was sent with it."""

    def __init__(self, sample: Sample, granted: float) -> None:
        super().__init__(command_prefix=commands.when_mentioned, help_command=None, intents=intents())
        self.transport = DiscordTransport(self, granted=granted, cluster=ALONE)
        self.sample = sample
        self.answered = 0
        self.sending: set[asyncio.Task[None]] = set()
        self.newest: dict[int, int] = {}
        """The latest message in each channel in which this bot has posted."""
        dms = {channel for channels in sample.channels.values() for channel in channels[1:]}
        self.old = deque((channel_id, OLD_MESSAGE) for channel_id in sorted(dms))
        """Messages that newer ones have replaced."""
        self.posts = count()
        self.add_dynamic_items(AnyButton)

    def next_number(self) -> int:
        """Return the number of the next answer."""
        self.answered += 1
        return self.answered - 1

    def send_along(self, number: int, table: int) -> None:
        """Send what belongs to an answer about a table, without making anyone wait."""
        task = asyncio.get_running_loop().create_task(self._send(number, self.sample.channels[table]))
        self.sending.add(task)
        task.add_done_callback(self.sending.discard)

    async def _send(self, number: int, channels: Sequence[int]) -> None:
        dms = cycle(channels[1:])
        for sent in self.sample.share(number):
            await self._request(sent, channels[0] if sent.kind.startswith("table") else next(dms))

    async def _request(self, sent: Sent, channel_id: int) -> None:
        match sent.kind:
            case "table edit" | "hand edit":
                await self.transport.edit(
                    channel_id, self.newest.get(channel_id, channel_id), sent.page, purpose="table"
                )
            case "table post" | "hand post":
                await self._post(channel_id, sent.page)
            case "delete" if self.old:
                await self.transport.delete(*self.old.popleft())
            case "find":
                await self.transport.find(channel_id, ("0" * MAX_NONCE,))
            case "open DM":
                await self.transport.dm_channel(user_of(channel_id), purpose="hand")

    async def _post(self, channel_id: int, page: Page) -> None:
        before = self.newest.get(channel_id, channel_id)
        self.newest[channel_id] = await self.transport.post(
            channel_id, page, nonce=f"{next(self.posts):024}", purpose="table"
        )
        self.old.append((channel_id, before))


class AnyButton(ui.DynamicItem[ui.Button[Any]], template=r"b:(?P<table>\d+):.+"):
    """Any button."""

    def __init__(self, item: ui.Button[Any], table: int) -> None:
        super().__init__(item)
        self.table = table

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> "AnyButton":
        assert isinstance(item, ui.Button)
        return cls(item, int(match["table"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        floor: Floor = interaction.client
        number = floor.next_number()
        await answer(interaction, floor.sample.answers[number % len(floor.sample.answers)])
        floor.send_along(number, self.table)


async def answer(interaction: discord.Interaction[Any], page: Page) -> None:
    """Answer like our bot does: in place on private pages."""
    response, message, mentions = interaction.response, interaction.message, allowed_mentions(page)
    with laid_out(page) as (view, files):
        if message is not None and (message.flags.ephemeral or message.guild is None):
            await response.edit_message(view=view, attachments=files, allowed_mentions=mentions)
        else:
            await response.send_message(view=view, files=files, ephemeral=True, allowed_mentions=mentions)


async def serve(sample: Sample, granted: float) -> None:
    """Run until cancelled, with this many requests per second."""
    floor = Floor(sample, granted)
    with suppress(asyncio.CancelledError):
        await floor.start("token")
    await floor.close()
