"""The regular work of a running bot: its heartbeat, and the maintenance of the database."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Final

import structlog

from bot.process.upkeep import DAY, Upkeep
from bot.sessions.availability import Availability
from bot.sessions.clocks import Clock
from bot.sessions.sessions import Sessions
from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

HOUR_SECONDS: Final = 3600.0


class Chores:
    """The regular work, which runs on the agenda of the sessions.

    `heartbeat` is in seconds, and `wall` is this machine's clock.
    """

    def __init__(
        self,
        sessions: Sessions,
        availability: Availability,
        upkeep: Upkeep,
        *,
        clock: Clock,
        heartbeat: float,
        wall: Callable[[], float],
    ) -> None:
        self._sessions = sessions
        self._store, self._cluster = sessions.store, sessions.cluster
        self._availability = availability
        self.upkeep = upkeep
        self._clock = clock
        self._heartbeat = heartbeat
        self._wall = wall
        self.saved_at: float | None = None
        """The time of the last heartbeat in the database, in seconds since the epoch."""

    def start(self) -> None:
        """Begin all regular work."""
        self._sessions.agenda.every(self._heartbeat, self._beat)
        self.start_maintenance()

    def start_maintenance(self) -> None:
        """Maintain the database at once and then every hour. Another process may have done so until now."""
        self._sessions.agenda.every(HOUR_SECONDS, self._maintain)
        self._sessions.agenda.every(HOUR_SECONDS, self._tidy)

    async def _beat(self) -> None:
        """Note that people can play now, so that time in which they can't isn't counted against them."""
        try:
            await self._availability.beat()
            if self._cluster.does_maintenance:
                await self._cluster.forget_seen(self._clock() - DAY)
            await self.upkeep.sweep()
            self.saved_at = self._wall()
        except StoreError as error:  # The next heartbeat retries it.
            log.warning("heartbeat_not_saved", error=str(error))

    async def _maintain(self) -> None:
        """Back up, forget old mention requests, and clear old hands. Each runs even if another fails."""
        if not self._cluster.does_maintenance:
            return
        at = datetime.fromtimestamp(self._wall(), UTC)
        for work in (
            partial(self.upkeep.back_up, at),
            self._sessions.mention_requests.forget_old,
            self._sessions.leftovers.clear_old,
        ):
            try:
                await work()
            except (StoreError, OSError) as error:
                log.error("housekeeping_failed", why=str(error))  # noqa: TRY400 # the sentence says it all

    async def _tidy(self) -> None:
        """Pack finished games, and anonymise or delete old ones. This may take hours."""
        if not self._cluster.does_maintenance:
            return
        try:
            await self.upkeep.archive_and_delete()
        except (StoreError, OSError) as error:
            log.error("tidying_failed", why=str(error))  # noqa: TRY400 # the sentence says it all
