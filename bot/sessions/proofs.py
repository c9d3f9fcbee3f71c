"""The proof of a deal, made from what is stored once its table has ended."""

from collections.abc import Iterator, Sequence
from functools import partial

from bot.engine.contract import AnyGame
from bot.engine.draft import Refusal
from bot.engine.recording import RecordingChance
from bot.fair.deal import Deal
from bot.fair.proof import Made, proof
from bot.sessions.session import Session
from bot.sessions.work import read_apart
from bot.storage import deals
from bot.storage.records import LIVE, Played, Record
from bot.storage.replay import states
from bot.storage.store import Store


async def sealed_for_long(store: Store, before: float) -> tuple[int, int]:
    """Return how many deals of tables opened before then are sealed: of live tables, and of ended ones."""
    return await store.read(deals.sealed_for_long, before)


async def proved(store: Store, session: Session) -> str | Refusal:
    """The file that proves a deal. Refused while its table is open, and where the deal isn't sealed.

    Raises Damaged where what is stored can't be played again.
    """
    record = await store.load(session.record.id)
    if record is None or record.deal is None:
        return Refusal("not-sealed")
    if record.status in LIVE:
        return Refusal("not-ended")
    history = await store.history(record.id)
    return await read_apart(partial(written, session.game, record, record.deal, history))


def written(game: AnyGame, record: Record, deal: Deal, history: Sequence[Played]) -> str:
    """The file for a record and its moves."""
    return proof(deal.number(record.id), deal, record.players, _made(game, record, history), record.status)


def _made(game: AnyGame, record: Record, history: Sequence[Played]) -> Iterator[Made]:
    """Every move with the chance it used and the position after it."""
    chance = RecordingChance(record.chance_key)
    for played, state in zip(history, states(game, record, history, chance), strict=True):
        yield Made(played.seat, played.move, chance.take(), game.dump(state))
