"""Games that earlier releases have packed take less room in time, and stay what they were."""

import asyncio
from base64 import b64encode
from collections.abc import Callable

import pytest

from bot.config import DATA
from bot.fair.deal import Deal, own_of
from bot.games import GAMES
from bot.process.upkeep import Keeping, Upkeep
from bot.storage import packing
from bot.storage.checksums import BRIEF, checksum, to_json, with_checksum
from bot.storage.engine import Connection
from bot.storage.records import Won
from bot.storage.rows import FRAME
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.behind import change, rows_in
from tests.storage.games import FIRST_USER, START
from tests.storage.test_packed_deals import body_in, finished, texts_in
from tests.storage.test_packing import everything

pytestmark = pytest.mark.every_database


def in_full(deal: Deal) -> tuple[str, str]:
    """What players have added, and the text of the deal, as schema 13 stored them."""
    return to_json(
        [{"user": s.user, "interaction": s.interaction, "words": s.words} for s in deal.shares]
    ), deal.transcript


def in_short(deal: Deal) -> tuple[str, str]:
    """The same as schema 15 stored them."""
    own = own_of(deal.transcript)
    seats = [
        b64encode(bytes.fromhex(who.removeprefix("person "))).decode().rstrip("=")
        if who.startswith("person ")
        else who
        for who in own.seats
    ]
    return to_json([[s.user, s.interaction, s.words] for s in deal.shares]), to_json([own.beacon, *seats])


def as_before(connection: Connection, deal: Deal, key: bytes, told: tuple[str, str]) -> None:
    """Store a packed game as an earlier release did: with whole checksums, its deal beside it."""
    [row] = connection.execute(f"SELECT id, {FRAME} FROM sessions WHERE options = ''").fetchall()
    number = row[0]
    [(body,)] = connection.execute("SELECT body FROM packed").fetchall()
    parcel = packing.opened(number, body)
    columns = parcel.columns | {"chance_key": key}
    columns |= {name: columns[name].hex() for name in ("digest", "chain")}
    before = packing.packed(number, columns, parcel.moves)
    connection.execute("UPDATE packed SET body = ?", (before,))
    connection.execute("UPDATE sessions SET checksum = ? WHERE id = ?", (checksum(*row), number))
    [won] = connection.execute("SELECT session_id, guild_id, game, ended_at, winners FROM results").fetchall()
    connection.execute("UPDATE results SET checksum = ?", (checksum(*won),))
    shares, text = told
    row = with_checksum(number, deal.secret, shares, int(deal.wants_beacon), text)
    connection.execute("INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?)", row)


@pytest.fixture(params=[in_full, in_short])
async def old(request: pytest.FixtureRequest, store: Store) -> Store:
    """A database with a sealed game that an earlier release has packed."""
    session = await finished(store)
    record, deal = session.record, session.record.deal
    assert deal is not None
    await store.keep_results([Won(record.id, record.guild_id, record.game, record.updated_at, (0,))])
    told: Callable[[Deal], tuple[str, str]] = request.param
    await store._write(lambda one: as_before(one, deal, record.chance_key, told(deal)))
    return store


async def slimmed(store: Store) -> int:
    number = 0
    while (some := await store.slim(20)) is not None:
        number += some
    return number


async def lengths(store: Store) -> list[int]:
    """How long the checksums of finished games are."""
    found = [
        await rows_in(store, f"SELECT length(checksum) FROM {table}") for table in ("sessions", "results")
    ]
    return [length for rows in found for (length,) in rows]


async def test_what_an_earlier_release_has_packed_stays_what_it_was(old: Store) -> None:
    before, won = await everything(old), await old.results_in(1)
    assert before[1][0] is not None
    assert before[1][0].deal is not None

    assert await slimmed(old) == 1
    old._unpacked.clear()

    assert await everything(old) == before
    assert await old.results_in(1) == won
    assert await lengths(old) == [BRIEF, BRIEF]
    assert await texts_in(old) == []
    assert await asyncio.to_thread(verify, old.where, DATA / "migrations", GAMES) == []


async def test_it_is_as_small_then_as_if_it_were_packed_today(store: Store) -> None:
    session = await finished(store)
    deal, today = session.record.deal, await body_in(store)
    assert deal is not None
    await store.keep_results([Won(1, 1, session.record.game, START, (0,))])
    await store._write(lambda one: as_before(one, deal, session.record.chance_key, in_full(deal)))
    assert await body_in(store) != today

    await slimmed(store)

    assert len(await body_in(store)) <= len(today)


async def test_who_is_forgotten_before_is_in_none_of_it_after(old: Store) -> None:
    await old.forget(FIRST_USER)

    await slimmed(old)

    assert b"a word" not in await body_in(old)
    assert await texts_in(old) == []
    assert await asyncio.to_thread(verify, old.where, DATA / "migrations", GAMES) == []


async def test_housekeeping_looks_through_each_session_once(old: Store) -> None:
    async def at_once(_seconds: float) -> None:
        pass

    upkeep = Upkeep(old, Keeping(), clock=lambda: START, sleep=at_once)

    await upkeep.tidy()

    assert await texts_in(old) == []
    assert await old.waiting_to_be_slimmed() == 0
    assert await old.slim(20) is None


@pytest.mark.file
async def test_what_is_damaged_stays_as_it_is(old: Store) -> None:
    change(old.path, "UPDATE sessions SET host_id = 5")

    assert await slimmed(old) == 0

    assert len(await texts_in(old)) == 1
    assert await lengths(old) == [64, 64]
