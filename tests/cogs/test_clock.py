"""The clock in `/table`: the time left and what happens after it, in every game."""

import re

import pytest

from bot.games import GAMES
from tests.helpers.guild import Reply, SimGuild
from tests.helpers.tables import started

THEN = {
    "skrap": "No answer? The game goes on without {}. Auto-skip",
    "crazy-rummy": "No answer? Auto-play for {} (draw and discard)",
}
"""The line about a time-out that a bystander reads at the beginning of a game."""


def clock_of(reply: Reply) -> str:
    """Return the line about the time left."""
    [line] = re.findall(r"^-# .* left\. .*$", reply.text, re.MULTILINE)
    return str(line)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.players(2)
async def test_clock_tells_time_left_and_what_follows(guild: SimGuild, game: str) -> None:
    if game == "crap":
        guild.players.append(guild.join("cyd"))
    await started(guild, game)
    session = await guild.session()
    assert session.record.deadline is not None

    reply = await guild.players[0].slash("table")

    names = ("Ann", "Ben", "Cyd")
    deciders = [names[seat] for seat in session.game.deciders(session.state)]
    assert reply.is_private
    assert all(name in clock_of(reply).partition(" left. ")[0] for name in deciders)
    assert f"<t:{int(session.record.deadline)}:R>" in clock_of(reply)


async def test_the_time_left_grows_less(guild: SimGuild) -> None:
    await started(guild, "crap", options="turn-timeout=300")
    await guild.pass_time(70)
    ann = guild.players[0]

    assert " has 3 minutes left. " in clock_of(await ann.slash("table"))
    await guild.pass_time(200)
    assert " has 30 seconds left. " in clock_of(await ann.slash("table"))


@pytest.mark.parametrize(("game", "then"), THEN.items())
@pytest.mark.players(2)
async def test_bystander_reads_what_happens_to_others(guild: SimGuild, game: str, then: str) -> None:
    await started(guild, game)
    eve = guild.join("eve")
    session = await guild.session()
    asked = " and ".join(("Ann", "Ben")[seat] for seat in session.game.deciders(session.state))

    told = clock_of(await eve.slash("table"))

    assert f" left. {then.format(asked)} <t:" in told
    assert "you" not in told.lower()


async def test_before_the_deal_no_clock_runs(guild: SimGuild) -> None:
    await guild.players[0].slash("cards", game="skrap")

    reply = await guild.players[1].slash("table")

    assert " left. " not in reply.text
