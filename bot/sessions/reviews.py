"""Reviews of finished games: a player's most expensive moves, judged from no more than their seat knew.

A review is made when its player asks for it, or when a daily's list compares how people played. Reviews are
made one at a time, when computers have nothing else to think about. A lost review can be made again, because
it depends only on the stored moves.
"""

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
import structlog

from bot.engine.chance import Seat, SeededChance
from bot.engine.contract import AnyGame, Notes
from bot.engine.events import visible_to
from bot.engine.moves import Move
from bot.engine.notation import parse_move
from bot.players.judging import CostlyMove, Judgement, inquiry
from bot.players.player import Seen, seen_by
from bot.players.policy import EDITION
from bot.players.search_worker import SearchWorker, Unanswered
from bot.rendering.scene import PastMove
from bot.sessions.agenda import Tasks, in_thread
from bot.sessions.replays import is_finished
from bot.sessions.session import Session, read_events
from bot.storage import analysis
from bot.storage.analysis import StoredReview
from bot.storage.records import Played, Record
from bot.storage.replay import states
from bot.storage.store import Store

log = structlog.get_logger(__name__)

PATIENCE_SECONDS: Final = 20.0
"""The time for which an answer waits for a review."""
Key = tuple[int, Seat]


class Decision(NamedTuple):
    """A past decision of a seat: the number of its move (the deal is 0), and what was known."""

    number: int
    state: Any
    notes: Notes
    seen: Seen
    move: Move


class Reviews:
    """A queue of reviews, which are made one at a time and stored."""

    def __init__(self, store: Store, search_worker: SearchWorker) -> None:
        self._store = store
        self._search_worker = search_worker
        self._waiting: deque[tuple[Session, Seat]] = deque()
        self._done: dict[Key, asyncio.Event] = {}
        self.working = Tasks()

    async def stored(self, session: Session, seat: Seat) -> Judgement | None:
        """Return a review if it has been made."""
        found = await self._store.read(analysis.review_of, session.record.id, seat, EDITION)
        return None if found is None else msgspec.json.decode(found.moves, type=Judgement)

    async def get(self, session: Session, seat: Seat) -> Judgement | None:
        """Return a review. If it has to be made, it goes first. None if that takes too long."""
        if (known := await self.stored(session, seat)) is not None:
            return known
        done = self.begin(session, seat, first=True)
        try:
            await asyncio.wait_for(done.wait(), PATIENCE_SECONDS)
        except TimeoutError:
            return None
        return await self.stored(session, seat)

    def begin(self, session: Session, seat: Seat, *, first: bool = False) -> asyncio.Event:
        """Have a review made, and return at once. The event is set once that has been tried."""
        assert is_finished(session.record), "a running game has secrets"
        key = (session.record.id, seat)
        queued = next((one for one in self._waiting if (one[0].record.id, one[1]) == key), None)
        if queued is not None and first:
            self._waiting.remove(queued)
            self._waiting.appendleft(queued)
        elif key not in self._done:
            self._done[key] = asyncio.Event()
            (self._waiting.appendleft if first else self._waiting.append)((session, seat))
        done = self._done[key]
        if not self.working:
            self.working.begin(self._work())
        return done

    async def close(self) -> None:
        """Stop making reviews."""
        self._waiting.clear()
        await self.working.close()

    async def _work(self) -> None:
        while self._waiting:
            session, seat = self._waiting.popleft()
            try:
                if await self.stored(session, seat) is None:
                    await self._make(session, seat)
            except Unanswered as fault:
                log.warning("review_not_made", session=session.record.id, fault=str(fault))
            except Exception:
                log.exception("review_failed", session=session.record.id)
            finally:
                self._done.pop((session.record.id, seat)).set()

    async def _make(self, session: Session, seat: Seat) -> None:
        record = session.record
        history = await self._store.history(record.id)
        past = await in_thread(partial(decisions, session.game, record, history, seat))
        asking = inquiry([(one.seen, one.move) for one in past])
        answer: Any = None
        while True:
            try:
                question = asking.send(answer)
            except StopIteration as stop:
                judged = with_move_numbers(stop.value, past)
                break
            answer = await self._search_worker.judge(question)
        text = msgspec.json.encode(judged).decode()
        await self._store.write(
            analysis.keep_review, StoredReview(record.id, seat, EDITION, judged.skill, judged.error, text)
        )


def with_move_numbers(judged: Judgement, past: Sequence[Decision]) -> Judgement:
    """Return a review that names moves by their number in the game."""
    named = [CostlyMove(past[one.decision].number, one.better, one.cost) for one in judged.named]
    return msgspec.structs.replace(judged, named=tuple(named))


def past_moves(game: AnyGame, record: Record, history: Sequence[Played]) -> Iterator[PastMove]:
    """Yield all moves of seats with the state before each."""
    before: Any = None
    replayed = states(game, record, history, SeededChance(record.chance_key))
    for number, (played, state) in enumerate(zip(history, replayed, strict=True)):
        if played.seat is not None:
            move = parse_move(game, played.move, len(record.players))
            yield PastMove(number, played.seat, before, move)
        before = state


def decisions(game: AnyGame, record: Record, history: Sequence[Played], seat: Seat) -> list[Decision]:
    """Return the decisions with a choice that the player of a seat has made, from the stored moves."""
    assert game.notes is not None, f"nobody thinks ahead in {game.id}"
    chance, known = SeededChance(record.chance_key), 0
    notes: Any = game.notes(seat=seat)
    found: list[Decision] = []
    for one in past_moves(game, record, history):
        revision = history[one.number].revision
        if one.seat != seat or seat in record.attendance.sitting(revision):
            continue
        if seat not in game.deciders(one.before) or len(game.legal(one.before, seat)) < 2:
            continue
        for played in history[known : one.number]:
            notes = game.observe(notes, visible_to(read_events(game, played.events), seat))
        known = one.number
        seen = seen_by(game, one.before, notes, level="hard", seed=chance.seed_of_player(seat, revision - 1))
        found.append(Decision(one.number, one.before, notes, seen, one.move))
    return found
