"""What users may know and decide about what is stored of them."""

from tests.helpers.guild import SimGuild
from tests.helpers.tables import started


async def test_a_user_learns_what_is_stored(guild: SimGuild) -> None:
    await started(guild)

    reply = await guild.players[0].slash("privacy show")

    assert reply.is_private
    assert "one table" in reply.text


async def test_the_export_is_a_file_for_the_asker_alone(guild: SimGuild) -> None:
    await started(guild)

    reply = await guild.players[0].slash("privacy export")

    assert reply.is_private
    raw = await reply.message.attachments[0].read()
    assert str(guild.players[0].id).encode() in raw


async def test_a_user_who_still_plays_must_leave_before_being_forgotten(guild: SimGuild) -> None:
    await started(guild)
    ann = guild.players[0]

    asked = await ann.slash("privacy delete")
    refused = await ann.press(asked.message, "Delete")

    assert "still have a seat" in refused.text
    assert str(ann.id) in str(await guild.bot.store.known_of(ann.id))


async def test_after_deleting_nothing_names_the_user(guild: SimGuild) -> None:
    await started(guild)
    ann = guild.players[0]
    ended = await ann.slash("game end")
    await ann.press(ended.message, "End it")

    asked = await ann.slash("privacy delete")
    await ann.press(asked.message, "Delete")
    await guild.bot.store._call(
        lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    )

    assert str(ann.id).encode() not in guild.settings.database.read_bytes()


async def test_what_people_write_is_kept_nowhere_not_even_in_memory(guild: SimGuild) -> None:
    await started(guild)

    await guild.players[0].actor.send(guild.channel, "my secret plan")

    assert list(guild.bot.cached_messages) == []
