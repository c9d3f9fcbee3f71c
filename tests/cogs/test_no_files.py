"""Without Attach Files the game goes on as text at once, and the host learns which permission is missing."""

import discord
import pytest

from bot.delivery.transport import missing
from tests.cogs.test_pictures import described
from tests.helpers.guild import SimGuild, labels, text_of
from tests.helpers.silence import answered_after, delay_calls
from tests.helpers.tables import started

pytestmark = pytest.mark.pictures

CALLBACKS = "/interactions/*/callback"


def refuse(guild: SimGuild, method: str, path: str) -> None:
    """Refuse the next request, as Discord refuses files without the permission for them."""
    guild.env.inject_error(method, path, status=403, code=50013, message="Missing Permissions", times=1)


def told(guild: SimGuild) -> list[str]:
    """Return the host's DMs about Attach Files."""
    return [text_of(dm) for dm in guild.players[0].dms if "Attach Files" in text_of(dm)]


@pytest.mark.slow
async def test_table_without_files_continues_as_text(guild: SimGuild) -> None:
    session = await started(guild)
    for turn in (2, 3):
        guild.bot.transport.files.try_again()
        refuse(guild, "PATCH", f"/channels/{guild.channel.id}/messages/*")
        await guild.players[session.state.turn].slash("recycle")

        assert f"Turn {turn} of" in guild.table_text  # the table in words
        assert described(guild.table) == []

    [notice] = told(guild)
    assert "Send Messages" not in notice


async def test_the_table_gets_its_picture_when_permissions_change(guild: SimGuild) -> None:
    session = await started(guild)
    refuse(guild, "PATCH", f"/channels/{guild.channel.id}/messages/*")
    await guild.players[session.state.turn].slash("recycle")
    await guild.players[session.state.turn].slash("recycle")
    assert described(guild.table) == []

    channel = guild.bot.get_channel(guild.channel.id)
    with guild.env._bot_scope():
        guild.bot.dispatch("guild_channel_update", channel, channel)
    await guild.until(lambda: described(guild.table) != [])

    assert len(described(guild.table)) == 1
    assert "Turn 3 of" not in guild.table_text  # the picture shows it instead


async def test_refused_picture_leaves_text_with_all_controls(guild: SimGuild) -> None:
    session = await started(guild)
    player = guild.players[session.state.turn]
    whole = await player.slash("hand")
    assert described(whole.message)
    refuse(guild, "POST", CALLBACKS)

    reply = await player.slash("hand")

    assert reply.is_private
    assert set(whole.text.splitlines()) <= set(reply.text.splitlines())
    assert "Your hand (" in reply.text
    assert "Your hand (" not in whole.text
    assert labels(reply.message) == labels(whole.message)
    assert described(reply.message) == []
    assert len(told(guild)) == 1


async def test_own_page_without_files_follows_as_text(guild: SimGuild) -> None:
    session = await started(guild)
    turn = session.state.turn
    page = await guild.players[(turn + 1) % len(guild.players)].press(guild.table, "My hand")
    assert "Recycle" not in labels(page.message)
    refuse(guild, "PATCH", "/webhooks/*")

    await guild.players[turn].slash("recycle")

    assert described(page.message) == []
    assert "Recycle" in labels(page.message)
    assert len(told(guild)) == 1


@pytest.mark.parametrize("what", ["privacy", "replay"])
async def test_refused_file_names_missing_permission(guild: SimGuild, what: str) -> None:
    await started(guild)
    asked = await guild.players[0].open("end")
    await guild.players[0].press(asked.message, "End it")
    page = await guild.players[0].open(what)
    refuse(guild, "POST", CALLBACKS)

    reply = await guild.players[0].press(page.message, "Download" if what == "privacy" else "As a file")

    assert reply.is_private
    assert reply.text == "I can't send the file here. I need Attach Files."


async def test_refused_promised_file_names_permission(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    delay = delay_calls(guild.bot.store, "export_of", monkeypatch)
    refuse(guild, "POST", "/webhooks/*")

    reply = await answered_after(guild, delay, guild.players[0].privacy("Download"))

    assert reply.is_private
    assert reply.text == "I can't send the file here. I need Attach Files."


async def test_table_opens_in_words_without_files(guild: SimGuild) -> None:
    everybody = discord.PermissionOverwrite(attach_files=False)
    made = guild.handle.create_text_channel("words", overwrites={guild.handle.default_role: everybody})
    await guild.settle()

    await guild.after(guild.players[0].actor.slash(made, "cards", game="crap"))

    assert await guild.bot.sessions.at(made.id) is not None


@pytest.mark.parametrize(
    ("denied", "name"),
    [
        ({"view_channel": False}, "View Channel"),
        ({"send_messages": False}, "Send Messages"),
        ({"attach_files": False}, None),
        ({}, None),
    ],
)
async def test_the_permission_that_text_lacks_is_named(
    guild: SimGuild, denied: dict[str, bool], name: str | None
) -> None:
    everybody = discord.PermissionOverwrite(**denied)
    made = guild.handle.create_text_channel("quiet", overwrites={guild.handle.default_role: everybody})
    await guild.settle()

    assert missing(guild.bot.get_channel(made.id)) == name


def test_unknown_permissions_count_as_granted() -> None:
    assert missing(None) is None
