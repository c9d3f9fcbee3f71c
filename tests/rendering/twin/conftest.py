"""The tests here need only the descriptions of pictures, so they don't draw any, which would take long."""

from collections.abc import Callable

import pytest

from bot.rendering.art import pictures


class Undrawn:
    """A cache of pictures that never draws any."""

    def get(self, key: bytes, draw: Callable[[], bytes]) -> bytes:
        return b"a picture"


@pytest.fixture(autouse=True)
def _nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "DRAWN", Undrawn())
