"""A database that takes long to store something: the bot promises its answer in time, then gives it."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.storage.errors import NotSaved
from tests.cogs.test_alone import dealt, in_dm, session_of, tables
from tests.cogs.test_rematch import ended, invitations
from tests.helpers.guild import Player, SimGuild, labels, text_of
from tests.helpers.silence import PROMISED_IN_PLACE, Delay, answered_after, delay_calls, lose_patience
from tests.helpers.tables import acted, started

Slow = Callable[[str], Delay]


@pytest.fixture
def slow(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Return a function that makes one kind of change wait until its silence is over."""

    def keep_waiting(change: str) -> Delay:
        return delay_calls(guild.bot.store, change, monkeypatch)

    return keep_waiting


async def at_turn(guild: SimGuild) -> Player:
    """Return the player on turn at a table that has just begun."""
    session = await started(guild)
    return guild.players[session.game.deciders(session.state)[0]]


def private_in(guild: SimGuild, player: Player) -> list[Any]:
    """Return the channel's messages that only this player sees."""
    seen = guild.channel.history(viewer=player.actor)
    return [message for message in seen if message.flags.ephemeral]


async def test_a_move_on_a_hand_changes_that_hand(guild: SimGuild, slow: Slow) -> None:
    player = await at_turn(guild)
    await player.press(player.dm, "Recycle")
    before = len(player.dms)

    pressing = player.press(player.dm, "Discard and roll")
    await answered_after(guild, slow("commit"), pressing, PROMISED_IN_PLACE)

    assert len(player.dms) == before
    assert "Discard and roll" not in labels(player.dm)
    session = await guild.session()
    assert session.record.revision > 1


async def test_a_typed_move_is_answered_by_the_hand(guild: SimGuild, slow: Slow) -> None:
    player = await at_turn(guild)

    reply = await answered_after(guild, slow("commit"), player.slash("recycle"))

    assert reply.is_private
    assert "Your hand" in reply.text


async def test_a_seat_is_confirmed(guild: SimGuild, slow: Slow) -> None:
    await guild.players[0].slash("cards", game="craits")
    ben = guild.players[1]

    reply = await answered_after(guild, slow("commit"), ben.press(guild.table, "Join"))

    assert reply.is_private
    assert "You're in" in reply.text
    assert ben.id in (await guild.session()).record.players


async def test_opened_table_leaves_no_other_answer(guild: SimGuild, slow: Slow) -> None:
    ann = guild.players[0]

    await answered_after(guild, slow("new"), ann.slash("cards", game="craits"))

    assert "Craits" in guild.table_text
    assert private_in(guild, ann) == []


@pytest.mark.quick_computers
async def test_move_at_own_table_changes_that_table(guild: SimGuild, slow: Slow) -> None:
    session, ann = await dealt(guild), guild.players[0]
    while not session.scene(0).asked:
        await acted(guild, session)
    revision, [table] = session.record.revision, tables(ann)
    move = session.game.legal(session.state, 0)[0]

    pressing = ann.forge(table, f"b:{session.record.id}:{revision}:move {move}")
    await answered_after(guild, slow("commit"), pressing, PROMISED_IN_PLACE)

    assert [message.id for message in tables(ann)] == [table.id]
    assert (await session_of(guild, ann)).record.revision > revision


@pytest.mark.quick_computers
async def test_hand_promised_beside_own_table_keeps_up(guild: SimGuild) -> None:
    lose_patience(guild)
    session, ann = await dealt(guild, "skrap"), guild.players[0]
    [table, hand] = in_dm(ann)
    assert "Choose your surge card" in text_of(hand)

    move = session.game.legal(session.state, 0)[0]
    await ann.forge(table, f"b:{session.record.id}:{session.record.revision}:move {move}")
    await acted(guild, session)

    assert [message.id for message in in_dm(ann)] == [table.id, hand.id]
    assert not any("Choose your surge card" in text_of(message) for message in in_dm(ann))


async def test_a_setting_shows_what_was_chosen(guild: SimGuild, slow: Slow) -> None:
    ann = guild.players[0]
    page = (await ann.open("settings")).message

    choosing = ann.choose(page, "My hand", "Only by My hand")
    await answered_after(guild, slow("write"), choosing, PROMISED_IN_PLACE)

    assert (await guild.bot.sessions.choices.of_user(ann.id)).hand == "button"


async def test_failed_store_is_admitted(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    player = await at_turn(guild)
    revision = (await guild.session()).record.revision

    async def fail(*_given: Any) -> None:
        raise NotSaved("the disk is full")

    delay = Delay(fail)
    monkeypatch.setattr(guild.bot.store, "commit", delay.ask)
    reply = await answered_after(guild, delay, player.slash("recycle"))

    assert reply.text == "That didn't save, so nothing happened. Please try again in a moment."
    assert reply.is_private
    assert len(guild.env.errors) == 1
    assert (await guild.session()).record.revision == revision


async def test_others_read_of_a_rematch(guild: SimGuild) -> None:
    over = await ended(guild)
    lose_patience(guild)

    await guild.players[1].press(over, "Rematch")

    [line] = invitations(guild)
    assert not line.flags.ephemeral
    assert private_in(guild, guild.players[1]) == []


async def test_expired_form_is_asked_for_again(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, choices = guild.players[0], guild.bot.sessions.choices
    page = (await ann.open("settings")).message

    with monkeypatch.context() as slowly:
        delay = delay_calls(choices, "of_user", slowly)
        choosing = ann.choose(page, "Quiet hours", "Other hours…")
        await answered_after(guild, delay, choosing, PROMISED_IN_PLACE)
    [told] = private_in(guild, ann)
    assert text_of(told) == "That took too long. Please give it another try."

    form = await ann.choose((await ann.open("settings")).message, "Quiet hours", "Other hours…")
    assert form.modal["components"]
