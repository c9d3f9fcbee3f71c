"""Damage that stays in its table: a changed move, position or deal is never accepted."""

import asyncio
import shutil
from collections.abc import Awaitable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.games import GAMES
from bot.sessions.lobby import Pace
from bot.sessions.sessions import Sessions
from bot.storage import people, rows, shown
from bot.storage.errors import Damaged, StoreError, Unusable
from bot.storage.file import PAGE_BYTES
from bot.storage.records import Record
from bot.storage.rows import FRAME
from bot.storage.statements import checksum
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.behind import change, rows_of
from tests.helpers.figures import Figure
from tests.helpers.stores import MIGRATIONS, opened
from tests.sabotage.planting import sabotaged
from tests.sabotage.storage import trust_every_move
from tests.storage.games import FIRST_USER, START, step

FLIPS = 220
SESSIONS = range(1, 8)
BROKEN = "UPDATE sessions SET digest = 'd' WHERE id = {}"
"""A statement after which a table can't be repaired from its moves."""
CHECKED = ("position", "moves", "last moves")
"""Columns protected by a checksum. Elsewhere, only damage visible to SQLite is noticed."""
ROWS: list[tuple[tuple[Any, ...], str]] = [
    ((), "4f53cda18c2baa0c0354bb5f9a3ecbe5"),
    ((None, 1, -(2**62), 0, True), "781a8e5e96f7eb505890f05f1a4e2903"),
    ((1.0, 0.1, 1e300, -0.0, 1_750_000_000.123), "76c3b6bc0a90281b850d87c646379d71"),
    (("", 'a"b\\c\n\t\x7f', "äöü 🂡 \u2028", "\udcff"), "5630c5e137361e332ced35d0ed25ae63"),
    ((b"", bytes(range(256)), '{"a":[1,2]}'), "f7d3c8f51b19901fdfefe6e018c8eb02"),
]


def reads(store: Store) -> dict[str, Awaitable[Any]]:
    """Return reads of all positions and moves, and everything else read during games."""
    asked: dict[str, Awaitable[Any]] = {}
    for number in SESSIONS:
        asked |= {
            f"position of {number}": store.load(number),
            f"moves of {number}": store.history(number),
            f"last moves of {number}": store.history(number, 3),
            f"messages of {number}": store.read(shown.read, number),
            f"choices of {number}": store.read(people.preferences, "user", FIRST_USER),
        }
    return asked


async def answers(path: Path) -> dict[str, Any]:
    """Return the result of every read, or its error if it's one of the store's."""
    store = Store(path, MIGRATIONS)
    try:
        await store.open()
    except Unusable as error:
        return {"opened": error}
    try:
        return {name: await outcome(read) for name, read in reads(store).items()}
    finally:
        await store.close()


async def outcome(read: Awaitable[Any]) -> Any:
    """Return the result of a read, which for a session is its position."""
    try:
        found = await read
    except StoreError as error:
        return error
    return found.position if isinstance(found, Record) else found


def flip(path: Path, rng: Random) -> str:
    """Change a bit, a byte, or some bytes in a row, anywhere in the file, and describe the change."""
    content = bytearray(path.read_bytes())
    place, length = rng.randrange(len(content)), rng.choice((1, 1, 1, 4, 16))
    for at in range(place, min(place + length, len(content))):
        content[at] ^= 1 << rng.randrange(8) if length == 1 else rng.randrange(1, 256)
    path.write_bytes(content)
    return f"{length} at {place}"


@pytest.mark.slow
@sabotaged("P9", trust_every_move)
async def test_flipped_bits_never_change_positions_or_moves(
    sound: Path, tmp_path: Path, times: int, figure: Figure
) -> None:
    right = await answers(Path(shutil.copy(sound, tmp_path / "right.sqlite3")))
    noticed, unusable, flips = 0, 0, FLIPS * times

    for seed in range(flips):
        path = Path(shutil.copy(sound, tmp_path / f"{seed}.sqlite3"))
        what = flip(path, Random(seed))
        found = await answers(path)
        for name, answer in found.items():
            if name.startswith(CHECKED) and answer is not None:
                assert isinstance(answer, StoreError) or answer == right[name], (seed, what, name)
        noticed += found != right
        unusable += "opened" in found
        await asyncio.to_thread(path.unlink)

    assert noticed > flips // 4, "many flips hit something that is read"
    assert unusable < flips // 6, "few flips cost the whole file"
    figure("P9", flips=flips, changed_something=noticed, cost_the_whole_file=unusable, used_unnoticed=0)


def sessions_on(store: Store) -> Sessions:
    return Sessions(store, GAMES, pace=Pace(600, 120), clock=lambda: START)


