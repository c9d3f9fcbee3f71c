"""*Invite to cards* in a user's menu: one line a table, and the same answer if they refuse invitations."""

from typing import Any

import pytest

from bot.rendering.commands import INVITE
from tests.helpers.guild import SimGuild, labels, notified_by, text_of

pytestmark = pytest.mark.players(3)


def lines(guild: SimGuild) -> list[Any]:
    """Return the invitations in the channel."""
    return [one for one in guild.messages if "invites you to" in text_of(one)]


async def test_the_lobby_here_invites_by_one_line(guild: SimGuild) -> None:
    ann, ben, _ = guild.players
    await ann.slash("cards", game="crap")
    reply = await ann.use_menu(INVITE, ben)

    assert reply.text == f"<@{ben.id}> is invited, if <@{ben.id}> takes invitations."
    [line] = lines(guild)
    assert text_of(line) == f"<@{ben.id}>, <@{ann.id}> invites you to table 1 (C.R.A.P.)."
    assert labels(line) == ["Join", "Rules"]
    assert notified_by(guild, "invites you to") == {ben.id}
    await ben.press(line, "Join")
    assert ben.id in (await guild.session()).record.players


async def test_without_a_lobby_the_games_are_shown(guild: SimGuild) -> None:
    ann, ben, _ = guild.players
    page = await ann.use_menu(INVITE, ben)
    assert page.text == f"### Which game with <@{ben.id}>?"
    await ann.press(page.message, "Skrap")

    session = await guild.session()
    assert (session.game.id, session.record.players) == ("skrap", (ann.id,))
    assert len(lines(guild)) == 1


async def test_nobody_is_invited_twice_to_a_table(guild: SimGuild) -> None:
    ann, ben, _ = guild.players
    await ann.slash("cards", game="crap")
    first, second = await ann.use_menu(INVITE, ben), await ann.use_menu(INVITE, ben)

    assert first.text == second.text
    assert len(lines(guild)) == 1


async def test_whoever_takes_no_invitations_is_left_in_peace(guild: SimGuild) -> None:
    ann, ben, _ = guild.players
    await guild.bot.sessions.choices.set_user(ben.id, invites=False)
    await ann.slash("cards", game="crap")
    reply = await ann.use_menu(INVITE, ben)

    assert reply.text == f"<@{ben.id}> is invited, if <@{ben.id}> takes invitations."
    assert lines(guild) == []


async def test_five_people_are_invited_an_hour(guild: SimGuild) -> None:
    ann, *_ = guild.players
    await ann.slash("cards", game="crap")
    others = [guild.join(f"guest{number}") for number in range(6)]
    texts = [(await ann.use_menu(INVITE, one)).text for one in others]

    assert len(lines(guild)) == 5
    assert texts[5] == f"<@{others[5].id}> is invited, if <@{others[5].id}> takes invitations."
    await guild.pass_time(3600)
    await ann.use_menu(INVITE, guild.join("late"))
    assert len(lines(guild)) == 6


async def test_inviting_oneself_shows_the_games(guild: SimGuild) -> None:
    ann, *_ = guild.players

    assert (await ann.use_menu(INVITE, ann)).text.startswith("### Which game?")
