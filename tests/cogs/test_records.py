"""Finished games are remembered: replays, histories and ratings as users see them."""

import json

import msgspec
import pytest

from bot.engine.moves import Leave
from bot.engine.notation import referee
from bot.games import GAMES
from bot.ratings.ledger import ENOUGH_GAMES
from bot.sessions.requests import MakeMove
from bot.sessions.session import Session
from tests.cogs.test_rights import member_with
from tests.helpers.guild import SimGuild, text_of
from tests.helpers.tables import in_position, started

HINTS_OFF = {"hints": "off"}


async def turned(guild: SimGuild) -> None:
    print(text_of(guild.table))


@pytest.mark.players(2)
async def test_flow(guild: SimGuild) -> None:
    session = await started(guild, "crapette")
    ann, ben = guild.players
    for turn in range(8):
        who = guild.players[session.state.turn]
        for move in session.game.legal(session.state, session.state.turn)[:1]:
            await guild.bot.sessions.act(session, who.id, MakeMove(move))
    await ann.slash("resign")
    print(text_of(guild.table))
    r = await ben.press(guild.table, "Replay")
    print(r.text, r.is_private)
    for _ in range(3):
        r = await ben.press(r.message, "▶")
        print(r.text)
    r = await ben.press(r.message, "⏭")
    print(r.text)
    p = await ben.press(r.message, "Position")
    print(p.text, p.message.attachments)
    p = await ben.slash("replay", file=True)
    print(p.message.content, p.message.attachments)
    for name in ("me", "server", "ratings"):
        p = await ben.slash(f"record {name}")
        print(name, p.text)
    more = await ben.press(guild.table, "More")
    print(more.text)
    p = await ben.press(more.message, "Your games")
    print(p.text)
    p = await ben.slash("settings me")
    print(p.text)
    p = await member_with(guild, manage_guild=True).slash("settings server", ratings=False)
    print(p.text)
