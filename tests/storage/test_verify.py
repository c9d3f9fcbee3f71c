"""The check of a whole database reports each problem on one line."""

from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.games import GAMES
from bot.storage import checksums, commands, rows
from bot.storage.driver import connect
from bot.storage.errors import TooNew, Unusable
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.behind import change, rows_of
from tests.helpers.stores import MIGRATIONS
from tests.storage.games import running


def damage(path: Path) -> list[str]:
    return verify(path, MIGRATIONS, GAMES)


def test_sound_database_has_no_damage(path: Path) -> None:
    assert damage(path) == []


async def test_database_in_use_can_be_checked(tmp_path: Path) -> None:
    store = Store(tmp_path / "used.sqlite3", MIGRATIONS)
    await store.open()
    await running(store, GAMES["crap"], 10)

    assert damage(store.path) == []

    await store.close()


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("UPDATE sessions SET position = '{}' WHERE id = 3", "the stored position of session 3"),
        ("UPDATE moves SET move = 'pass' WHERE session_id = 4 AND revision = 9", "damaged at revision 9"),
        (
            "DELETE FROM moves WHERE session_id = 4 AND revision = 11",
            "the last moves of session 4 are missing",
        ),
        ("DELETE FROM sessions WHERE id = 7", "a row of moves belongs to a row of sessions"),
        ("DELETE FROM players WHERE session_id = 2", "session 2 cannot be found by all of its players"),
        ("UPDATE sessions SET acted = '[0,' WHERE id = 3", "the row of session 3 makes no sense"),
        ("UPDATE sessions SET status = 'plqying' WHERE id = 3", "the row of session 3 makes no sense"),
        ("CREATE INDEX another ON moves (at)", "the database's schema differs"),
    ],
)
def test_damage_is_found(path: Path, statement: str, line: str) -> None:
    change(path, statement)

    found = damage(path)
    assert any(line in one for one in found), found


def test_each_damaged_session_gets_a_line(path: Path) -> None:
    change(path, "UPDATE sessions SET digest = '' WHERE id IN (2, 5)")

    lines = [f"the stored position of session {number} does not match its checksum" for number in (2, 5)]
    assert damage(path) == lines


def forge(path: Path, session_id: int, **fields: Any) -> None:
    """Change a session so that all checksums still match."""
    if "position" in fields:
        fields["digest"] = checksums.checksum(fields["position"])
    with closing(connect(path)) as connection:
        rows.alter(connection, session_id, **fields)


def position_of(path: Path, session_id: int) -> dict[str, Any]:
    [[position]] = rows_of(path, f"SELECT position FROM sessions WHERE id = {session_id}")
    found: dict[str, Any] = msgspec.json.decode(position)
    return found


def test_position_unlike_the_moves_is_found(path: Path) -> None:
    position = position_of(path, 2)
    forge(path, 2, position=checksums.to_json({**position, "turn": "A" if position["turn"] != "A" else "B"}))

    assert damage(path) == ["session 2 is not where its moves lead"]


def test_uncounted_chance_is_found(path: Path) -> None:
    forge(path, 2, chance_counts="{}")

    assert damage(path) == ["session 2: the moves of session 2 use other chance than was counted"]


def test_wrong_chance_key_is_found(path: Path) -> None:
    forge(path, 5, chance_key=bytes(32))

    [line] = damage(path)

    assert line.startswith("session 5: ")
    assert "is refused now" in line


def test_impossible_position_is_found(path: Path) -> None:
    forge(path, 2, position='{"hands":5}')

    assert any(line.startswith("session 2: position") for line in damage(path))


def test_game_that_is_not_installed_is_no_damage(path: Path) -> None:
    games = {name: game for name, game in GAMES.items() if name != "skrap"}

    assert verify(path, MIGRATIONS, games) == []


def test_file_without_database_is_reported(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear sir or madam" * 500)

    [line] = damage(tmp_path / "letter.txt")

    assert "cannot be read" in line


def test_missing_and_newer_files_are_refused(path: Path) -> None:
    with pytest.raises(Unusable, match="no file"):
        damage(path.with_name("none.sqlite3"))
    change(path, "PRAGMA user_version = 9999")
    with pytest.raises(TooNew):
        damage(path)


def test_command_counts_damage_and_fails(path: Path) -> None:
    lines: list[str] = []
    change(path, "UPDATE sessions SET digest = '' WHERE id IN (2, 5)")

    assert commands.verify_db(path, MIGRATIONS, GAMES, lines.append) == 1

    assert lines[-1] == "Errors: 2."