@pytest.mark.parametrize(
    "change_of", ["position = '{}'", "position = NULL", "digest = 'd'", "players = '[1,'"]
)
async def test_changed_position_and_invalid_row_are_noticed(path: Path, change_of: str) -> None:
    change(path, f"UPDATE sessions SET {change_of} WHERE id = 2")
    async with opened(path) as store:
        with pytest.raises(Damaged):
            await store.load(2)


@pytest.mark.parametrize("column", ["secret = zeroblob(32)", "shares = '[]'", "wants_beacon = 1"])
async def test_changed_deal_proves_nothing(full: Path, column: str) -> None:
    [(number,)] = rows_of(full, "SELECT session_id FROM deals")
    change(full, f"UPDATE deals SET {column}")
    async with opened(full) as store:
        with pytest.raises(Damaged, match=f"the deal of session {number} is damaged"):
            await store.load(number)

    assert f"the deal of session {number} doesn't match its checksum" in verify(full, MIGRATIONS, GAMES)


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE moves SET seat = 1 - seat WHERE revision = 9", "damaged at revision 9"),
        ("UPDATE moves SET at = at + 1 WHERE revision = 9", "damaged at revision 9"),
        ("UPDATE moves SET waited = 7 WHERE revision = 9", "damaged at revision 9"),
        ("UPDATE moves SET events = '[]' WHERE revision = 9", "damaged at revision 9"),
        ("DELETE FROM moves WHERE revision = 12", "missing"),
    ],
)
async def test_changed_or_missing_move_is_noticed(path: Path, statement: str, what: str) -> None:
    change(path, f"{statement} AND session_id = 2")

    async with opened(path) as store:
        for last in (None, 4):
            with pytest.raises(Damaged, match=what):
                await store.history(2, last)


async def test_damaged_table_is_frozen_and_others_continue(path: Path) -> None:
    change(path, BROKEN.format(2))
    async with opened(path) as store:
        sessions = sessions_on(store)
        await sessions.start()

        with pytest.raises(Damaged):
            await sessions.get(2)
        for number in range(3, 7):
            session = await sessions.get(number)
            assert session is not None
            await step(store, session, Random(number))

        [status] = [row[0] for row in rows_of(path, "SELECT status FROM sessions WHERE id = 2")]
        assert status == "frozen"
        assert await sessions.at(20) is None, "the channel is free for another game"
        await sessions.agenda.close()


async def test_damaged_position_is_restored_from_moves(path: Path) -> None:
    stored = f"SELECT {FRAME}, position FROM sessions WHERE id = 6"
    [before] = rows_of(path, stored)
    change(path, "UPDATE sessions SET position = replace(position, 'K', 'Q') WHERE id = 6")
    async with opened(path) as store:
        sessions = sessions_on(store)

        session = await sessions.get(6)

        assert session is not None
        assert session.game.id == "crapette", "the game whose position counts seconds, too"
        assert rows_of(path, stored) == [before]


async def test_damaged_table_leaves_others_findable(path: Path) -> None:
    change(path, BROKEN.format(4))
    async with opened(path) as store:
        sessions = sessions_on(store)

        found = await sessions.of(FIRST_USER)

        assert [session.record.id for session in found] == [6, 5, 3, 2, 1]
        assert [record.id for record in await store.read(rows.in_guild, 1)] == [6, 5, 3, 2, 1]


async def test_players_learn_of_their_damaged_table(path: Path) -> None:
    change(path, "UPDATE sessions SET status = 'over' WHERE id <> 4")
    change(path, BROKEN.format(4))
    async with opened(path) as store:
        sessions = sessions_on(store)

        with pytest.raises(Damaged):
            await sessions.of(FIRST_USER)


async def test_damaged_table_with_updates_allows_the_start(path: Path) -> None:
    seen: list[int] = []

    class Shows:
        def show(self, session: Any, *, reread: bool = False) -> None:
            seen.append(session.record.id)

        def server_back(self) -> None:
            """Do nothing, because nobody is out of reach."""

        async def write(self) -> None:
            """Do nothing, because nothing is buffered."""

    change(path, BROKEN.format(4))
    async with opened(path) as store:
        sessions = sessions_on(store)
        sessions.set_publisher(Shows())

        await sessions.show_again()

        assert seen == [1, 2, 3, 5, 6, 7]


def spoil_index(path: Path) -> None:
    """Change one user in the index that finds a user's tables."""
    content, user = path.read_bytes(), FIRST_USER.to_bytes(8, "big")
    pages = range(0, len(content), PAGE_BYTES)
    index = next(at for at in pages if content[at] == 10 and content[at : at + PAGE_BYTES].count(user) > 5)
    place = content.index(user, index)
    path.write_bytes(content[:place] + (1).to_bytes(8, "big") + content[place + 8 :])


# Calculated once, because rows of every release have them.


@pytest.mark.parametrize(("row", "begins"), ROWS, ids=str)
def test_checksum_is_the_same_in_every_release(row: tuple[Any, ...], begins: str) -> None:
    assert checksum(*row).startswith(begins)
