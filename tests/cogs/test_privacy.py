"""What users may know and decide about what is stored of them."""

from tests.helpers.club import Club
from tests.helpers.tables import started


async def test_a_user_learns_what_is_stored(club: Club) -> None:
    await started(club)

    reply = await club.players[0].slash("privacy show")

    assert reply.is_private
    assert "1 table" in reply.text


async def test_the_export_is_a_file_for_the_asker_alone(club: Club) -> None:
    await started(club)

    reply = await club.players[0].slash("privacy export")

    assert reply.is_private
    raw = await reply.message.attachments[0].read()
    assert str(club.players[0].id).encode() in raw


async def test_whoever_still_plays_must_leave_before_being_forgotten(club: Club) -> None:
    await started(club)
    ann = club.players[0]

    asked = await ann.slash("privacy delete")
    refused = await ann.press(asked.message, "Delete")

    assert "still have a seat" in refused.text
    assert str(ann.id) in str(await club.bot.store.known_of(ann.id))


async def test_after_deleting_nothing_names_the_user(club: Club) -> None:
    await started(club)
    ann = club.players[0]
    ended = await ann.slash("game end")
    await ann.press(ended.message, "End the game")

    asked = await ann.slash("privacy delete")
    await ann.press(asked.message, "Delete")
    await club.bot.store._call(
        lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    )

    assert str(ann.id).encode() not in club.settings.database.read_bytes()


async def test_what_people_write_is_kept_nowhere_not_even_in_memory(club: Club) -> None:
    await started(club)

    await club.players[0].actor.send(club.channel, "my secret plan")

    assert list(club.bot.cached_messages) == []
