"""Discord's library reads and writes JSON by msgspec, which is several times as fast."""

from typing import Any

import msgspec
from discord import utils


def use_msgspec() -> None:
    """Let the library read and write JSON by msgspec.

    By itself it takes orjson where that is installed, else the standard module. There is no public way to
    name a third.
    """
    utils._from_json = msgspec.json.decode  # noqa: SLF001
    utils._to_json = _written  # noqa: SLF001


def _written(obj: Any) -> str:
    return msgspec.json.encode(obj).decode()
