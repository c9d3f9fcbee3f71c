"""Edits that wait a little: hands of players who needn't act, or who have the same buttons at the table."""

from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import patch

import pytest
import pytest_asyncio

from bot.app import Cardcrate
from bot.delivery.wanted import REMIND_SECONDS, Paces
from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import VALUE
from bot.games.skrap.surging import Surge
from bot.sessions.session import Session
from tests.helpers.guild import Player, SimGuild, close, open_bot, settings_for, text_of
from tests.helpers.tables import in_position, started

PACES = Paces(table=0.0, answer=30.0, choice=40.0, hand=60.0)
"""Long enough that SimCord never waits for them automatically."""


@pytest_asyncio.fixture
async def simcord_bot(tmp_path: Path) -> AsyncIterator[Cardcrate]:
    """Open the real bot with these paces."""
    with patch.object(Paces, "of", lambda _table: PACES):
        bot = await open_bot(settings_for(tmp_path / "guild.sqlite3"))
    yield bot
    await close(bot)


def counted(guild: SimGuild, player: Player) -> int:
    """Return the number of the bot's requests about a player's DM."""
    channel = f"/channels/{player.actor.user.dm_channel.id}/"
    return sum(channel in request.path for request in guild.env.backend.http_requests)


async def everybody_here(guild: SimGuild) -> tuple[Session, list[Player]]:
    """Start a table and have everyone act. Return it, and its players beginning with the one on turn."""
    session = await started(guild, options="response-timeout=600")
    for _ in range(4):
        await guild.players[session.state.turn].slash("recycle")
    await guild.pass_time(PACES.hand + 1)
    turn = session.state.turn
    return session, guild.players[turn:] + guild.players[:turn]


async def bot_on_the_field(guild: SimGuild, heads: int = 0) -> tuple[Session, list[Player]]:
    """Start a battle of Skrap: the first player builds a bot in their DM, and the others have to answer."""
    session = await started(guild, "skrap")
    await in_position(guild, session, heads=dict.fromkeys("ABC", heads))
    for seat, player in enumerate(guild.players):
        surge = next(one for one in session.game.legal(session.state, seat) if isinstance(one, Surge))
        await player.slash("surge-card", card=surge.card)
    await guild.pass_time(PACES.hand + 1)
    (seat,) = session.game.deciders(session.state)
    players = guild.players[seat:] + guild.players[:seat]
    weakest = min(bots(session, seat), key=lambda one: VALUE[one.armour])
    await players[0].choose(players[0].dm, "Your first bot", str(weakest))
    return session, players


def bots(session: Session, seat: int) -> list[Bot]:
    """Return the bots that a player may build."""
    return [move for move in session.game.legal(session.state, seat) if isinstance(move, Bot)]


async def wreck(session: Session, player: Player) -> None:
    """Destroy the bot on the field, as this player."""
    (seat,) = session.game.deciders(session.state)
    answer = bots(session, seat)[-1]
    await player.slash("build-bot", weapon=str(answer.weapon), armour=str(answer.armour))


async def test_the_player_on_turn_sees_so_at_once(guild: SimGuild) -> None:
    _, (first, second, *_) = await everybody_here(guild)

    await first.slash("recycle")

    assert "Your turn" in text_of(second.dm)


async def test_hand_follows_answer_that_was_given_elsewhere_soon(guild: SimGuild) -> None:
    _, (first, *_) = await everybody_here(guild)

    await first.slash("recycle")
    assert "Your turn" in text_of(first.dm)
    await guild.pass_time(PACES.answer + 1)

    assert "Your turn" not in text_of(first.dm)


async def test_hand_that_was_answered_is_not_edited_beside(guild: SimGuild) -> None:
    _, (first, *_) = await everybody_here(guild)
    before = counted(guild, first)

    await first.press(first.dm, "Recycle")
    await first.press(first.dm, "Discard and roll")
    await guild.pass_time(PACES.hand + 1)

    assert counted(guild, first) == before
    assert "Your turn" not in text_of(first.dm)


@pytest.mark.players(3)
async def test_answered_hand_waits_for_others_as_usual(guild: SimGuild) -> None:
    session, (first, second, _) = await bot_on_the_field(guild)
    before = counted(guild, first)
    await wreck(session, second)

    await guild.pass_time(PACES.answer + 1)
    assert counted(guild, first) == before
    await guild.pass_time(PACES.hand)

    assert "destroys your bot" in text_of(first.dm)
    assert counted(guild, first) == before + 1


@pytest.mark.players(3)
async def test_ender_of_game_reads_so_at_once(guild: SimGuild) -> None:
    session, (first, second, third) = await bot_on_the_field(guild, heads=9)
    await wreck(session, second)
    await third.move("pass")
    await guild.pass_time(PACES.answer + 1)
    before = counted(guild, first)

    await first.move("pass")
    assert counted(guild, first) == before
    assert "You won!" in text_of(second.dm)
    await guild.pass_time(PACES.answer + 1)

    assert "### You came 2nd of 3" in text_of(first.dm)


async def test_hands_follow_table_that_has_buttons(guild: SimGuild) -> None:
    _, (first, second, *_) = await everybody_here(guild)

    await first.slash("acquire", rank="K")
    assert "Believe" in str(guild.table.components)
    assert "Acquire kings" not in text_of(second.dm)
    await guild.pass_time(PACES.choice + 1)

    assert "Acquire kings" in text_of(second.dm)


async def test_reminder_of_silent_player_waits_no_longer(guild: SimGuild) -> None:
    _, (first, second, *_) = await everybody_here(guild)
    await first.slash("acquire", rank="K")
    await guild.pass_time(PACES.choice + 1)
    seen = second.dm.id

    await guild.pass_time(REMIND_SECONDS)

    assert second.dm.id != seen


async def test_player_answering_at_table_needs_no_hand(guild: SimGuild) -> None:
    _, (first, second, *_) = await everybody_here(guild)
    await first.slash("acquire", rank="K")
    before = counted(guild, second)

    await second.press(guild.table, "Believe")
    await guild.pass_time(PACES.choice + 1)

    assert counted(guild, second) == before
    assert "Acquire kings" not in text_of(second.dm)


async def test_vainly_asked_players_learn_later(guild: SimGuild) -> None:
    _, (first, second, third, fourth) = await everybody_here(guild)
    await first.slash("acquire", rank="K")
    await guild.pass_time(PACES.choice + 1)

    await second.press(guild.table, "Call")
    assert "Acquire kings" in text_of(fourth.dm)
    await guild.pass_time(PACES.hand + 1)

    assert "Acquire kings" not in text_of(fourth.dm)
    assert "Acquire kings" not in text_of(third.dm)


async def test_pressed_old_hand_shows_present_state(guild: SimGuild) -> None:
    _, (first, second, _, fourth) = await everybody_here(guild)
    await first.slash("acquire", rank="K")
    await guild.pass_time(PACES.choice + 1)
    await second.press(guild.table, "Call")

    await fourth.press(fourth.dm, "Believe")

    assert "Acquire kings" not in text_of(fourth.dm)


async def test_hands_that_wait_are_shown_after_a_restart(guild: SimGuild) -> None:
    _, (first, second, _, fourth) = await everybody_here(guild)
    await first.slash("acquire", rank="K")
    await guild.pass_time(PACES.choice + 1)
    await second.press(guild.table, "Call")

    with patch.object(Paces, "of", lambda _table: PACES):
        await guild.restart()
    await guild.pass_time(PACES.hand + 1)

    assert "Acquire kings" not in text_of(fourth.dm)
