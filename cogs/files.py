"""Files for users, compressed if Discord would refuse them for their size."""

import io
import zlib
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import discord

from bot.door.press import answered, press_of
from bot.rendering import answers
from cogs.base import Interaction

MAX_FILE_BYTES: Final = 8 * 1024 * 1024
"""The largest file that Discord takes in every server."""


def is_large(raw: bytes) -> bool:
    """Whether a file has to be compressed."""
    return len(raw) > MAX_FILE_BYTES


def file(raw: bytes, name: str) -> discord.File:
    """Return a file to send. A large one is compressed, and its name ends in `.gz`."""
    if is_large(raw):
        raw, name = zlib.compress(raw, wbits=zlib.MAX_WBITS | 16), f"{name}.gz"
    return discord.File(io.BytesIO(raw), filename=name)


async def send_files(interaction: Interaction, text: str, files: Sequence[discord.File], **more: Any) -> None:
    """Send files in a new message that only the asker sees, or say that the channel refuses files."""
    await press_of(interaction).settle()
    response = interaction.response
    send = interaction.followup.send if response.is_done() else response.send_message
    fate = await answered(partial(send, text, files=files, ephemeral=True, **more), has_files=True)
    if fate == "no files" and interaction.channel_id is not None:
        interaction.client.transport.files.refuse(interaction.channel_id)
        await answered(partial(send, answers.files_refused(), ephemeral=True))
