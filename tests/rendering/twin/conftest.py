"""Only what pictures are described with counts here. Drawing them takes long."""

from collections.abc import Callable

import pytest

from bot.rendering.art import pictures


class Undrawn:
    """Stands in for the cache of drawn pictures."""

    def get(self, key: bytes, draw: Callable[[], bytes]) -> bytes:
        return b"a picture"


@pytest.fixture(autouse=True)
def _nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "DRAWN", Undrawn())
