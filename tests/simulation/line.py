"""The changes of one session in their order."""

from typing import Any

from bot.engine.contract import AnyGame
from bot.sessions.session import Session
from bot.storage.records import Record
from tests.simulation.database import Saved


class Line:
    """The changes of one session in their order, with the state after each.

    A secret change has the revision of the change before.
    """

    def __init__(self, saved: list[Saved], game: AnyGame) -> None:
        self.saved = saved
        self.game = game
        self.by_revision: dict[int, Saved] = {
            one.change.record.revision: one for one in saved if not one.change.is_secret
        }
        self.states: dict[int, Any] = {}
        self._sessions: dict[int, Session] = {}

    @property
    def last(self) -> Record:
        return self.saved[-1].change.record

    def at(self, revision: int) -> Session:
        """Return the session at a revision."""
        if revision not in self._sessions:
            session = Session(self.game, self.by_revision[revision].change.record)
            self._sessions[revision] = session
        return self._sessions[revision]
