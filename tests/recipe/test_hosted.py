"""A game made by the recipe is played through Discord like every other; nothing else knows of it."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot import app
from bot.app import Cardcrate
from bot.config import DATA
from bot.engine.moves import option_texts
from bot.rendering import words
from bot.sessions.session import Session
from tests.cogs import test_panel_games
from tests.cogs.test_pictures import described
from tests.helpers import recipe
from tests.helpers.guild import SimGuild, close, open_bot, settings_for, text_of

OWN_TEXTS = ("data/rules/highest.md", "data/lessons/highest.toml")


@pytest_asyncio.fixture
async def simcord_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> AsyncIterator[Cardcrate]:
    """The bot with the game in its lists, and its rule text and its lesson beside the others."""
    recipe.make_known(monkeypatch)
    for name in cogs_here():  # they read the list of games when they are imported
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(app, "COGS", tuple(dict.fromkeys((*app.COGS, recipe.COG))))
    data = tmp_path / "data"
    data.mkdir()
    for shared in (DATA / "migrations", *DATA.glob("*.html")):
        (data / shared.name).symlink_to(shared)
    for own in map(Path, OWN_TEXTS):
        folder = data / own.parent.name
        folder.mkdir()
        for path in (DATA / own.parent.name).iterdir():
            if path.name != own.name:
                (folder / path.name).symlink_to(path)
        (tmp_path / own).write_text(recipe.FILES[str(own)], encoding="utf-8")
    pictures = request.node.get_closest_marker("pictures") is not None
    bot = await open_bot(settings_for(tmp_path / "highest.sqlite3", data_dir=data, pictures=pictures))
    yield bot
    await close(bot)
    for name in cogs_here():
        del sys.modules[name]


def cogs_here() -> list[str]:
    """The modules of all cogs that are imported."""
    return [name for name in sys.modules if name.partition(".")[0] == "cogs"]


async def started(guild: SimGuild) -> Session:
    ann, ben = guild.players
    await ann.slash("cards", game="highest", rules="cards=3")
    await ben.press(guild.table, "Join")
    await ann.press(guild.table, "Start")
    return await guild.session()


@pytest.mark.players(2)
async def test_the_game_is_played_by_command_and_by_panel(guild: SimGuild) -> None:
    session = await started(guild)
    ann, ben = guild.players
    own = option_texts(session.game.legal(session.state, 1)[0])["card"]
    entries = await ann.complete("turn", "move")
    offered = [entry.partition("card:")[2] for entry in entries]

    refused = (await ann.move("lay", card="9X")).text
    await ann.slash("turn", move=entries[0])
    again = (await ann.move("lay", card=offered[1])).text
    hidden = guild.table_text
    await ben.press(ben.dm, f"Lay {words.card(own)}")

    assert "“9X” is no card" in refused
    assert "You have laid your card" in again
    assert words.card(offered[0]) not in hidden
    assert "a hidden card" in hidden
    assert session.record.status == "over"
    assert words.card(offered[0]) in guild.table_text
    assert "wins" in guild.table_text or "share the win" in guild.table_text


@pytest.mark.players(2)
async def test_the_game_survives_a_restart_and_a_timeout(guild: SimGuild) -> None:
    session = await started(guild)
    hand = text_of(guild.players[0].dm)

    await guild.restart()
    session = await guild.session()
    assert text_of(guild.players[0].dm) == hand
    await guild.pass_time(session.record.response_seconds + 1)

    assert session.record.status == "over"


@pytest.mark.players(2)
async def test_the_game_has_its_rules_and_stands_in_the_list(guild: SimGuild) -> None:
    chooser = await guild.players[0].slash("cards")
    rules = await guild.players[0].slash("card-rules", game="highest")

    assert "Highest Card" in chooser.text
    assert "## Highest Card in short" in rules.text
    assert "The highest rank wins" in rules.text


@pytest.mark.pictures
@pytest.mark.players(2)
async def test_game_without_own_look_has_pictures(guild: SimGuild) -> None:
    ann, ben = guild.players
    chooser = await ann.slash("cards")
    await ann.slash("cards", game="highest")
    lobby = described(guild.table)
    await ben.press(guild.table, "Join")
    await ann.press(guild.table, "Start")
    session = await guild.session()
    for player in (ann, ben):
        await player.slash("turn", move=(await player.complete("turn", "move"))[0])

    assert "Highest Card" in described(chooser.message)[0]
    assert lobby == ["Highest Card.\n2–6 players"]
    assert session.record.status == "over"
    assert "wins" in guild.table_text or "share the win" in guild.table_text


@pytest.mark.players(3)
async def test_the_game_is_played_from_the_lobby_to_the_rematch_by_pressing_alone(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    await test_panel_games.test_a_whole_game_is_played_by_pressing_alone(guild, "highest", monkeypatch)
