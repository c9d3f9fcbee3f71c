"""Next to its table a channel shows only current calls, and none after the game."""

import re
from random import Random

import pytest

from bot.games import GAMES
from bot.sessions.session import Session
from tests.cogs.test_whole_games import choose, make
from tests.helpers.guild import HEAD, SimGuild, text_of
from tests.helpers.tables import started

MOVES = 30
LOOKS_AWAY = 90.0
"""Seconds that pass after each move: longer than the wait before a repeated call."""
TABLE_AND_RESULT = 2
PLAYERS = {"crapette": 2}
GAME = [pytest.param(game, marks=pytest.mark.players(PLAYERS.get(game, 3))) for game in GAMES]


def calls(guild: SimGuild) -> list[str]:
    """Return the texts of the public messages other than the table and the result."""
    texts = (text_of(one) for one in guild.messages)
    return [text for text in texts if not HEAD.match(text)]


def called(guild: SimGuild) -> list[int]:
    """Return the seats of the players that the channel's calls mention."""
    ids = [int(found) for text in calls(guild) for found in re.findall(r"<@(\d+)>", text)]
    return [next(seat for seat, one in enumerate(guild.players) if one.id == found) for found in ids]


async def play_on(guild: SimGuild, session: Session, chance: Random) -> None:
    """Make a move for a random decider and let time pass. Check the calls after each."""
    seat = chance.choice(session.game.deciders(session.state))
    await make(guild, session, seat, choose(session, seat, set(), chance))
    check(guild, session)
    await guild.pass_time(LOOKS_AWAY)
    check(guild, session)


def check(guild: SimGuild, session: Session) -> None:
    """Check that one message at most calls people: only deciders, and each of them once."""
    seats = called(guild)
    deciders = session.game.deciders(session.state) if session.record.status == "playing" else ()
    assert len(calls(guild)) <= 1
    assert len(seats) == len(set(seats))
    assert set(seats) <= set(deciders)


async def played_and_ended(guild: SimGuild, game: str) -> int:
    """Play a game for a while and end it. Return the most calls that were shown at once."""
    session, chance, most = await started(guild, game), Random(game), 0
    for _ in range(MOVES):
        if session.record.status == "playing":
            await play_on(guild, session, chance)
            most = max(most, len(calls(guild)))
    if session.record.status == "playing":
        host = guild.players[0]
        asked = await host.open("end")
        await host.press(asked.message, "End it")
    assert session.record.status in ("over", "cancelled")
    return most


@pytest.mark.parametrize("game", GAME)
async def test_calls_by_mention_carry_their_reason(guild: SimGuild, game: str) -> None:
    for player in guild.players:
        player.close_dms()

    assert await played_and_ended(guild, game) == 1

    assert calls(guild) == []
    assert len(guild.messages) <= TABLE_AND_RESULT


@pytest.mark.parametrize("game", GAME)
async def test_player_without_dms_has_one_call(guild: SimGuild, game: str) -> None:
    guild.players[0].close_dms()

    assert await played_and_ended(guild, game) == 1

    assert calls(guild) == []
    assert len(guild.messages) <= TABLE_AND_RESULT
