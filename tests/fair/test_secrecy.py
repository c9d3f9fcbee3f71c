"""The secret and the key of a running game can't be read anywhere."""

import base64
import io
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from bot.logs import set_up_logs
from tests.cogs.test_daily import finished, opened, table_of
from tests.helpers.figures import Figure
from tests.helpers.guild import Player, Reply, SimGuild, settings_for, walk
from tests.secrets.tables import typed


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Yield everything logged at DEBUG, including unredacted lines of libraries."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    set_up_logs(settings_for(Path("unused.sqlite3"), log_level="DEBUG"))
    structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(out))
    logging.getLogger().addHandler(handler)
    yield out
    logging.getLogger().removeHandler(handler)
    set_up_logs(settings_for(Path("unused.sqlite3")))


def forms_of(secret: bytes) -> list[bytes]:
    """Return the forms in which a secret might be written."""
    plain = [secret, repr(secret)[2:-1].encode(), str(list(secret)).encode(), base64.b64encode(secret)[:40]]
    return [
        *plain,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        str(int.from_bytes(secret)).encode(),
    ]


LOOKS = ("hand", "table", "my-tables")
OPENED = ("deal", "about", "privacy")
PRESSES = ("Rules", "More", "My hand")


async def everything_in(guild: SimGuild, replies: list[Reply]) -> list[bytes]:
    """Return all messages, answers and files anyone can see, and all data sent to Discord."""
    messages = [*guild.messages, *(dm for player in guild.players for dm in player.dms)]
    messages += [reply.message for reply in replies if reply.message is not None]
    seen = [f"{walk(one)} {one.content}" for one in messages]
    sent = [f"{one.path} {one.json}" for one in guild.env.http_requests]
    files = [file for one in messages for file in one.attachments]
    return [text.encode() for text in seen + sent + [file.filename for file in files]] + [
        await file.read() for file in files
    ]


async def looked_up(ann: Player) -> list[Reply]:
    """Use every command that only shows something."""
    replies = [await ann.slash(command) for command in LOOKS]
    replies += [await ann.open(what) for what in OPENED]
    return [*replies, await ann.privacy("Download")]


async def look(guild: SimGuild) -> list[Reply]:
    """Ask for everything that users can ask for."""
    ann = guild.players[0]
    replies = [*await looked_up(ann), await ann.hint()]
    replies += [await ann.press(guild.table, label) for label in PRESSES]
    for label in ("As text", "Log"):
        more = await ann.press(guild.table, "More")
        replies.append(await ann.press(more.message, label))
    return replies


def told(secret: bytes, everything: list[bytes]) -> list[bytes]:
    return [form for form in forms_of(secret) for one in everything if form in one]


@pytest.mark.slow
@pytest.mark.players(2)
async def test_secrets_of_running_games_stay_unreadable(
    guild: SimGuild, logged: io.StringIO, figure: Figure
) -> None:
    ann, ben = guild.players
    await ann.slash("cards", game="skrap", rules="target=4 max-rounds=5")
    session = await guild.session()
    await ben.press(guild.table, "Join")
    await ann.add_words("mine")
    replies = await looked_up(ann)
    await ann.press(guild.table, "Start")
    replies += await look(guild)
    deal, key = session.record.deal, session.record.chance_key
    assert deal is not None
    kept: list[bytes] = []
    while session.record.status == "playing":
        kept += await everything_in(guild, replies)
        seat = session.game.deciders(session.state)[0]
        await typed(guild.players[seat], guild, list(session.game.legal(session.state, seat))[-1])
        is_due = session.record.status == "playing" and session.record.revision % 8 == 0
        replies = await look(guild) if is_due else []

    everything = [*kept, logged.getvalue().encode(), repr(session.record.deal).encode()]
    assert told(deal.secret, everything) == told(key, everything) == []
    opened = await ben.press(guild.table, "Verify")
    assert told(deal.secret, await everything_in(guild, [opened]))  # Proves that a secret can be found.
    figure("P25", texts_searched=len(everything), secrets_found=0)


@pytest.mark.slow
async def test_key_of_a_running_day_is_told_nowhere(guild: SimGuild, logged: io.StringIO) -> None:
    ann = guild.players[0]
    await finished(guild, ann, "skrap")
    session = await table_of(guild, ann, "skrap")
    replies = []
    for label in ("Share", "Today's list", "Review", "Replay"):
        done = await opened(guild, ann, "skrap")
        replies += [done, await ann.press(done.message, label)]
    replies += [await ann.slash("daily", check="key"), await ann.privacy("Download")]
    replies += [await ann.slash("cardcrate", open=name) for name in ("about", "stats", "privacy")]
    replies += [await ann.slash("cardcrate", open="deal", table=session.record.id)]

    source = await guild.bot.sessions.dailies.source(guild.bot.sessions.dailies.day)
    assert source is not None
    assert session.record.deal is not None
    everything = [*await everything_in(guild, replies), logged.getvalue().encode()]
    for secret in (source.key, session.record.deal.secret, session.record.chance_key):
        assert told(secret, everything) == []
