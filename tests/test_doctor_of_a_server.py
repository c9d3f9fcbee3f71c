"""The doctor looks at a database on a PostgreSQL server."""

from pathlib import Path

import pytest

from bot.config import Server, Where
from bot.process.doctor import examine
from tests.helpers.guild import settings_for
from tests.test_doctor import TOKEN, about, known, played


@pytest.mark.server
async def test_of_a_server_its_state_is_told(database: Where) -> None:
    settings = settings_for(database, discord_token=TOKEN, guild_id=7)
    empty = about(await examine(settings, known), "database")
    await played(settings)

    found = await examine(settings, known)

    assert empty.words == "empty until the first start"
    assert about(found, "database").words == "sound, 1 open table"
    assert about(found, "PostgreSQL").is_good
    assert "one server, so losing it loses everything" in about(found, "replication").words
    assert not about(found, "durability").is_good, "the servers of tests are fast and forgetful"
    assert "SQLite" not in [one.subject for one in found]


async def test_a_server_that_is_not_there_is_told_with_what_to_do(tmp_path: Path) -> None:
    astray = settings_for(Server(f"postgresql://bot:s3cret@/cards?host={tmp_path}"))

    found = about(await examine(astray, known), "database")

    assert "can't be reached" in found.words
    assert found.advice == (
        "start PostgreSQL, or correct DATABASE (if it doesn't start, its log says why: a new major version can't "
        "read the files of an old one)"
    )
    assert "s3cret" not in found.words
