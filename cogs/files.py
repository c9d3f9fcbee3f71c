"""Files for people, packed where Discord would refuse their plain form."""

import io
import zlib
from typing import Final

import discord

MAX_FILE_BYTES: Final = 8 * 1024 * 1024
"""Discord takes files of this many bytes from everyone."""


def is_large(raw: bytes) -> bool:
    """Whether a file goes out packed."""
    return len(raw) > MAX_FILE_BYTES


def file(raw: bytes, name: str) -> discord.File:
    """A file to be sent. A large one packed by gzip, under a name that says so."""
    if is_large(raw):
        raw, name = zlib.compress(raw, wbits=zlib.MAX_WBITS | 16), f"{name}.gz"
    return discord.File(io.BytesIO(raw), filename=name)
