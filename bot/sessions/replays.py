"""Replays of finished games: for people who look at them move by move, and for the proof of a deal."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final

import msgspec

from bot.engine.contract import AnyGame
from bot.engine.draft import Refusal
from bot.engine.recording import RecordingChance
from bot.fair.deal import Deal
from bot.fair.proof import ProofStep, proof
from bot.sessions.agenda import in_thread
from bot.sessions.session import Session
from bot.storage import deals
from bot.storage.records import LIVE, Played, Record
from bot.storage.replay import Checkpoint, checkpoints, states
from bot.storage.store import Store

FINISHED: Final = ("over", "cancelled")
STRIDE: Final = 32
"""The number of moves between kept positions. The others are replayed when someone looks at them."""
MAX_GAMES: Final = 8
"""The number of games kept. The least recently used one goes first."""


class Timeline(msgspec.Struct, frozen=True):
    """A finished game: its moves, the deal first, and its states after the deal and every `STRIDE` moves."""

    history: tuple[Played, ...]
    kept: tuple[Checkpoint, ...]

    @property
    def last(self) -> int:
        """The number of the last move. The deal is 0."""
        return len(self.history) - 1


class Replays:
    """Positions of finished games. Raises Damaged if the moves can't be replayed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._timelines: OrderedDict[int, Timeline] = OrderedDict()
        self._lock = asyncio.Lock()

    async def timeline(self, session: Session) -> Timeline:
        """Return a finished game, replayed once and then kept."""
        assert is_finished(session.record), "a running game has secrets"
        async with self._lock:  # so that one game isn't replayed twice at the same time
            timeline = self._timelines.get(session.record.id)
            if timeline is None:
                history = tuple(await self._store.history(session.record.id))
                timeline = await in_thread(partial(_timeline, session.game, session.record, history))
            self._timelines[session.record.id] = timeline
            self._timelines.move_to_end(session.record.id)
            while len(self._timelines) > MAX_GAMES:
                self._timelines.popitem(last=False)
            return timeline

    async def state(self, session: Session, timeline: Timeline, number: int) -> Any:
        """Return the state after a move, by its number."""
        return await in_thread(partial(_state, session.game, session.record, timeline, number))


def is_finished(record: Record) -> bool:
    """Whether a dealt game is over, however it ended: its cards aren't secret any more."""
    return record.status in FINISHED and record.position is not None


def states_and_script(
    game: AnyGame, record: Record, history: Sequence[Played]
) -> tuple[list[Any], list[dict[str, Any]]]:
    """Return all states of a game, and the script of its chance."""
    chance = RecordingChance(record.chance_key)
    found = list(states(game, record, history, chance))
    return found, [asked.entry for asked in chance.take()]


def _timeline(game: AnyGame, record: Record, history: tuple[Played, ...]) -> Timeline:
    return Timeline(history, tuple(islice(checkpoints(game, record, history), 0, None, STRIDE)))


def _state(game: AnyGame, record: Record, timeline: Timeline, number: int) -> Any:
    kept, before = timeline.kept[number // STRIDE], number - number % STRIDE
    between = checkpoints(game, record, timeline.history[before + 1 : number + 1], start=kept)
    return (deque(between, maxlen=1) or [kept])[-1].state


async def sealed_for_long(store: Store, before: float) -> tuple[int, int]:
    """Return how many live and ended tables, opened before then, still have a sealed deal."""
    return await store.read(deals.sealed_for_long, before)


async def proof_of(store: Store, session: Session) -> str | Refusal:
    """Return the file that proves a deal. Refused while its table is live, and if the deal isn't sealed.

    Raises Damaged if the stored moves can't be replayed.
    """
    record = await store.load(session.record.id)
    if record is None or record.deal is None:
        return Refusal("not-sealed")
    if record.status in LIVE:
        return Refusal("not-ended")
    history = await store.history(record.id)
    return await in_thread(partial(written_proof, session.game, record, record.deal, history))


def written_proof(game: AnyGame, record: Record, deal: Deal, history: Sequence[Played]) -> str:
    """Return the proof for a record and its moves."""
    return proof(deal.number(record.id), deal, record.players, _made(game, record, history), record.status)


def _made(game: AnyGame, record: Record, history: Sequence[Played]) -> Iterator[ProofStep]:
    """Yield every move with the chance it used and the position after it."""
    chance = RecordingChance(record.chance_key)
    for played, state in zip(history, states(game, record, history, chance), strict=True):
        yield ProofStep(played.seat, played.move, chance.take(), game.dump(state))
