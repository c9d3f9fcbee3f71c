"""The places where Discord refuses our pictures: pages go there as text until another try is worthwhile."""

from collections.abc import Callable
from typing import Final

import structlog

log = structlog.get_logger(__name__)

RETRY_SECONDS: Final = 600.0


class Files:
    """Channels in which files were refused. `clock` is monotonic, in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._refused: dict[int, float] = {}
        self._changed: Callable[[int, bool], None] | None = None

    def watch(self, changed: Callable[[int, bool], None]) -> None:
        """Report each channel in which files are refused (False), or are worth a try again (True)."""
        self._changed = changed

    def are_taken(self, channel_id: int | None) -> bool:
        """Whether files are worth a try in this channel."""
        at = self._refused.get(channel_id or 0)
        return at is None or self._clock() - at >= RETRY_SECONDS

    def refuse(self, channel_id: int) -> None:
        """Files were refused in this channel."""
        log.warning("pictures_refused", seconds=RETRY_SECONDS)
        now = self._clock()
        self._refused = {one: at for one, at in self._refused.items() if now - at < RETRY_SECONDS}
        self._refused[channel_id] = now
        self._report(channel_id, is_taken=False)

    def try_again(self) -> None:
        """Permissions have changed somewhere."""
        refused, self._refused = self._refused, {}
        for channel_id in refused:
            self._report(channel_id, is_taken=True)

    def _report(self, channel_id: int, *, is_taken: bool) -> None:
        if self._changed is not None:
            self._changed(channel_id, is_taken)
