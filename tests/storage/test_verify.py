"""The check of a whole database reports each problem on one line."""

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from bot.storage import commands, rows, statements
from bot.storage.driver import connect
from bot.storage.verify import verify
from tests.helpers.behind import change, rows_of
from tests.helpers.stores import MIGRATIONS, opened
from tests.storage.games import running


def damage(path: Path) -> list[str]:
    return verify(path, MIGRATIONS, GAMES)


async def test_database_in_use_can_be_checked(tmp_path: Path) -> None:
    async with opened(tmp_path / "used.sqlite3") as store:
        await running(store, GAMES["crap"], 10)

        assert damage(store.path) == []


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
        ("DELETE FROM session_users WHERE session_id = 2", "session 2 can't be found by all of its players"),
        ("UPDATE sessions SET acted = '[0,' WHERE id = 3", "the row of session 3 makes no sense"),
        ("UPDATE sessions SET status = 'plqying' WHERE id = 3", "the row of session 3 makes no sense"),
        ("CREATE INDEX another ON moves (at)", "the database's schema differs"),
    ],
)
def test_damage_is_found(path: Path, statement: str, line: str) -> None:
    change(path, statement)

    found = damage(path)
    assert any(line in one for one in found), found


@pytest.mark.parametrize(
    ("session", "fields", "line"),
    [
        (2, {"position": '{"hands":5}'}, "session 2: position"),
        (2, {"chance_counts": "{}"}, "session 2: the moves of session 2 use other chance than was counted"),
        (5, {"chance_key": bytes(32)}, r"session 5: .* is refused now"),
    ],
    ids=["position", "chance", "key"],
)
def test_forged_session_with_right_checksums_is_found(
    path: Path, session: int, fields: dict[str, Any], line: str
) -> None:
    if "position" in fields:
        fields = {**fields, "digest": statements.checksum(fields["position"])}
    with closing(connect(path)) as connection:
        rows.alter(connection, session, **fields)

    assert re.search(line, "\n".join(damage(path)))


def test_position_unlike_the_moves_is_found(path: Path) -> None:
    [(raw,)] = rows_of(path, "SELECT position FROM sessions WHERE id = 2")
    position = json.loads(raw)
    other = statements.to_json({**position, "turn": "A" if position["turn"] != "A" else "B"})
    with closing(connect(path)) as connection:
        rows.alter(connection, 2, position=other, digest=statements.checksum(other))

    assert damage(path) == ["session 2 isn't where its moves lead"]


def test_game_that_is_not_installed_is_no_damage(path: Path) -> None:
    games = {name: game for name, game in GAMES.items() if name != "skrap"}

    assert verify(path, MIGRATIONS, games) == []


def test_file_without_database_is_reported(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear sir or madam" * 500)

    [line] = damage(tmp_path / "letter.txt")

    assert line.endswith("letter.txt isn't a database: name another file in DATABASE, or restore a backup")


def test_command_tells_each_damaged_session_and_fails(path: Path) -> None:
    lines: list[str] = []
    change(path, "UPDATE sessions SET digest = '' WHERE id IN (2, 5)")

    assert commands.verify_db(path, MIGRATIONS, GAMES, lines.append) == 1

    damaged = [f"the stored position of session {number} doesn't match its checksum" for number in (2, 5)]
    assert lines == [*damaged, "Errors: 2."]
