"""The recipe's game is played through Discord like any other, though the rest of the bot doesn't know it."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

import cogs
from bot import app
from bot.app import Cardcrate
from bot.config import DATA
from bot.engine.moves import option_texts
from bot.rendering import words
from bot.sessions.session import Session
from bot.timings import Timings
from tests.cogs import test_hints, test_panel_games
from tests.cogs.test_pictures import described
from tests.helpers import recipe
from tests.helpers.guild import SimGuild, close, open_bot, settings_for, text_of
from tests.helpers.tables import acted

OWN_TEXTS = ("data/rules/highest.md", "data/lessons/highest.toml")


@pytest_asyncio.fixture
async def simcord_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, timings: Timings, request: pytest.FixtureRequest
) -> AsyncIterator[Cardcrate]:
    """Yield the bot with the game in its lists, and with the game's rule text and lesson among the others."""
    recipe.make_known(monkeypatch)
    for name in cogs_here():  # cogs read the list of games on import
        monkeypatch.delitem(sys.modules, name)
        monkeypatch.delattr(cogs, name.removeprefix("cogs."), raising=False)  # or `cogs` keeps the old module
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
    settings = settings_for(tmp_path / "highest.sqlite3", data_dir=data, pictures=pictures)
    bot = await open_bot(settings, timings)
    yield bot
    await close(bot)
    for name in cogs_here():
        del sys.modules[name]


def cogs_here() -> list[str]:
    """Return the names of all imported cogs."""
    return [name for name in sys.modules if name.startswith("cogs.")]


async def started(guild: SimGuild) -> Session:
    ann, ben = guild.players
    await ann.slash("cards", game="highest", rules="cards=3")
    await ben.press(guild.table, "Join")
    await ann.press(guild.table, "Start")
    return await guild.session()


@pytest.mark.players(2)
async def test_game_is_played_by_command_and_by_panel(guild: SimGuild) -> None:
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

    assert "“9X” isn't a card I know" in refused
    assert "You have laid your card" in again
    assert words.card(offered[0]) not in hidden
    assert "1 placed" in hidden
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
async def test_game_has_its_rules_and_stands_in_list(guild: SimGuild) -> None:
    chooser = await guild.players[0].slash("cards")
    rules = await guild.players[0].slash("card-rules", game="highest")

    assert "Highest Card" in chooser.text
    assert "## Highest Card in short" in rules.text
    assert "The highest rank wins" in rules.text


@pytest.mark.pictures
@pytest.mark.players(2)
async def test_the_game_has_pictures_throughout(guild: SimGuild) -> None:
    ann, ben = guild.players
    chooser = await ann.slash("cards")
    await ann.slash("cards", game="highest")
    [lobby] = described(guild.table)
    await ben.press(guild.table, "Join")
    await ann.press(guild.table, "Start")
    [dealt], [hand] = described(guild.table), described(ann.dm)
    await ann.slash("turn", move=(await ann.complete("turn", "move"))[0])
    [laid] = described(guild.table)
    await ben.slash("turn", move=(await ben.complete("turn", "move"))[0])

    assert "Highest Card" in described(chooser.message)[0]
    assert lobby == "Highest Card: One card each. The highest wins.\n2–6 players"
    assert "Ann (to act): holds 3 cards" in dealt
    assert hand.startswith("Your hand · 3. lay a card.")
    assert laid.startswith("Ann lays a card.")
    assert "Ann: holds 2 cards, a card face down" in laid
    assert "wins" in guild.table_text or "share the win" in guild.table_text


@pytest.mark.pictures
@pytest.mark.players(1)
async def test_other_games_keep_their_look(guild: SimGuild) -> None:
    [ann] = guild.players
    await ann.slash("cards", game="skrap")

    assert described(guild.table)[0].startswith("Skrap: Black arms a robot,")


@pytest.mark.quick_computers
@pytest.mark.players(1)
async def test_computers_play_the_game_to_its_end(guild: SimGuild) -> None:
    [ann] = guild.players
    await ann.slash("cards", game="highest", rules="cards=3")
    await ann.press(guild.table, "Play alone")
    session = await guild.session()
    await acted(guild, session)
    laid = [card for card in session.state.laid if card]
    await ann.slash("turn", move=(await ann.complete("turn", "move"))[0])

    assert len(laid) == len(session.record.players) - 1
    assert session.record.status == "over"


@pytest.mark.players(2)
async def test_a_hint_names_a_card_and_lays_it(guild: SimGuild) -> None:
    await test_hints.test_hint_replaces_actions_and_makes_the_move(guild, "highest")


@pytest.mark.players(3)
async def test_game_is_played_to_rematch_by_clicks_alone(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    await test_panel_games.test_a_whole_game_is_played_by_pressing_alone(guild, "highest", monkeypatch)
