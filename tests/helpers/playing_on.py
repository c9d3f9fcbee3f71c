"""A person's game, played to its end with a computer's moves."""

import random

from bot.players.player import Level, choose
from bot.sessions.computers import ensure_notes, seen
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from tests.helpers.guild import Player, SimGuild
from tests.helpers.tables import acted

MAX_MOVES = 2000
"""More moves than any game has."""


async def play_on(
    guild: SimGuild, session: Session, player: Player, level: Level = "easy", most: int = MAX_MOVES
) -> None:
    """Have a player move whenever they have to decide, until the game is over."""
    sessions, rng = guild.bot.sessions, random.Random(session.record.id)
    user_id = player.actor.user.id
    seat = session.seat_of(user_id)
    assert seat is not None
    for _ in range(most):
        if not session.record.is_daily:
            await acted(guild, session)
        if session.record.status != "playing":
            return
        await ensure_notes(session, seat, guild.bot.store)
        view = seen(session, seat, level=level, revision=rng.getrandbits(30))
        assert await sessions.act(session, user_id, MakeMove(choose(view))) is None
    assert most < MAX_MOVES, "the game doesn't end"
