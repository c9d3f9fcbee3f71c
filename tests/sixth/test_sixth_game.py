"""A sixth game needs a package, a face, a rule text and ten lines of cog; everything else is there."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot import app
from bot.app import Cardcrate
from bot.config import DATA
from bot.games import GAMES
from bot.rendering import words
from bot.rendering.faces import FACES
from bot.sessions.session import Session
from tests.helpers.club import Club, close, open_bot, settings_for, text_of
from tests.sixth.face import HighestFace
from tests.sixth.highest import GAME, State

RULES = "# Highest Card\n\nPlay a card.\n\n## In short\n\nThe highest rank wins.\n"


@pytest_asyncio.fixture
async def simcord_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Cardcrate]:
    """The bot with a sixth game in its lists."""
    monkeypatch.setitem(GAMES, GAME.id, GAME)
    monkeypatch.setitem(FACES, GAME.id, HighestFace())
    monkeypatch.setattr(app, "COGS", (*app.COGS, "tests.sixth.cog"))
    data = tmp_path / "data"
    data.mkdir()
    (data / "migrations").symlink_to(DATA / "migrations")
    (data / "rules").mkdir()
    for path in (DATA / "rules").iterdir():
        (data / "rules" / path.name).symlink_to(path)
    (data / "rules" / "highest.md").write_text(RULES)
    bot = await open_bot(settings_for(tmp_path / "sixth.sqlite3", data_dir=data))
    yield bot
    await close(bot)


async def started(club: Club) -> Session:
    ann, ben = club.players
    await ann.slash("game new", game="highest", options="cards=3")
    await ben.press(club.table, "Join")
    await ann.press(club.table, "Start")
    return await club.session()


@pytest.mark.players(2)
async def test_the_sixth_game_is_played_by_command_and_by_panel(club: Club) -> None:
    session = await started(club)
    ann, ben = club.players
    state: State = session.state

    refused = await ann.slash("reveal", card=state.hands[1][0])
    await ann.slash("reveal", card=state.hands[0][0])
    await ben.press(ben.dm, words.card(state.hands[1][0]))

    assert "choose a card of your hand" in refused.text
    assert session.record.status == "over"
    assert "won!" in club.table_text


@pytest.mark.players(2)
async def test_the_sixth_game_survives_a_restart_and_a_timeout(club: Club) -> None:
    session = await started(club)
    hand = text_of(club.players[0].dm)

    await club.restart()
    session = await club.session()
    assert text_of(club.players[0].dm) == hand
    await club.pass_time(session.record.response_seconds + 1)

    assert session.record.status == "over"


@pytest.mark.players(2)
async def test_the_sixth_game_has_its_rules_and_stands_in_the_list(club: Club) -> None:
    chooser = await club.players[0].slash("game new")
    rules = await club.players[0].slash("rules", game="highest")

    assert "Highest Card" in chooser.text
    assert "## Highest Card · rules" in rules.text
