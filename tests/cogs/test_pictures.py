"""Pictures of tables and hands: described in full, and replaced by words on failure or on request."""

import pytest

from bot.rendering.faces import FACES
from tests.helpers.guild import SimGuild, walk
from tests.helpers.tables import started

pytestmark = pytest.mark.pictures


def described(message: object) -> list[str]:
    """Return the descriptions of a message's pictures."""
    galleries = [component for component in walk(message) if component["type"] == 12]
    return [item["description"] for gallery in galleries for item in gallery["items"]]


async def test_table_and_hands_are_described_pictures(guild: SimGuild) -> None:
    session = await started(guild)
    turn = session.game.deciders(session.state)[0]

    table, hand = described(guild.table), described(guild.players[turn].dm)

    assert len(table) == len(hand) == 1
    assert "Stock" in table[0]
    assert "Your hand" in hand[0]
    await guild.players[turn].slash("recycle")
    assert described(guild.table) != table


async def test_failed_picture_leaves_the_text(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_scene: object) -> None:
        raise RuntimeError("no ink")

    monkeypatch.setattr(FACES["crap"], "table_picture", broken)

    session = await started(guild)

    assert described(guild.table) == []
    assert "Turn 1 of" in guild.table_text
    assert session.record.status == "playing"


async def test_reader_of_words_gets_no_picture(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    page = await ann.open("settings")
    await ann.choose(page.message, "Table", "Words")
    await started(guild)

    words = await ann.press(guild.table, "My hand")
    picture = await ben.press(guild.table, "My hand")

    assert described(words.message) == []
    assert "Your hand (" in words.text
    assert len(described(picture.message)) == 1


async def test_table_shows_words_while_a_reader_sits_there(guild: SimGuild) -> None:
    await started(guild)
    assert len(described(guild.table)) == 1
    page = await guild.players[1].open("settings")
    await guild.players[1].choose(page.message, "Table", "Words")

    session = await guild.session()
    await guild.players[session.state.turn].slash("recycle")

    assert described(guild.table) == []
    assert "Turn 2 of" in guild.table_text
