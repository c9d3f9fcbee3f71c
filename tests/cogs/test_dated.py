"""A private page in a channel shows its time, because the bot can't edit it after a restart."""

import re

import pytest

from bot.sessions.frame import End
from tests.helpers.guild import SimGuild, text_of
from tests.helpers.tables import started

pytestmark = pytest.mark.players(2)


def updated(text: str) -> int:
    """Return the time that a page names as its last update, in seconds since the epoch."""
    found = re.search(r"^-# Updated <t:(\d+):R>\.$", text, re.MULTILINE)
    assert found is not None, text
    return int(found[1])


async def test_hand_in_channel_says_from_when_it_is(guild: SimGuild) -> None:
    await started(guild, "crazy-rummy")
    ann, ben = guild.players

    before = await ann.slash("hand")
    await guild.pass_time(100.0)
    after = await ben.slash("hand")

    assert updated(after.text) == updated(before.text) + 100


async def test_hand_by_dm_is_current_without_saying_so(guild: SimGuild) -> None:
    await started(guild, "crazy-rummy")

    assert "Updated" not in text_of(guild.players[0].dm)


async def test_requested_table_shows_its_time(guild: SimGuild) -> None:
    await started(guild, "crazy-rummy")
    ann, ben = guild.players

    shown = await ann.slash("table")
    await guild.pass_time(100.0)
    menu = await ben.press(guild.table, "More")
    in_words = await ben.press(menu.message, "As text")

    assert updated(in_words.text) == updated(shown.text) + 100


async def test_ended_table_shows_no_time(guild: SimGuild) -> None:
    session = await started(guild, "crazy-rummy")
    ann = guild.players[0]
    await guild.bot.sessions.act(session, ann.id, End(moderator=True))
    await guild.settle()

    assert "Updated" not in (await ann.slash("hand")).text
    assert "Updated" not in (await ann.slash("table")).text
