"""Logs and tracebacks contain no card, no interaction's token and not the bot's token, whatever fails."""

import io
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.games import GAMES
from bot.logs import set_up_logs
from bot.rendering.faces import FACES
from bot.rendering.turning import asks_first
from bot.sessions.session import Session
from tests.helpers.guild import SimGuild, settings_for
from tests.helpers.tables import started
from tests.sabotage.planting import sabotaged
from tests.sabotage.screens import log_the_hand, log_the_token, log_what_libraries_say
from tests.secrets.tables import completed, typed

PLAYERS = {"crap": 3, "skrap": 2, "craits": 3, "crazy-rummy": 3, "crapette": 2}
CARD = re.compile(r"(?<![\w.:-])(10|[2-9AJQK])([CDHS]\b|[♣♦♥♠])")
TOKEN = "marker-of-the-bot's-token"
OURS = ("bot", "cogs")
FORMATS = ("console", "json")


@pytest.fixture
def written(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Yield the log with everything from our own loggers, and from libraries only what production logs."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    set_up_logs(settings_for(Path("unused.sqlite3"), log_level="DEBUG", log_format=request.param))
    structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(out))
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    for name in OURS:
        monkeypatch.setattr(logging.getLogger(name), "level", logging.DEBUG)
    yield out
    root.removeHandler(handler)
    root.setLevel(level)
    set_up_logs(settings_for(Path("unused.sqlite3")))


def secrets_in(text: str, guild: SimGuild, session: Session) -> list[str]:
    """Return the cards, tokens and keys in a text."""
    cards = ["".join(found) for found in CARD.findall(text)]
    tokens = [*guild.env.backend.interaction_tokens, TOKEN, session.record.chance_key.hex()]
    return cards + [token for token in tokens if token in text]


async def one_move(guild: SimGuild, session: Session) -> None:
    """Let a decider complete options, open their hand, and type the last listed move that's made at once."""
    seat = session.game.deciders(session.state)[0]
    player = guild.players[seat]
    await completed(guild, session, player)
    await player.press(guild.table, "My ")
    scene = session.scene(seat)
    moves = [move for move in session.game.legal(session.state, seat) if not asks_first(move, scene)]
    await typed(player, guild, moves[-1])


def broken(*_: Any) -> Any:
    """Raise an error like a bug of ours, with secrets in the local variables."""
    card, token = "7S", TOKEN
    raise RuntimeError(f"no ink for {len(card + token)} characters")


@pytest.mark.parametrize(
    ("game_id", "written"),
    [
        pytest.param(
            game, FORMATS[number % 2], marks=pytest.mark.players(PLAYERS.get(game, GAMES[game].seats[0]))
        )
        for number, game in enumerate(GAMES)
    ],
    indirect=["written"],
)
async def test_no_secret_is_logged_by_failures(
    guild: SimGuild, game_id: str, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    guild.bot.http.token = TOKEN
    session = await started(guild, game_id)
    for _ in range(4):
        await one_move(guild, session)
    guild.bot.sessions.choices.pictures = True
    for picture in ("table_picture", "hand_picture"):
        monkeypatch.setattr(FACES[game_id], picture, broken)
    await one_move(guild, session)
    monkeypatch.setattr(type(GAMES[game_id]), "apply", broken)
    await one_move(guild, session)

    assert guild.env.errors
    text = written.getvalue()
    assert "picture_failed" in text
    assert "interaction_failed" in text
    assert "no ink for" in text
    assert secrets_in(text, guild, session) == []


@pytest.mark.parametrize("written", FORMATS, indirect=True)
@sabotaged("P22", log_the_hand)
@sabotaged("P22", log_the_token)
async def test_no_secret_is_logged_when_sending_fails(guild: SimGuild, written: io.StringIO) -> None:
    session = await started(guild)
    for status, code in ((400, 50035), (403, 50013), (404, 10008), (500, 0)):
        guild.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, message="No")
        await guild.players[session.game.deciders(session.state)[0]].slash("recycle")

    text = written.getvalue()
    assert "page_not_delivered" in text
    assert secrets_in(text, guild, session) == []


async def test_failed_answer_tells_user_nothing_of_fault(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await started(guild)
    monkeypatch.setattr(type(session.game), "apply", broken)

    reply = await guild.players[session.game.deciders(session.state)[0]].slash("recycle")

    assert guild.env.errors
    assert reply.is_private
    assert reply.text == "Something broke on my end. The table shows what was done, and nothing is lost."


def test_planted_secrets_in_logs_are_found() -> None:
    assert CARD.findall("KeyError: '7S' after protect card=10H, K♠") == [("7", "S"), ("10", "H"), ("K", "♠")]
    assert CARD.findall("2026-11-21T13:45:17 session=7 line 4D2A f3.2s") == []


@pytest.mark.parametrize("level", ["DEBUG", "INFO"])
@sabotaged("P22", log_what_libraries_say)
def test_libraries_never_log_below_info(level: str) -> None:
    root = logging.getLogger()
    handlers, before = root.handlers[:], root.level
    root.handlers.clear()
    try:
        set_up_logs(settings_for(Path("unused.sqlite3"), log_level=level))
        for library in ("discord", "discord.http", "discord.gateway", "aiosqlite", "asyncio", "aiohttp"):
            assert not logging.getLogger(library).isEnabledFor(logging.DEBUG)
    finally:
        root.handlers[:] = handlers
        root.setLevel(before)
        set_up_logs(settings_for(Path("unused.sqlite3")))
