"""What sessions ask of those who show them to people."""

from typing import Protocol

from bot.sessions.session import Session


class Shows(Protocol):
    """What shows sessions to people."""

    def show(self, session: Session, *, reread: bool = False) -> None:
        """Show a session soon. Returns at once.

        `reread` where the store has changed what is known of its messages.
        """

    async def write(self) -> None:
        """Store every fact about shown pages. Raises StoreError."""

    def server_back(self) -> None:
        """Retry players who couldn't be reached, because a server is back."""
