"""The bot waits for a database server that doesn't answer yet, and logs each new reason."""

from typing import cast

import pytest
from structlog.testing import capture_logs

from bot import cluster_main
from bot.storage.errors import START_IT, Unreachable
from bot.storage.store import Store
from tests.cluster.test_life import Stop

GONE, ASLEEP = "it's gone", "it's asleep"


class Away:
    """A store whose server is away, for these reasons in turn."""

    def __init__(self, *reasons: str) -> None:
        self._reasons = iter(reasons)

    async def open(self) -> None:
        if reason := next(self._reasons, None):
            raise Unreachable(reason, START_IT)


async def test_missing_server_is_named_once_for_each_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_main, "POLL_SECONDS", 0.0)
    away = cast("Store", Away(GONE, GONE, GONE, ASLEEP, GONE))

    with capture_logs() as logs:
        assert await cluster_main.open_store(away, Stop())

    assert [(one["why"], one["cure"]) for one in logs] == [(why, START_IT) for why in (GONE, ASLEEP, GONE)]
