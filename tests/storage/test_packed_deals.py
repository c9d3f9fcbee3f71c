"""Deals of packed games, which take little space and can still be proved."""

import zlib

import msgspec
import pytest

from bot.fair.deal import Deal, Share
from bot.games import GAMES
from bot.sessions import replays
from bot.sessions.clocks import Instant
from bot.sessions.lobby import AddComputer
from bot.sessions.play import dealt
from bot.sessions.session import Session
from bot.sessions.view import NO_CLICK
from bot.storage import deals, packing, privacy
from bot.storage.archive import BEFORE_ALL
from bot.storage.records import Commit
from bot.storage.store import Store
from tests.helpers.behind import change, rows_in
from tests.helpers.records import following
from tests.helpers.stores import damage_in
from tests.storage.games import FIRST_USER, START, finish, keep, lobby_of

pytestmark = pytest.mark.every_database
GAME = GAMES["skrap"]
SEALED = Deal(bytes(range(32)), (Share(FIRST_USER, 900, "a word"),))
MAX_BYTES = 120
"""The limit for a deal with three seats in a packed game. A row of its own takes five times as much."""


async def finished(store: Store, *, is_packed: bool = True) -> Session:
    """Finish a game with a sealed deal and a computer."""
    session = await lobby_of(store, GAME, 10, deal=SEALED)
    await keep(store, session, AddComputer("easy").change(session, FIRST_USER, Instant.at(START), NO_CLICK))
    await keep(store, session, dealt(session, Instant.at(START)))
    await finish(store, session)
    if is_packed:
        assert await store.pack_next(BEFORE_ALL, float("inf")) is not None
    return session


async def deal_of(store: Store, session: Session) -> Deal | None:
    record = await store.load(session.record.id)
    assert record is not None
    return record.deal


async def body_in(store: Store) -> bytes:
    [(body,)] = await rows_in(store, "SELECT body FROM packed")
    return bytes(body)


async def deal_in(store: Store) -> str:
    """Return the deal of the packed game as text."""
    [(number, body)] = await rows_in(store, "SELECT session_id, body FROM packed")
    return str(packing.unpack(number, body).deal)


async def texts_in(store: Store) -> list[str]:
    """Return the texts of the deals that have rows of their own."""
    return [text for (text,) in await rows_in(store, "SELECT transcript FROM deals")]


async def test_packing_leaves_the_proof_unchanged(store: Store) -> None:
    session = await finished(store, is_packed=False)
    before = await replays.proof_of(store, session)

    await store.pack_next(BEFORE_ALL, float("inf"))

    assert await deal_of(store, session) == session.record.deal
    assert await replays.proof_of(store, session) == before
    assert await texts_in(store) == []
    body = packing.unpack(session.record.id, await body_in(store))
    assert body.deal is not None
    assert len(zlib.compress(msgspec.json.encode(body.deal))) < MAX_BYTES
    assert await damage_in(store) == []


async def test_forgotten_user_leaves_a_hash_in_packed_deals(store: Store) -> None:
    session = await finished(store)
    before = session.record.deal
    assert before is not None
    assert "a word" in await deal_in(store)

    [table] = (await store.read_long(privacy.known_of, FIRST_USER))["tables"]
    await store.forget(FIRST_USER)

    assert table["share_of_deal"] == {"interaction_id": 900, "words": "a word"}
    assert await deal_of(store, session) == before.without(FIRST_USER)
    assert "a word" not in await deal_in(store)
    assert await damage_in(store) == []


async def test_unreproducible_deal_stays_a_row(store: Store) -> None:
    session = await finished(store, is_packed=False)
    deal = session.record.deal
    assert deal is not None
    other = msgspec.structs.replace(deal, transcript=deal.transcript.replace("game skrap", "game scrap"))
    await store.write(
        lambda connection: deals.keep(connection, msgspec.structs.replace(session.record, deal=other))
    )

    await store.pack_next(BEFORE_ALL, float("inf"))

    assert await texts_in(store) == [other.transcript]
    [line] = await damage_in(store)
    assert line == "the key of session 1 doesn't follow from its deal"


@pytest.mark.file
async def test_damaged_packed_moves_have_no_proof(store: Store) -> None:
    session = await finished(store)
    change(store.path, "UPDATE packed SET body = substr(body, 1, 20)")

    assert await store.read(deals.of, session.record.id) is None
    assert await damage_in(store) != []


@pytest.mark.file
async def test_forgetting_clears_damaged_bodies(store: Store) -> None:
    await finished(store)
    change(store.path, "UPDATE packed SET body = substr(body, 2)")

    await store.forget(FIRST_USER)

    assert await body_in(store) == b""
    [line] = await damage_in(store)
    assert line == "the packed moves of session 1 don't match their checksum"


async def test_cancelled_lobbys_deal_stays_a_row(store: Store) -> None:
    session = await lobby_of(store, GAME, 10, deal=SEALED)
    closed = following(session.record, status="cancelled", clock_key="ended host")
    await store.commit(Commit(record=closed))

    await store.pack_next(BEFORE_ALL, float("inf"))

    assert await texts_in(store) == [""]
    record = await store.load(session.record.id)
    assert record is not None
    assert record.deal == closed.deal
    assert await damage_in(store) == []
