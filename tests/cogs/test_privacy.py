"""Users can read, download and delete the data stored about them."""

import gzip
import json

import pytest

from bot.rendering import answers
from bot.storage import privacy, shown
from cogs import files
from tests.helpers.behind import file_of
from tests.helpers.guild import SimGuild, labels
from tests.helpers.silence import PROMISED_IN_PLACE, answered_after, delay_calls
from tests.helpers.tables import started


async def test_a_user_learns_what_is_stored(guild: SimGuild) -> None:
    await started(guild)

    reply = await guild.players[0].open("privacy")

    assert reply.is_private
    assert "You have a seat at one table." in reply.text
    assert reply.text.count("\n- ") == 6
    assert labels(reply.message) == ["Download", "Delete"]


async def test_nobody_has_a_seat_at_zero_tables(guild: SimGuild) -> None:
    reply = await guild.players[0].open("privacy")

    assert "- **Games:** your ID with seats, " in reply.text
    assert "words for the deal. You're not at any table." in reply.text


async def test_slow_list_of_what_is_stored_stays_private(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    delay = delay_calls(guild.bot.store, "tables_of", monkeypatch)

    reply = await answered_after(guild, delay, guild.players[0].open("privacy"))

    assert (reply.is_private, labels(reply.message)) == (True, ["Download", "Delete"])


async def test_slow_file_stays_private(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    delay = delay_calls(guild.bot.store, "export_of", monkeypatch)

    reply = await answered_after(guild, delay, guild.players[0].privacy("Download"))

    assert (reply.is_private, len(reply.message.attachments)) == (True, 1)


async def test_export_is_file_for_asker_alone(guild: SimGuild) -> None:
    await started(guild)

    reply = await guild.players[0].privacy("Download")

    assert reply.is_private
    raw = await reply.message.attachments[0].read()
    assert str(guild.players[0].id).encode() in raw


async def test_large_export_comes_packed(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await started(guild)
    monkeypatch.setattr(files, "MAX_FILE_BYTES", 200)

    reply = await guild.players[0].privacy("Download")

    [packed] = reply.message.attachments
    assert packed.filename == "cardcrate-export.json.gz"
    assert json.loads(gzip.decompress(await packed.read()))["user_id"] == guild.players[0].id


async def test_playing_user_is_asked_before_deletion(guild: SimGuild) -> None:
    session = await started(guild)
    ann = guild.players[0]

    asked = await ann.privacy("Delete")
    assert "You also leave table 1 (C.R.A.P.), and you can't come back." in asked.text
    assert "Backups made earlier keep it for up to 30 days." in asked.text
    assert session.record.players[0] == ann.id
    await ann.press(asked.message, "Delete")

    assert session.record.status == "playing"
    assert session.record.players[0] == 0
    assert 0 not in session.game.active(session.state)
    assert (await guild.bot.store.read_long(privacy.known_of, ann.id))["tables"] == []


async def test_a_lobby_is_left_by_deleting_too(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash("cards", game="skrap")

    asked = await ann.privacy("Delete")
    done = await ann.press(asked.message, "Delete")

    assert await guild.bot.sessions.at(guild.channel.id) is None
    assert guild.messages == []
    assert done.text.startswith("Done.")
    assert (await guild.bot.store.read_long(privacy.known_of, ann.id))["tables"] == []


async def test_deletion_ends_lone_game_in_dm(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash_in_dm("cards", game="craits")
    await ann.press(ann.dms[-1], "Play alone")

    asked = await ann.privacy("Delete", in_dm=True)
    await ann.press(asked.message, "Delete")
    await guild.bot.publisher.write_behind.write()

    known = await guild.bot.store.read_long(privacy.known_of, ann.id)
    assert (known["tables"], known["dm_channel_id"], known["looked_at"]) == ([], None, None)
    assert (await guild.bot.store.read(shown.read, 1))[0] == []
    again = await ann.slash_in_dm("my-tables")
    assert again.text == "You're not at any table."


async def test_slow_deletion_answers_in_place(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = guild.players[0]
    asked = await ann.privacy("Delete")
    delay = delay_calls(guild.bot.sessions, "forget", monkeypatch)

    done = await answered_after(guild, delay, ann.press(asked.message, "Delete"), PROMISED_IN_PLACE)

    assert done.message.id == asked.message.id
    assert done.text == answers.DATA_DELETED


async def test_after_deleting_nothing_names_the_user(guild: SimGuild) -> None:
    await started(guild)
    ann = guild.players[0]
    ended = await ann.open("end")
    await ann.press(ended.message, "End it")

    asked = await ann.privacy("Delete")
    await ann.press(asked.message, "Delete")
    await file_of(guild.bot.store).call(
        lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    )

    assert str(ann.id).encode() not in guild.settings.file.read_bytes()


async def test_peoples_messages_are_kept_nowhere(guild: SimGuild) -> None:
    await started(guild)

    await guild.players[0].actor.send(guild.channel, "my secret plan")

    assert list(guild.bot.cached_messages) == []
