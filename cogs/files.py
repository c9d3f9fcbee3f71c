"""Files for people, packed where Discord would refuse their plain form."""

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
"""Discord takes files of this many bytes from everyone."""


def is_large(raw: bytes) -> bool:
    """Whether a file goes out packed."""
    return len(raw) > MAX_FILE_BYTES


def file(raw: bytes, name: str) -> discord.File:
    """Return a file to be sent. A large one packed by gzip, under a name that says so."""
    if is_large(raw):
        raw, name = zlib.compress(raw, wbits=zlib.MAX_WBITS | 16), f"{name}.gz"
    return discord.File(io.BytesIO(raw), filename=name)


async def send_files(interaction: Interaction, text: str, files: Sequence[discord.File], **more: Any) -> None:
    """Answer its sender alone with files, next to whatever was pressed, or say why they don't come."""
    await press_of(interaction).settle()
    response = interaction.response
    send = interaction.followup.send if response.is_done() else response.send_message
    fate = await answered(partial(send, text, files=files, ephemeral=True, **more), has_files=True)
    if fate == "no files" and interaction.channel_id is not None:
        interaction.client.transport.files.refuse(interaction.channel_id)
        await answered(partial(send, answers.files_refused(), ephemeral=True))
