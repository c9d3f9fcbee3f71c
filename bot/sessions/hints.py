"""Hints: the move that *hard* would make for a player's seat, from no more than that seat may know.

A decision has one hint. It's stored before it's shown, so it counts once and outlives a restart.
"""

import asyncio
from typing import Final

import structlog

from bot.engine.chance import Seat
from bot.engine.contract import Malformed, Notes
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.engine.notation import parse_move
from bot.players.player import Seen
from bot.players.search_worker import SearchWorker, quick_move
from bot.sessions.agenda import Tasks
from bot.sessions.computers import ensure_notes, seen
from bot.sessions.session import Session
from bot.storage import analysis
from bot.storage.records import Hinted
from bot.storage.store import Store

log = structlog.get_logger(__name__)

PATIENCE_SECONDS: Final = 1.0
"""The time after which the hint is the move that *hard* would make without a search."""


class Hints:
    """The hints for players, made by the search worker that computers use as well."""

    def __init__(self, store: Store, search_worker: SearchWorker) -> None:
        self._store = store
        self._search_worker = search_worker
        self.thinking = Tasks()

    def refusal(self, session: Session, seat: Seat) -> Refusal | None:
        """Return why a seat gets no hint."""
        scene = session.scene(seat)
        if scene.status != "playing":
            return Refusal("game-over")
        if not scene.has_hints:
            return Refusal("no-hints" if session.record.hints != "first-games" else "hints-in-first-games")
        return None if scene.asked else Refusal("no-decision")

    def hint_for(self, session: Session, seat: Seat) -> Move | None:
        """Return the hint given to a seat for its present decision, if it can still be followed."""
        text = session.hints.get((seat, session.decision_of(seat)))
        move = None if text is None else _read(session, text)
        if move is None or isinstance(session.game.apply(session.state, seat, move, session.chance), Refusal):
            return None
        return move

    async def give(self, session: Session, seat: Seat) -> Move | Refusal:
        """Return the hint for a seat's present decision. Refused once that's over."""
        await session.learn_choices()
        if (refusal := self.refusal(session, seat)) is not None:
            return refusal
        if (known := self.hint_for(session, seat)) is not None:
            return known
        await ensure_notes(session, seat, self._store)
        if not session.scene(seat).asked:
            return Refusal("stale")
        decision = session.decision_of(seat)
        move = await self._think(seen(session, seat, level="hard", revision=decision))
        async with session.lock:
            if session.record.status != "playing" or session.decision_of(seat) != decision:
                return Refusal("stale")
            if (known := self.hint_for(session, seat)) is not None:  # asked twice at the same time
                return known
            await self._store.write(analysis.keep_hint, session.record.id, Hinted(seat, decision, move))
            session.hints[seat, decision] = move
        return self.hint_for(session, seat) or Refusal("stale")

    async def notes(self, session: Session, seat: Seat) -> Notes:
        """Return a seat's notes, which the reason of its hint may use."""
        await ensure_notes(session, seat, self._store)
        return session.notes[seat]

    async def close(self) -> None:
        """Stop thinking about hints."""
        await self.thinking.close()

    async def _think(self, handed: Seen) -> str:
        """Return the move of *hard*, or after a while the one it would make without a search."""
        task = self.thinking.begin(self._search_worker.choose(handed))
        done, _ = await asyncio.wait((task,), timeout=PATIENCE_SECONDS)
        if done:
            return task.result().move
        log.warning("hint_took_long", game=handed.game)
        return (await asyncio.to_thread(quick_move, handed)).move


def _read(session: Session, text: str) -> Move | None:
    """Return a move in its stored form."""
    try:
        return parse_move(session.game, text, len(session.record.players))
    except Malformed:
        return None
