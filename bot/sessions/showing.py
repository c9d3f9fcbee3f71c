"""What sessions ask of those who show them to people."""

from collections.abc import Sequence
from typing import Protocol

from bot.sessions.session import Session
from bot.storage.records import Pending


class Shows(Protocol):
    """What shows sessions to people."""

    def show(self, session: Session, queued: Sequence[Pending] = ()) -> None:
        """Show what the outbox holds for this session, soon, in order; returns at once.

        `queued` are the rows of the change that has just been stored, if it was one.
        """

    async def write(self) -> None:
        """Store all that is known of what was shown; raises StoreError."""

    def server_back(self) -> None:
        """A server is back: players who could not be reached are tried again."""

    def clocks_run(self) -> None:
        """All clocks go on: what waits for the end of one is looked at again."""
